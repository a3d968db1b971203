"""Bringing the originals to Spark's executors, and asking them there through columns.

One JAR (the bridge's core and our functions) and one archive a line are added to the session. Spark's own class path
stays as it is: the functions are made in a loader of their own on the driver, executors get them with each task, and a
line's JARs are opened by the bridge's loaders. So several lines can be asked in one job.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from jarparity.originals import Originals, silent
from jarparity.spark.archives import line_archives
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.java_classes import spark_jar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from pyspark import SparkContext
    from pyspark.sql import Column, DataFrame, SparkSession

    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.originals import Progress
    from jarparity.spark.archives import LineArchive

_PACKAGE: Final = "io.jarparity.spark"

BLOCK: Final = 65536
"""Keys of a block at most: about a megabyte, far above what each crossing costs."""


@dataclass(frozen=True, slots=True)
class Question:
    """One placement of an original, asked for every key.

    Attributes:
        line: The line that is asked.
        operation: One whose answer is an int, such as `flink.key-group.of-key`.
        parameters: What all keys share, such as `{"maxParallelism": 128}`.
        key_type: The key's type: `string`, `long`, `bytes`, …; `tuple(string,long)` or `row(…)` for a struct.
        field: The field of the operation's input that is the key.
    """

    line: Line
    operation: str
    parameters: Mapping[str, JSON]
    key_type: str
    field: str = "key"

    def arguments(self) -> tuple[str, ...]:
        """What Java's functions are made with, beside the line."""
        return self.operation, self.parameters_json, self.field, self.key_type

    @property
    def parameters_json(self) -> str:
        """The parameters as Java reads them."""
        return json.dumps(dict(self.parameters))


@dataclass(slots=True)
class _Added:
    """What a Spark context has got already."""

    loader: Any = None
    archives: dict[tuple[Path, Line], LineArchive] = field(default_factory=dict)


_ADDED: WeakKeyDictionary[SparkContext, _Added] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Shipped:
    """The originals of some lines, on their way to the executors of a session. Made by `ship`.

    Attributes:
        session: The session.
        lines: What was shipped, by line.
        loader: Java's loader of our functions, on the driver.
    """

    session: SparkSession
    lines: Mapping[Line, LineArchive]
    loader: Any

    def placement(self, question: Question, key: Column) -> Column:
        """Where the original puts a key: an int column, null where the key is null or the original throws.

        Args:
            question: What is asked, of a line that was shipped.
            key: The key's column; a struct for a tuple or row.
        """
        return self._function("PlacementUdf", question.line, question.arguments(), "integer")(key)

    def thrown(self, question: Question, key: Column) -> Column:
        """What the original throws for a key, `IllegalArgumentException: …`, or null. Arguments as for `placement`."""
        return self._function("ThrownUdf", question.line, question.arguments(), "string")(key)

    def answers(self, line: Line, operation: Column, inputs: Column) -> Column:
        """The original's answers to inputs of any operation.

        Args:
            line: A line that was shipped.
            operation: The operation's name.
            inputs: A JSON array of inputs, as text in ASCII.

        Returns:
            A string column: a JSON array of `{"value":…}` or `{"error":{"kind","message"}}`, in order.
        """
        return self._function("AskUdf", line, (), "string")(operation, inputs)

    def blocks(self, questions: Sequence[Question], keys: DataFrame, most: int = BLOCK) -> DataFrame:
        """Keys by the ten thousand, with the originals' answers: the fast way to have both in Python.

        Args:
            questions: What is asked for every key; all with the same type of key.
            keys: One column, the key.
            most: The most keys of a block.

        Returns:
            Rows of `rows` and `nulls` (int), `keys` (binary: packed as `jarparity.columns` has it, or for types that
            have no such form a line of JSON each) and `answers` (an array of binary, one a question: packed int32, or
            a JSON array). Nulls are counted, and not among the keys.
        """
        from pyspark.sql import DataFrame  # noqa: PLC0415 - an extra

        gateway: Any = self.session.sparkContext._gateway  # noqa: SLF001 - PySpark has no public way to Java objects
        told = gateway.new_array(gateway.jvm.java.lang.String, len(questions), 6)
        for i, asked in enumerate(questions):
            line = self._shipped(asked.line)
            texts = (str(asked.line), line.path.name, line.sums, asked.operation, asked.parameters_json, asked.field)
            for j, text in enumerate(texts):
                told[i][j] = text
        made = self._made("KeyBlocks", questions[0].key_type, most, told)
        java: Any = keys._jdf  # noqa: SLF001
        return DataFrame(made.of(java), self.session)

    def _function(self, name: str, line: Line, arguments: tuple[str, ...], answer: str) -> Callable[..., Column]:
        from pyspark.sql import functions  # noqa: PLC0415 - an extra

        shipped = self._shipped(line)
        given = (str(line), shipped.path.name, shipped.sums, *arguments)
        made = self._made(name, *given)
        # A name for each function and its parameters: registered again, it is the same one.
        known = f"jarparity_{hashlib.sha256(json.dumps([name, *given]).encode()).hexdigest()[:16]}"
        java: Any = self.session._jsparkSession  # noqa: SLF001
        java.udf().register(known, made, java.parseDataType(json.dumps(answer)))
        return lambda *columns: functions.call_udf(known, *columns)

    def _shipped(self, line: Line) -> LineArchive:
        shipped = self.lines.get(line)
        if shipped is None:
            raise SparkPipelineError(f"the line {line} was not shipped; there are {', '.join(map(str, self.lines))}")
        return shipped

    def _made(self, name: str, *arguments: Any) -> Any:  # noqa: ANN401 - Java's
        """An object of one of our classes, which py4j can't find by name."""
        gateway: Any = self.session.sparkContext._gateway  # noqa: SLF001 - as above
        packed = gateway.new_array(gateway.jvm.java.lang.Object, len(arguments))
        for i, argument in enumerate(arguments):
            packed[i] = argument
        return self.loader.loadClass(f"{_PACKAGE}.{name}").getConstructors()[0].newInstance(packed)


def ship(
    session: SparkSession, lines: Iterable[Line], originals: Originals | None = None, progress: Progress = silent
) -> Shipped:
    """Adds the functions and the archives of lines to a session, once for each of its contexts.

    Args:
        session: The session; nothing of it is changed but the JARs and archives that new tasks get.
        lines: The lines that will be asked.
        originals: Where the JARs are; by default the kit's own lock and the user's cache.
        progress: Told what goes on.

    Raises:
        SparkPipelineError: The session is of Spark Connect.
        OriginalsUnavailableError: Java, Maven or JARs are missing; the message says the fix.
        OriginalsError: The JARs are not the locked ones, or the bridge can't be built.
    """
    if not hasattr(session, "_jvm"):
        raise SparkPipelineError("this is a Spark Connect session, which has no gateway to a JVM: use a classic one")
    originals = originals or Originals.default()
    context = session.sparkContext
    added = _ADDED.setdefault(context, _Added())
    if added.loader is None:
        jar = spark_jar(originals, progress)
        context._jsc.addJar(str(jar))  # noqa: SLF001 - PySpark has no public way
        added.loader = _loader(context, jar)
    wanted = list(dict.fromkeys(lines))
    cache = originals.store.root
    for archive in line_archives([line for line in wanted if (cache, line) not in added.archives], originals, progress):
        context.addArchive(str(archive.path))
        added.archives[cache, archive.line] = archive
    return Shipped(session, {line: added.archives[cache, line] for line in wanted}, added.loader)


def _loader(context: SparkContext, jar: Path) -> Any:  # noqa: ANN401 - a java.lang.ClassLoader
    gateway: Any = context._gateway  # noqa: SLF001 - as above
    jvm = gateway.jvm
    file = jvm.java.io.File(str(jar))
    if not file.isFile():
        raise SparkPipelineError(
            f"Spark's driver can't read {jar}: run it here (deploy mode client), or share that folder with it"
        )
    urls = gateway.new_array(jvm.java.net.URL, 1)
    urls[0] = file.toURI().toURL()
    # Spark's own classes, of which our functions are kinds, come from the loader of Spark.
    spark = context._jsc.getClass().getClassLoader()  # noqa: SLF001
    return jvm.java.net.URLClassLoader(urls, spark)
