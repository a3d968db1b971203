"""The differential search on a cluster: tasks draw cases, their JVMs ask the originals, and only failures come back."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any, Final

from jarparity import catalogue
from jarparity.check.hypothesis_home import keep_hypothesis_out_of_the_way
from jarparity.check.run import line_is_claimed, operation_is_claimed
from jarparity.check.smallest import made_small
from jarparity.check.tally import BulkAgreement, Tally, size
from jarparity.lines import Line
from jarparity.originals import Originals, silent
from jarparity.ports.load import DEFAULT
from jarparity.references.gateway import GatewayReference
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.packages import ship_packages
from jarparity.spark.saying import explained
from jarparity.spark.search_tasks import REFERENCE, Found, Question, examples_of
from jarparity.spark.shipping import ship
from jarparity.verdicts import Agrees

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from pyspark.sql import DataFrame, SparkSession

    from jarparity.check.drawing import Chunk
    from jarparity.operations import Operation
    from jarparity.originals import Progress
    from jarparity.ports import Port
    from jarparity.spark.search_tasks import Search
    from jarparity.verdicts import Differs, Errored

_QUESTION: Final = "chunk bigint, part int, parts int, operation string, lines array<string>, inputs string"
_FOUND: Final = (
    "chunk bigint, part int, parts int, operation string, verdict string, lines array<string>, count bigint, "
    "examples binary"
)

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
        progress: Told what goes on.

    Raises:
        OriginalsError: JARs are missing, or are not the locked ones.
        SparkPipelineError: The search failed within Spark, or its answers are not whole.
        BridgeError: An original can't be asked on the driver, to make a failure smaller.
    """
    originals = originals or Originals.default()
    found = _run(session, wanted, tasks, originals, progress)
    whole(found, wanted.chunks())
    tally = counted(found)
    if tally.smallest:
        progress("making failures smaller")
        for failure in _smaller(session, wanted, dict(tally.smallest), originals, progress):
            tally.add(failure)
    return tally


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


def _run(session: SparkSession, wanted: Search, tasks: int, originals: Originals, progress: Progress) -> list[Found]:
    from pyspark.sql import functions  # noqa: PLC0415 - an extra

    shipped = ship(session, map(Line.parse, wanted.lines), originals, progress)
    modules = ["jarparity"] if wanted.command else ["jarparity", (wanted.port or DEFAULT).partition(":")[0]]
    wanted = replace(wanted, folder=ship_packages(session, modules))
    total = len(wanted.chunks())
    numbers = session.range(0, total, 1, tasks or _tasks(session, total))
    asked = numbers.mapInArrow(_drawing(wanted), _QUESTION)
    answers = [
        functions.when(
            functions.array_contains("lines", line),
            shipped.answers(Line.parse(line), functions.col("operation"), functions.col("inputs")),
        )
        for line in wanted.lines
    ]
    progress("searching")
    with explained("the search failed"):
        return _collected(asked.withColumn("said", functions.array(*answers)), wanted)


def _collected(answered: DataFrame, wanted: Search) -> list[Found]:
    """All that the tasks found: counts, and a bounded number of failures a chunk.

    Spark takes the result of each task once, however often it was run; `whole` doesn't rely on that.
    """
    rows = answered.mapInArrow(_comparing(wanted), _FOUND).toArrow()
    names = [field.name for field in fields(Found)]
    return [Found(**{**row, "lines": tuple(row["lines"])}) for row in rows.select(names).to_pylist()]


def _tasks(session: SparkSession, chunks: int) -> int:
    cores: int = session.sparkContext.defaultParallelism
    wanted = max(_TASKS_A_CORE * cores, -(-chunks // _CHUNKS_A_TASK))
    return max(1, min(wanted, chunks))


def _drawing(wanted: Search) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """What a task does first: from numbers of chunks to questions."""

    def draw(numbers: Iterator[Any]) -> Iterator[Any]:
        keep_hypothesis_out_of_the_way()
        for batch in numbers:
            for number in batch.column(0).to_pylist():
                yield _batch(wanted.questions(number), Question)

    return draw


def _comparing(wanted: Search) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """What a task does last: from questions with answers to what was found."""

    def compare(answered: Iterator[Any]) -> Iterator[Any]:
        names = [field.name for field in fields(Question)]
        for batch in answered:
            for i in range(batch.num_rows):
                (row,) = batch.slice(i, 1).to_pylist()
                question = Question(**{name: row[name] for name in names})
                yield _batch(wanted.compared(question, row["said"]), Found)

    return compare


def _batch(rows: Iterable[Question] | Iterable[Found], kind: type[Question | Found]) -> Any:  # noqa: ANN401 - untyped
    import pyarrow as pa  # noqa: PLC0415 - on the executor

    types = {
        "chunk": pa.int64(),
        "part": pa.int32(),
        "parts": pa.int32(),
        "operation": pa.utf8(),
        "lines": pa.list_(pa.utf8()),
        "inputs": pa.utf8(),
        "verdict": pa.utf8(),
        "count": pa.int64(),
        "examples": pa.binary(),
    }
    schema = pa.schema([(field.name, types[field.name]) for field in fields(kind)])
    return pa.RecordBatch.from_pylist([asdict(row) for row in rows], schema)


def whole(found: Iterable[Found], chunks: tuple[Chunk, ...]) -> None:
    """Refuses answers in which a part of the work is missing, or stands twice.

    Raises:
        SparkPipelineError: It is so; the kit or Spark is at fault, not the port.
    """
    parts: dict[int, dict[int, set[tuple[str, tuple[str, ...], bytes]]]] = defaultdict(lambda: defaultdict(set))
    expected: dict[int, int] = {}
    for row in found:
        rows = parts[row.chunk][row.part]
        told = row.verdict, row.lines, row.examples
        if told in rows or expected.setdefault(row.chunk, row.parts) != row.parts:
            raise SparkPipelineError(f"the search counts chunk {row.chunk} twice: nothing that it says can be trusted")
        rows.add(told)
    missing = [i for i in range(len(chunks)) if len(parts.get(i, ())) != expected.get(i, -1)]
    if missing:
        raise SparkPipelineError(f"the search lost {len(missing):,} of {len(chunks):,} chunks, such as {missing[0]}")


def counted(found: Iterable[Found]) -> Tally:
    """The count of what was found; in the order of the chunks, so that it is the same for any order of tasks."""
    tally = Tally()
    for row in sorted(found, key=lambda row: (row.chunk, row.part, row.verdict, row.lines, row.examples)):
        examples = examples_of(row)
        for verdict in examples:
            tally.add(verdict)
        rest = row.count - len(examples)
        if rest and row.verdict == Agrees.name:
            tally.add(BulkAgreement(row.operation, row.lines, REFERENCE, rest))
        elif rest:
            tally.more(examples[-1], rest)
    return tally


def _smaller(
    session: SparkSession,
    wanted: Search,
    smallest: Mapping[str, Differs | Errored],
    originals: Originals,
    progress: Progress,
) -> Iterator[Differs | Errored]:
    """Each operation's smallest failure made smaller, where it got smaller; asked in the JVM of the driver."""
    lines = {Line.parse(failure.lines[-1]) for failure in smallest.values()}
    jars = {line: originals.jars(line) for line in sorted(lines)}
    reference = GatewayReference.open(jars, originals.bridge(progress), session)
    try:
        for name, failure in smallest.items():
            progress(f"making {name} smaller")
            found = made_small(catalogue.operation(name), wanted.open_port(), reference, failure)
            if size(found) < size(failure) or type(found) is not type(failure):
                yield found
    finally:
        reference.close()
