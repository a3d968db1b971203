"""Partitions as numbers: what the assignors compute with instead of objects.

Topics are numbered in the order of `String.compareTo`, and the partitions of all topics one after the other,
so that the order of numbers is the order by topic, then partition. Partitions that members claim although
they don't exist get numbers behind all others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from functools import cached_property, lru_cache
from itertools import chain, repeat
from operator import add, lt
from typing import TYPE_CHECKING, Final

from copartition.kafka.assignors.java_order import sorted_names
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_REMEMBERED_TOPICS: Final = 1024
_REMEMBERED_PARTITIONS: Final = 64
"""Topics with more partitions aren't remembered, so that it all stays at a few megabytes."""


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
        self._base_of = dict(zip(self.topics, self.bases, strict=True))
        self._end_of = dict(zip(self.topics, map(add, self.bases, self.counts), strict=True))
        self._stale: list[tuple[int, int]] = []
        self._stale_numbers: dict[tuple[int, int], int] = {}

    def numbers(self, topics: Sequence[str], partitions: Sequence[int]) -> list[int]:
        """The numbers of partitions of topics that exist; partitions that don't exist get one, too."""
        try:
            numbers = list(map(add, map(self._base_of.__getitem__, topics), partitions))
        except KeyError:
            known = [pair for pair in zip(topics, partitions, strict=True) if pair[0] in self.index]
            return self.numbers([topic for topic, _ in known], [partition for _, partition in known])
        if min(partitions, default=0) >= 0 and all(map(lt, numbers, map(self._end_of.__getitem__, topics))):
            return numbers
        return [
            number if partition >= 0 and number < self._end_of[topic] else self._stale_number(topic, partition)
            for topic, partition, number in zip(topics, partitions, numbers, strict=True)
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

    @cached_property
    def topic_of_each(self) -> list[int]:
        """For every partition that exists, the index of its topic."""
        return list(chain.from_iterable(map(repeat, range(len(self.topics)), self.counts)))

    def name_of_each(self) -> list[str]:
        """For every number, also of partitions that don't exist, the topic's name."""
        names = list(chain.from_iterable(map(repeat, self.topics, self.counts)))
        names += [self.topics[topic] for topic, _ in self._stale]
        return names

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

    def _stale_number(self, topic: str, partition: int) -> int:
        key = self.index[topic], partition
        number = self._stale_numbers.get(key)
        if number is None:
            number = self._stale_numbers[key] = self.total + len(self._stale)
            self._stale.append(key)
        return number


def topic_partitions(topic: str, count: int) -> Sequence[TopicPartition]:
    """The partitions 0 to `count - 1` of a topic.

    They never change, so those of topics of ordinary size are made once and shared by the assignments of one
    rebalance after the other.
    """
    return _remembered(topic, count) if count <= _REMEMBERED_PARTITIONS else _made(topic, count)


def _made(topic: str, count: int) -> tuple[TopicPartition, ...]:
    """As `TopicPartition(topic, number)` would make them.

    But the arguments need no checks, and setting the slots in bulk takes a third of the time.
    """
    made = tuple(map(TopicPartition.__new__, repeat(TopicPartition, count)))
    deque(map(_SET_TOPIC, made, repeat(topic)), maxlen=0)
    deque(map(_SET_PARTITION, made, range(count)), maxlen=0)
    return made


_remembered = lru_cache(maxsize=_REMEMBERED_TOPICS)(_made)
_SET_TOPIC = TopicPartition.__dict__["topic"].__set__
_SET_PARTITION = TopicPartition.__dict__["partition"].__set__
