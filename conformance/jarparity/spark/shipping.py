"""Bringing the originals to Spark's executors, and asking them there through columns.

One JAR (the bridge's core and our functions) and, as files, the lines' JARs are added to the session. Spark's own
class path stays as it is: the functions are made in a loader of their own on the driver, executors get them with each
task, and a line's JARs are opened by the bridge's loaders. So several lines can be asked in one job.

Our few classes for Spark and the bridge's core, in one JAR: compiled when it is used, against Spark's own JARs.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from jarparity import data
from jarparity.originals import Originals, silent
from jarparity.originals.build import compile_java
from jarparity.originals.lock import digest
from jarparity.spark.errors import SparkPipelineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pyspark import SparkContext
    from pyspark.sql import Column, DataFrame, SparkSession

    from jarparity.lines import Line
    from jarparity.originals import Progress
    from jarparity.spark.placements import Placement


_HASH_LENGTH: Final = 12
_WHAT: Final = "Spark's functions that ask the originals"


def spark_jar(originals: Originals, progress: Progress) -> Path:
    """The JAR, made once for each state of our sources, of the bridge and of Spark; its name has their hash.

    Raises:
        OriginalsUnavailableError: Java, its compiler or Maven is missing; the message says the fix.
        OriginalsError: The bridge can't be built, or the classes don't compile.
        SparkPipelineError: Spark's JARs can't be found.
    """
    core = originals.bridge(progress)
    spark = _spark_jars()
    sources = sorted((data.java() / "spark").rglob("*.java"))
    content = [f"{digest(core)}\n".encode()]
    content += [path.read_bytes().replace(b"\r\n", b"\n") for path in sources]
    content += [f"{name}\n".encode() for name in sorted(jar.name for jar in spark)]
    name = f"jarparity-spark-{hashlib.sha256(b''.join(content)).hexdigest()[:_HASH_LENGTH]}"
    place = originals.store.root / "spark" / name
    jar = place / f"{name}.jar"
    if not jar.is_file():
        with originals.store.changing(progress) as scratch:
            # Only now: another process may have made it while this one waited.
            if not jar.is_file():
                progress("compiling the functions for Spark")
                made, classes = scratch / name, scratch / "classes"
                made.mkdir()
                classes.mkdir()
                compile_java(sources, [core, *spark], classes, _WHAT)
                _pack(core, classes, made / jar.name)
                originals.store.put(made, place, scratch)
    return jar


def _pack(core: Path, classes: Path, jar: Path) -> None:
    with zipfile.ZipFile(core) as bridge, zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as packed:
        for entry in bridge.infolist():
            packed.writestr(entry, bridge.read(entry))
        for path in sorted(classes.rglob("*.class")):
            packed.write(path, path.relative_to(classes).as_posix())


def _spark_jars() -> list[Path]:
    """The JARs of the Spark that would be started: that of `SPARK_HOME`, else PySpark's own."""
    home = os.environ.get("SPARK_HOME")
    if home is None:
        import pyspark  # noqa: PLC0415 - an extra; the session has checked it

        home = str(Path(pyspark.__file__).parent)
    jars = sorted(Path(home, "jars").glob("*.jar"))
    if not jars:
        raise SparkPipelineError(f"there are no JARs of Spark in {home}/jars: is SPARK_HOME right?")
    return jars


_PACKAGE: Final = "io.jarparity.spark"
_ALGORITHM: Final = "sha256:"

BLOCK: Final = 65536
"""Keys of a block at most: about a megabyte, far above what each round trip costs."""


@dataclass(slots=True)
class _Added:
    """What a Spark context has already: Java's loader of our functions; by name of each JAR its path and SHA-256."""

    loader: Any = None
    jars: dict[str, tuple[Path, str]] = field(default_factory=dict)


_ADDED: WeakKeyDictionary[SparkContext, _Added] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Shipped:
    """The originals of some lines, on their way to the executors of a session. Made by `ship`.

    Attributes:
        session: The session.
        lines: By line a text line for each of its JARs: its SHA-256, two spaces, its name. The executors compare.
        loader: Java's loader of our functions, on the driver.
    """

    session: SparkSession
    lines: Mapping[Line, str]
    loader: Any

    def placement(self, placement: Placement, key_type: str, key: Column) -> Column:
        """Where the original puts a key: an int column, null where the key is null or the original throws.

        Args:
            placement: What is asked, of a line that was shipped.
            key_type: The keys' Java type; `tuple(string,long)` or `row(…)` for a struct.
            key: The key's column.
        """
        return self._function("PlacementUdf", "integer", *self._question(placement), key_type)(key)

    def answers(self, operation: Column, eligible: Column, inputs: Column) -> Column:
        """The answers of the shipped lines to inputs of any operation: text for `read_groups`.

        Args:
            operation: The operation's name.
            eligible: A JSON object: by line that is asked the places of its inputs, or null for all.
            inputs: A JSON array of inputs, as text in ASCII.
        """
        return self._function("AskUdf", "string", [self._line(line) for line in self.lines])(
            operation, eligible, inputs
        )

    def blocks(self, placements: Sequence[Placement], key_type: str, keys: DataFrame, most: int = BLOCK) -> DataFrame:
        """Keys by the ten thousand, with the originals' answers: the fast way to have both in Python.

        Args:
            placements: What is asked for every key.
            key_type: The keys' Java type.
            keys: One column, the key.
            most: The most keys of a block.

        Returns:
            Rows of `rows` and `nulls` (int), `keys` (binary: packed as `jarparity.columns` has it, or for types that
            have no such form a line of JSON each) and `answers` (an array of binary, one a placement: packed int32, or
            a JSON array). Nulls are counted, and not among the keys.
        """
        from pyspark.sql import DataFrame  # noqa: PLC0415 - an extra

        made = self._made("KeyBlocks", key_type, most, [self._question(placement) for placement in placements])
        java: Any = keys._jdf  # noqa: SLF001 - PySpark has no public way to Java objects
        return DataFrame(made.of(java), self.session)

    def _question(self, placement: Placement) -> list[str]:
        """A placement as Java's functions take it: the line, the operation, the parameters as JSON, the key's field."""
        return [
            *self._line(placement.line),
            placement.operation,
            json.dumps(placement.parameters),
            placement.field,
        ]

    def _line(self, line: Line) -> list[str]:
        """A line as Java's functions take it."""
        shipped = self.lines.get(line)
        if shipped is None:
            raise SparkPipelineError(f"the line {line} was not shipped; there are {', '.join(map(str, self.lines))}")
        return [str(line), shipped]

    def _function(self, name: str, answer: str, *arguments: str | list[list[str]]) -> Callable[..., Column]:
        from pyspark.sql import functions  # noqa: PLC0415 - an extra

        # A name for each function and its arguments: registered again, it is the same one.
        known = f"jarparity_{hashlib.sha256(json.dumps([name, *arguments]).encode()).hexdigest()[:16]}"
        java: Any = self.session._jsparkSession  # noqa: SLF001 - as above
        java.udf().register(known, self._made(name, *arguments), java.parseDataType(json.dumps(answer)))
        return lambda *columns: functions.call_udf(known, *columns)

    def _made(self, name: str, *arguments: str | int | list[list[str]]) -> Any:  # noqa: ANN401 - Java's
        """An object of one of our classes, which py4j can't find by name."""
        gateway: Any = self.session.sparkContext._gateway  # noqa: SLF001 - as above
        packed = gateway.new_array(gateway.jvm.java.lang.Object, len(arguments))
        for i, argument in enumerate(arguments):
            if isinstance(argument, list):
                packed[i] = gateway.new_array(gateway.jvm.java.lang.String, len(argument), len(argument[0]))
                for j, row in enumerate(argument):
                    for k, text in enumerate(row):
                        packed[i][j][k] = text
            else:
                packed[i] = argument
        return self.loader.loadClass(f"{_PACKAGE}.{name}").getConstructors()[0].newInstance(packed)


def ship(
    session: SparkSession, lines: Iterable[Line], originals: Originals | None = None, progress: Progress = silent
) -> Shipped:
    """Adds the functions and the lines' JARs to a session, once for each of its contexts.

    Args:
        session: The session; nothing of it is changed but the JARs and files that new tasks get.
        lines: The lines that will be asked.
        originals: Where the JARs are; by default the kit's own lock and the user's cache.
        progress: Notified of each step.

    Raises:
        SparkPipelineError: The session is of Spark Connect, or has other JARs of the same names.
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
    class_paths = originals.class_paths(dict.fromkeys(lines), progress)
    shipped = {line: [_add(context, jar, added.jars) for jar in jars] for line, jars in class_paths.items()}
    return Shipped(session, {line: "\n".join(sums) for line, sums in shipped.items()}, added.loader)


def _add(context: SparkContext, jar: Path, added: dict[str, tuple[Path, str]]) -> str:
    """Adds a JAR to a context that doesn't have it yet; several lines may share one. Returns its SHA-256 and name."""
    path, known = added.get(jar.name, (None, ""))
    found = known if path == jar else digest(jar).removeprefix(_ALGORITHM)
    if path is None:
        context.addFile(str(jar))
        added[jar.name] = jar, found
    elif found != known:
        raise SparkPipelineError(f"this session has another {jar.name}, {path}: use a new session")
    return f"{found}  {jar.name}"


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
