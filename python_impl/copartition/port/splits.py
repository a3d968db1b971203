"""Splits of the Kafka source in JSON: `flink.kafka-source.split-bytes`, `.state-bytes` and `.global-owner`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.flink.kafka_source import (
    GlobalSplitOwnerAssigner,
    KafkaPartitionSplit,
    KafkaSourceEnumState,
    decode_split,
    decode_state,
    dynamic_split_id,
    encode_split,
    encode_state,
    split_owner,
)
from copartition.flink.kafka_source.releases import NEWEST, parsed
from copartition.java.ints import MIN_LONG
from copartition.java.strings import utf16_key
from copartition.kafka.topic_partition import TopicPartition
from copartition.port.fields import array, boolean, entry, hexed, int32, int64, nullable, text
from copartition.port.rows import CONNECTOR, Field, answer, call, codec, history

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.port.fields import JSON, Fields
    from copartition.port.rows import Handler, Operation

_WITH_STATUS: Final = (3, 1, 0)
_WITH_SPLITS: Final = (5, 0, 0)
_what: Final = "a topic, a partition, a starting offset, and a stopping offset or null"
_fields: Final = entry(_what, text, int32, int64, nullable(int64))
_in_a_cluster: Final = entry("a cluster, a topic and a partition", text, text, int32)


def split(value: JSON, path: str) -> KafkaPartitionSplit:
    """`[topic, partition, start, stop or null]` as a split."""
    topic, partition, start, stop = _fields(value, path)
    return KafkaPartitionSplit(TopicPartition(topic, partition), start, stop)


splits: Final = array(split)
"""An array of splits."""


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
    return utf16_key(partition.topic), partition.partition, split.starting_offset, stop, status


def _encode_split(document: Fields, version: str) -> JSON:
    return encode_split(document.get("split", split), version).hex()


def _decode_split(document: Fields, version: str) -> JSON:
    document.get("version", int32)  # no release looks at it
    return split_document(decode_split(document.get("bytes", hexed), version))


def _encode_state(document: Fields, version: str) -> JSON:
    assigned, unassigned = (tuple(document.get(name, splits)) for name in ("assigned", "unassigned"))
    state = KafkaSourceEnumState(assigned, unassigned, document.get("initialDiscoveryFinished", boolean))
    return encode_state(state, version).hex()


def _decode_state(document: Fields, version: str) -> JSON:
    written = document.get("version", int32)
    return state_document(decode_state(written, document.get("bytes", hexed), version), version)


def _dynamic_id(value: JSON, path: str) -> str:
    """The id of `[cluster, topic, partition]`."""
    cluster, topic, partition = _in_a_cluster(value, path)
    return dynamic_split_id(cluster, TopicPartition(topic, partition))


def _global_owner(document: Fields) -> JSON:
    assigner = GlobalSplitOwnerAssigner()
    ids = array(_dynamic_id)

    def assign(step: Fields) -> int:
        return assigner.assign_split_owner(step.get("split", _dynamic_id), step.get("readers", int32))

    handlers: dict[str, Handler] = {
        "refresh": lambda step: assigner.on_metadata_refresh(step.get("splits", ids)),
        "addSplitsBack": lambda step: assigner.on_splits_back(step.get("splits", ids), step.get("reader", int32)),
        "assign": assign,
    }
    return history(document, handlers, lambda make, step: {"owner": make(step)})


OPERATIONS: Final[Mapping[str, Operation]] = {
    "flink.kafka-source.split-owner": call(
        lambda topic, partition, readers: split_owner(TopicPartition(topic, partition), readers),
        Field("topic", text),
        Field("partition", int32),
        Field("readers", int32),
    ),
    "flink.kafka-source.global-owner": answer(_global_owner),
    "flink.kafka-source.split-bytes": codec(_encode_split, _decode_split, CONNECTOR),
    "flink.kafka-source.state-bytes": codec(_encode_state, _decode_state, CONNECTOR),
}
