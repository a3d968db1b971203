"""Three KRaft brokers of one JVM on loopback: 0, 1 and 2, of which 2 is the controller, too."""

from __future__ import annotations

import re
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from jarparity.child_process.worker import RefusedError
from jarparity.lines import Line
from jarparity.measures.live.java import JavaProgram, running
from jarparity.measures.live.scenario import LiveError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.child_process.worker import Worker
    from jarparity.originals import Originals, Progress

JARS: Final = Line("kafka-live", "4.3.1")
"""The broker's JARs and those of its tools."""

BROKERS: Final = (0, 1, 2)

_PROGRAM: Final = JavaProgram(JARS, ("kafka",), "io.jarparity.live.kafka.Main", "256m")
_SECONDS: Final = 30.0
_PAUSE: Final = 0.05

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition as the cluster describes it.

    Attributes:
        number: Which of its topic.
        leader: The broker that leads it; -1 while there is none.
        replicas: Brokers in the order of preference.
        isr: Brokers in sync, sorted.
    """

    number: int
    leader: int
    replicas: tuple[int, ...]
    isr: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClassicGroup:
    """A consumer group as its coordinator sees it.

    Attributes:
        state: As Kafka's tools write it: `Stable`, `CompletingRebalance`, …
        members: By client id what the coordinator calls the member.
    """

    state: str
    members: dict[str, str]


@dataclass(frozen=True, slots=True)
class ToolRun:
    """A run of one of Kafka's command-line tools."""

    code: int
    output: str


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was read; a record without key or value has None there, and so has a header without value."""

    partition: int
    offset: int
    timestamp: int
    key: bytes | None
    value: bytes | None
    headers: tuple[tuple[str, bytes | None], ...]


@dataclass(frozen=True, slots=True)
class DescribedMember:
    """A member of a group as its coordinator describes it.

    Attributes:
        epoch: The member's epoch.
        client: The client's own name for it.
        partitions: What it has: topics and numbers, sorted.
    """

    epoch: int
    client: str
    partitions: list[list[str | int]]


@dataclass(frozen=True, slots=True)
class DescribedGroup:
    """A group of the new protocol as its coordinator describes it.

    Attributes:
        state: Such as `STABLE`.
        epoch: The group's epoch.
        target_epoch: The epoch of its target.
        members: By id.
    """

    state: str
    epoch: int
    target_epoch: int
    members: dict[str, DescribedMember]


class KafkaCluster:
    """The running cluster.

    Attributes:
        bootstrap: Addresses of all brokers, as clients take them.
        log_dirs: Where each broker keeps its records.
        seconds: How long it took to start: the JVM, formatting, and three brokers that have joined.
    """

    def __init__(self, worker: Worker) -> None:
        """Starts the brokers; returns when all have joined.

        Raises:
            LiveError: They can't be started.
            RefusedError: Kafka refuses.
        """
        self._worker = worker
        since = time.monotonic()
        started = worker.ask("start")
        self.seconds = time.monotonic() - since
        self.bootstrap: str = started["bootstrap"]
        self.log_dirs: list[str] = started["logDirs"]

    def create(self, topic: str, partitions: int, factor: int = 1) -> None:
        """Makes a topic; returns when every partition has its leader."""
        self._worker.ask("createTopic", topic=topic, partitions=partitions, factor=factor)
        self._led(topic, partitions)

    def create_everywhere(self, counts: Mapping[str, int]) -> dict[str, str]:
        """Makes topics, by name with the number of partitions; every broker keeps a replica of each partition.

        Returns when each does: whichever broker coordinates a group, it has heard of the topics before a member joins.

        Returns:
            By name, the topics' ids.

        Raises:
            LiveError: A broker still lacks one after half a minute.
        """
        for topic, partitions in counts.items():
            self.create(topic, partitions, len(BROKERS))
        wanted = {topic: [partitions] * len(BROKERS) for topic, partitions in counts.items()}
        kept = _await(lambda: {topic: self._worker.ask("kept", topic=topic) for topic in counts}, wanted.__eq__)
        if kept != wanted:
            raise LiveError(f"brokers keep {kept} partitions after {_SECONDS:g} s, not {wanted}")
        return {topic: self.topic_id(topic) for topic in counts}

    def grow(self, topic: str, partitions: int) -> None:
        """Adds partitions, up to a new total; returns when every one has its leader."""
        self._worker.ask("growTopic", topic=topic, partitions=partitions)
        self._led(topic, partitions)

    def delete(self, topic: str) -> None:
        """Removes a topic; returns when the controller has, which clients may not know yet."""
        self._worker.ask("deleteTopic", topic=topic)

    def group(self, name: str) -> ClassicGroup:
        """What the coordinator says of a consumer group of the classic protocol."""
        found = self._worker.ask("group", group=name)
        return ClassicGroup(found["state"], found["members"])

    def describe(self, topic: str) -> list[Partition]:
        """The topic's partitions, in order."""
        return [
            Partition(one["partition"], one["leader"], tuple(one["replicas"]), tuple(one["isr"]))
            for one in self._worker.ask("describe", topic=topic)
        ]

    def await_described(self, topic: str, wanted: Callable[[Sequence[Partition]], bool]) -> list[Partition]:
        """Describes until it is as wanted; what there is after half a minute, where it never becomes so."""
        return _await(lambda: self._describe_if_known(topic), wanted)

    def _describe_if_known(self, topic: str) -> list[Partition]:
        """An empty list for a topic that the asked broker doesn't know yet."""
        try:
            return self.describe(topic)
        except RefusedError as refused:
            if refused.kind == "UnknownTopicOrPartitionException":
                return []
            raise

    def topic_id(self, topic: str) -> str:
        """The topic's id, as Kafka prints it."""
        found: str = self._worker.ask("topicId", topic=topic)
        return found

    def describe_group(self, group: str) -> DescribedGroup:
        """What the coordinator says of a group of the new protocol."""
        return self._described("describeGroup", group)

    def describe_share_group(self, group: str) -> DescribedGroup:
        """What the coordinator says of a share group."""
        return self._described("describeShareGroup", group)

    def _described(self, command: str, group: str) -> DescribedGroup:
        found = self._worker.ask(command, group=group)
        members = {
            member: DescribedMember(one["epoch"], one["client"], one["partitions"])
            for member, one in found["members"].items()
        }
        return DescribedGroup(found["state"], found["epoch"], found["targetEpoch"], members)

    def counts(self, topic: str) -> dict[int, int]:
        """By partition, how many records can be read."""
        return {int(partition): count for partition, count in self._worker.ask("counts", topic=topic).items()}

    def produce(self, topic: str, records: Sequence[tuple[bytes | None, bytes | None]]) -> list[int]:
        """Writes keys and values with Kafka's own producer, in its own settings; the partition of each."""
        rows = [{"key": _hex(key), "value": _hex(value)} for key, value in records]
        partitions: list[int] = self._worker.ask("produce", topic=topic, records=rows)
        return partitions

    def produce_together(self, topic: str, records: Sequence[Mapping[str, JSON]], **settings: str) -> list[int | str]:
        """Writes records to the first partition as one batch, with Kafka's own producer.

        Args:
            topic: Where to.
            records: Each with `timestamp`, `key`, `value` and `headers`, bytes as hex.
            settings: The producer's, with `_` for a dot; with `transactional_id` they are a transaction.

        Returns:
            By record its offset, or the name of the exception with which it was refused.
        """
        outcomes: list[int | str] = self._worker.ask(
            "produceTogether",
            topic=topic,
            records=[dict(record) for record in records],
            settings={name.replace("_", "."): value for name, value in settings.items()},
        )
        return outcomes

    def await_counts(self, topic: str, wanted: Mapping[int, int]) -> None:
        """Returns when so many offsets are taken in each partition, those of markers of transactions among them.

        Raises:
            LiveError: They aren't after half a minute.
        """
        found = _await(lambda: self.counts(topic), wanted.__eq__)
        if found != wanted:
            raise LiveError(f"{topic} has {found} records after {_SECONDS:g} s, not {wanted}")

    def on_disk(self, topic: str) -> bytes:
        """What the leader of the first partition keeps of it on disk: its segments, one behind the other."""
        (first, *_) = self.describe(topic)
        segments = (Path(self.log_dirs[first.leader]) / f"{topic}-0").glob("*.log")
        return b"".join(segment.read_bytes() for segment in sorted(segments))

    def read(self, topic: str) -> list[Record]:
        """All that is in a topic; in order within each partition.

        Raises:
            RefusedError: A record can't be read.
        """
        return [
            Record(
                one["partition"],
                one["offset"],
                one["timestamp"],
                _bytes(one["key"]),
                _bytes(one["value"]),
                tuple((header["key"], _bytes(header["value"])) for header in one["headers"]),
            )
            for one in self._worker.ask("read", topic=topic)
        ]

    def tool(self, name: str, *arguments: str) -> ToolRun:
        """Runs `kafka-topics` or `kafka-reassign-partitions` as from a shell, with the brokers' addresses."""
        ran = self._worker.ask("tool", tool=name, arguments=["--bootstrap-server", self.bootstrap, *arguments])
        return ToolRun(ran["code"], ran["output"])

    def await_tool(self, wanted: Callable[[ToolRun], bool], name: str, *arguments: str) -> ToolRun:
        """Runs a tool until what it says is wanted; what it said last, where that is never."""
        return _await(lambda: self.tool(name, *arguments), wanted)

    def memory(self) -> int | None:
        """Bytes that the process with the brokers took at most; None where the system doesn't say (only Linux does)."""
        status = Path(f"/proc/{self._worker.pid}/status")
        if not status.is_file():
            return None
        peak = re.search(r"^VmHWM:\s*(\d+) kB$", status.read_text("ascii"), re.MULTILINE)
        return int(peak[1]) * 1024 if peak else None

    def stop_broker(self, broker: int) -> None:
        """Shuts a broker down in good order; 2 can't be: it is the controller."""
        self._worker.ask("stopBroker", broker=broker)

    def start_broker(self, broker: int) -> None:
        """Starts it again, on its port and data; returns when it has joined."""
        self._worker.ask("startBroker", broker=broker)

    def _led(self, topic: str, partitions: int) -> None:
        found = self.await_described(topic, lambda all_: len(all_) == partitions and all(p.leader >= 0 for p in all_))
        if len(found) != partitions or any(p.leader < 0 for p in found):
            raise LiveError(f"{topic} has no {partitions} partitions with leaders after {_SECONDS:g} s: {found}")


def _await(ask: Callable[[], _T], wanted: Callable[[_T], bool]) -> _T:
    """Asks until what is said is wanted; what is said last, where that is never."""
    deadline = time.monotonic() + _SECONDS
    while True:
        found = ask()
        if wanted(found) or time.monotonic() > deadline:
            return found
        time.sleep(_PAUSE)


@contextmanager
def kafka_cluster(originals: Originals, progress: Progress) -> Iterator[KafkaCluster]:
    """A cluster that is there as long as the context lasts.

    Raises:
        OriginalsError: Java or the JARs can't be had; the message says the fix.
        LiveError: The brokers don't start.
    """
    with running(_PROGRAM, originals, progress) as worker:
        progress("starting three brokers")
        yield KafkaCluster(worker)


def _hex(data: bytes | None) -> str | None:
    return None if data is None else data.hex()


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else bytes.fromhex(text)
