"""Partitions as numbers: what the assignors compute with instead of objects.

Topics are numbered in the order of `String.compareTo`, and the partitions of all topics one after the other,
so that the order of numbers is the order by topic, then partition. Partitions that members claim although
they don't exist get numbers behind all others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from itertools import chain, repeat
from typing import TYPE_CHECKING

from copartition.kafka.assignors.java_order import sorted_names
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from copartition.kafka.assignors.members import Member


class Layout:
    """The numbers of the partitions of the subscribed topics that exist.

    Args:
        counts: How many partitions each topic has, none of them 0.

    Attributes:
        topics: The topics' names, sorted.
        counts: Their partitions' counts.
        bases: The number of each topic's partition 0.
        index: A topic's place in these lists.
        total: How many partitions exist; their numbers are 0 to `total - 1`.
    """

    __slots__ = ("_stale", "_stale_numbers", "bases", "counts", "index", "topics", "total")

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.topics = sorted_names(counts)
        self.counts = [counts[topic] for topic in self.topics]
        self.index = {topic: place for place, topic in enumerate(self.topics)}
        self.bases: list[int] = []
        total = 0
        for count in self.counts:
            self.bases.append(total)
            total += count
        self.total = total
        self._stale: list[tuple[int, int]] = []
        self._stale_numbers: dict[tuple[int, int], int] = {}

    @classmethod
    def of(cls, members: Iterable[Member], counts: Mapping[str, int]) -> Layout:
        """The layout of the topics that a member subscribes to and that have partitions."""
        subscribed = set(chain.from_iterable(_distinct_topics(members)))
        return cls({topic: count for topic, count in counts.items() if topic in subscribed})

    def numbers(self, topic: int, partitions: Sequence[int]) -> list[int]:
        """The numbers of partitions of a topic; those that don't exist get one, too."""
        base, count = self.bases[topic], self.counts[topic]
        return [
            base + partition if 0 <= partition < count else self._stale_number(topic, partition)
            for partition in partitions
        ]

    def range_of(self, topic: int) -> range:
        """The numbers of all partitions of a topic."""
        base = self.bases[topic]
        return range(base, base + self.counts[topic])

    def place(self, number: int) -> tuple[int, int]:
        """A partition's topic, by index, and its number within the topic."""
        if number >= self.total:
            return self._stale[number - self.total]
        topic = bisect_right(self.bases, number) - 1
        return topic, number - self.bases[topic]

    def topic_of(self, number: int) -> int:
        """The index of a partition's topic."""
        return self.place(number)[0]

    def topic_of_each(self) -> list[int]:
        """For every partition that exists, the index of its topic."""
        return list(chain.from_iterable(map(repeat, range(len(self.topics)), self.counts)))

    def has_stale(self) -> bool:
        """Whether a member claims a partition that doesn't exist."""
        return bool(self._stale)

    def by_partition(self) -> list[int]:
        """A key for each number, with which numbers sort by partition, then topic."""
        step = len(self.topics)
        keys: list[int] = []
        for topic, count in enumerate(self.counts):
            keys.extend(range(topic, topic + count * step, step))
        keys.extend(topic + partition * step for topic, partition in self._stale)
        return keys

    def objects(self) -> list[TopicPartition]:
        """The partitions of all numbers."""
        made: list[TopicPartition] = []
        for topic, count in zip(self.topics, self.counts, strict=True):
            made += topic_partitions(topic, count)
        made += [TopicPartition(self.topics[topic], partition) for topic, partition in self._stale]
        return made

    def _stale_number(self, topic: int, partition: int) -> int:
        key = topic, partition
        number = self._stale_numbers.get(key)
        if number is None:
            number = self._stale_numbers[key] = self.total + len(self._stale)
            self._stale.append(key)
        return number


def topic_partitions(topic: str, count: int) -> list[TopicPartition]:
    """The partitions 0 to `count - 1` of a topic.

    As `TopicPartition(topic, number)` would make them, but the arguments need no checks, and setting the
    slots in bulk takes a third of the time.
    """
    made = list(map(TopicPartition.__new__, repeat(TopicPartition, count)))
    deque(map(_SET_TOPIC, made, repeat(topic)), maxlen=0)
    deque(map(_SET_PARTITION, made, range(count)), maxlen=0)
    return made


def _distinct_topics(members: Iterable[Member]) -> set[tuple[str, ...]]:
    return {member.subscription.topics for member in members}


_SET_TOPIC = TopicPartition.__dict__["topic"].__set__
_SET_PARTITION = TopicPartition.__dict__["partition"].__set__
