"""From which version of Flink on a history of watermarks can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jarparity.answers import JSON

SUBPARTITIONS = "1.19.0"
"""Channels of several subpartitions, and watermarks that name theirs."""


def of_valve(document: JSON) -> str | None:
    """The first version that has such channels and watermarks; None for all."""
    shared = isinstance(document["channels"], list) or any("subpartition" in step for step in document["steps"])
    return SUBPARTITIONS if shared else None
