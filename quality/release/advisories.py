"""A copy of an advisory database, in OSV's format: what a maintainer without a network can ask."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import yaml
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from quality.release.context import StepFailedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from quality.release.locking import Pin

_FORMATS: Final = (".json", ".yaml")
_INDEX: Final = "PyPI"
_LOWEST: Final = Version("0.dev0")
"""What `0` means in an event: below every version."""
_BAD: Final = (OSError, ValueError, LookupError, TypeError, AttributeError, yaml.YAMLError)


class _UnclearError(Exception):
    """An advisory doesn't say of a version whether it is affected."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A database as it was on some day.

    Attributes:
        as_of: When its newest advisory was last changed: it knows nothing that is newer.
        count: How many advisories it has that were not withdrawn.
        about: By distribution, as indexes spell it, titles of advisories and what they say is affected.
    """

    as_of: datetime
    count: int
    about: Mapping[str, list[tuple[str, Mapping[str, Any]]]]

    def judge(self, pins: Iterable[Pin]) -> tuple[list[str], list[str]]:
        """What is known against pins, and what is unclear, a sentence each."""
        vulnerable, unclear = [], []
        for pin in pins:
            for title, affected in self.about.get(pin.name, ()):
                try:
                    if _affects(affected, pin.version):
                        vulnerable.append(f"{pin}: {title}, fixed in {_fixed(affected)}")
                except _UnclearError as error:
                    unclear.append(f"{pin}: {title} {error}")
        return vulnerable, unclear


def read(folder: Path) -> Copy:
    """All advisories of a folder and the folders in it, each a file `.json` or `.yaml`.

    Raises:
        StepFailedError: A file there isn't an advisory, or none is about the index of Python distributions.
    """
    newest, count = datetime.min.replace(tzinfo=UTC), 0
    about: dict[str, list[tuple[str, Mapping[str, Any]]]] = defaultdict(list)
    for path in sorted(path for path in folder.rglob("*") if path.suffix in _FORMATS):
        try:
            document = _document(path)
            changed = datetime.fromisoformat(document["modified"])
            newest = max(newest, changed if changed.tzinfo else changed.replace(tzinfo=UTC))
            names = document.get("aliases") or []
            title = document["id"] + (f" ({', '.join(names)})" if names else "")
            found = [one for one in document.get("affected") or [] if one["package"]["ecosystem"] == _INDEX]
            if found and "withdrawn" not in document:
                count += 1
                for one in found:
                    about[canonicalize_name(one["package"]["name"])].append((title, one))
        except _BAD as error:
            raise StepFailedError(f"{path} isn't an advisory in OSV's format: {error!r}") from None
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


def _ranges(affected: Mapping[str, Any]) -> list[list[tuple[str, str]]]:
    """The events of each range of versions: what happens, and at which."""
    return [
        [event for events in one["events"] for event in events.items()]
        for one in affected.get("ranges") or []
        if one["type"] == "ECOSYSTEM"
    ]


def _affects(affected: Mapping[str, Any], version: str) -> bool:
    listed, ranges, asked = affected.get("versions") or [], _ranges(affected), Version(version)
    if not listed and not ranges:
        raise _UnclearError("names neither versions nor a range of them")
    try:
        return any(_is(asked, one) for one in listed) or any(_within(asked, events) for events in ranges)
    except InvalidVersion as error:
        raise _UnclearError(f"has a range that can't be read: {error}") from None


def _is(asked: Version, listed: str) -> bool:
    """Is it the listed version? Old distributions have versions that today's rules refuse; no pin is one."""
    try:
        return asked == Version(listed)
    except InvalidVersion:
        return False


def _within(asked: Version, events: Iterable[tuple[str, str]]) -> bool:
    """OSV's rule: events in the order of versions, each turning the answer for what comes after it."""
    found = False
    for at, kind in sorted((_LOWEST if at == "0" else Version(at), kind) for kind, at in events):
        match kind:
            case "introduced":
                found = found or at <= asked
            case "fixed":
                found = found and asked < at
            case "last_affected":
                found = found and asked <= at
            case _:
                raise _UnclearError(f"has an event that is not understood: {kind}")
    return found


def _fixed(affected: Mapping[str, Any]) -> str:
    return ", ".join(at for events in _ranges(affected) for kind, at in events if kind == "fixed") or "none yet"
