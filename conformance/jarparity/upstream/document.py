"""The tables at the end of `docs/upstream-tests.md`, made from the record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarparity.upstream.delegation import ClassRecord, Delegation

FILE: Final = Path(__file__).parents[3] / "docs" / "upstream-tests.md"
"""In a checkout; an installed kit has no documents."""

_MARK: Final = "<!-- From here on made by `jarparity upstream kafka|flink --record`. -->"


def renewed(text: str, delegation: Delegation) -> str:
    """The document with its tables made anew.

    Raises:
        ValueError: The mark behind which they stand is missing.
    """
    head, mark, _ = text.partition(_MARK)
    if not mark:
        raise ValueError(f"{FILE.name} lacks the line {_MARK}")
    return f"{head}{mark}\n\n{tables(delegation)}\n"


def tables(delegation: Delegation) -> str:
    """By line, its classes; then the reasons."""
    rows: list[str] = []
    for line, classes in sorted(delegation.lines.items(), key=lambda item: Line.parse(item[0])):
        rows += [f"### {line}", "", *_table(classes), ""]
    rows += ["### Reasons", "", *(f"- **{name}**: {reason}" for name, reason in sorted(delegation.reasons.items()))]
    return "\n".join(rows)


def _table(classes: Mapping[str, ClassRecord]) -> list[str]:
    rows = ["| class | tests | asks | methods that never ask |", "|---|---:|---|---|"]
    for name, record in classes.items():
        operations = ", ".join(f"`{operation}`" for operation in record.operations) or "nothing"
        rows.append(f"| `{name.rpartition('.')[2]}` | {record.tests} | {operations} | {_kept(record)} |")
    return [*rows, f"| together | {sum(record.tests for record in classes.values())} | | |"]


def _kept(record: ClassRecord) -> str:
    by_reason: dict[str, list[str]] = {}
    for method, reason in record.kept.items():
        by_reason.setdefault(reason, []).append(f"`{method}`")
    for method, reason in record.partly.items():
        by_reason.setdefault(reason, []).append(f"`{method}` (in some invocations)")
    return "; ".join(f"**{reason}**: {', '.join(methods)}" for reason, methods in by_reason.items())
