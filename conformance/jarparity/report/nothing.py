"""Why a run has compared nothing: what the port claims, and what was asked."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.check.events import NOT_RECORDED
from jarparity.lines import select
from jarparity.originals import locked_lines
from jarparity.references.golden import GoldenReference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.check.outcome import Outcome
    from jarparity.ports import PortInfo

NO_REASON: Final = "no reason is given"

_NAMED: Final = 3
"""Operations of the port that are named where none was asked."""


def why_nothing(outcome: Outcome) -> str:
    """Why nothing was compared: the first reason that explains it."""
    tally, cases = outcome.tally, outcome.filters.get("--case", ())
    if unclaimed := _unclaimed(outcome.port, outcome.filters):
        return unclaimed
    claimed = [name for name in tally.reasons if registry.operation(name).matches(outcome.port.operations)]
    if reasons := sorted({reason for name in claimed for reason in tally.reasons[name]} - {NOT_RECORDED}):
        return f"all that was asked was skipped: {'; '.join(reason or NO_REASON for reason in reasons)}"
    if cases:
        named = " ".join(map(shlex.quote, cases))
        return f"no case matches --case {named}: `jarparity explain case GLOB` shows those there are"
    if outcome.unavailable:
        return f"{', '.join(outcome.unavailable)} could not be asked"
    unrecorded = [name for name in _chosen(outcome) if not GoldenReference.default().extent(name)[1]]
    if unrecorded:
        return f"{', '.join(unrecorded)}: nothing is recorded; `jarparity fixtures generate` does so in a checkout"
    return "there was no input to compare"


def _chosen(outcome: Outcome) -> list[str]:
    return [one.name for one in registry.select(outcome.filters.get("--operation", ()))]


def _unclaimed(port: PortInfo, filters: Mapping[str, Sequence[str]]) -> str | None:
    """Why the port claims nothing of what was asked; None where it claims some of it."""
    if not port.operations:
        return "the port names no operation"
    if not port.lines:
        return "the port names no release"
    chosen = [one for one in registry.select(filters.get("--operation", ())) if one.matches(port.operations)]
    if not chosen:
        more = f" and {len(port.operations) - _NAMED} more" if len(port.operations) > _NAMED else ""
        return f"the port has {', '.join(port.operations[:_NAMED])}{more}{_asked(filters, '--operation')}"
    claimed = [line for line in select(locked_lines(), port.lines) if any(one.has(line) for one in chosen)]
    if not claimed:
        return f"the port claims {', '.join(port.lines)}; none of its operations is in these releases"
    if not select(claimed, filters.get("--line", ())):
        return f"the port claims {', '.join(port.lines)}{_asked(filters, '--line')}"
    return None


def _asked(filters: Mapping[str, Sequence[str]], option: str) -> str:
    return f"; {option} asks {', '.join(filters[option])}" if filters.get(option) else ""
