"""The golden reference: what the originals answered when the fixtures were made. It needs no JVM."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import data
from jarparity.answers import canonical
from jarparity.fixtures import reading, sums
from jarparity.fixtures.format import REMAKE, FixtureError
from jarparity.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.cases import Vector
    from jarparity.fixtures.format import Header
    from jarparity.fixtures.reading import FixtureFile


class NotRecordedError(LookupError):
    """An input that no fixture has; only a live reference can answer it."""


class GoldenReference:
    """Recorded vectors, read when first asked for.

    It is no `LiveReference`: it answers recorded inputs only.

    Attributes:
        folder: Where the fixtures are.
    """

    name: Final = "golden"

    def __init__(self, folder: Path) -> None:
        """Looks up which files there are.

        Raises:
            FixtureError: An operation's vectors stand twice.
        """
        self.folder = folder
        self._paths = reading.files(self.folder)
        self._missing = _missing(self.folder)
        self._read: dict[str, list[FixtureFile]] = {}
        self._recorded: dict[tuple[str, str], dict[str, Answer]] = {}

    @classmethod
    def default(cls) -> GoldenReference:
        """The fixtures of the kit and of all areas; an installed kit also has the regressions saved where the user is.

        Raises:
            DataNotFoundError: The installation lacks them.
            FixtureError: An operation's vectors stand twice.
        """
        ours, *others = data.roots()
        golden = cls(ours.fixtures)
        for root in others:
            if root.fixtures.is_dir():
                golden._paths |= reading.files(root.fixtures)
                golden._missing |= _missing(root.fixtures)
        if not data.in_checkout():
            for operation, paths in reading.files(Path("fixtures") / reading.REGRESSIONS).items():
                golden._paths.setdefault(operation, []).extend(paths)
        return golden

    @property
    def operations(self) -> list[str]:
        """The operations that have vectors."""
        return list(self._paths)

    @property
    def lines(self) -> Sequence[Line]:
        """The lines that any file has answers of, in order."""
        return _lines_of(reading.read_header(path) for paths in self._paths.values() for path in paths)

    def vectors(self, operation: str) -> list[Vector]:
        """An operation's vectors, the regressions last; empty where there are none.

        A regression that the user saved and that has since come with the kit stands once.

        Raises:
            FixtureError: A file is damaged, or missing; or two inputs have one id.
        """
        by_id: dict[str, Vector] = {}
        for file in self._files(operation):
            for number, vector in enumerate(file.vectors, 2):
                id_, document = vector.case.id, vector.case.input
                if id_ in by_id and canonical(by_id[id_].case.input) != canonical(document):
                    raise FixtureError(
                        f"{file.path}:{number}", f"the id {id_!r} is that of another input, too; {REMAKE}"
                    )
                by_id[id_] = vector
        return list(by_id.values())

    def extent(self, operation: str) -> tuple[tuple[str, ...], int]:
        """The lines of which an operation's files have answers, in order, and how many vectors. Reads headers only.

        Raises:
            FixtureError: A header is damaged.
        """
        headers = [reading.read_header(path) for path in self._paths.get(operation, ())]
        return tuple(map(str, _lines_of(headers))), sum(header.cases for header in headers)

    def size(self, operation: str) -> int:
        """How many bytes an operation's files have: about what it costs to compare them."""
        return sum(path.stat().st_size for path in self._paths.get(operation, ()))

    def answers(self, operation: str, line: Line, inputs: Sequence[JSON]) -> list[Answer]:
        """What a line answered to these inputs.

        Raises:
            NotRecordedError: One of them stands in no fixture of the line.
            FixtureError: A file is damaged.
        """
        known = self._answers_of(operation, str(line))
        found: list[Answer] = []
        for document in inputs:
            answer = known.get(canonical(document))
            if answer is None:
                raise NotRecordedError(
                    f"{operation} on {line}: no recorded answer to {canonical(document)[:200]}; "
                    "ask a live reference (`--reference jpype`)"
                )
            found.append(answer)
        return found

    def _files(self, operation: str) -> list[FixtureFile]:
        if operation in self._missing:
            raise FixtureError(
                str(self._missing[operation]),
                f"is not there, though {sums.FILE} names it: install jarparity again, or restore the file",
            )
        if operation not in self._read:
            self._read[operation] = [reading.read(path) for path in self._paths.get(operation, ())]
        return self._read[operation]

    def _answers_of(self, operation: str, line: str) -> dict[str, Answer]:
        if (operation, line) not in self._recorded:
            self._recorded[operation, line] = {
                canonical(vector.case.input): recorded.answer
                for vector in self.vectors(operation)
                for recorded in vector.answers
                if line in recorded.lines
            }
        return self._recorded[operation, line]


def _missing(folder: Path) -> dict[str, Path]:
    """By operation, the file that is missing; an operation that was never recorded has none."""
    places = (folder / reading.REGRESSIONS, folder)
    return {name: path for place in places for path in sums.missing(place) if (name := reading.operation_of(path))}


def _lines_of(headers: Iterable[Header]) -> list[Line]:
    return sorted({Line.parse(name) for header in headers for name in header.originals})
