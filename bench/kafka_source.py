"""The enumerator of a Kafka source: a discovery of very many partitions, and histories of the real class."""

from __future__ import annotations

import statistics
import time
from random import Random
from typing import TYPE_CHECKING

from bench.kit import Limit
from copartition.flink.kafka_source import Earliest, KafkaSourceEnumerator, KafkaSourceSettings
from copartition.flink.kafka_source.releases import NEWEST
from copartition.kafka.topic_partition import TopicPartition
from jarparity import registry
from jarparity.cases import Case
from jarparity.check.asking import ask

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from copartition.flink.kafka_source import KafkaPartitionSplit
    from jarparity.lines import Line
    from jarparity.references import LiveReference

_PARTITIONS = 100_000
_READERS = 1_000
_PER_TOPIC = 100
_OLD = "3.4.0-1.20"
_HISTORIES = 500
_WARM_UP = 3
"""Rounds until the JVM has compiled what is asked of it."""


class _Job:
    """A job whose readers are all there, and a cluster that only says which partitions it has."""

    def __init__(self, partitions: int) -> None:
        self.there = [TopicPartition(f"topic-{n // _PER_TOPIC}", n % _PER_TOPIC) for n in range(partitions)]
        self.readers = range(_READERS)
        self.assigned = 0

    def current_parallelism(self) -> int:
        return _READERS

    def registered_readers(self) -> Collection[int]:
        return self.readers

    def assign_splits(self, assignment: Mapping[int, Sequence[KafkaPartitionSplit]]) -> None:
        self.assigned += sum(map(len, assignment.values()))

    def signal_no_more_splits(self, reader: int) -> None:
        raise AssertionError(reader)

    def subscribed_partitions(self) -> Iterable[TopicPartition]:
        return self.there

    def beginning_offsets(self, partitions: Collection[TopicPartition]) -> Mapping[TopicPartition, int]:
        return dict.fromkeys(partitions, 0)

    end_offsets = committed_offsets = beginning_offsets

    def offsets_for_time(self, partitions: Collection[TopicPartition], timestamp: int) -> Mapping[TopicPartition, int]:
        return dict.fromkeys(partitions, timestamp)


def limits(rounds: int) -> Iterator[Limit]:
    """CPU time of one core, from the question which partitions there are to the assignment of all of them."""
    for version in (NEWEST, _OLD):
        whole = _seconds(rounds, _PARTITIONS, version)
        name = f"enumerator of connector {version}"
        yield Limit(f"{name}, {_PARTITIONS:,} partitions on {_READERS:,} readers", "s", 2, whole)
        grown = whole / _seconds(rounds, _PARTITIONS // 4, version)
        yield Limit(f"{name}, four times as many partitions", "x", 6, grown)


def histories(reference: LiveReference, line: Line, rounds: int) -> Iterator[Limit]:
    """Time until the real enumerator's answers are here; much of it goes into the client that each start makes."""
    operation = registry.operation("flink.kafka-source.enumerator")
    random = Random(20261121)  # noqa: S311 - reproducible, not secret
    seconds = []
    for _ in range(_WARM_UP + rounds):
        cases = [Case(operation.name, str(number), operation.draw(random)) for number in range(_HISTORIES)]
        start = time.perf_counter()
        ask(reference, operation, [line], cases)
        seconds.append(time.perf_counter() - start)
    each = statistics.median(seconds[_WARM_UP:]) / _HISTORIES
    yield Limit(f"a history of the enumerator of connector {line.version}, through JPype", "ms", 2, 1000 * each)


def _seconds(rounds: int, partitions: int, version: str) -> float:
    seconds = []
    for _ in range(min(rounds, 5)):
        job = _Job(partitions)
        enumerator = KafkaSourceEnumerator(job, job, KafkaSourceSettings(Earliest()), version=version)
        enumerator.start()
        start = time.process_time()
        enumerator.discover()
        seconds.append(time.process_time() - start)
        assert job.assigned == partitions
    return statistics.median(seconds)
