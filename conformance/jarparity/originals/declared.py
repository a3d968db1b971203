"""What a `lines.toml` declares: families, their lines and sets, and the coordinates of every JAR.

`java_ref/lines.toml` says in its head what it may hold. Whatever else it holds is refused with the number of the line.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from jarparity.lines import Line
from jarparity.originals.errors import OriginalsError
from jarparity.originals.toml_places import TomlPlaces

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from jarparity.data import DataRoot

_SETS: Final = ("-tests", "-sources", "-live", "-tool")
"""Ends of the families whose sets of JARs are no lines: no operation asks them."""

_SHARED: Final = "shared"
_KEYS: Final = {"jars", "java", "versions"}
_NAME: Final = re.compile(r"[A-Za-z0-9][\w.-]*")
_FOLDER: Final = re.compile(r"[\w.-]+(/[\w.-]+)*")
_PART: Final = r"[A-Za-z0-9_][\w.+-]*"
_COORDINATES: Final = re.compile(rf"({_PART}):({_PART}):({_PART})(?::({_PART}))?")
_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")


class DeclarationError(OriginalsError):
    """A `lines.toml` can't be read, or declares what can't be; the message begins with the file and the line."""


@dataclass(frozen=True, slots=True)
class Coordinates:
    """Whose a JAR is, in a Maven repository.

    Attributes:
        group: Such as `org.apache.kafka`.
        artifact: Such as `kafka-clients`.
        version: Such as `4.4.0`.
        classifier: Such as `test`; None for an artifact's main JAR.
        place: The file that declares them, and the number of the line.
    """

    group: str
    artifact: str
    version: str
    classifier: str | None
    place: str

    @property
    def jar(self) -> str:
        """The name of the JAR's file."""
        return "-".join(part for part in (self.artifact, self.version, self.classifier) if part) + ".jar"

    def __str__(self) -> str:
        """As Maven writes them in its messages."""
        return ":".join(part for part in (self.group, self.artifact, "jar", self.classifier, self.version) if part)


@dataclass(frozen=True, slots=True)
class Family:
    """A table of a `lines.toml`.

    Attributes:
        name: The family.
        java: The folders whose classes call its lines, each with folders `since-<version>`.
        jars: For each of its lines, oldest first, the coordinates of its JARs.
        place: The file that declares it, and the number of the line.
    """

    name: str
    java: tuple[Path, ...]
    jars: Mapping[Line, tuple[Coordinates, ...]]
    place: str

    @property
    def has_lines(self) -> bool:
        """Whether these are lines, which operations ask; else sets: tests, sources, clusters or tools."""
        return not self.name.endswith(_SETS)


def read_families(roots: Iterable[DataRoot]) -> dict[str, Family]:
    """The families that several distributions declare, by name.

    Raises:
        DeclarationError: A file is missing or malformed, or two declare one family.
    """
    found: dict[str, Family] = {}
    for root in roots:
        for family in _File.read(root).families():
            if (other := found.setdefault(family.name, family)) is not family:
                raise DeclarationError(f"{family.place}: the family {family.name} is already in {other.place}")
    return found


@dataclass(frozen=True, slots=True)
class _File:
    root: DataRoot
    document: dict[str, Any]
    places: TomlPlaces

    @classmethod
    def read(cls, root: DataRoot) -> _File:
        path = root.lines
        try:
            text = path.read_text("utf-8")
        except (OSError, ValueError) as error:
            raise DeclarationError(f"{path} can't be read: {error}") from None
        try:
            return cls(root, tomllib.loads(text), TomlPlaces(text, _SHARED))
        except tomllib.TOMLDecodeError as error:
            raise DeclarationError(f"{path}: {error}") from None

    def families(self) -> list[Family]:
        shared = self.document.get(_SHARED, {})
        if not isinstance(shared, dict):
            raise self.wrong(_SHARED, None, "[shared] is a table of sets of coordinates")
        for name, jars in shared.items():
            if not _strings(jars):
                raise self.wrong(_SHARED, name, f"{name} is a list of coordinates")
        return [self.family(name, table) for name, table in self.document.items() if name != _SHARED]

    def family(self, name: str, table: Any) -> Family:  # noqa: ANN401 - TOML
        if not (isinstance(table, dict) and _NAME.fullmatch(name)):
            raise self.wrong(name, None, f"{name!r} is not a family: write a table such as [kafka-clients]")
        if unknown := sorted(table.keys() - _KEYS):
            raise self.wrong(name, unknown[0], f"unknown key {unknown[0]!r}; known: {', '.join(sorted(_KEYS))}")
        java = table.get("java", [])
        if not (_strings(java) and all(_FOLDER.fullmatch(folder) for folder in java)):
            raise self.wrong(name, "java", "java is a list of folders")
        versions = table.get("versions")
        if not isinstance(versions, list) or not versions:
            raise self.wrong(name, "versions", "versions is a list of at least one version")
        jars: dict[Line, tuple[Coordinates, ...]] = {}
        for entry in versions:
            line, coordinates = self.line(name, entry, table.get("jars", []))
            if line in jars:
                raise self.wrong(name, line.version, f"version {line.version} is there twice", last=True)
            jars[line] = coordinates
        folders = tuple(self.root.java / folder for folder in java)
        return Family(name, folders, dict(sorted(jars.items())), self.place(name, None))

    def line(self, family: str, entry: Any, jars: Any) -> tuple[Line, tuple[Coordinates, ...]]:  # noqa: ANN401 - TOML
        values = {"v": entry} if isinstance(entry, str) else dict(entry) if isinstance(entry, dict) else {}
        version = values.get("v")
        if not (isinstance(version, str) and _NAME.fullmatch(version)):
            raise self.wrong(family, "versions", f"{entry!r} is not a version, nor a table with a version v")
        templates: Any = values.pop("jars", jars)
        also: Any = values.pop("also", [])
        if not (_strings(templates) and _strings(also) and _strings([*values.values()])):
            raise self.wrong(family, version, f"{version}: jars and also are lists of coordinates, all else is text")
        used: set[str] = set()
        found = [self.coordinates(family, text, values, used) for text in self.expanded(family, [*templates, *also])]
        if not found:
            raise self.wrong(family, version, f"{version} has no JARs")
        if unused := sorted(values.keys() - used - {"v"}):
            raise self.wrong(family, version, f"{version}: no JAR has the placeholder {{{unused[0]}}}")
        names = [coordinates.jar for coordinates in found]
        if twice := sorted(name for name in names if names.count(name) > 1):
            raise self.wrong(family, version, f"{version}: {twice[0]} is there twice")
        return Line(family, version), tuple(found)

    def expanded(self, family: str, templates: Iterable[str]) -> Iterable[str]:
        """The coordinates, with those of the sets that are named."""
        for text in templates:
            if not text.startswith("$"):
                yield text
            elif text[1:] in self.document.get(_SHARED, {}):
                yield from self.document[_SHARED][text[1:]]
            else:
                raise self.wrong(family, text, f"there is no {text[1:]} in [shared]")

    def coordinates(self, family: str, text: str, values: Mapping[str, str], used: set[str]) -> Coordinates:
        def value(match: re.Match[str]) -> str:
            if match[1] not in values:
                raise self.wrong(family, text, f"unknown placeholder {match[0]} for {family} {values['v']}")
            used.add(match[1])
            return values[match[1]]

        match = _COORDINATES.fullmatch(_PLACEHOLDER.sub(value, text))
        if match is None:
            raise self.wrong(
                family, text, f"{text!r} is not group:artifact:version or group:artifact:version:classifier"
            )
        return Coordinates(match[1], match[2], match[3], match[4], self.place(family, text))

    def wrong(self, table: str, text: str | None, complaint: str, *, last: bool = False) -> DeclarationError:
        return DeclarationError(f"{self.place(table, text, last=last)}: {complaint}")

    def place(self, table: str, text: str | None, *, last: bool = False) -> str:
        """The file and the number of the line in which a table, or a text in it or else in [shared], is."""
        return f"{self.root.lines}:{self.places.of(table, text, last=last)}"


def _strings(value: Any) -> bool:  # noqa: ANN401 - TOML
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
