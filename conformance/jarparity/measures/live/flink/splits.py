"""The scenario `splits`: which reader of a Kafka source reads which partition, of real brokers.

First as the source's enumerator assigns partitions; then partitions are added while the job runs; then it is restored
from a savepoint at another parallelism, where Flink redistributes what readers had in their state.

Which reader reads which partition, predicted by a port: enumerator, readers' state and redistribution.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.lines import Line
from jarparity.measures.live.kafka.cluster import kafka_cluster
from jarparity.measures.live.scenario import Oracle, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.measures.live.flink.cluster import FlinkCluster, Job, Release
    from jarparity.measures.live.kafka.cluster import KafkaCluster
    from jarparity.originals import Originals, Progress
    from jarparity.ports import Port


OPERATIONS: Final = (
    "flink.kafka-source.enumerator",
    "flink.kafka-source.split-owner",
    "flink.rescale.operator-state",
    "java.hash-map.order",
)

Partition: TypeAlias = tuple[str, int]
"""A topic, and which of its partitions."""

_STATE: Final = "SourceReaderState"


class SplitOwners:
    """The predictions of a port."""

    def __init__(self, port: Port, release: Release) -> None:
        """Takes the port, and the releases that it is asked for."""
        self._connector = Oracle(port, release.connector)
        self._flink = Oracle(port, release.flink)
        self._java = Oracle(port, Line("java", "17"))

    def assigned(self, partitions: Sequence[Partition], readers: int) -> dict[Partition, JSON]:
        """The reader to which the enumerator assigns each partition."""
        documents = [{"topic": topic, "partition": number, "readers": readers} for topic, number in partitions]
        owners = self._connector.values_or_replies("flink.kafka-source.split-owner", documents)
        return dict(zip(partitions, owners, strict=True))

    def restored(self, found: Sequence[Sequence[Partition]], old: int, new: int) -> dict[Partition, JSON]:
        """The reader that has each partition after a restore at another parallelism.

        A reader keeps its splits in a hash map by their names, and writes them as a list in its order; Flink
        assigns the elements of all lists in turn.

        Args:
            found: The partitions that the enumerator assigned together, one time after the other.
            old: How many readers there were.
            new: How many there are.

        Raises:
            NoPredictionError: The port gave no orders or no redistribution.
        """
        had: list[list[Partition]] = [[] for _ in range(old)]
        for partitions in found:
            for partition, owner in self.assigned(partitions, old).items():
                if isinstance(owner, int) and 0 <= owner < old:
                    had[owner].append(partition)
        lists = [self._in_state(splits) for splits in had]
        answer = self._flink.ask(
            "flink.rescale.operator-state",
            {
                "oldParallelism": old,
                "newParallelism": new,
                "subtasks": [[_handle(reader, len(splits))] for reader, splits in enumerate(lists)],
            },
        )
        owners: dict[Partition, JSON] = {}
        for reader, handles in enumerate(answer):
            for handle in handles:
                splits = lists[int(handle["handle"])]
                owners |= {splits[int(at)]: reader for at in handle["states"][_STATE]["offsets"]}
        return owners

    def enumerated(
        self, before: Sequence[Sequence[Partition]], after: Sequence[Partition], old: int, new: int
    ) -> list[dict[Partition, JSON]]:
        """The whole history of the enumerator: what it assigns to which reader, one time after the other.

        Args:
            before: The partitions that it finds together, one time after the other.
            after: Those that it finds after a restore.
            old: How many readers there are before.
            new: How many after.

        Raises:
            NoPredictionError: The port gave no history.
        """
        known: list[Partition] = []
        steps = [{"op": "start"}, *_readers(old)]
        for found in before:
            known += found
            steps.append(_discovery(known))
        steps += [{"op": "restore", "parallelism": new}, {"op": "start"}, *_readers(new)]
        steps += [_discovery(known), _discovery([*known, *after])]
        history = {
            "parallelism": old,
            "discoveryIntervalMs": "200",
            "boundedness": "CONTINUOUS_UNBOUNDED",
            "start": {"type": "earliest"},
            "stop": None,
            "endOffsets": [],
            "steps": steps,
        }
        answers = self._connector.ask("flink.kafka-source.enumerator", history)
        calls = [call for answer in answers for call in answer.get("assign", [])]
        return [_given(call) for call in calls]

    def _in_state(self, splits: Sequence[Partition]) -> list[Partition]:
        names = {f"{topic}-{number}": (topic, number) for topic, number in splits}
        steps = [{"op": "put", "key": {"type": "string", "value": name}} for name in names]
        return [names[key["value"]] for key in self._java.ask("java.hash-map.order", {"steps": steps})] if steps else []


def _handle(reader: int, splits: int) -> JSON:
    state = {"mode": "SPLIT_DISTRIBUTE", "offsets": [str(at) for at in range(splits)]}
    return {"handle": str(reader), "states": {_STATE: state}}


def _readers(count: int) -> list[JSON]:
    return [{"op": "addReader", "reader": reader} for reader in range(count)]


def _discovery(partitions: Sequence[Partition]) -> JSON:
    return {"op": "discover", "partitions": [list(one) for one in partitions]}


def _given(call: JSON) -> dict[Partition, JSON]:
    """The readers of one call's splits."""
    return {(topic, number): int(reader) for reader, splits in call.items() for topic, number, *_ in splits}


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
