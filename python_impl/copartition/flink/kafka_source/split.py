"""`KafkaPartitionSplit`: the part of a partition that a reader of the Kafka source reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.errors import FlinkRuntimeException
from copartition.flink.kafka_source.releases import parsed
from copartition.java.ints import MIN_LONG

if TYPE_CHECKING:
    from copartition.kafka.topic_partition import TopicPartition

LATEST_OFFSET: Final = -1
"""Marks the end of the partition at the time when it is resolved."""
EARLIEST_OFFSET: Final = -2
"""Marks the beginning of the partition."""
COMMITTED_OFFSET: Final = -3
"""Marks what the consumer group committed."""
NO_STOPPING_OFFSET: Final = MIN_LONG
"""Marks, in bytes, that a split has no end."""
MIGRATED: Final = MIN_LONG
"""The starting offset of a split whose snapshot had none: versions 1 and 2 of the state. From 5.0 on."""

_KEEPS_OFFSETS: Final = (5, 0, 0)
_MARKERS: Final = {LATEST_OFFSET: "latest", EARLIEST_OFFSET: "earliest", COMMITTED_OFFSET: "committed"}
_STARTS: Final = frozenset(_MARKERS)
_STOPS: Final = frozenset({LATEST_OFFSET, COMMITTED_OFFSET})


@dataclass(frozen=True, slots=True)
class KafkaPartitionSplit:
    """A partition, and from where to where it is read.

    Attributes:
        topic_partition: The partition.
        starting_offset: The first offset that is read, or a marker; int64.
        stopping_offset: The first offset that is no longer read, or a marker; None for an endless split.

    Raises:
        WrongTypeError: An offset is no integer.
        ValueError: An offset doesn't fit 64 bits.
    """

    topic_partition: TopicPartition
    starting_offset: int
    stopping_offset: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "starting_offset", _arguments.int64("starting_offset", self.starting_offset))
        if self.stopping_offset is not None:
            stop = _arguments.int64("stopping_offset", self.stopping_offset)
            object.__setattr__(self, "stopping_offset", None if stop == NO_STOPPING_OFFSET else stop)

    def __str__(self) -> str:
        start = "wherever it was" if self.starting_offset == MIGRATED else _named(self.starting_offset)
        if self.stopping_offset is None:
            return f"{_partition(self)} from {start}"
        return f"{_partition(self)} from {start} to {_named(self.stopping_offset)}"


def check_offsets(split: KafkaPartitionSplit, version: str) -> None:
    """What the constructor of `KafkaPartitionSplit` checks in a release.

    Args:
        split: The split.
        version: The release of the connector.

    Raises:
        FlinkRuntimeException: An offset is negative, and no marker.
        ValueError: The release isn't known.
    """
    start, stop = split.starting_offset, split.stopping_offset
    if start < 0 and start not in _STARTS and not (start == MIGRATED and parsed(version) >= _KEEPS_OFFSETS):
        raise FlinkRuntimeException(
            f"the starting offset of {_partition(split)} must be at least 0, or {LATEST_OFFSET} (latest), "
            f"{EARLIEST_OFFSET} (earliest) or {COMMITTED_OFFSET} (committed), not {start}"
        )
    if stop is not None and stop < 0 and stop not in _STOPS:
        raise FlinkRuntimeException(
            f"the stopping offset of {_partition(split)} must be at least 0, or {LATEST_OFFSET} (latest), "
            f"{COMMITTED_OFFSET} (committed) or {NO_STOPPING_OFFSET} (none), not {stop}"
        )


def _partition(split: KafkaPartitionSplit) -> str:
    return f"{split.topic_partition.topic}-{split.topic_partition.partition}"


def _named(offset: int) -> str:
    return _MARKERS.get(offset, str(offset))
