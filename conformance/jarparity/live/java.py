"""Starting a JVM on a set of locked JARs and our few classes, which are compiled against those."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import abandoned, data
from jarparity.live.worker import Worker
from jarparity.originals.compiling import compile_java
from jarparity.originals.toolchain import require_java

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.lines import Line
    from jarparity.originals import Originals, Progress

_OPTIONS: Final = (
    # Small and quick to start: a cluster on loopback that lives for a minute.
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    # Warnings go to standard error, whose end is shown when the process breaks.
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
    "-Dorg.slf4j.simpleLogger.cacheOutputStream=true",
)


@dataclass(frozen=True, slots=True)
class JavaProgram:
    """A program of ours on originals.

    Attributes:
        suite: The set of JARs in the lock.
        sources: The folder in `java_ref/live` with its classes, beside `common`.
        main: The class with the main method; it gets an empty folder, which it removes when its input ends.
        heap: Java's `-Xmx`.
        options: More options of the JVM.
    """

    suite: Line
    sources: str
    main: str
    heap: str
    options: tuple[str, ...] = ()


@contextmanager
def running(program: JavaProgram, originals: Originals, progress: Progress) -> Iterator[Worker]:
    """Fetches and verifies the JARs, compiles the classes, and runs the program as long as the context lasts.

    Raises:
        OriginalsUnavailableError: Java, its compiler or the JARs can't be had; the message says the fix.
        OriginalsRefusedError: A JAR is not the locked one.
        OriginalsError: The classes don't compile.
    """
    java = require_java()
    originals.ensure([program.suite], progress)
    jars = originals.jars(program.suite)
    with scratch(f"jarparity-{program.suite.folder}-") as folder:
        classes = folder / "classes"
        classes.mkdir()
        progress(f"compiling {program.main}")
        compile_java(_sources(program), jars, classes, f"the classes that talk to {program.suite}")
        path = os.pathsep.join(map(str, (classes, *jars)))
        options = [f"-Xmx{program.heap}", f"-Djava.io.tmpdir={folder}", *_OPTIONS, *program.options]
        command = [str(java.command), *options, "-cp", path, program.main, str(folder)]
        with Worker(f"the JVM of {program.suite}", command) as worker:
            yield worker


@contextmanager
def scratch(prefix: str) -> Iterator[Path]:
    """A folder for all that a live process and its preparation write.

    The process removes it, too, when its input ends: so also if this process is killed. Folders that were left behind
    by one that was killed before are removed here.
    """
    abandoned.remove(Path(tempfile.gettempdir()), prefix)
    folder = Path(tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _sources(program: JavaProgram) -> list[Path]:
    live = data.java() / "java_ref" / "live"
    return [path for part in ("common", program.sources) for path in sorted((live / part).rglob("*.java"))]
