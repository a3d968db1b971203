"""From which version of kafka-clients on what consumers send can be asked: as groups, and as bytes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line, is_from

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON

OWNED: Final = "2.4.0"
"""Owned partitions, group instance ids, versions of the protocol, and the cooperative assignor."""

RACKS: Final = "3.4.0"
"""Generations and racks in subscriptions, racks of partitions."""


def of_members(members: Iterable[JSON]) -> str | None:
    """The first version whose subscriptions carry what these have; None for all."""
    first = None
    for member in members:
        if member.get("generation") is not None or member.get("rack") is not None:
            return RACKS
        if member.get("instance") is not None or member.get("owned"):
            first = OWNED
    return first


def latest(*versions: str | None) -> str | None:
    """The latest of first versions; None, which is all versions, is before any."""
    return max((version for version in versions if version is not None), key=_line, default=None)


def at_least(version: str, first: str) -> bool:
    """Whether a version of kafka-clients is this one or a later one."""
    return is_from(_line(version), first)


@cache
def _line(version: str) -> Line:
    return Line("kafka-clients", version)
