"""The lock of the originals, `fixtures/originals.lock.json`: name and SHA-256 of every JAR of every line.

Is a line's folder exactly what the lock says? Asked before any of its JARs is put on a class path.

Every finding has a `fact`, which names the JAR; as text it has the whole path, and the command that fixes it.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from jarparity import data, plain_json, whole_file
from jarparity.lines import Line
from jarparity.originals.errors import OriginalsError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from jarparity.answers import JSON


SCHEMA = "jarparity-originals-1"

_JAR = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*\.jar")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


class LockError(OriginalsError):
    """The lock file is missing, or is no lock file; the message names the place and the fix."""


@dataclass(frozen=True, slots=True)
class Lock:
    """What every line consists of, and every suite.

    Attributes:
        lines: For each line's name its JARs' names and digests (`sha256:` and 64 hexadecimal digits).
        suites: The same for the suites: `kafka-clients-tests 4.3.1` is what is put beside a line's JARs to run its
            tests, `kafka-live 4.3.1` is all of a real cluster.
    """

    lines: Mapping[str, Mapping[str, str]]
    suites: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def jars(self, line: Line) -> Mapping[str, str]:
        """Names and digests of the JARs of a line or suite.

        Raises:
            LockError: The lock doesn't have the line; the message lists those that it has.
        """
        found = self.lines.get(str(line)) or self.suites.get(str(line))
        if found is None:
            known = ", ".join(map(str, self.locked()))
            raise LockError(f"no line {line} in the lock of the originals; it has {known or 'none'}")
        return found

    def locked(self) -> list[Line]:
        """Its lines, in order."""
        return sorted(map(Line.parse, self.lines))

    def locked_suites(self) -> list[Line]:
        """Its suites, in order."""
        return sorted(map(Line.parse, self.suites))

    def document(self) -> JSON:
        """The lock as its file has it, sorted."""
        lines = {str(line): dict(sorted(self.jars(line).items())) for line in self.locked()}
        suites = {str(suite): dict(sorted(self.jars(suite).items())) for suite in self.locked_suites()}
        return {"schema": SCHEMA, "lines": lines, **({"suites": suites} if suites else {})}


def read_lock(*paths: Path) -> Lock:
    """Reads and checks lock files, as one lock; those of the kit and of all areas, where none is named.

    An area of another distribution that has no lock yet is being made: its operations have no releases until then.

    Raises:
        LockError: One is missing or malformed, or two have one line; the message names the file, the place and the fix.
    """
    read = {path: _read(path) for path in paths or _locks()}
    lines: dict[str, Mapping[str, str]] = {}
    suites: dict[str, Mapping[str, str]] = {}
    for path, lock in read.items():
        if twice := sorted(lock.lines.keys() & lines.keys() | lock.suites.keys() & suites.keys()):
            raise LockError(f"{path}: {twice[0]} is already locked in {_first_with(twice[0], read)}")
        lines |= lock.lines
        suites |= lock.suites
    return Lock(lines, suites)


def _locks() -> list[Path]:
    ours, *others = [root.lock for root in data.roots()]
    return [ours, *(lock for lock in others if lock.exists())]


def _first_with(line: str, read: Mapping[Path, Lock]) -> Path:
    return next(path for path, lock in read.items() if line in {**lock.lines, **lock.suites})


def _read(path: Path) -> Lock:
    try:
        return _parse(plain_json.parse(path.read_bytes()))
    except FileNotFoundError:
        raise LockError(f"{path} is missing: make it with `jarparity originals lock`") from None
    except ValueError as error:
        raise LockError(f"{path}: {error}: restore it, or run `jarparity originals lock`") from None


def write_lock(path: Path, lock: Lock) -> None:
    """Writes a lock file whole or not at all."""
    document = lock.document()
    validate(document)
    whole_file.replace(path, f"{json.dumps(document, indent=2)}\n".encode())


def validate(document: JSON) -> None:
    """Checks a lock document against the JSON Schema that the package ships.

    Raises:
        LockError: It doesn't fit; the message names the place.
    """
    for error in data.validator("originals.schema.json").iter_errors(document):
        raise LockError(f"lock of the originals, {error.json_path}: {error.message}")


def digest(path: Path) -> str:
    """A file's SHA-256 as the lock writes it."""
    return f"sha256:{sha256(path)}"


def sha256(path: Path) -> str:
    """A file's SHA-256, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _parse(document: JSON) -> Lock:
    if not isinstance(document, dict) or document.keys() - {"suites"} != {"schema", "lines"}:
        raise ValueError("a lock is an object with the fields 'schema' and 'lines', and maybe 'suites'")
    if document["schema"] != SCHEMA:
        raise ValueError(f"schema {document['schema']!r} is not {SCHEMA!r}, which this version of jarparity reads")
    return Lock(_parse_group(document, "lines"), _parse_group(document, "suites"))


def _parse_group(document: dict[str, JSON], group: str) -> dict[str, dict[str, str]]:
    found = document.get(group, {})
    if not isinstance(found, dict):
        raise ValueError(f"'{group}' is an object")  # noqa: TRY004 - a document's content, not an argument's type
    return {str(Line.parse(name)): _parse_jars(name, jars) for name, jars in found.items()}


def _parse_jars(line: str, jars: JSON) -> dict[str, str]:
    if not isinstance(jars, dict) or not jars:
        raise ValueError(f"line {line!r}: an object of at least one JAR")
    for name, found in jars.items():
        if not _JAR.fullmatch(name):
            raise ValueError(f"line {line!r}: {name!r} is no name of a JAR")
        if not (isinstance(found, str) and _DIGEST.fullmatch(found)):
            raise ValueError(f"line {line!r}: {name}: {found!r} is no 'sha256:' and 64 hexadecimal digits")
    return dict(jars)


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
