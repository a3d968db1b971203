"""The operations `flink.kafka-source.*`: which reader gets which partition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.flink.kafka_source import split_owner
from copartition.kafka.topic_partition import TopicPartition
from copartition.port import inputs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.port.inputs import JSON


def _split_owner(document: JSON) -> JSON:
    partition = TopicPartition(inputs.text(document, "topic"), inputs.int32(document, "partition"))
    return split_owner(partition, inputs.int32(document, "readers"))


OPERATIONS: Mapping[str, Callable[..., JSON]] = {
    "flink.kafka-source.split-owner": _split_owner,
}
