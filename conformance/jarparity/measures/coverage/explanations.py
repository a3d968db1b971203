"""Branches that no recorded case takes, each with the reason, as each area lists them in its `coverage.json`.

A release's JAR never changes, so a line of its source file names a branch for good; releases in a row whose source
files number the method alike share a place.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from jarparity import data, registry
from jarparity.errors import UserError
from jarparity.lines import Line
from jarparity.measures.coverage.jacoco import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

FILE: Final = "coverage.json"
_SCHEMA: Final = "coverage-explanations.schema.json"


_UNREACHABLE: Final = "unreachable because "
_OUT_OF_SCOPE: Final = "out of scope because "
_TO: Final = ".."


class ExplanationsError(UserError, ValueError):
    """The file can't be read; the message names the place in it."""


@dataclass(frozen=True, slots=True)
class Span:
    """Lines of one family from one version to another, both included; often only one line."""

    first: Line
    last: Line

    @classmethod
    def parse(cls, text: str) -> Span:
        """Reads `flink 2.3.0` and `flink 1.20.5..2.3.0`.

        Raises:
            ValueError: The text is neither, or its lines stand in the wrong order.
        """
        begin, to, end = text.partition(_TO)
        first = Line.parse(begin)
        last = Line(first.family, end) if to else first
        if last < first:
            raise ValueError(f"lines {text!r}: write the older version first")
        return cls(first, last)

    def __contains__(self, line: Line) -> bool:
        return line.family == self.first.family and not (line < self.first or self.last < line)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why branches of one method are not taken.

    Attributes:
        branch: What is not taken, in words.
        why: `unreachable because …`; `out of scope because …` where no operation is about the method; or
            `not reached: …` where there is no proof. Without a full stop.
        places: By lines of the originals the places, each with how many branches of it are not taken.
    """

    branch: str
    why: str
    places: Mapping[Span, Mapping[Place, int]]

    @property
    def unreachable(self) -> bool:
        """Whether no input whatever takes the branches: only then they don't count as branches that are missed."""
        return self.why.startswith(_UNREACHABLE)

    @property
    def out_of_scope(self) -> bool:
        """Whether no operation is about the method."""
        return self.why.startswith(_OUT_OF_SCOPE)

    def on(self, line: Line) -> Mapping[Place, int]:
        """Its places on one line."""
        return {place: count for span, places in self.places.items() if line in span for place, count in places.items()}


def read_explanations(path: Path | None = None) -> list[Explanation]:
    """The explanations of every area, or of one file, in order.

    Raises:
        ExplanationsError: A file is missing or malformed.
    """
    if path is not None:
        return _read_file(path)
    folders = (area.folder for area in registry.AREAS if area.folder is not None)
    return [one for folder in folders if (folder / FILE).is_file() for one in _read_file(folder / FILE)]


def _read_file(path: Path) -> list[Explanation]:
    try:
        document = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ExplanationsError(f"{path} can't be read ({error}): restore it") from error
    for fault in data.validator(_SCHEMA).iter_errors(document):
        raise ExplanationsError(f"{path}, {fault.json_path}: {fault.message}")
    try:
        return [_explanation(entry) for entry in document["explanations"]]
    except ValueError as error:
        raise ExplanationsError(f"{path}: {error}") from error


def _explanation(entry: Any) -> Explanation:  # noqa: ANN401 - JSON
    places = {
        Span.parse(lines): {
            Place(entry["class"], entry["method"], int(number)): count for number, count in numbers.items()
        }
        for lines, numbers in entry["places"].items()
    }
    return Explanation(entry["branch"], entry["why"], places)


def explained_at(explanations: Sequence[Explanation], line: Line) -> Iterator[tuple[Explanation, Place, int]]:
    """Every place on one line that is explained, with how many of its branches."""
    for explanation in explanations:
        for place, count in explanation.on(line).items():
            yield explanation, place, count
