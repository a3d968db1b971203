"""Rules between the fields of a controller's histories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.areas.kafka_controller.versions import WITH_ELR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem


def problems(document: JSON) -> Iterator[Problem]:
    """The path and the sentence of each broken rule in an input that fits its schema."""
    if document["eligibleLeaderReplicas"] and document["metadataVersion"] != WITH_ELR:
        yield "input.metadataVersion", f"no cluster has eligible leader replicas with it; write {WITH_ELR}"


def since(document: JSON) -> str | None:
    """The first release whose requests say all that is in a history."""
    return "4.1.0" if any("allowFactorChange" in step for step in document["steps"]) else None
