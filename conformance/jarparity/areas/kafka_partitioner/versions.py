"""From which version of kafka-clients on a producer can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jarparity.answers import JSON


PRODUCER_RACKS = "4.4.0"
"""The rack of a producer, and of leaders."""


def of_load_table(document: JSON) -> str | None:
    """The first version that makes such a table."""
    return PRODUCER_RACKS if document.get("rack") is not None or document.get("racks") is not None else None
