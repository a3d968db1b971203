"""A run of a suite: what has to be there, the child process, and what it tells."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity import data
from jarparity.originals import OriginalsUnavailableError, advice
from jarparity.originals.compiling import compile_java
from jarparity.originals.toolchain import no_library, require_java
from jarparity.ports import PortError
from jarparity.ports.child import BrokenChildError, Child
from jarparity.ports.load import DEFAULT
from jarparity.references import JVM_OPTIONS
from jarparity.upstream.shims import sources

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.originals import Originals, Progress
    from jarparity.ports import PortInfo
    from jarparity.upstream.suite import Suite

SECONDS: Final = 900.0
"""What one test may take at most; Kafka's own limits are 30 to 90 seconds."""

_NO_EXPLICIT_GC: Final = "-XX:+DisableExplicitGC"
"""JPype asks Java for a full collection whenever Python grows: with a million partitions, every few seconds."""

_LINE: Final = 2**20
"""Bytes of an event at most."""

PASSED: Final = "SUCCESSFUL"
FAILED: Final = "FAILED"


class WorkerError(RuntimeError):
    """The child process broke: the tests didn't run to their end. Neither port nor original is to blame."""


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
    jvm: Path


@contextmanager
def prepared(suite: Suite, originals: Originals, progress: Progress) -> Iterator[Prepared]:
    """Fetches and verifies a suite's JARs, and compiles the classes that stand in for originals.

    Raises:
        OriginalsUnavailableError: Java, a compiler, JPype or the JARs can't be had; the message says the fix.
        OriginalsRefusedError: A JAR is not the locked one.
        OriginalsError: The classes don't compile.
    """
    _require_jpype()
    java = require_java()
    library = java.library()
    if library is None:
        raise OriginalsUnavailableError(f"{no_library(java)}.\n{advice.JAVA}")
    originals.ensure([suite.line, suite.tests], progress)
    line = originals.jars(suite.line)
    jars = [*line, *originals.jars(suite.tests)]
    with TemporaryDirectory(prefix="jarparity-upstream-") as scratch:
        classes = Path(scratch) / "classes"
        classes.mkdir()
        progress(f"compiling what stands in for {suite.line}")
        chosen = sources(data.java() / "java_ref" / "upstream", suite, line)
        compile_java(chosen.values(), jars, classes, "the classes that stand in for originals")
        yield Prepared(suite, (classes, *jars), library)


def refuse_missing(suite: Suite, info: PortInfo) -> None:
    """Sees that a port has all that the suite asks.

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
    child = Child([sys.executable, "-m", "jarparity.upstream.worker"], _LINE)
    try:
        child.send(json.dumps(_job(ready, port, tests, limits=limits)).encode() + b"\n")
        while True:
            event = json.loads(child.line(SECONDS))
            match event["event"]:
                case "started":
                    yield Started(event["class"], event["name"])
                case "finished":
                    yield _ran(event)
                case "broken":
                    raise WorkerError(f"{event['reason']}\n{event['detail']}")
                case _:
                    return
    except BrokenChildError as broken:
        child.end()
        words = child.last_words()
        raise WorkerError(f"the JVM of {ready.suite.line}'s tests {broken}" + (f"\n{words}" if words else "")) from None
    finally:
        child.end()


def _job(ready: Prepared, port: str | None, tests: Sequence[str], *, limits: bool) -> JSON:
    suite = ready.suite
    return {
        "port": port or DEFAULT,
        "line": str(suite.line),
        "jvm": str(ready.jvm),
        "heap": suite.heap,
        "options": [*JVM_OPTIONS, _NO_EXPLICIT_GC, *suite.options],
        "classPath": [str(path) for path in ready.class_path],
        "classes": [tests.name for tests in suite.classes],
        "tests": list(tests),
        "limits": limits,
    }


def _ran(event: JSON) -> Ran:
    return Ran(
        event["class"],
        event["method"],
        event["name"],
        event["status"],
        event["milliseconds"],
        event["calls"],
        event["message"],
        tuple(event["operations"]),
    )


def _require_jpype() -> None:
    if find_spec("jpype") is None:
        raise OriginalsUnavailableError(f"JPype is not installed: {advice.JPYPE}")
