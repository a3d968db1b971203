"""Is a line's folder exactly what the lock says? Asked before any of its JARs is put on a class path.

Every finding has a `fact`, which names the JAR; as text it has the whole path, and the command that mends it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from jarparity.originals.lock import digest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from jarparity.lines import Line


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is the matter with a line's folder."""

    line: Line
    _fact: ClassVar[str]
    _text: ClassVar[str]

    @property
    def fact(self) -> str:
        """What is the matter."""
        return self._fact.format(self=self)

    def __str__(self) -> str:
        fix = f"fetch it anew with: jarparity originals fetch --line '{self.line}'"
        return self._text.format(self=self, fix=fix)


@dataclass(frozen=True, slots=True)
class NotFetched(Finding):
    """The line has no folder yet."""

    _fact = "{self.line} is not fetched"
    _text = "{self.line} is not fetched; {fix}"


@dataclass(frozen=True, slots=True)
class Missing(Finding):
    """A locked JAR is not in the line's folder."""

    jar: Path
    _fact = "{self.jar.name} of {self.line} is missing"
    _text = "{self.jar} is missing; {fix}"


@dataclass(frozen=True, slots=True)
class Damaged(Finding):
    """A JAR's content is not the locked one."""

    jar: Path
    expected: str
    found: str
    _digests = "  expected {self.expected}\n  found    {self.found}"
    _fact = "{self.jar.name} is not the JAR that is locked for {self.line}:\n" + _digests
    _text = "{self.jar} is not the JAR that is locked for {self.line}:\n" + _digests + "\n{fix}"


@dataclass(frozen=True, slots=True)
class Foreign(Finding):
    """A file lies in the line's folder that the lock doesn't know."""

    file: Path
    _fact = "{self.file.name} does not belong to {self.line}"
    _text = "{self.file} does not belong to {self.line}; {fix}"


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
