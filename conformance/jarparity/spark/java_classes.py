"""Our few classes for Spark and the bridge's core, in one JAR: compiled when it is used, against Spark's own JARs."""

from __future__ import annotations

import hashlib
import os
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import data
from jarparity.originals.compiling import compile_java
from jarparity.originals.lock import digest
from jarparity.spark.errors import SparkPipelineError

if TYPE_CHECKING:
    from jarparity.originals import Originals, Progress

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
