"""Step `audit`: what is known against the pins, by a vulnerability service or by a copy of an advisory database.

What could not be asked is never taken for clean, nor is what a copy is too old to know.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from packaging.utils import canonicalize_name

from quality.release import advisories, locking
from quality.release.context import Done, StepFailedError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from quality.release.context import ReleaseContext
    from quality.release.locking import Pin

_SERVICES: Final = ("pypi", "osv")
_KEEPS: Final = timedelta(days=30)
"""For how long a copy of a database is as good as the database."""


def audit(context: ReleaseContext) -> Done:
    """Asks about every pin: the index's vulnerability service, or with `--advisories` that copy of a database.

    `pip-audit` ends with 0 where the service doesn't know a distribution; this reads its report, not its exit code.

    Raises:
        StepFailedError: A pin has a known vulnerability; or, without `--offline`, one could not be asked about or the
            copy is too old. Or the copy can't be read.
    """
    pins = locking.read(context.root, locking.ALL)
    vulnerable, done = _by_copy(context.advisories, pins) if context.advisories else _by_service(context, pins)
    if vulnerable:
        raise StepFailedError(*vulnerable)
    if done.open and not context.offline:
        raise StepFailedError(done.open, "so this says nothing of them; `--offline` leaves the question open")
    return done


def _by_copy(folder: Path, pins: Sequence[Pin]) -> tuple[list[str], Done]:
    copy = advisories.read(folder)
    vulnerable, unclear = copy.judge(pins)
    day = f"{copy.as_of:%Y-%m-%d}"
    if datetime.now(UTC) - copy.as_of > _KEEPS:
        unclear.append(f"the advisories are of {day}: what was published in more than {_KEEPS.days} days is not asked")
    about = sum(len(copy.about.get(name, ())) for name in {pin.name for pin in pins})
    answer = (
        f"no vulnerability in {len(pins)} pinned distributions by {copy.count} advisories as of {day}, {about} of them "
        "about these"
    )
    return vulnerable, Done(answer, open="; ".join(unclear) or None)


def _by_service(context: ReleaseContext, pins: Sequence[Pin]) -> tuple[list[str], Done]:
    vulnerable: list[str] = []
    unasked: list[str] = []
    for layer in locking.layers(pins, lambda pin: pin.name):
        bad, unknown = _asked(context, layer)
        vulnerable += bad
        unasked += unknown
    if not unasked:
        return vulnerable, Done(f"no known vulnerability in {len(pins)} pinned distributions")
    reason = f"not asked: {unasked[0]}" + (f" (and {len(unasked) - 1} more)" if len(unasked) > 1 else "")
    return vulnerable, Done(f"{len(unasked)} of {len(pins)} pinned distributions were not asked about", open=reason)


def _asked(context: ReleaseContext, layer: Sequence[Pin]) -> tuple[list[str], list[str]]:
    """Vulnerabilities of a layer, and what no service could be asked: the next one is, where the first can't answer."""
    listed = context.scratch / "audited.txt"
    listed.write_text("".join(f"{pin.requirement}\n" for pin in layer), "utf-8")
    answers = []
    for service in _SERVICES:
        ran = context.tool(
            "pip_audit",
            *("--requirement", str(listed), "--vulnerability-service", service),
            *("--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off"),
        )
        vulnerable, unasked = judge(ran.output, layer)
        if vulnerable or not unasked:
            return vulnerable, unasked
        answers.append(unasked)
    return [], answers[0]


def judge(report: str, asked: Sequence[Pin]) -> tuple[list[str], list[str]]:
    """What a report of pip-audit says: known vulnerabilities, and what was not asked."""
    try:
        found = {str(canonicalize_name(one["name"])): one for one in json.loads(report)["dependencies"]}
    except (ValueError, KeyError, TypeError):
        return [], [f"pip-audit made no report about {pin}" for pin in asked]
    vulnerable, unasked = [], []
    for pin in asked:
        match found.get(pin.name):
            case {"skip_reason": reason}:
                unasked.append(str(reason))
            case {"version": pin.version, "vulns": vulns}:
                vulnerable += [
                    f"{pin}: {one['id']}, fixed in {', '.join(one['fix_versions']) or 'none yet'}" for one in vulns
                ]
            case _:
                unasked.append(f"pip-audit's report lacks {pin}")
    return vulnerable, unasked
