"""A suite: which of an original's published test classes run on a line, and what they ask of a port."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from jarparity.lines import Line

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class JavaTests:
    """One JUnit class.

    Attributes:
        name: With its package.
        operations: What its tests ask of a port, through the classes that replace originals; none where all of
            it stays in Java.
    """

    name: str
    operations: tuple[str, ...] = ()

    @property
    def simple_name(self) -> str:
        """Without its package."""
        return self.name.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Suite:
    """The tests of one line.

    Attributes:
        original: The folder in `java_ref/upstream` whose classes replace originals: `kafka`, `flink`.
        line: The line on whose JARs the tests run.
        classes: What runs.
        heap: Java's `-Xmx`.
        options: More options of the JVM.
    """

    original: str
    line: Line
    classes: tuple[JavaTests, ...]
    heap: str = "1g"
    options: tuple[str, ...] = ()

    @property
    def tests(self) -> Line:
        """The lock's name of the test JARs."""
        return Line(f"{self.line.family}-tests", self.line.version)

    def chosen(self, patterns: Sequence[str]) -> Suite:
        """The suite with those classes only whose name, with or without package, matches a glob; all without globs."""
        kept = tuple(
            tests
            for tests in self.classes
            if not patterns
            or any(fnmatchcase(tests.name, glob) or fnmatchcase(tests.simple_name, glob) for glob in patterns)
        )
        return Suite(self.original, self.line, kept, self.heap, self.options)

    @property
    def operations(self) -> list[str]:
        """All that its tests ask of a port."""
        return sorted({operation for tests in self.classes for operation in tests.operations})
