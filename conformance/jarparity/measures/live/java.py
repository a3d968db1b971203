"""Starting a JVM on a set of locked JARs and our few classes, which are compiled against those."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity import data
from jarparity.abandoned import temporary_folder
from jarparity.child_process.worker import Worker
from jarparity.originals.build import compile_java
from jarparity.originals.toolchain import require_java

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

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
        sources: The folders in `java_ref/live` with its classes, beside `common`.
        main: The class with the main method; it gets an empty folder, which it removes when its input ends.
        heap: Java's `-Xmx`.
        options: More options of the JVM.
        more: Sets of JARs beside it.
    """

    suite: Line
    sources: tuple[str, ...]
    main: str
    heap: str
    options: tuple[str, ...] = ()
    more: tuple[Line, ...] = ()


@contextmanager
def running(program: JavaProgram, originals: Originals, progress: Progress) -> Iterator[Worker]:
    """Fetches and verifies the JARs, compiles the classes, and runs the program as long as the context lasts.

    Raises:
        OriginalsUnavailableError: Java, its compiler or the JARs can't be had; the message says the fix.
        OriginalsRefusedError: A JAR is not the locked one.
        OriginalsError: The classes don't compile.
    """
    java = require_java()
    suite = program.suite
    suites = [suite, *program.more]
    originals.ensure(suites, progress)
    progress(f"compiling {program.main}")
    what = f"the classes that talk to {suite}"
    jars = [jar for each in suites for jar in originals.jars(each)]
    parts = ["common", *program.sources]
    with compiled(f"jarparity-{suite.folder}-", parts, jars, what) as (folder, path):
        options = [f"-Xmx{program.heap}", f"-Djava.io.tmpdir={folder}", *_OPTIONS, *program.options]
        class_path = os.pathsep.join(map(str, path))
        command = [str(java.command), *options, "-cp", class_path, program.main, str(folder)]
        with Worker(f"the JVM of {suite}", command) as worker:
            yield worker


@contextmanager
def compiled(prefix: str, parts: Sequence[str], jars: Sequence[Path], what: str) -> Iterator[tuple[Path, list[Path]]]:
    """A folder for all that a live process writes, and a class path: the compiled folders of `java_ref/live`, the JARs.

    The process removes the folder, too, when its input ends: so also if this process is killed.

    Raises:
        OriginalsError: There is no compiler, or the classes don't compile; the message says `what` they are.
    """
    with temporary_folder(prefix) as folder:
        classes = folder / "classes"
        classes.mkdir()
        live = data.java() / "live"
        sources = [path for part in parts for path in sorted((live / part).rglob("*.java"))]
        compile_java(sources, jars, classes, what)
        yield folder, [classes, *jars]
