"""`KafkaPartitionSplitSerializer`: a split as bytes, in snapshots of readers and on the way to them.

There is one version, 0: the topic in modified UTF-8, the partition (int32), the starting and the stopping offset
(int64), all big endian.
"""

from __future__ import annotations

from typing import Final

from copartition.flink.kafka_source.releases import NEWEST, parsed
from copartition.flink.kafka_source.split import NO_STOPPING_OFFSET, KafkaPartitionSplit, check_offsets
from copartition.java.data_streams import DataInput, int32_bytes, int64_bytes, utf_bytes
from copartition.kafka.topic_partition import TopicPartition

SPLIT_VERSION: Final = 0
"""The version that every release writes, and reads whatever version it is told."""

_STOPS_AT_0: Final = (1, 16, 0)


def encode_split(split: KafkaPartitionSplit, version: str = NEWEST) -> bytes:
    """`KafkaPartitionSplitSerializer.serialize(KafkaPartitionSplit)`.

    Args:
        split: The split.
        version: The release of the connector. Up to 1.15 it writes a split that stops at 0 as an endless one.

    Raises:
        FlinkRuntimeException: An offset is negative, and no marker: there is no such split.
        UTFDataFormatException: The topic takes more than 65535 bytes.
        ValueError: The release isn't known.
    """
    check_offsets(split, version)
    stop = split.stopping_offset
    if stop is None or (stop == 0 and parsed(version) < _STOPS_AT_0):
        stop = NO_STOPPING_OFFSET
    return b"".join(
        (
            utf_bytes(split.topic_partition.topic, "the split's topic"),
            int32_bytes(split.topic_partition.partition),
            int64_bytes(split.starting_offset),
            int64_bytes(stop),
        )
    )


def decode_split(data: bytes, version: str = NEWEST) -> KafkaPartitionSplit:
    """`KafkaPartitionSplitSerializer.deserialize(int, byte[])`. What follows the split is ignored.

    Args:
        data: The bytes, of version 0.
        version: The release of the connector.

    Raises:
        EOFException: The bytes end too early; the message names the field and its offset.
        UTFDataFormatException: The topic is no modified UTF-8.
        FlinkRuntimeException: An offset is negative, and no marker.
        ValueError: The release isn't known.
    """
    return read_split(DataInput(data), "the split", version)


def read_split(source: DataInput, what: str, version: str) -> KafkaPartitionSplit:
    """Reads a split that other bytes may surround.

    Args:
        source: Where it is read from.
        what: What messages call it.
        version: The release of the connector.

    Raises:
        EOFException: The bytes end too early.
        UTFDataFormatException: The topic is no modified UTF-8.
        FlinkRuntimeException: An offset is negative, and no marker.
        ValueError: The release isn't known.
    """
    topic = source.utf(f"{what}'s topic")
    partition = source.int32(f"{what}'s partition")
    start = source.int64(f"{what}'s starting offset")
    stop = source.int64(f"{what}'s stopping offset")
    split = KafkaPartitionSplit(TopicPartition(topic, partition), start, stop)
    check_offsets(split, version)
    if split.stopping_offset == 0 and parsed(version) < _STOPS_AT_0:
        return KafkaPartitionSplit(split.topic_partition, start)
    return split
