"""A run of a suite: what it needs, its process, and the events of its tests.

The classes that replace originals: which ones a line gets.

`java_ref/upstream/common` is for every original, `<original>/since-<version>` for lines from that version on. A class
that a line's JARs don't have replaces nothing there, and is left out.
"""

from __future__ import annotations

import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity import data
from jarparity.abandoned import temporary_folder
from jarparity.child_process.worker import Worker
from jarparity.originals import OriginalsError
from jarparity.originals.build import compile_java, overlaid, reached
from jarparity.ports import PortError
from jarparity.ports.load import DEFAULT
from jarparity.references.jpype import require_jvm

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from jarparity.measures.upstream.suite import Suite
    from jarparity.originals import Originals, Progress
    from jarparity.ports import PortInfo


_OURS = "io/jarparity/"


def sources(folder: Path, suite: Suite, jars: Sequence[Path]) -> dict[str, Path]:
    """By path in its package, the source of every class that the suite's line gets.

    Args:
        folder: `java_ref/upstream`.
        suite: For whose line.
        jars: The line's JARs.

    Raises:
        OriginalsError: There are no sources for this original.
    """
    known = _classes(jars)
    found = overlaid([folder / "common", *(tree for _, tree in reached(folder / suite.original, suite.line))])
    chosen = {
        path: source
        for path, source in found.items()
        if path.startswith(_OURS) or f"{path.removesuffix('.java')}.class" in known
    }
    if not any(not path.startswith(_OURS) for path in chosen):
        raise OriginalsError(f"{folder / suite.original} has no class that replaces one of {suite.line}")
    return chosen


def _classes(jars: Sequence[Path]) -> set[str]:
    names: set[str] = set()
    for jar in jars:
        with zipfile.ZipFile(jar) as archive:
            names.update(archive.namelist())
    return names


SECONDS: Final = 900.0
"""What one test may take at most; Kafka's own limits are 30 to 90 seconds."""

_NO_EXPLICIT_GC: Final = "-XX:+DisableExplicitGC"
"""JPype asks Java for a full collection whenever Python grows: with a million partitions, every few seconds."""

PASSED: Final = "SUCCESSFUL"
FAILED: Final = "FAILED"


@dataclass(frozen=True, slots=True)
class Started:
    """A test begins."""

    test_class: str
    name: str


@dataclass(frozen=True, slots=True)
class Ran:
    """A test that ran.

    Attributes:
        test_class: The class, with its package.
        method: The method; empty for what a class does as a whole.
        name: How JUnit calls this invocation.
        status: JUnit's: SUCCESSFUL, FAILED, ABORTED, SKIPPED.
        milliseconds: How long it took.
        calls: How often it asked the port.
        message: What was thrown.
        operations: What it asked.
    """

    test_class: str
    method: str
    name: str
    status: str
    milliseconds: int
    calls: int
    message: str | None = None
    operations: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether it is green."""
        return self.status == PASSED

    @property
    def failed(self) -> bool:
        """Whether it is red."""
        return self.status == FAILED

    @property
    def left_out(self) -> bool:
        """Whether the original itself leaves it out: it is disabled, or its assumptions don't hold here."""
        return not (self.passed or self.failed)

    @property
    def simple_class(self) -> str:
        """The class without its package."""
        return self.test_class.rpartition(".")[2]


Event: TypeAlias = Started | Ran


@dataclass(frozen=True, slots=True)
class Prepared:
    """All that a child process needs to run a suite on any port."""

    suite: Suite
    class_path: tuple[Path, ...]


@contextmanager
def prepared(suite: Suite, originals: Originals, progress: Progress) -> Iterator[Prepared]:
    """Fetches and verifies a suite's JARs, and compiles the classes that replace originals.

    Raises:
        OriginalsUnavailableError: Java, a compiler, JPype or the JARs can't be had; the message says the fix.
        OriginalsRefusedError: A JAR is not the locked one.
        OriginalsError: The classes don't compile.
    """
    require_jvm()
    originals.ensure([suite.line, suite.tests], progress)
    line = originals.jars(suite.line)
    jars = [*line, *originals.jars(suite.tests)]
    with temporary_folder("jarparity-upstream-") as folder:
        classes = folder / "classes"
        classes.mkdir()
        progress(f"compiling what replaces classes of {suite.line}")
        chosen = sources(data.java() / "upstream", suite, line)
        compile_java(chosen.values(), jars, classes, "the classes that replace originals")
        yield Prepared(suite, (classes, *jars))


def refuse_missing(suite: Suite, info: PortInfo) -> None:
    """Checks that a port has all that the suite asks.

    Raises:
        PortError: It lacks operations; the message names them, and the classes to leave out.
    """
    missing = [name for name in suite.operations if not any(fnmatchcase(name, glob) for glob in info.operations)]
    if missing:
        classes = [tests.simple_name for tests in suite.classes if set(missing) & set(tests.operations)]
        raise PortError(
            f"{info.name} lacks {', '.join(missing)}, which {', '.join(classes)} of {suite.line} ask for: "
            "implement them, or choose other tests with --class"
        )


def run(ready: Prepared, port: str | None = None, tests: Sequence[str] = (), *, limits: bool = True) -> Iterator[Event]:
    """Runs the tests in a child process, which ends with the iteration.

    Args:
        ready: What to run.
        port: `module:attribute`; the kit's own where none is named.
        tests: Globs of methods; all without any.
        limits: Whether the tests' own time limits hold; a busy machine breaks them with any port.

    Raises:
        WorkerError: The process broke, or a test took more than `SECONDS`.
    """
    suite = ready.suite
    with Worker.python(f"the JVM of {suite.line}'s tests", "jarparity.measures.upstream.worker") as worker:
        for event in worker.events(
            "run",
            SECONDS,
            port=DEFAULT if port is None else port,
            line=str(suite.line),
            heap=suite.heap,
            options=[_NO_EXPLICIT_GC, *suite.options],
            class_path=[str(path) for path in ready.class_path],
            classes={tests.name: list(tests.methods) for tests in suite.classes},
            tests=list(tests),
            limits=limits,
        ):
            kind, name, operations = event.pop("event"), event.pop("class"), tuple(event.pop("operations"))
            yield Started(name, event["name"]) if kind == "started" else Ran(name, **event, operations=operations)
