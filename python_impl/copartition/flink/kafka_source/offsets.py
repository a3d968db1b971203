"""Where the splits of a Kafka source start and stop: `OffsetsInitializer` and what it asks the cluster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from copartition import _arguments
from copartition.errors import IllegalArgumentException, IllegalStateException
from copartition.flink.kafka_source.releases import parsed
from copartition.flink.kafka_source.split import COMMITTED_OFFSET, EARLIEST_OFFSET, LATEST_OFFSET
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Collection

    Offsets: TypeAlias = Mapping[TopicPartition, int]

_ASKS_FOR_THE_END: Final = (3, 0, 1)
_TAKES_EMPTY_PARTITIONS: Final = (1, 16, 3)


class PartitionOffsetsRetriever(Protocol):
    """`OffsetsInitializer.PartitionOffsetsRetriever`: what a cluster knows of offsets."""

    def beginning_offsets(self, partitions: Collection[TopicPartition]) -> Offsets:
        """The first offset of every one of the partitions."""

    def end_offsets(self, partitions: Collection[TopicPartition]) -> Offsets:
        """The offset behind the last record of every one of the partitions."""

    def offsets_for_time(self, partitions: Collection[TopicPartition], timestamp: int) -> Offsets:
        """The first offset at or after a time in epoch milliseconds; -1, as Kafka says it, where there is none."""

    def committed_offsets(self, partitions: Collection[TopicPartition]) -> Offsets:
        """What the consumer group committed; partitions for which it committed nothing are left out."""


class OffsetsInitializer(Protocol):
    """`OffsetsInitializer`: resolves the starting or the stopping offsets of partitions."""

    def partition_offsets(
        self, partitions: Collection[TopicPartition], cluster: PartitionOffsetsRetriever, version: str
    ) -> Offsets:
        """The offset, or marker, of each partition.

        A split whose stopping offset is left out has no end. Where a starting offset is left out, the discovery fails
        up to 3.0; from 3.1 on the split starts at the earliest offset; from 5.0 on there is no split, until the next
        discovery finds the partition again, and starts it at the earliest offset. Offsets of partitions that were not
        asked for count from 3.1 on, if the partition is new, and from 5.0 on in any case.

        Args:
            partitions: The partitions.
            cluster: Whom to ask.
            version: The release of the connector.
        """


class OffsetReset(Enum):
    """`OffsetResetStrategy`: what to take where nothing was committed."""

    EARLIEST = "earliest"
    LATEST = "latest"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Earliest:
    """`OffsetsInitializer.earliest()`: a marker, which the reader resolves."""

    def partition_offsets(
        self, partitions: Collection[TopicPartition], cluster: PartitionOffsetsRetriever, version: str
    ) -> Offsets:
        """The marker for each."""
        del cluster, version
        return dict.fromkeys(partitions, EARLIEST_OFFSET)


@dataclass(frozen=True, slots=True)
class Latest:
    """`OffsetsInitializer.latest()`: from 3.0.1 on the end that the partition has now (FLINK-28303).

    Up to 3.0.0 it is a marker, which every restarted reader resolves anew.
    """

    def partition_offsets(
        self, partitions: Collection[TopicPartition], cluster: PartitionOffsetsRetriever, version: str
    ) -> Offsets:
        """The end of each, or the marker."""
        if parsed(version) < _ASKS_FOR_THE_END:
            return dict.fromkeys(partitions, LATEST_OFFSET)
        return cluster.end_offsets(partitions)


@dataclass(frozen=True, slots=True)
class Committed:
    """`OffsetsInitializer.committedOffsets()`: a marker, which the reader resolves."""

    def partition_offsets(
        self, partitions: Collection[TopicPartition], cluster: PartitionOffsetsRetriever, version: str
    ) -> Offsets:
        """The marker for each."""
        del cluster, version
        return dict.fromkeys(partitions, COMMITTED_OFFSET)


@dataclass(frozen=True, slots=True)
class AtTimestamp:
    """`OffsetsInitializer.timestamp(long)`: the first record at or after a time, else the end.

    Attributes:
        timestamp: Epoch milliseconds, int64.

    Raises:
        WrongTypeError: The timestamp is no integer.
        ValueError: It doesn't fit 64 bits.
    """

    timestamp: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "timestamp", _arguments.int64("timestamp", self.timestamp))

    def partition_offsets(
        self, partitions: Collection[TopicPartition], cluster: PartitionOffsetsRetriever, version: str
    ) -> Offsets:
        """The offset of each.

        Raises:
            IllegalArgumentException: Up to 1.16.2, a partition has no record at or after the time.
        """
        ends = cluster.end_offsets(partitions)
        found = cluster.offsets_for_time(partitions, self.timestamp)
        if parsed(version) < _TAKES_EMPTY_PARTITIONS and any(found[partition] < 0 for partition in partitions):
            raise IllegalArgumentException("Invalid negative offset")
        return {partition: offset if (offset := found[partition]) >= 0 else ends[partition] for partition in partitions}


@dataclass(frozen=True, slots=True)
class SpecifiedOffsets:
    """`OffsetsInitializer.offsets(Map, OffsetResetStrategy)`: given offsets; else what was committed; else a reset.

    Attributes:
        offsets: By partition, an offset or a marker.
        reset: For partitions that neither stand there nor have a committed offset.

    Raises:
        WrongTypeError: The offsets are no mapping of `TopicPartition`s to integers, or `reset` is no `OffsetReset`.
        ValueError: An offset doesn't fit 64 bits.
    """

    offsets: Offsets
    reset: OffsetReset = OffsetReset.EARLIEST

    def __post_init__(self) -> None:
        _arguments.instance("offsets", self.offsets, Mapping, 'write {TopicPartition("orders", 0): 42}')
        for partition in self.offsets:
            _arguments.instance("a key of offsets", partition, TopicPartition, 'write TopicPartition("orders", 0)')
        given = {
            partition: _arguments.int64(f"the offset of {partition.topic}-{partition.partition}", offset)
            for partition, offset in self.offsets.items()
        }
        object.__setattr__(self, "offsets", given)
        _arguments.instance("reset", self.reset, OffsetReset, "write OffsetReset.LATEST")

    def partition_offsets(
        self, partitions: Collection[TopicPartition], cluster: PartitionOffsetsRetriever, version: str
    ) -> Offsets:
        """The offset of each.

        Raises:
            IllegalStateException: A partition doesn't stand there, and `reset` is `OffsetReset.NONE`, even if an
                offset was committed for it.
        """
        del version
        given, asked = self.offsets, []
        resolved: dict[TopicPartition, int] = {}
        for partition in partitions:
            if partition in given:
                resolved[partition] = given[partition]
            else:
                asked.append(partition)
        if not asked:
            return resolved
        committed = cluster.committed_offsets(asked)
        resolved.update(committed)
        left = [partition for partition in asked if partition not in committed]
        match self.reset:
            case OffsetReset.EARLIEST:
                resolved.update(cluster.beginning_offsets(left))
            case OffsetReset.LATEST:
                resolved.update(cluster.end_offsets(left))
            case _:
                names = ", ".join(f"{partition.topic}-{partition.partition}" for partition in left)
                raise IllegalStateException(f"Cannot find initial offsets for partitions: [{names}]")
        return resolved
