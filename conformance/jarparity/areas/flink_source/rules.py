"""Rules between the fields of histories of the Kafka source: what a cluster can answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem


def problems(document: JSON) -> Iterator[Problem]:
    """The broken rules of an input of `flink.kafka-source.enumerator`."""
    for i, (_, _, offset) in enumerate(document.get("committedOffsets", ())):
        if int(offset) < 0:
            yield f"input.committedOffsets[{i}][2]", f"is {offset}, and Kafka commits none below 0; write 0 or more"
