"""`python -m bench`: measures everything in one run and prints medians, ratios and targets."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from bench import (
    bridge,
    compared,
    composite_keys,
    coordinator,
    java,
    kafka_source,
    key_groups,
    keyed_state,
    kit,
    murmur2,
    protocol,
    replicas,
    rescaling,
    savepoints,
    spark,
    spark_savepoint,
    spark_search,
)
from bench.assignors import part as assignors
from bench.assignors.contenders import JavaGroups
from bench.benchmark import MissingToolchainError, hold
from bench.report import Report
from bench.server_assignors import part as server_assignors
from jarparity import whole_file
from jarparity.originals import Originals
from jarparity.references import ReferenceUnavailableError
from jarparity.references.factory import open_reference
from jarparity.spark.session import spark_session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bench.assignors.million import Million
    from bench.benchmark import Benchmark
    from bench.kit import Limit
    from jarparity.lines import Line
    from jarparity.references import LiveReference

_FLINK, _KAFKA, _CONNECTOR = "flink", "kafka-clients", "flink-connector-kafka"
_COORDINATOR = "kafka-group-coordinator"
# Commands first: a child's memory is counted from what this process holds when it starts it.
_PARTS = (
    "check",
    "prove",
    "rescaling",
    "replicas",
    "state",
    "source",
    "protocol",
    "coordinator",
    "compared",
    "assignors",
    "server-assignors",
    "spark",
    "loops",
    "spark-savepoint",
    "spark-search",
    "jpype",
    "gateway",
)


_SPARK_ROUNDS = 5
"""Timed runs of Spark's benchmarks at most: each run takes seconds."""


class _Bench:
    """One run: its settings, the originals, and what has come of it so far."""

    def __init__(self, rounds: int, warm_up: float, report: Report, *, quick: bool, document: bool) -> None:
        self.rounds, self.warm_up, self.report = rounds, warm_up, report
        self.quick, self.document = quick, document
        self.originals = Originals.default()
        self.newest = {line.family: line for line in self.originals.lines()}
        self.flink, self.kafka = self.newest[_FLINK], self.newest[_KAFKA]
        self.references: dict[str, LiveReference] = {}
        report.about |= {"flink": self.flink.version, "kafka-clients": self.kafka.version}

    def run(self, part: str) -> None:
        """One part; what can't be had here is said, not passed over."""
        try:
            self._run(part)
        except (ReferenceUnavailableError, MissingToolchainError) as lacks:
            self.report.unavailable(part, str(lacks))

    def _run(self, part: str) -> None:
        alone: dict[str, Callable[[], Iterator[Limit]]] = {
            "check": lambda: kit.golden(self.rounds),
            "prove": kit.proof,
            "rescaling": lambda: rescaling.limits(self.rounds),
            "replicas": lambda: replicas.limits(self.rounds),
            "state": lambda: keyed_state.limits(self.rounds),
            "source": lambda: kafka_source.limits(self.rounds),
            "protocol": lambda: protocol.limits(self.rounds),
            "coordinator": lambda: coordinator.limits(self.rounds),
        }
        in_sessions_of_its_own = {"spark": self._spark, "spark-savepoint": self._spark_savepoint}
        if part in in_sessions_of_its_own:
            in_sessions_of_its_own[part]()
            return
        if part in alone:
            self.report.limits(alone[part]())
        if part == "source" or part not in alone:
            self._against_java(part)

    def _against_java(self, part: str) -> None:
        """What a part asks the JARs."""
        millions = assignors.million(self.report) if part == "assignors" else []
        if part == "server-assignors":
            server_assignors.memory(self.report)
        reference = self._open("gateway" if part == "gateway" else "jpype")
        if part == "source":
            self.report.limits(kafka_source.histories(reference, self.newest[_CONNECTOR], self.rounds))
        elif part == "compared":
            self.report.limits(compared.measured(self.rounds))
        elif part == "assignors":
            self._assignors(millions)
        elif part == "server-assignors":
            self._server_assignors()
        elif part == "spark-search":
            self._spark_search()
        else:
            self._hold(self._loops() if part == "loops" else bridge.benchmarks(reference, self.flink))

    def _spark(self) -> None:
        """In sessions of its own, which would be in the gateway's way."""
        few, many = (spark.QUICK, spark.QUICK_MANY) if self.quick else (spark.KEYS, spark.MANY)
        with spark.SparkBench.opened(self.flink) as bench:
            for benchmark in bench.benchmarks(few):
                self.report.benchmark(hold(benchmark, min(self.rounds, _SPARK_ROUNDS), self.warm_up))
        with spark.SparkBench.opened(self.flink, spark.LITTLE_MEMORY) as bench:
            self.report.limits(bench.limits(few, many))

    def _spark_savepoint(self) -> None:
        """Without JARs: Spark and Python alone."""
        with (
            TemporaryDirectory() as folder,
            spark_session("local[2]") as session,
            spark_savepoint.benchmark(session, Path(folder)) as benchmark,
        ):
            self.report.benchmark(hold(benchmark, min(self.rounds, _SPARK_ROUNDS), self.warm_up))

    def close(self) -> None:
        """Ends what was started."""
        for reference in self.references.values():
            reference.close()

    def _open(self, route: str) -> LiveReference:
        if route not in self.references:
            reference = open_reference(route, self.originals, list(self.newest.values()))
            self.references[route] = reference
            self.report.about |= reference.about()
        return self.references[route]

    def _hold(self, benchmarks: Iterator[Benchmark]) -> None:
        for benchmark in benchmarks:
            self.report.benchmark(hold(benchmark, self.rounds, self.warm_up))

    def _assignors(self, millions: list[Million]) -> None:
        assignors.against_others(
            self.report,
            JavaGroups(java.compiled("Groups", _jars(self.originals, self._assignors_line()))),
            millions,
            self.rounds,
            self.warm_up,
            quick=self.quick,
            write=self.document,
            say=lambda text: click.echo(text, err=True),
        )

    def _server_assignors(self) -> None:
        line = self.newest[_COORDINATOR]
        self.report.about |= {_COORDINATOR: line.version}
        server_assignors.against_java(
            self.report,
            java.compiled("ServerGroups", _jars(self.originals, line)),
            self.rounds,
            self.warm_up,
            quick=self.quick,
        )

    def _spark_search(self) -> None:
        """Seconds a round, so three of them are enough."""
        lines = [line for line in self.originals.lines() if line.family in (_FLINK, _KAFKA)]
        with (
            spark_session("local[2]") as session,
            spark_search.benchmark(session, lines, self.originals) as benchmark,
        ):
            self.report.benchmark(hold(benchmark, min(self.rounds, 3), 0.0))

    def _assignors_line(self) -> Line:
        """The release whose figures the targets come from."""
        return next(line for line in self.originals.lines() if str(line) == f"{_KAFKA} {assignors.RELEASE}")

    def _loops(self) -> Iterator[Benchmark]:
        """The port against Java's loops, in the JVM that the route has started."""
        loops = java.compiled("Loops", _jars(self.originals, self.flink, self.kafka))
        yield from key_groups.benchmarks(loops)
        yield from composite_keys.benchmarks(loops)
        yield from murmur2.benchmarks(loops)
        yield savepoints.benchmark(java.compiled("Savepoints", _jars(self.originals, self.flink)))


def _jars(originals: Originals, *lines: Line) -> list[Path]:
    """The JARs of all lines, one of a name: the newest lines share their logging API."""
    return list({jar.name: jar for line in lines for jar in originals.jars(line)}.values())


@click.command()
@click.option("--rounds", default=15, show_default=True, type=click.IntRange(1), help="Timed runs of each.")
@click.option("--warm-up", default=1.5, show_default=True, help="Seconds that each runs before it is timed.")
@click.option(
    "--part", "parts", multiple=True, type=click.Choice(_PARTS), help="Only this part. Repeatable.  [default: all]"
)
@click.option("--json", "target", type=click.Path(dir_okay=False, path_type=Path), help="Also write the figures.")
@click.option(
    "--quick",
    is_flag=True,
    help="Assignors: a few small groups and the million, in about a minute. Spark: a tenth of the keys.",
)
@click.option("--document", is_flag=True, help=f"Assignors: also write docs/{assignors.DOCUMENT.name}.")
@click.option("--strict", is_flag=True, help="Exit with 1 where a target is missed or could not be measured.")
def main(  # noqa: PLR0913 - one for each option
    rounds: int,
    warm_up: float,
    parts: tuple[str, ...],
    target: Path | None,
    *,
    quick: bool,
    document: bool,
    strict: bool,
) -> None:
    """Compare the port and the bridge with Java's own code from the real JARs, in one run."""
    if quick and document:
        raise click.UsageError("--document needs the whole grid: leave --quick out")
    if document and parts and "assignors" not in parts:
        raise click.UsageError("--document is the assignors': add --part assignors")
    report = Report(click.echo)
    bench = _Bench(rounds, warm_up, report, quick=quick, document=document)
    try:
        for part in parts or _PARTS:
            bench.run(part)
    finally:
        bench.close()
    report.summary()
    if target is not None:
        whole_file.replace(target, f"{json.dumps(report.document(), indent=2, ensure_ascii=False)}\n".encode())
    if strict and not report.good:
        sys.exit(1)


if __name__ == "__main__":
    main(prog_name="python -m bench")
