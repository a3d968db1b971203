"""Step `audit`: what is known against the pins, by a vulnerability service or by a copy of an advisory database.

What could not be asked is never taken for clean, nor is what a copy is too old to know.
"""

from __future__ import annotations

import json
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from packaging.utils import canonicalize_name

from quality.release import advisories, locking
from quality.release.desk import Done, StepFailedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quality.release.desk import Desk
    from quality.release.locking import Pin

_SERVICES: Final = ("pypi", "osv")
_KEEPS: Final = timedelta(days=30)
"""For how long a copy of a database is as good as the database."""


def audit(desk: Desk) -> Done:
    """Asks about every pin: the index's vulnerability service, or with `--advisories` that copy of a database.

    `pip-audit` ends with 0 where the service doesn't know a distribution; this reads its report, not its exit code.

    Raises:
        StepFailedError: A pin has a known vulnerability; or, without `--offline`, one could not be asked about or the
            copy is too old. Or the copy can't be read.
    """
    pins = locking.read(locking.text(desk, locking.ALL), locking.ALL.as_posix())
    done = _by_copy(desk.advisories, pins) if desk.advisories else _by_service(desk, pins)
    if done.open and not desk.offline:
        raise StepFailedError(done.open, "so this says nothing of them; `--offline` leaves the question open")
    return done


def _by_copy(folder: Path, pins: Sequence[Pin]) -> Done:
    copy = advisories.read(folder)
    vulnerable, untold = copy.judge(pins)
    if vulnerable:
        raise StepFailedError(*vulnerable)
    day = f"{copy.as_of:%Y-%m-%d}"
    if datetime.now(UTC) - copy.as_of > _KEEPS:
        untold.append(f"the advisories are of {day}: what more than {_KEEPS.days} days have brought since is not asked")
    names = {pin.name for pin in pins}
    return Done(
        f"no vulnerability in {len(pins)} pinned distributions by {copy.count} advisories as of {day}, "
        f"{sum(len(found) for name, found in copy.about.items() if name in names)} of them about these",
        open="; ".join(untold) or None,
    )


def _by_service(desk: Desk, pins: Sequence[Pin]) -> Done:
    vulnerable: list[str] = []
    unasked: list[str] = []
    for layer in locking.layers(pins):
        bad, open_ = _asked(desk, layer)
        vulnerable += bad
        unasked += open_
    if vulnerable:
        raise StepFailedError(*vulnerable)
    if not unasked:
        return Done(f"no known vulnerability in {len(pins)} pinned distributions")
    reason = f"not asked: {unasked[0]}" + (f" (and {len(unasked) - 1} more)" if len(unasked) > 1 else "")
    return Done(f"{len(unasked)} of {len(pins)} pinned distributions were not asked about", open=reason)


def _asked(desk: Desk, layer: Sequence[Pin]) -> tuple[list[str], list[str]]:
    """Vulnerabilities of a layer, and what no service could be asked: the next one is, where the first can't answer."""
    unasked: list[str] = []
    for service in _SERVICES:
        with tempfile.TemporaryDirectory(dir=desk.scratch) as folder:
            listed = Path(folder) / "lock.txt"
            listed.write_text("".join(f"{pin.requirement}\n" for pin in layer), "utf-8")
            ran = desk.tool(
                "pip_audit",
                *("--requirement", str(listed), "--vulnerability-service", service),
                *("--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off"),
            )
        vulnerable, open_ = judge(ran.output, layer)
        if vulnerable or not open_:
            return vulnerable, open_
        unasked = unasked or open_
    return [], unasked


def judge(report: str, asked: Sequence[Pin]) -> tuple[list[str], list[str]]:
    """What a report of pip-audit says: known vulnerabilities, and what was not asked."""
    try:
        found = {str(canonicalize_name(one["name"])): one for one in json.loads(report)["dependencies"]}
    except (ValueError, KeyError, TypeError):
        return [], [f"pip-audit made no report about {pin.name} {pin.version}" for pin in asked]
    vulnerable, unasked = [], []
    for pin in asked:
        one = found.get(pin.name) or {}
        if "skip_reason" in one:
            unasked.append(str(one["skip_reason"]))
        elif one.get("version") != pin.version or "vulns" not in one:
            unasked.append(f"pip-audit's report lacks {pin.name} {pin.version}")
        else:
            vulnerable += [
                f"{pin.name} {pin.version}: {vuln['id']}, mended in {', '.join(vuln['fix_versions']) or 'none yet'}"
                for vuln in one["vulns"]
            ]
    return vulnerable, unasked
