"""The scene `splits`: which reader of a Kafka source reads which partition, of real brokers.

First as the source's enumerator deals partitions out; then partitions are added while the job runs; then it is restored
from a savepoint at another parallelism, where Flink deals out what readers had in their state, whoever owned it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.lines import Line
from jarparity.live.kafka.cluster import kafka_cluster
from jarparity.live.steps import Oracle, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.live.flink.cluster import FlinkCluster, Job, Release
    from jarparity.live.kafka.cluster import KafkaCluster
    from jarparity.originals import Originals, Progress
    from jarparity.ports import Port

OPERATIONS: Final = ("flink.kafka-source.split-owner", "flink.rescale.operator-state", "java.hash-map.order")

TOPICS: Final = {"clicks": 7, "returns": 3, "sessions": 5, "users": 1}
GROWN: Final = {"returns": 6, "users": 3}
"""What partitions there are from the start, and after some were added while the job runs."""

GROWN_AGAIN: Final = {"sessions": 8}
READERS: Final = 6
RESTORED_READERS: Final = 4

Partition: TypeAlias = tuple[str, int]

_DISCOVERY: Final = 200
"""Milliseconds between two looks at what partitions there are."""

_STATE: Final = "SourceReaderState"


class SplitsScene:
    """Plays it, with brokers of its own."""

    def __init__(self, cluster: FlinkCluster, owners: SplitOwners, originals: Originals, tell: Progress) -> None:
        """Takes the cluster of Flink, what the port says of it, and where brokers' JARs come from."""
        self._cluster = cluster
        self._owners = owners
        self._originals = originals
        self._tell = tell

    def __call__(self) -> Iterator[Step]:
        """Yields what it saw."""
        with kafka_cluster(self._originals, self._tell) as kafka:
            for topic, partitions in TOPICS.items():
                kafka.create(topic, partitions)
            job = self._submit(kafka, READERS, None)
            first = partitions_of(TOPICS)
            owners = self._owners.dealt_out(first, READERS)
            yield self._step(f"{len(first)} partitions, {READERS} readers", owners, self._read(kafka, job, first))

            added = self._grow(kafka, TOPICS, GROWN)
            owners |= self._owners.dealt_out(added, READERS)
            name = f"{len(added)} partitions added while it runs"
            yield self._step(name, {one: owners[one] for one in added}, self._read(kafka, job, added))
            all_ = [*first, *added]
            yield self._step(f"all {len(all_)} partitions again", owners, self._read(kafka, job, all_))

            savepoint = job.stop_with_savepoint()
            yield Step("nothing is read twice", [], job.rest())
            job = self._submit(kafka, RESTORED_READERS, savepoint)
            owners = self._owners.restored([first, added], READERS, RESTORED_READERS)
            name = f"from a savepoint on {RESTORED_READERS} readers"
            yield self._step(name, owners, self._read(kafka, job, all_))

            added = self._grow(kafka, TOPICS | GROWN, GROWN_AGAIN)
            name = f"{len(added)} partitions added after that"
            yield self._step(name, self._owners.dealt_out(added, RESTORED_READERS), self._read(kafka, job, added))
            job.stop_with_savepoint()
            yield Step("nothing is read twice after that", [], job.rest())

    def _submit(self, kafka: KafkaCluster, readers: int, savepoint: str | None) -> Job:
        return self._cluster.submit(
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
        self._cluster.write(kafka.bootstrap, [list(one) for one in partitions])
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
    """The partitions that topics have got."""
    return [(topic, number) for topic, partitions in after.items() for number in range(before[topic], partitions)]


class SplitOwners:
    """What a port says of who reads what."""

    def __init__(self, port: Port, release: Release) -> None:
        """Takes the port, and whom it is to equal."""
        self._connector = Oracle(port, release.connector)
        self._flink = Oracle(port, release.flink)
        self._java = Oracle(port, Line("java", "17"))

    def dealt_out(self, partitions: Sequence[Partition], readers: int) -> dict[Partition, JSON]:
        """The reader that the enumerator gives each partition to."""
        documents = [{"topic": topic, "partition": number, "readers": readers} for topic, number in partitions]
        owners = self._connector.said_to_all("flink.kafka-source.split-owner", documents)
        return dict(zip(partitions, owners, strict=True))

    def restored(self, found: Sequence[Sequence[Partition]], old: int, new: int) -> dict[Partition, JSON]:
        """The reader that has each partition after a restore at another parallelism.

        A reader keeps its splits in a hash map by their names, and writes them as a list in its order; Flink deals the
        elements of all lists out in turn.

        Args:
            found: The partitions that the enumerator dealt out together, one time after the other.
            old: How many readers there were.
            new: How many there are.

        Raises:
            NoPredictionError: The port gave no orders or no redistribution.
        """
        had: list[list[Partition]] = [[] for _ in range(old)]
        for partitions in found:
            for partition, owner in self.dealt_out(partitions, old).items():
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

    def _in_state(self, splits: Sequence[Partition]) -> list[Partition]:
        names = {f"{topic}-{number}": (topic, number) for topic, number in splits}
        steps = [{"op": "put", "key": {"type": "string", "value": name}} for name in names]
        return [names[key["value"]] for key in self._java.ask("java.hash-map.order", {"steps": steps})] if steps else []


def _handle(reader: int, splits: int) -> JSON:
    state = {"mode": "SPLIT_DISTRIBUTE", "offsets": [str(at) for at in range(splits)]}
    return {"handle": str(reader), "states": {_STATE: state}}
