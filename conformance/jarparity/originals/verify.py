"""Is a line's folder exactly what the lock says? Asked before any of its JARs is put on a class path.

Every finding has a `fact`, which names the JAR; as text it has the whole path, and the command that mends it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from jarparity.originals.lock import digest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from jarparity.lines import Line


@dataclass(frozen=True, slots=True)
class NotFetched:
    """The line has no folder yet."""

    line: Line

    @property
    def fact(self) -> str:
        """What is the matter."""
        return f"{self.line} is not fetched"

    def __str__(self) -> str:
        return f"{self.fact}; {_mending(self.line)}"


@dataclass(frozen=True, slots=True)
class Missing:
    """A locked JAR is not in the line's folder."""

    line: Line
    jar: Path

    @property
    def fact(self) -> str:
        """What is the matter."""
        return f"{self.jar.name} of {self.line} is missing"

    def __str__(self) -> str:
        return f"{self.jar} is missing; {_mending(self.line)}"


@dataclass(frozen=True, slots=True)
class Damaged:
    """A JAR's content is not the locked one."""

    line: Line
    jar: Path
    expected: str
    found: str

    @property
    def fact(self) -> str:
        """What is the matter."""
        return f"{self.jar.name} is not the JAR that is locked for {self.line}:\n{self._digests}"

    def __str__(self) -> str:
        fact = f"{self.jar} is not the JAR that is locked for {self.line}:"
        return f"{fact}\n{self._digests}\n{_mending(self.line)}"

    @property
    def _digests(self) -> str:
        return f"  expected {self.expected}\n  found    {self.found}"


@dataclass(frozen=True, slots=True)
class Foreign:
    """A file lies in the line's folder that the lock doesn't know."""

    line: Line
    file: Path

    @property
    def fact(self) -> str:
        """What is the matter."""
        return f"{self.file.name} does not belong to {self.line}"

    def __str__(self) -> str:
        return f"{self.file} does not belong to {self.line}; {_mending(self.line)}"


Finding: TypeAlias = NotFetched | Missing | Damaged | Foreign


def examine(line: Line, folder: Path, locked: Mapping[str, str]) -> list[Finding]:
    """Everything in which the folder differs from the lock; reads every byte of every JAR."""
    if not folder.is_dir():
        return [NotFetched(line)]
    there = {path.name: path for path in sorted(folder.iterdir())}
    findings: list[Finding] = []
    for name, expected in sorted(locked.items()):
        path = there.pop(name, None)
        if path is None or not path.is_file():
            findings.append(Missing(line, folder / name))
        elif (found := digest(path)) != expected:
            findings.append(Damaged(line, path, expected, found))
    findings.extend(Foreign(line, path) for path in there.values())
    return findings


def _mending(line: Line) -> str:
    return f"fetch it anew with: jarparity originals fetch --line '{line}'"
