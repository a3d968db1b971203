"""The scenario `splits`: which reader of a Kafka source reads which partition, of real brokers.

First as the source's enumerator assigns partitions; then partitions are added while the job runs; then it is restored
from a savepoint at another parallelism, where Flink redistributes what readers had in their state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.measures.live.kafka.cluster import kafka_cluster
from jarparity.measures.live.scenario import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.measures.live.flink.cluster import FlinkCluster, Job
    from jarparity.measures.live.flink.split_owners import Partition, SplitOwners
    from jarparity.measures.live.kafka.cluster import KafkaCluster
    from jarparity.originals import Originals, Progress

TOPICS: Final = {"clicks": 7, "returns": 3, "sessions": 5, "users": 1}
GROWN: Final = {"returns": 6, "users": 3}
"""What partitions there are from the start, and after some were added while the job runs."""

GROWN_AGAIN: Final = {"sessions": 8}
READERS: Final = 6
RESTORED_READERS: Final = 4

_DISCOVERY: Final = 200
"""Milliseconds between two looks at what partitions there are."""


@dataclass(frozen=True, slots=True)
class SplitsScenario:
    """A job that reads topics, of brokers of its own.

    Attributes:
        cluster: Where it runs.
        owners: The port's predictions.
        originals: Where the brokers' JARs come from.
        progress: Follows their start.
    """

    cluster: FlinkCluster
    owners: SplitOwners
    originals: Originals
    progress: Progress

    def __call__(self) -> Iterator[Step]:
        """By partition its readers, each time after something changed."""
        with kafka_cluster(self.originals, self.progress) as kafka:
            for topic, partitions in TOPICS.items():
                kafka.create(topic, partitions)
            job = self._submit(kafka, READERS, None)
            first = partitions_of(TOPICS)
            owners = self.owners.assigned(first, READERS)
            seen = [self._read(kafka, job, first)]
            yield self._step(f"{len(first)} partitions, {READERS} readers", owners, seen[0])

            added = self._grow(kafka, TOPICS, GROWN)
            more = self.owners.assigned(added, READERS)
            seen.append(self._read(kafka, job, added))
            yield self._step(f"{len(added)} partitions added while it runs", more, seen[1])
            all_ = [*first, *added]
            yield self._step(f"all {len(all_)} partitions again", owners | more, self._read(kafka, job, all_))

            savepoint = job.stop_with_savepoint()
            yield Step("nothing is read twice", [], job.rest())
            job = self._submit(kafka, RESTORED_READERS, savepoint)
            owners = self.owners.restored([first, added], READERS, RESTORED_READERS)
            name = f"from a savepoint on {RESTORED_READERS} readers"
            yield self._step(name, owners, self._read(kafka, job, all_))

            later = self._grow(kafka, TOPICS | GROWN, GROWN_AGAIN)
            owners = self.owners.assigned(later, RESTORED_READERS)
            seen.append(self._read(kafka, job, later))
            yield self._step(f"{len(later)} partitions added after that", owners, seen[2])
            job.stop_with_savepoint()
            yield Step("nothing is read twice after that", [], job.rest())
            predicted = self.owners.enumerated([first, added], later, READERS, RESTORED_READERS)
            name = "what the enumerator assigned: at first, while it ran, after the savepoint"
            yield Step(name, [_named(one) for one in predicted], [_named(one) for one in seen])

    def _submit(self, kafka: KafkaCluster, readers: int, savepoint: str | None) -> Job:
        return self.cluster.submit(
            "splits",
            operators=readers,
            parallelism=readers,
            bootstrap=kafka.bootstrap,
            topics=list(TOPICS),
            discoveryIntervalMs=_DISCOVERY,
            savepoint=savepoint,
        )

    def _grow(self, kafka: KafkaCluster, before: Mapping[str, int], after: Mapping[str, int]) -> list[Partition]:
        for topic, partitions in after.items():
            kafka.grow(topic, partitions)
        return added_to(before, after)

    def _read(self, kafka: KafkaCluster, job: Job, partitions: Sequence[Partition]) -> dict[Partition, JSON]:
        """By partition, which readers gave the one record that is written into it now."""
        self.cluster.write(kafka.bootstrap, [list(one) for one in partitions])
        seen: dict[Partition, list[JSON]] = {one: [] for one in partitions}
        for one in job.observations("record", len(partitions)):
            topic, number = one["id"]
            seen.setdefault((topic, number), []).append(one["subtask"])
        return {one: readers[0] if len(readers) == 1 else readers for one, readers in seen.items()}

    @staticmethod
    def _step(name: str, predicted: Mapping[Partition, JSON], observed: Mapping[Partition, JSON]) -> Step:
        return Step(name, _named(predicted), _named(observed))


def partitions_of(topics: Mapping[str, int]) -> list[Partition]:
    """All partitions of topics."""
    return [(topic, number) for topic, partitions in topics.items() for number in range(partitions)]


def _named(readers: Mapping[Partition, JSON]) -> JSON:
    return {f"{topic}-{number}": readers[topic, number] for topic, number in sorted(readers)}


def added_to(before: Mapping[str, int], after: Mapping[str, int]) -> list[Partition]:
    """The partitions that topics got."""
    return [(topic, number) for topic, partitions in after.items() for number in range(before[topic], partitions)]
