"""From which version of kafka-clients on bytes of consumers can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON


OWNED = "2.4.0"
"""Owned partitions, group instance ids, versions of the protocol, and the cooperative assignor."""

RACKS = "3.4.0"
"""Generations and racks in subscriptions, racks of partitions."""

STICKY_GENERATION = "2.3.0"
"""The generation in the sticky assignor's user data."""


def of_subscription(document: JSON) -> str | None:
    """The first version that encodes a subscription, or decodes bytes."""
    if document["direction"] == "decode":
        return None
    return _latest(OWNED if document["version"] else None, _of_members([document]))


def of_assignment(document: JSON) -> str | None:
    """The first version that encodes an assignment, or decodes bytes."""
    return OWNED if document["direction"] == "encode" and document["version"] else None


def of_sticky_user_data(document: JSON) -> str | None:
    """The first version that encodes the sticky assignor's user data, or decodes bytes."""
    return STICKY_GENERATION if document.get("generation") is not None else None


def _of_members(members: Iterable[JSON]) -> str | None:
    first = None
    for member in members:
        if member.get("generation") is not None or member.get("rack") is not None:
            return RACKS
        if member.get("instance") is not None or member.get("owned"):
            first = OWNED
    return first


def _latest(*versions: str | None) -> str | None:
    # All have numbers of one digit.
    return max((version for version in versions if version is not None), default=None)
