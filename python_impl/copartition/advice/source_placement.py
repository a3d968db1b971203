"""Which subtask of a Kafka source reads what, and what a partition does that is added later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, SupportsIndex

from copartition import _arguments
from copartition.flink.assignment import check_parallelism
from copartition.flink.kafka_source.enumerator import DEFAULT_DISCOVERY_INTERVAL_MS
from copartition.flink.kafka_source.releases import NEWEST, parsed
from copartition.flink.kafka_source.split_owner import first_owner, split_owner
from copartition.kafka.topic_partition import TopicPartition

_FROM_THE_START: Final = (3, 1, 0)
"""FLINK-32019 and FLINK-32020."""


@dataclass(frozen=True, slots=True)
class SourcePlacement:
    """A source's partitions and its subtasks.

    Attributes:
        subtasks: By subtask, the partitions that it reads, topic by topic.
        starts: By topic, the subtask of its partition 0; the others follow, one subtask on each.
        added: By topic, its next partition and the subtask that will read it. All other partitions stay.
    """

    subtasks: tuple[tuple[TopicPartition, ...], ...]
    starts: Mapping[str, int]
    added: Mapping[str, tuple[TopicPartition, int]]

    @property
    def idle(self) -> tuple[int, ...]:
        """The subtasks without a partition."""
        return tuple(index for index, partitions in enumerate(self.subtasks) if not partitions)

    @property
    def fewest(self) -> int:
        """How many partitions the subtask with the fewest has."""
        return min(map(len, self.subtasks))

    @property
    def most(self) -> int:
        """How many partitions the subtask with the most has."""
        return max(map(len, self.subtasks))

    def moved_from(self, before: SourcePlacement) -> int:
        """How many partitions another subtask reads than before."""
        owners = {partition: index for index, read in enumerate(before.subtasks) for partition in read}
        return sum(owners.get(partition) != index for index, read in enumerate(self.subtasks) for partition in read)


@dataclass(frozen=True, slots=True)
class Discovery:
    """How a release of the connector takes up partitions that are added while a job runs.

    Attributes:
        default_interval_ms: How often it looks by default, in milliseconds; None where it looks only when
            `partition.discovery.interval.ms` is set.
        from_earliest: Whether it reads them from their beginning; if not, from where the job's initializer says, and
            with the latest offset it misses what came before it looked.
    """

    default_interval_ms: int | None
    from_earliest: bool


def place_source(topics: Mapping[str, SupportsIndex], parallelism: SupportsIndex) -> SourcePlacement:
    """What `KafkaSourceEnumerator` gives to whom: the same in all releases.

    Args:
        topics: By topic, its number of partitions.
        parallelism: The source's parallelism, 1 to 32768.

    Raises:
        IllegalArgumentException: The parallelism is out of bounds.
        WrongTypeError: `topics` is no mapping, a topic no str, or a number no integer.
        ValueError: A number of partitions is negative.
    """
    readers = _arguments.int32("parallelism", parallelism)
    check_parallelism(readers)
    _arguments.instance("topics", topics, Mapping, 'write {"topic": 6}, for example')
    subtasks: list[list[TopicPartition]] = [[] for _ in range(readers)]
    added = {}
    for topic, number_of_partitions in topics.items():
        _arguments.text("each of topics", topic)
        count = _arguments.int32(f"topics[{topic!r}]", number_of_partitions)
        if count < 0:
            raise ValueError(f"topics[{topic!r}] must be a number of partitions, not {count}")
        for number in range(count):
            partition = TopicPartition(topic, number)
            subtasks[split_owner(partition, readers)].append(partition)
        following = TopicPartition(topic, count)
        added[topic] = (following, split_owner(following, readers))
    starts = {topic: first_owner(topic, readers) for topic in topics}
    return SourcePlacement(tuple(map(tuple, subtasks)), starts, added)


def discovery(version: str = NEWEST) -> Discovery:
    """How a release takes up partitions that are added later.

    Raises:
        ValueError: The release isn't known.
    """
    later = parsed(version) >= _FROM_THE_START
    return Discovery(DEFAULT_DISCOVERY_INTERVAL_MS if later else None, from_earliest=later)
