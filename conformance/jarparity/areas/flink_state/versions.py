"""From which version of Flink on a history of keyed state can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jarparity.answers import JSON

KEY_AND_GROUP = "2.0.0"
"""`setCurrentKeyAndKeyGroup` of keyed state backends."""

TRANSFORM_ALL = "2.2.0"
"""`StateTable.transformAll`."""


def of_backend(document: JSON) -> str | None:
    """The first version that has every step of a backend's history; None for all."""
    used = {step["op"] for step in document["steps"]}
    if "rewrite" in used:
        return TRANSFORM_ALL
    return KEY_AND_GROUP if "setCurrentKeyAndKeyGroup" in used else None
