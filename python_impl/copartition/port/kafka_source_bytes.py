"""The operations `flink.kafka-source.split-bytes` and `.state-bytes`: splits and enumerator state as bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.flink.kafka_source import (
    KafkaPartitionSplit,
    KafkaSourceEnumState,
    decode_split,
    decode_state,
    encode_split,
    encode_state,
)
from copartition.flink.kafka_source.releases import NEWEST, parsed
from copartition.java.ints import MIN_LONG
from copartition.kafka.topic_partition import TopicPartition
from copartition.port import inputs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.port.inputs import JSON

_FAMILY: Final = "flink-connector-kafka "
_SPLIT_FIELDS: Final = 4
_WITH_STATUS: Final = (3, 1, 0)
_WITH_SPLITS: Final = (5, 0, 0)


def connector_release(line: str | None) -> str:
    """The release of Flink's Kafka connector that a line names, the newest for no line.

    Raises:
        ValueError: It is a line of something else.
    """
    if line is None:
        return NEWEST
    if not line.startswith(_FAMILY):
        raise ValueError(f"line must be one of flink-connector-kafka, not {line}")
    return line.removeprefix(_FAMILY)


def checked_split(value: JSON, path: str) -> KafkaPartitionSplit:
    """`[topic, partition, start, stop or null]` as a split.

    Raises:
        ValueError: It is something else.
    """
    fields = inputs.checked_items(value, path)
    if len(fields) != _SPLIT_FIELDS:
        raise inputs.wrong(path, "a topic, a partition, a starting offset, and a stopping offset or null", value)
    topic, partition = inputs.checked_text(fields[0], f"{path}[0]"), inputs.checked_int32(fields[1], f"{path}[1]")
    start = inputs.checked_decimal(fields[2], f"{path}[2]")
    stop = None if fields[3] is None else inputs.checked_decimal(fields[3], f"{path}[3]")
    return KafkaPartitionSplit(TopicPartition(topic, partition), start, stop)


def split_document(split: KafkaPartitionSplit) -> list[JSON]:
    """A split as `[topic, partition, start, stop or null]`."""
    stop = split.stopping_offset
    partition = split.topic_partition
    return [partition.topic, partition.partition, str(split.starting_offset), None if stop is None else str(stop)]


def state_document(state: KafkaSourceEnumState, version: str = NEWEST) -> JSON:
    """What a release's state holds, sorted: the originals keep it in hash sets."""
    splits = sorted(
        [(split, "ASSIGNED") for split in state.assigned] + [(split, "UNASSIGNED") for split in state.unassigned],
        key=_by_partition,
    )
    release = parsed(version)
    if release < _WITH_STATUS:
        return {"assignedPartitions": [split_document(split)[:2] for split, _ in splits]}
    finished = state.initial_discovery_finished
    if release < _WITH_SPLITS:
        names = {"ASSIGNED": "ASSIGNED", "UNASSIGNED": "UNASSIGNED_INITIAL"}
        partitions = [[*split_document(split)[:2], names[status]] for split, status in splits]
        return {"partitions": partitions, "initialDiscoveryFinished": finished}
    return {
        "splits": [[*split_document(split), status] for split, status in splits],
        "initialDiscoveryFinished": finished,
    }


def _by_partition(item: tuple[KafkaPartitionSplit, str]) -> tuple[bytes, int, int, int, str]:
    split, status = item
    stop = MIN_LONG if split.stopping_offset is None else split.stopping_offset
    partition = split.topic_partition
    topic = partition.topic.encode("utf-16-be", "surrogatepass")
    return topic, partition.partition, split.starting_offset, stop, status


def _split(document: JSON, line: str | None = None) -> JSON:
    version = connector_release(line)
    if _decodes(document):
        inputs.int32(document, "version")  # no release looks at it
        return split_document(decode_split(inputs.hex_bytes(document, "bytes"), version))
    return encode_split(checked_split(inputs.field(document, "split"), "input.split"), version).hex()


def _state(document: JSON, line: str | None = None) -> JSON:
    version = connector_release(line)
    if _decodes(document):
        written = inputs.int32(document, "version")
        return state_document(decode_state(written, inputs.hex_bytes(document, "bytes"), version), version)
    state = KafkaSourceEnumState(
        _splits(document, "assigned"),
        _splits(document, "unassigned"),
        inputs.checked_boolean(inputs.field(document, "initialDiscoveryFinished"), "input.initialDiscoveryFinished"),
    )
    return encode_state(state, version).hex()


def _splits(document: JSON, name: str) -> tuple[KafkaPartitionSplit, ...]:
    return tuple(checked_split(item, f"input.{name}[{i}]") for i, item in enumerate(inputs.items(document, name)))


def _decodes(document: JSON) -> bool:
    direction = inputs.text(document, "direction")
    if direction not in ("encode", "decode"):
        raise inputs.wrong("input.direction", "encode or decode", direction)
    return direction == "decode"


OPERATIONS: Final[Mapping[str, Callable[..., JSON]]] = {
    "flink.kafka-source.split-bytes": _split,
    "flink.kafka-source.state-bytes": _state,
}
