"""From which version of kafka-clients on bytes of consumers can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values.consumer_versions import OWNED, latest, of_members

if TYPE_CHECKING:
    from jarparity.answers import JSON

STICKY_GENERATION = "2.3.0"
"""The generation in the sticky assignor's user data."""


def of_subscription(document: JSON) -> str | None:
    """The first version that encodes a subscription, or decodes bytes."""
    if document["direction"] == "decode":
        return None
    return latest(OWNED if document["version"] else None, of_members([document]))


def of_assignment(document: JSON) -> str | None:
    """The first version that encodes an assignment, or decodes bytes."""
    return OWNED if document["direction"] == "encode" and document["version"] else None


def of_sticky_user_data(document: JSON) -> str | None:
    """The first version that encodes the sticky assignor's user data, or decodes bytes."""
    return STICKY_GENERATION if document.get("generation") is not None else None
