"""A mini cluster of Flink in one JVM, the jobs on it, and what their operators see."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.lines import Line
from jarparity.measures.live.java import JavaProgram, running
from jarparity.measures.live.scenario import LiveError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.child_process.worker import Worker
    from jarparity.originals import Originals, Progress


@dataclass(frozen=True, slots=True)
class Release:
    """A Flink that really runs, and the Kafka connector that was released for it: the lines that ports are asked for.

    Attributes:
        flink: The line of Flink.
        connector: The line of the connector.
    """

    flink: Line
    connector: Line


RELEASES: Final = (
    Release(Line("flink", "1.20.5"), Line("flink-connector-kafka", "3.4.0-1.20")),
    Release(Line("flink", "2.2.1"), Line("flink-connector-kafka", "5.0.0-2.2")),
)

FLINKS: Final = tuple(Line("flink", version) for version in ("1.16.3", "1.20.5", "2.1.3", "2.3.0"))
"""The releases that the port knows; each of them runs, without Kafka."""


def live(flink: Line) -> Line:
    """The lock's name of all JARs of a release's cluster, the connector's among them."""
    return Line("flink-live", flink.version)


def live_rocksdb(flink: Line) -> Line:
    """The lock's name of the JARs of RocksDB, which are put beside those of a release's cluster."""
    return Line("flink-rocksdb-live", flink.version)


def live_sql(flink: Line) -> Line:
    """The lock's name of the JARs of SQL, which are put beside those of a release's cluster."""
    return Line("flink-sql-live", flink.version)


@dataclass(frozen=True, slots=True)
class Main:
    """A main class of ours.

    Attributes:
        name: Its name.
        sources: The folders of `java_ref/live` that it takes.
    """

    name: str
    sources: tuple[str, ...]


MAIN: Final = Main("Main", ("flink",))
SQL_MAIN: Final = Main("SqlMain", ("flink", "flink-sql"))

SLOTS: Final = 90
"""Subtasks of an operator at most."""

MILLISECONDS: Final = 60_000
"""What is waited for comes within this time, or the cluster is broken."""

_OPTIONS: Final = ("--add-opens=java.base/java.util=ALL-UNNAMED",)
"""Kryo, which Flink takes for types without a serializer of their own, looks into the JDK: as in Flink's settings."""


class Job:
    """A running job.

    Attributes:
        opened: What its operators reported when they started, in no order.
    """

    def __init__(self, worker: Worker, name: str, operators: int, description: Mapping[str, JSON]) -> None:
        """Submits it; returns when all its operators have started.

        Args:
            worker: The cluster's process.
            name: Which no other job of the cluster has.
            operators: How many subtasks report what they observe.
            description: The job, as `Jobs.java` reads it.

        Raises:
            RefusedError: Flink refused the job, or it failed.
            LiveError: The cluster broke.
        """
        self._worker = worker
        self._name = name
        self._id: str = worker.ask("submit", name=name, **description)
        self.opened = self.observations("opened", operators)

    def apply(self, subtask: int, step: int, changes: list[JSON], *, ticks: bool = False) -> None:
        """Has a subtask of a scripted source make changes together, and then send that step's end downstream.

        Args:
            subtask: Which one.
            step: The step's number.
            changes: What to do, see `ScriptedReader.java`.
            ticks: Whether Flink asks for periodic watermarks before the end is sent.
        """
        instruction = {"subtask": subtask, "step": step, "changes": changes, "ticks": ticks}
        self._worker.ask("apply", name=self._name, instruction=instruction)

    def add_split(self, split: str, subtask: int) -> None:
        """Has the scripted source's enumerator give one more split to a subtask, which gets it eventually."""
        self._worker.ask("addSplit", name=self._name, split=split, subtask=subtask)

    def observations(self, kind: str, count: int) -> list[JSON]:
        """All that operators observed since the last call, up to that one of `kind` with which there are `count`."""
        found: list[JSON] = self._worker.ask(
            "observations", name=self._name, kind=kind, count=count, milliseconds=MILLISECONDS
        )
        return found

    def rest(self) -> list[JSON]:
        """What else was observed, up to now."""
        found: list[JSON] = self._worker.ask("rest", name=self._name)
        return found

    def stop_with_savepoint(self, *, native: bool = False) -> str:
        """Takes a savepoint and ends the job, which has then seen all that was sent; where the savepoint is.

        Args:
            native: Whether it is in the state backend's own format, not in the canonical one.
        """
        path: str = self._worker.ask("stopWithSavepoint", id=self._id, **({"native": True} if native else {}))
        return path

    def savepoint(self) -> str:
        """Takes a canonical savepoint of the running job; where it is."""
        path: str = self._worker.ask("savepoint", id=self._id)
        return path

    def checkpoint(self) -> str:
        """Takes a checkpoint of the running job; where it is, until the job ends."""
        path: str = self._worker.ask("checkpoint", id=self._id)
        return path

    def cancel(self) -> None:
        """Ends the job."""
        self._worker.ask("cancel", id=self._id)


class FlinkCluster:
    """The running cluster.

    Attributes:
        java: Java's version.
    """

    def __init__(self, worker: Worker, flink: Line) -> None:
        """Starts it.

        Raises:
            RefusedError: It can't be started.
            LiveError: It broke, or is another Flink.
        """
        self._worker = worker
        self._jobs = 0
        about = worker.ask("start", slots=SLOTS)
        if about["flink"] != flink.version:
            raise LiveError(f"the JARs of {live(flink)} say that they are Flink {about['flink']}")
        self.java: str = about["java"]

    def submit(self, job: str, operators: int, **description: JSON) -> Job:
        """Starts a job (`Job`)."""
        self._jobs += 1
        return Job(self._worker, f"{job}-{self._jobs}", operators, {"job": job, **description})

    def write(self, bootstrap: str, partitions: Sequence[JSON]) -> None:
        """Writes a record into each of these partitions of a Kafka cluster."""
        self._worker.ask("write", bootstrap=bootstrap, partitions=list(partitions))

    def stop(self) -> None:
        """Stops it in good order."""
        self._worker.ask("stop")


@contextmanager
def flink_cluster(
    flink: Line, originals: Originals, progress: Progress, *, more: tuple[Line, ...] = (), main: Main = MAIN
) -> Iterator[FlinkCluster]:
    """A cluster that is there as long as the context lasts.

    Args:
        flink: Its release.
        originals: Where JARs and sources are.
        progress: Told what goes on.
        more: Sets of JARs beside the release's.
        main: What runs there.

    Raises:
        OriginalsError: Java or the JARs can't be had; the message says the fix.
        RefusedError: Flink doesn't start.
        LiveError: Its process broke.
    """
    program = JavaProgram(live(flink), main.sources, f"io.jarparity.live.flink.{main.name}", "512m", _OPTIONS, more)
    with running(program, originals, progress) as worker:
        progress(f"starting Flink {flink.version}")
        cluster = FlinkCluster(worker, flink)
        yield cluster
        cluster.stop()
