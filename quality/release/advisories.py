"""A copy of an advisory database, in OSV's format: what a maintainer without a network can ask."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import yaml
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from quality.release.desk import StepFailedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from quality.release.locking import Pin

_FORMATS: Final = (".json", ".yaml")
_INDEX: Final = "PyPI"
_START: Final = "0"
"""In an event: below every version."""
_LOWEST: Final = Version("0.dev0")
_ENDS: Final = ("fixed", "last_affected")


class _UntoldError(Exception):
    """An advisory doesn't say of a version whether it is affected."""


@dataclass(frozen=True, slots=True)
class Advisory:
    """What one advisory says of one distribution.

    Attributes:
        title: Its id, and its other names.
        versions: Those that it lists as affected.
        ranges: Those that it gives by their ends: the events of each range.
    """

    title: str
    versions: tuple[str, ...]
    ranges: tuple[tuple[tuple[str, str], ...], ...]


@dataclass(frozen=True, slots=True)
class Copy:
    """A database as it was on some day.

    Attributes:
        as_of: When its newest advisory was last changed: it knows nothing that is newer.
        count: How many advisories it has that were not withdrawn.
        about: Those of each distribution, by the name as indexes spell it.
    """

    as_of: datetime
    count: int
    about: Mapping[str, Sequence[Advisory]]

    def judge(self, pins: Iterable[Pin]) -> tuple[list[str], list[str]]:
        """What is known against pins, and what can't be told, a sentence each."""
        vulnerable, untold = [], []
        for pin in pins:
            for one in self.about.get(pin.name, ()):
                try:
                    if _affects(one, pin.version):
                        vulnerable.append(f"{pin.name} {pin.version}: {one.title}, {_mended(one)}")
                except _UntoldError as error:
                    untold.append(f"{pin.name} {pin.version}: {one.title} {error}")
        return vulnerable, untold


def read(folder: Path) -> Copy:
    """All advisories of a folder and the folders in it, each a file `.json` or `.yaml`.

    Raises:
        StepFailedError: A file there is no advisory, or none is about the index of Python distributions.
    """
    newest = datetime.min.replace(tzinfo=UTC)
    about: dict[str, list[Advisory]] = {}
    count = 0
    for path in sorted(path for path in folder.rglob("*") if path.suffix in _FORMATS):
        try:
            document = _document(path)
            changed = datetime.fromisoformat(document["modified"])
            newest = max(newest, changed if changed.tzinfo else changed.replace(tzinfo=UTC))
            found = [] if "withdrawn" in document else list(_advisories(document))
        except (OSError, ValueError, LookupError, TypeError, AttributeError, yaml.YAMLError) as error:
            raise StepFailedError(f"{path} is no advisory in OSV's format: {error!r}") from None
        count += bool(found)
        for name, one in found:
            about.setdefault(name, []).append(one)
    if not count:
        raise StepFailedError(f"{folder} has no advisories about {_INDEX}: name a folder of OSV files, .json or .yaml")
    return Copy(newest, count, about)


def _document(path: Path) -> dict[str, Any]:
    content = path.read_bytes()
    # The base loader makes no numbers: version 1.10 is not 1.1.
    document: dict[str, Any] = (
        json.loads(content) if path.suffix == ".json" else yaml.load(content, Loader=yaml.CBaseLoader)  # noqa: S506
    )
    return document


def _advisories(document: Mapping[str, Any]) -> Iterator[tuple[str, Advisory]]:
    names = document.get("aliases") or []
    title = document["id"] + (f" ({', '.join(names)})" if names else "")
    for one in document.get("affected") or []:
        if one["package"]["ecosystem"] != _INDEX:
            continue
        ranges = tuple(
            tuple((kind, at) for event in found["events"] for kind, at in event.items())
            for found in one.get("ranges") or []
            if found["type"] == "ECOSYSTEM"
        )
        yield canonicalize_name(one["package"]["name"]), Advisory(title, tuple(one.get("versions") or ()), ranges)


def _affects(one: Advisory, version: str) -> bool:
    if not one.versions and not one.ranges:
        raise _UntoldError("names neither versions nor a range of them")
    try:
        asked = Version(version)
        return any(_is(asked, listed) for listed in one.versions) or any(_within(asked, found) for found in one.ranges)
    except InvalidVersion as error:
        raise _UntoldError(f"has a range that can't be read: {error}") from None


def _is(asked: Version, listed: str) -> bool:
    """Is it the listed version? Old distributions have versions that are none by today's rules; no pin is one."""
    try:
        return asked == Version(listed)
    except InvalidVersion:
        return False


def _within(asked: Version, events: Iterable[tuple[str, str]]) -> bool:
    """OSV's rule: events in the order of versions, each turning the answer for what comes after it."""
    found = False
    for at, kind in sorted((_LOWEST if at == _START else Version(at), kind) for kind, at in events):
        if kind == "introduced":
            found = found or at <= asked
        elif kind in _ENDS:
            found = found and (asked < at if kind == "fixed" else asked <= at)
        else:
            raise _UntoldError(f"has an event that is not understood: {kind}")
    return found


def _mended(one: Advisory) -> str:
    fixed = [at for events in one.ranges for kind, at in events if kind == "fixed"]
    return f"mended in {', '.join(fixed) or 'none yet'}"
