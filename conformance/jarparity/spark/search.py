"""The differential search on a cluster: tasks draw cases, their JVMs ask the originals, and only failures come back."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from jarparity import registry
from jarparity.check.asking import Comparison
from jarparity.check.shrink import shrink_failure
from jarparity.check.tally import Tally, size
from jarparity.lines import Line
from jarparity.originals import Originals, silent
from jarparity.ports.claims import line_is_claimed, operation_is_claimed
from jarparity.references.gateway import GatewayReference
from jarparity.spark.errors import SparkPipelineError, explained
from jarparity.spark.search_tasks import QUESTIONS, REFERENCE, RESULTS, Question, Result, counts_of
from jarparity.spark.shipping import ship
from jarparity.verdicts import Differs, Errored, Skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from pyspark.sql import SparkSession

    from jarparity.operations import Operation
    from jarparity.originals import Progress
    from jarparity.ports import Port
    from jarparity.spark.search_tasks import Search
    from jarparity.spark.worker_port import WorkerPort

_TASKS_A_CORE: Final = 4
"""Tasks are many enough that the last ones leave no core idle for long."""

_CHUNKS_A_TASK: Final = 64
"""At most: Spark hands a task's questions on together, with all their answers."""


def search(
    session: SparkSession,
    wanted: Search,
    tasks: int = 0,
    originals: Originals | None = None,
    progress: Progress = silent,
) -> Tally:
    """Searches, and makes the smallest failure of each operation smaller.

    What is found follows from `wanted` alone, whatever the number of tasks. A task that is run again counts once.

    Args:
        session: Where; it is left as it is.
        wanted: What is searched.
        tasks: How many tasks; 0 for some for each core.
        originals: Where the JARs are; by default the kit's own lock and the user's cache.
        progress: Notified of each step.

    Raises:
        OriginalsError: JARs are missing, or are not the locked ones.
        SparkPipelineError: The search failed within Spark, or its answers are not whole.
        BridgeError: An original can't be asked on the driver, to make a failure smaller.
    """
    originals = originals or Originals.default()
    tally = compare(session, wanted, tasks, originals, progress)
    for failure in smaller(session, wanted.port, dict(tally.smallest), originals, progress):
        tally.add(failure)
    return tally


def compare(
    session: SparkSession, wanted: Search, tasks: int, originals: Originals, progress: Progress = silent
) -> Tally:
    """The comparisons of a search alone, each counted once. Arguments and errors as for `search`."""
    results = _run(session, wanted, tasks, originals, progress)
    check_whole(results, wanted.numbers)
    return counted(results)


def claimed(draft: Search, port: Port, operations: Iterable[Operation], lines: Iterable[Line]) -> Search:
    """The search with those operations and lines that the port claims and that go together."""
    asked = [line for line in lines if line_is_claimed(port, line)]
    chosen = [o for o in operations if operation_is_claimed(port, o) and any(map(o.has, asked))]
    wanted = [str(line) for line in asked if any(operation.has(line) for operation in chosen)]
    return replace(draft, operations=tuple(operation.name for operation in chosen), lines=tuple(wanted))


def about(session: SparkSession) -> dict[str, dict[str, str]]:
    """For the report: what answered."""
    gateway: Any = session.sparkContext._gateway  # noqa: SLF001 - PySpark has no public way
    java = str(gateway.jvm.System.getProperty("java.version"))
    return {
        REFERENCE: {"java.version": java, "spark": str(session.version), "master": str(session.sparkContext.master)}
    }


def _run(session: SparkSession, wanted: Search, tasks: int, originals: Originals, progress: Progress) -> list[Result]:
    shipped = ship(session, map(Line.parse, wanted.lines), originals, progress)
    wanted = replace(wanted, port=wanted.port.shipped(session))
    part = wanted.numbers
    numbers = session.range(part.start, part.stop, 1, tasks or _tasks(session, len(part)))
    asked = numbers.mapInArrow(_drawing(wanted), QUESTIONS.ddl)
    progress("searching")
    with explained("the search failed"):
        answers = shipped.answers(*(asked[name] for name in ("operation", "eligible", "inputs")))
        # Spark takes the result of each task once, however often it was run; `check_whole` doesn't rely on that.
        rows = asked.withColumn("answers", answers).mapInArrow(_comparing(wanted), RESULTS.ddl).toArrow()
    return [Result(**row) for row in rows.to_pylist()]


def _tasks(session: SparkSession, chunks: int) -> int:
    cores: int = session.sparkContext.defaultParallelism
    wanted = max(_TASKS_A_CORE * cores, -(-chunks // _CHUNKS_A_TASK))
    return max(1, min(wanted, chunks))


def _drawing(wanted: Search) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """What a task does first: from numbers of chunks to questions."""

    def draw(numbers: Iterator[Any]) -> Iterator[Any]:
        for batch in numbers:
            for number in batch.column(0).to_pylist():
                yield QUESTIONS.batch(wanted.questions(number))

    return draw


def _comparing(wanted: Search) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """What a task does last: from questions with answers to results."""

    def compare(answered: Iterator[Any]) -> Iterator[Any]:
        for batch in answered:
            for i in range(batch.num_rows):
                (row,) = batch.slice(i, 1).to_pylist()
                answers = row.pop("answers")
                yield RESULTS.batch([wanted.result(Question(**row), answers)])

    return compare


def check_whole(results: Sequence[Result], chunks: Sequence[int]) -> None:
    """Refuses results in which a part of the work is missing, is counted twice, or wasn't asked for.

    Args:
        results: What tasks sent back.
        chunks: The numbers of the chunks that were asked for.

    Raises:
        SparkPipelineError: It is so; the kit or Spark is at fault, not the port.
    """
    found: dict[int, list[int]] = defaultdict(list)
    parts = {result.chunk: result.parts for result in results}
    for result in results:
        if result.part in found[result.chunk]:
            raise SparkPipelineError(
                f"the search counts chunk {result.chunk} twice: none of its results can be trusted"
            )
        found[result.chunk].append(result.part)
    if strange := sorted(found.keys() - set(chunks)):
        raise SparkPipelineError(f"the search counts chunk {strange[0]}, which nothing asked for")
    if missing := [chunk for chunk in chunks if len(found[chunk]) != parts.get(chunk)]:
        raise SparkPipelineError(f"the search lost {len(missing):,} of {len(chunks):,} chunks, such as {missing[0]}")


def counted(results: Iterable[Result]) -> Tally:
    """The count of the results; in the order of the chunks, so that it is the same for any order of tasks."""
    tally = Tally()
    for result in sorted(results):
        for verdicts, more in counts_of(result):
            for verdict in verdicts:
                tally.add(verdict)
            if more and isinstance(verdict, Differs | Errored | Skipped):
                tally.more(verdict, more)
    return tally


def smaller(
    session: SparkSession,
    port: WorkerPort,
    smallest: Mapping[str, Differs | Errored],
    originals: Originals,
    progress: Progress = silent,
) -> Iterator[Differs | Errored]:
    """Each operation's smallest failure made smaller, where it got smaller; asked in the JVM of the driver.

    Args:
        session: Whose driver.
        port: What failed.
        smallest: A failure by operation; where there is none, nothing is done.
        originals: Where the JARs are.
        progress: Notified of each step.

    Raises:
        OriginalsError: JARs are missing, or are not the locked ones.
        BridgeError: An original can't be asked.
    """
    if not smallest:
        return
    lines = {Line.parse(failure.lines[-1]) for failure in smallest.values()}
    reference = GatewayReference.open(
        originals.class_paths(sorted(lines), progress), originals.bridge(progress), session
    )
    try:
        for name, failure in smallest.items():
            progress(f"making {name} smaller")
            comparison = Comparison(registry.operation(name), port.open(), reference, reference.lines)
            found = shrink_failure(comparison, failure)
            if size(found) < size(failure) or type(found) is not type(failure):
                yield found
    finally:
        reference.close()
