"""Partitions grouped by topic, in the orders that the releases give to topics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.kafka.assignors.java_order import compute_order, put_order
from copartition.kafka.protocol.buffers import int32_bytes, int32s_bytes, string_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from copartition.kafka.topic_partition import TopicPartition

Groups = dict[str, list[int]]
"""By topic, its partitions' numbers."""


def in_order_of_appearance(partitions: Iterable[TopicPartition]) -> Groups:
    """Each topic where its first partition is: assignments from 3.0 on, sorted partitions."""
    groups: Groups = {}
    for partition in partitions:
        groups.setdefault(partition.topic, []).append(partition.partition)
    return groups


def in_order_of_hash_map(partitions: Iterable[TopicPartition], *, by_compute: bool = True) -> Groups:
    """`CollectionUtils.groupPartitionsByTopic`: the topics in the order of a `HashMap`.

    Args:
        partitions: The partitions.
        by_compute: The map is filled with computeIfAbsent, as from 2.1 on; else with put.
    """
    groups: Groups = {}
    looked_up_again = False
    for partition in partitions:
        looked_up_again = partition.topic in groups
        groups.setdefault(partition.topic, []).append(partition.partition)
    names = list(groups)
    order = compute_order(names, looked_up_again=looked_up_again) if by_compute else put_order(names)
    return {topic: groups[topic] for topic in order}


def groups_bytes(groups: Mapping[str, list[int]]) -> bytes:
    """ARRAY of {topic STRING, partitions ARRAY of INT32}.

    Raises:
        SchemaException: A topic's name takes more than 32767 bytes.
    """
    written = [int32_bytes(len(groups))]
    for topic, numbers in groups.items():
        written += string_bytes(topic), int32s_bytes(numbers)
    return b"".join(written)
