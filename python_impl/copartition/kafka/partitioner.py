"""The partition of a record with a key, as Kafka's own producer chooses it."""

from __future__ import annotations

from typing import SupportsIndex

from copartition import _arguments
from copartition.java.ints import remainder
from copartition.kafka.murmur import murmur2, to_positive


def partition_for_key(key: bytes | bytearray | memoryview, partitions: SupportsIndex) -> int:
    """`BuiltInPartitioner.partitionForKey(byte[], int)`; before 3.3 `DefaultPartitioner.partition(…)`.

    Args:
        key: The serialized key's bytes.
        partitions: How many partitions the topic has, int32; Java's remainder of a negative number, too.

    Returns:
        0 to `partitions - 1`.

    Raises:
        ArithmeticException: "/ by zero": there are 0 partitions.
        NullPointerException: `key` is None. (A producer spreads records without a key by itself.)
        TypeError: `key` isn't bytes; a str has to be encoded first.
        ValueError: `partitions` doesn't fit 32 bits.
    """
    count = _arguments.int32("partitions", partitions)
    return remainder(to_positive(murmur2(key)), count)
