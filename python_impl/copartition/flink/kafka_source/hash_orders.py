"""The orders in which the original's hash sets of partitions and splits are walked, and so assigned.

Where some of one hash code share a bin of more than eight, Java orders them by identity, another way in every JVM: here
all stand in the order in which they were found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.errors import IdentityOrderedKeys
from copartition.flink.kafka_source.split import NO_STOPPING_OFFSET
from copartition.java.ints import fold_64
from copartition.java.strings import utf16_key
from copartition.kafka.assignors.java_order import hash_of_name, partition_hash, put_order_by_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from copartition.flink.kafka_source.split import KafkaPartitionSplit
    from copartition.kafka.topic_partition import TopicPartition

_CAPACITY: Final = 16


def partition_order(partitions: Sequence[TopicPartition]) -> list[TopicPartition]:
    """How a `HashSet<TopicPartition>` is walked to which these were added in turn, all different."""
    hashes = [partition_hash(hash_of_name(partition.topic), partition.partition) for partition in partitions]
    try:
        return put_order_by_hash(partitions, hashes, _CAPACITY)
    except IdentityOrderedKeys:
        return list(partitions)


def split_order(splits: Sequence[KafkaPartitionSplit], capacity: int = _CAPACITY) -> list[KafkaPartitionSplit]:
    """How a `HashSet<KafkaPartitionSplit>` is walked to which these were added in turn, all different.

    Args:
        splits: The splits.
        capacity: The set's initial capacity.
    """
    if len(splits) < 2:  # noqa: PLR2004 - there is one order
        return list(splits)
    folded: dict[int, int] = {}
    hashes = []
    for split in splits:
        partition, start = split.topic_partition, split.starting_offset
        stop = NO_STOPPING_OFFSET if split.stopping_offset is None else split.stopping_offset
        for offset in (start, stop):
            if offset not in folded:
                folded[offset] = fold_64(offset)
        code = partition_hash(hash_of_name(partition.topic), partition.partition)
        hashes.append(29_791 + 961 * code + 31 * folded[start] + folded[stop])  # Objects.hash of all three
    try:
        return put_order_by_hash(splits, hashes, capacity)
    except IdentityOrderedKeys:
        return list(splits)


def sorted_splits(splits: Sequence[KafkaPartitionSplit]) -> list[KafkaPartitionSplit]:
    """By topic as `String.compareTo` does, then by partition; equals keep their order."""
    if all(split.topic_partition.topic.isascii() for split in splits):
        return sorted(splits, key=lambda split: (split.topic_partition.topic, split.topic_partition.partition))
    return sorted(splits, key=lambda split: (utf16_key(split.topic_partition.topic), split.topic_partition.partition))
