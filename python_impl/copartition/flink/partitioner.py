"""What keyBy does with a record: `org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner`."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from copartition import _arguments
from copartition.errors import IllegalArgumentException
from copartition.flink.assignment import operator_of_key

if TYPE_CHECKING:
    from copartition.java.keys import Key


def select_channel(key: Key, max_parallelism: SupportsIndex, channels: SupportsIndex) -> int:
    """`selectChannel(…)` of a partitioner that was made for `max_parallelism` and set up for `channels`.

    Args:
        key: The record's key, as for `copartition.flink.key_group`.
        max_parallelism: The number of key groups, 1 or more.
        channels: The number of channels, that is the parallelism of the operator behind keyBy, int32.

    Returns:
        0 to `channels - 1`.

    Raises:
        IllegalArgumentException: The constructor's "Number of key-groups must be > 0!"
        NullPointerException: "Assigned key must not be null!"
        IdentityHashedKey: As for `copartition.flink.key_group`.
        TypeError: As for `copartition.flink.key_group`.
        ValueError: A number doesn't fit 32 bits.
    """
    groups = _arguments.int32("max_parallelism", max_parallelism)
    if groups <= 0:
        raise IllegalArgumentException("Number of key-groups must be > 0!")
    return operator_of_key(key, groups, _arguments.int32("channels", channels))
