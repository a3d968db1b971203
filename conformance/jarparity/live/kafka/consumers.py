"""Real consumers in a process of their own."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from jarparity import data
from jarparity.live.java import scratch
from jarparity.live.kafka.consumer_process import DELEGATE
from jarparity.live.worker import LiveError, Worker
from jarparity.originals import OriginalsUnavailableError, advice
from jarparity.originals.compiling import compile_java
from jarparity.originals.toolchain import no_library, require_java
from jarparity.references import JVM_OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jarparity.lines import Line
    from jarparity.originals import Originals, Progress

PYTHON_ASSIGNOR: Final = "copartition.kafka:WeightedAssignor"
"""The Python class that leads a group through JPype; found by name, like any user's."""

_CONSUMER: Final = "org.apache.kafka.clients.consumer"
STRATEGIES: Final = {
    "range": f"{_CONSUMER}.RangeAssignor",
    "round-robin": f"{_CONSUMER}.RoundRobinAssignor",
    "sticky": f"{_CONSUMER}.StickyAssignor",
    "cooperative-sticky": f"{_CONSUMER}.CooperativeStickyAssignor",
    "weighted": "io.jarparity.adapter.kafka24.OwnConsumerPartitionAssignor",
}
"""What is named in `partition.assignment.strategy`; the last is the real interface around the Python class."""

_HEAP: Final = "128m"
_SECONDS: Final = 60.0
_PAUSE: Final = 0.05


@dataclass(frozen=True, slots=True)
class Seat:
    """What a consumer brings to its group.

    Attributes:
        member: Its name, by which the coordinator's id for it begins.
        topics: What it subscribes to, sorted.
        instance: Makes it a static member of this name.
        setting: What an own assignor is configured with.
    """

    member: str
    topics: tuple[str, ...]
    instance: str | None = None
    setting: str | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """What a consumer said after a rebalance.

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

    def join(self, group: str, assignor: str, seat: Seat) -> None:
        """Makes a consumer that joins a group; `assignor` is one of `STRATEGIES`."""
        settings: dict[str, Any] = {
            "bootstrap.servers": self._bootstrap,
            "group.id": group,
            "group.protocol": "classic",
            "client.id": seat.member,
            "partition.assignment.strategy": STRATEGIES[assignor],
            # A member hears of a rebalance when it next says that it is alive.
            "heartbeat.interval.ms": "100",
            "enable.auto.commit": "false",
            "jarparity.assignor": DELEGATE,
        }
        if seat.instance is not None:
            settings["group.instance.id"] = seat.instance
        if seat.setting is not None:
            settings["jarparity.assignor.setting"] = seat.setting
        self._worker.ask("join", member=seat.member, topics=list(seat.topics), settings=settings)

    def close(self, member: str) -> None:
        """Closes a consumer: a dynamic member leaves its group, a static one keeps its place."""
        self._worker.ask("close", member=member)

    def observe(self) -> dict[str, list[Joined]]:
        """By consumer, what it said after each rebalance, oldest first."""
        return {
            member: [Joined(one["generation"], one["id"], tuple(map(tuple, one["partitions"]))) for one in said]
            for member, said in self._worker.ask("observe").items()
        }

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
                last = {member: said[-1:] for member, said in found.items()}
                raise LiveError(f"the group has not settled within {_SECONDS:g} s; last seen: {last}")
            time.sleep(_PAUSE)


@contextmanager
def kafka_consumers(bootstrap: str, line: Line, originals: Originals, progress: Progress) -> Iterator[Consumers]:
    """A process for consumers of a line, as long as the context lasts.

    Raises:
        OriginalsUnavailableError: JPype, Java or the JARs can't be had; the message says the fix.
        OriginalsError: The bridge or our class can't be built.
    """
    if find_spec("jpype") is None:
        raise OriginalsUnavailableError(f"JPype is not installed: {advice.JPYPE}")
    java = require_java()
    library = java.library()
    if library is None:
        raise OriginalsUnavailableError(f"{no_library(java)}.\n{advice.JAVA}")
    originals.ensure([line], progress)
    bridge = originals.bridge(progress)
    jars = [*originals.jars(line), bridge.core, *bridge.adapters]
    with scratch("jarparity-consumers-") as folder:
        classes = folder / "classes"
        classes.mkdir()
        sources = data.java() / "java_ref" / "live" / "consumers"
        compile_java(sorted(sources.rglob("*.java")), jars, classes, "the classes that hold consumers")
        command = [sys.executable, "-m", "jarparity.live.kafka.consumer_process", str(folder)]
        with Worker("the process with the consumers", command) as worker:
            worker.ask(
                "open",
                jvm=str(library),
                heap=_HEAP,
                options=[*JVM_OPTIONS, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"],
                classPath=[str(path) for path in (classes, *jars)],
                assignor=PYTHON_ASSIGNOR,
                line=str(line),
            )
            yield Consumers(worker, bootstrap)
