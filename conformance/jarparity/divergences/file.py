"""The file of known divergences, which belongs to the port: read at the edge, written whole."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jarparity import data, registry, whole_file
from jarparity.divergences.syntax import RegionError, parse
from jarparity.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from jarparity.answers import JSON
    from jarparity.divergences.regions import Region

SCHEMA: Final = "jarparity-divergences-1"


class DivergencesError(UserError, ValueError):
    """A file of known divergences is not what it has to be; the message names the entry, the field and the fix."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A known divergence.

    Attributes:
        name: What reports call it.
        operation: The operation's name.
        where: The region as text.
        reason: Why the port differs there.
        issue: The address of the port's issue.
        region: The region, read.
    """

    name: str
    operation: str
    where: str
    reason: str
    issue: str
    region: Region = field(repr=False, compare=False)

    def document(self) -> dict[str, str]:
        """The entry as the file has it."""
        return {name: getattr(self, name) for name in ("name", "operation", "where", "reason", "issue")}

    def covers(self, document: JSON) -> bool:
        """Whether an input of the operation is inside."""
        return self.region.of(document) is True


@dataclass(frozen=True, slots=True)
class Divergences:
    """A port's known divergences.

    Attributes:
        path: The file; None where there is none.
        entries: In the order of the file.
    """

    path: Path | None = None
    entries: tuple[Entry, ...] = ()

    def of(self, operation: str) -> tuple[Entry, ...]:
        """Those of an operation."""
        return tuple(entry for entry in self.entries if entry.operation == operation)

    def require_claimed(self, claims: Sequence[str]) -> None:
        """An entry of an operation that the port doesn't claim would never be looked at.

        Args:
            claims: Names or globs of operations, as in `PortInfo`.

        Raises:
            DivergencesError: There is one.
        """
        for entry in self.entries:
            if not registry.operation(entry.operation).matches(claims):
                raise DivergencesError(
                    f"{self.path}: {entry.name}: operation: the port doesn't claim {entry.operation}; remove the entry"
                )

    def without(self, names: Collection[str]) -> Divergences:
        """The others."""
        return Divergences(self.path, tuple(entry for entry in self.entries if entry.name not in names))

    def write(self) -> None:
        """Puts the file in place of the old one, whole.

        Raises:
            OSError: It can't be written.
            ValueError: There is no file.
        """
        if self.path is None:
            raise ValueError("there is no file of divergences to write")
        rows = [entry.document() for entry in self.entries]
        text = json.dumps({"schema": SCHEMA, "divergences": rows}, indent=2, ensure_ascii=False)
        whole_file.replace(self.path, f"{text}\n".encode())


NONE: Final = Divergences()


def load(path: Path | str) -> Divergences:
    """Reads a file.

    Raises:
        DivergencesError: It can't be read, or isn't one.
    """
    place = Path(path)
    try:
        document = json.loads(place.read_text("utf-8"))
    except OSError as error:
        raise DivergencesError(f"{place}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise DivergencesError(f"{place}: no JSON: {error}") from None
    _validate(place, document)
    entries = tuple(_entry(place, row) for row in document["divergences"])
    names = [entry.name for entry in entries]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise DivergencesError(f"{place}: two entries have the name {twice!r}; rename one of them")
    return Divergences(place, entries)


def _entry(place: Path, row: dict[str, Any]) -> Entry:
    try:
        registry.operation(row["operation"])
        return Entry(**row, region=parse(row["where"]))
    except KeyError as error:
        raise DivergencesError(f"{place}: {row['name']}: operation: {error.args[0]}") from None
    except RegionError as error:
        raise DivergencesError(f"{place}: {row['name']}: where: {error}") from None


def _validate(place: Path, document: JSON) -> None:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - slow to import

    schema = json.loads(data.schema("divergences.schema.json").read_text("utf-8"))
    for error in Draft202012Validator(schema).iter_errors(document):
        where = ".".join(map(str, error.absolute_path)) or "the file"
        fix = error.schema.get("description", "") if isinstance(error.schema, dict) else ""
        raise DivergencesError(f"{place}: {where}: {error.message}" + (f"; write {fix}" if fix else ""))
