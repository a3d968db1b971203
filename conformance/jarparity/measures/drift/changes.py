"""The changes between lines that are known, as each area lists them in its `behaviour-changes.json`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from jarparity import data, plain_json, registry
from jarparity.area import CHANGES
from jarparity.errors import UserError
from jarparity.lines import Line
from jarparity.measures.drift.aspects import ASPECTS, holds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from jarparity.answer_pairs import AnswerPair, Boundary
    from jarparity.operations import Operation

FILE: Final = CHANGES
_SCHEMA: Final = "behaviour-changes.schema.json"


class ChangesError(UserError, ValueError):
    """The list of known changes is damaged; the message names the entry and the fix."""


@dataclass(frozen=True, slots=True)
class Change:
    """One known change of behaviour.

    Attributes:
        id: Its name, in the page and in the vectors.
        older: The last line before it.
        newer: The first line after it.
        release: The release of the original that brought it.
        operations: The operations that show it.
        when: The aspects that a difference must have to be this one; the first change of the list that fits has it.
        tickets: `KAFKA-9987`, `apache/kafka#5427`, or a commit.
        sentence: What changed.
        doubt: What could not be verified about the ticket or the release; empty where nothing is in doubt.
    """

    id: str
    older: Line
    newer: Line
    release: str
    operations: tuple[str, ...]
    when: tuple[str, ...]
    tickets: tuple[str, ...]
    sentence: str
    doubt: str = ""

    def is_at(self, operation: Operation, boundary: Boundary) -> bool:
        """Whether it has to be found there."""
        return (self.older, self.newer) == (boundary.older, boundary.newer) and operation.name in self.operations

    def explains(self, pair: AnswerPair) -> bool:
        """Whether a difference has the change's aspects, and is at its place."""
        return self.is_at(pair.operation, pair.boundary) and all(holds(a, pair) for a in self.when)


def explanation(changes: Iterable[Change], pair: AnswerPair) -> Change | None:
    """The first change that explains a difference; None where it is not known."""
    return next((change for change in changes if change.explains(pair)), None)


def read_changes(path: Path | None = None) -> list[Change]:
    """The known changes of every area, or of one file, in order: the first that explains a difference is the one.

    Raises:
        ChangesError: A file is damaged, or an entry names an operation or an aspect that isn't there.
    """
    if path is not None:
        return _read_file(path)
    folders = (area.folder for area in registry.AREAS if area.folder is not None)
    return [change for folder in folders if (folder / FILE).is_file() for change in _read_file(folder / FILE)]


def _read_file(path: Path) -> list[Change]:
    try:
        document = plain_json.parse(path.read_bytes())
    except (OSError, ValueError) as error:
        raise ChangesError(f"{path}: {error}: restore the file") from None
    for problem in data.validator(_SCHEMA).iter_errors(document):
        raise ChangesError(f"{path}: {problem.json_path}: {problem.message}")
    changes = [_change(entry) for entry in document["changes"]]
    _check(path, changes)
    return changes


def expected(changes: Iterable[Change], operation: Operation, among: Sequence[Boundary]) -> list[Change]:
    """The changes that a search of an operation over these boundaries has to find."""
    return [change for change in changes if any(change.is_at(operation, boundary) for boundary in among)]


def _change(entry: dict[str, Any]) -> Change:
    older = Line(entry["family"], entry["older"])
    newer = Line(entry.get("newerFamily", entry["family"]), entry["newer"])
    operations, when, tickets = (tuple(entry[name]) for name in ("operations", "when", "tickets"))
    sentence, doubt = entry["sentence"], entry.get("doubt", "")
    return Change(entry["id"], older, newer, entry["release"], operations, when, tickets, sentence, doubt)


def _check(path: Path, changes: Sequence[Change]) -> None:
    seen: set[str] = set()
    for change in changes:
        where = f"{path}: {change.id}"
        if change.id in seen:
            raise ChangesError(f"{where}: the id stands there twice; rename one")
        seen.add(change.id)
        for name in change.operations:
            if name not in registry.OPERATIONS:
                raise ChangesError(f"{where}: there is no operation {name!r}; see `jarparity list`")
        for aspect in change.when:
            if aspect.partition(":")[0] not in ASPECTS:
                raise ChangesError(f"{where}: there is no aspect {aspect!r}; there are {', '.join(ASPECTS)}")
