"""Which reader of a Kafka source gets a partition: `KafkaSourceEnumerator.getSplitOwner`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.java.ints import MAX_INT, int32, remainder
from copartition.java.strings import string_hash

if TYPE_CHECKING:
    from copartition.kafka.topic_partition import TopicPartition

_SPREAD: Final = 31


def split_owner(partition: TopicPartition, readers: int) -> int:
    """The subtask that reads a partition: a topic's partitions are dealt round, beginning at a reader of its name.

    As `KafkaSourceEnumerator.getSplitOwner`, whose formula no release has changed. The sum is an int, so partitions
    near 2^31 get negative owners.

    Args:
        partition: The partition.
        readers: The source's parallelism, int32.

    Returns:
        The subtask's index, from 0 to `readers` - 1 where the partition's number is one that a broker gives.

    Raises:
        ArithmeticException: `readers` is 0.
        ValueError: `readers` doesn't fit 32 bits.
    """
    readers = _arguments.int32("readers", readers)
    return int32(remainder(int32(first_owner(partition.topic, readers) + partition.partition), readers))


def first_owner(topic: str, readers: int) -> int:
    """The reader of a topic's partition 0.

    Args:
        topic: The topic's name.
        readers: The source's parallelism, int32.

    Raises:
        ArithmeticException: `readers` is 0.
    """
    return remainder(string_hash(topic) * _SPREAD & MAX_INT, readers)
