"""Real consumers in a process of their own."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from jarparity.child_process.worker import Worker
from jarparity.lines import Line
from jarparity.measures.live.java import compiled
from jarparity.measures.live.kafka.consumer_process import DELEGATE
from jarparity.measures.live.scenario import LiveError
from jarparity.references.jpype import require_jvm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jarparity.answers import JSON
    from jarparity.originals import Originals, Progress

PYTHON_ASSIGNOR: Final = "copartition.kafka:WeightedAssignor"
"""The Python class that leads a group through JPype; found by name, like any user's."""

_CONSUMER: Final = "org.apache.kafka.clients.consumer"
STRATEGIES: Final = {
    "range": f"{_CONSUMER}.RangeAssignor",
    "round-robin": f"{_CONSUMER}.RoundRobinAssignor",
    "sticky": f"{_CONSUMER}.StickyAssignor",
    "cooperative-sticky": f"{_CONSUMER}.CooperativeStickyAssignor",
    "weighted": "io.jarparity.kafka.CustomInterfaceAssignor",
}
"""What is named in `partition.assignment.strategy`; the last is the real interface around the Python class."""

_TELLS: Final = Line("kafka-clients", "2.5.0")
"""The first release whose consumers tell their generation."""

_SHARES: Final = Line("kafka-clients", "4.2.0")
"""The first release whose share groups are no preview."""

_HEAP: Final = "128m"
_SECONDS: Final = 60.0
_PAUSE: Final = 0.05


@dataclass(frozen=True, slots=True)
class Config:
    """What a consumer brings to its group.

    Attributes:
        member: Its name, by which the coordinator's id for it begins.
        topics: What it subscribes to, sorted.
        instance: Makes it a static member of this name.
        setting: What a custom assignor is configured with.
        pattern: Of topics' names, in Java's syntax: takes the place of topics.
        more: Settings of the consumer that are not the kit's usual ones.
    """

    member: str
    topics: tuple[str, ...]
    instance: str | None = None
    setting: str | None = None
    pattern: str | None = None
    more: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Joined:
    """The state of a consumer after a rebalance.

    Attributes:
        generation: Of the group.
        id: What the group's coordinator calls the consumer.
        partitions: All that it has now, sorted.
    """

    generation: int
    id: str
    partitions: tuple[tuple[str, int], ...]


class Consumers:
    """The process with its consumers."""

    def __init__(self, worker: Worker, bootstrap: str) -> None:
        """Takes the process, and where the brokers are."""
        self._worker = worker
        self._bootstrap = bootstrap

    def join(self, group: str, assignor: str, config: Config) -> None:
        """Makes a consumer that joins a group; `assignor` is one of `STRATEGIES`."""
        settings: dict[str, Any] = {
            "bootstrap.servers": self._bootstrap,
            "group.id": group,
            "group.protocol": "classic",
            "client.id": config.member,
            "partition.assignment.strategy": STRATEGIES[assignor],
            # A member learns of a rebalance by its next heartbeat.
            "heartbeat.interval.ms": "100",
            "enable.auto.commit": "false",
            "jarparity.assignor": DELEGATE,
        }
        if config.instance is not None:
            settings["group.instance.id"] = config.instance
        if config.setting is not None:
            settings["jarparity.assignor.setting"] = config.setting
        settings |= dict(config.more)
        topics = list(config.topics)
        self._worker.ask("join", member=config.member, topics=topics, settings=settings, pattern=config.pattern)

    def hold(self, member: str) -> None:
        """Has a consumer stop polling; its heartbeats go on."""
        self._worker.ask("hold", member=member, hold=True)

    def resume(self, member: str) -> None:
        """Has it poll again."""
        self._worker.ask("hold", member=member, hold=False)

    def runs(self, member: str, method: str) -> bool:
        """Whether a consumer is in a method of this name just now."""
        return bool(self._worker.ask("runs", member=member, method=method))

    def forget(self, member: str) -> None:
        """Leaves a consumer that hangs to itself: it ends with its process."""
        self._worker.ask("forget", member=member)

    def failures(self) -> dict[str, str]:
        """By consumer that has failed, the exception that ended it."""
        failed: dict[str, str] = self._worker.ask("failures")
        return failed

    def join_broker_side(self, group: str, assignor: str, config: Config) -> None:
        """Makes a consumer that joins a group of the new protocol; its coordinator assigns by `uniform` or `range`."""
        settings = {
            "bootstrap.servers": self._bootstrap,
            "group.id": group,
            "group.protocol": "consumer",
            "group.remote.assignor": assignor,
            "client.id": config.member,
            "enable.auto.commit": "false",
        }
        if config.instance is not None:
            settings["group.instance.id"] = config.instance
        topics = list(config.topics)
        self._worker.ask("join", member=config.member, topics=topics, settings=settings, pattern=config.pattern)

    def join_share(self, group: str, config: Config) -> None:
        """Makes a consumer that joins a share group."""
        settings = {"bootstrap.servers": self._bootstrap, "group.id": group, "client.id": config.member}
        self._worker.ask("join_share", member=config.member, topics=list(config.topics), settings=settings)

    def last(self) -> dict[str, Joined]:
        """By consumer, its state when it polled last."""
        return {member: _joined(state) for member, state in self._worker.ask("last").items()}

    def close(self, member: str) -> None:
        """Closes a consumer: a dynamic member leaves its group, a static one keeps its place."""
        self._worker.ask("close", member=member)

    def observe(self) -> dict[str, list[Joined]]:
        """By consumer, its state after each rebalance, oldest first."""
        return {member: [_joined(one) for one in states] for member, states in self._worker.ask("observe").items()}

    def python_calls(self) -> dict[str, int]:
        """By method, how often the Python assignor was called in this process."""
        calls: dict[str, int] = self._worker.ask("calls")
        return calls

    def await_observed(self, settled: Callable[[Mapping[str, list[Joined]]], bool]) -> dict[str, list[Joined]]:
        """Looks until the group has settled.

        Raises:
            LiveError: It doesn't within a minute.
        """
        deadline = time.monotonic() + _SECONDS
        while True:
            found = self.observe()
            if settled(found):
                return found
            if time.monotonic() > deadline:
                last = {member: states[-1:] for member, states in found.items()}
                raise LiveError(f"the group has not settled within {_SECONDS:g} s; last seen: {last}")
            time.sleep(_PAUSE)


def _joined(state: JSON) -> Joined:
    return Joined(state["generation"], state["id"], tuple(map(tuple, state["partitions"])))


@contextmanager
def kafka_consumers(bootstrap: str, line: Line, originals: Originals, progress: Progress) -> Iterator[Consumers]:
    """A process for consumers of a line, as long as the context lasts.

    Raises:
        OriginalsUnavailableError: JPype, Java or the JARs can't be had; the message says the fix.
        OriginalsError: The bridge or our class can't be built.
    """
    require_jvm()
    jars = [*originals.class_paths([line], progress)[line], originals.bridge(progress)]
    parts = ["consumers", "consumers-2.5" if not line < _TELLS else "consumers-2.0"]
    if not line < _SHARES:
        parts.append("consumers-4.2")
    with compiled("jarparity-consumers-", parts, jars, "the classes that hold consumers") as (folder, path):
        process = ("jarparity.measures.live.kafka.consumer_process", str(folder))
        with Worker.python("the process with the consumers", *process) as worker:
            worker.ask(
                "open",
                heap=_HEAP,
                options=["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"],
                class_path=list(map(str, path)),
                assignor=PYTHON_ASSIGNOR,
                line=str(line),
            )
            yield Consumers(worker, bootstrap)
