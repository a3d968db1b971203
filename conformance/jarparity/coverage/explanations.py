"""Branches that no recorded case takes, each with the reason: `explanations.json`.

A release's JAR never changes, so a line of its source file names a branch for good.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import data
from jarparity.coverage.counted import Place
from jarparity.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

FILE: Final = Path(__file__).with_name("explanations.json")
_SCHEMA: Final = "coverage-explanations.schema.json"


class ExplanationsError(ValueError):
    """The file can't be read; the message names the place in it."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why branches of one method are not taken.

    Attributes:
        branch: What is not taken, in words.
        why: `unreachable because …`, or `not reached: …` where there is no proof; without a full stop.
        places: By line of the originals the places, each with how many branches of it are not taken.
    """

    branch: str
    why: str
    places: Mapping[Line, Mapping[Place, int]]

    def on(self, line: Line) -> Mapping[Place, int]:
        """Its places on one line."""
        return self.places.get(line, {})


def read_explanations(path: Path = FILE) -> list[Explanation]:
    """All explanations, in the file's order.

    Raises:
        ExplanationsError: The file is missing or malformed.
    """
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - slow to import

    try:
        document = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ExplanationsError(f"{path} can't be read ({error}): restore it") from error
    schema = json.loads(data.schema(_SCHEMA).read_text("utf-8"))
    for fault in Draft202012Validator(schema).iter_errors(document):
        raise ExplanationsError(f"{path}, {fault.json_path}: {fault.message}")
    return [
        Explanation(
            entry["branch"],
            entry["why"],
            {
                Line.parse(line): {
                    Place(entry["class"], entry["method"], int(number)): count for number, count in numbers.items()
                }
                for line, numbers in entry["places"].items()
            },
        )
        for entry in document["explanations"]
    ]


def explained_at(explanations: Sequence[Explanation], line: Line) -> Iterator[tuple[Explanation, Place, int]]:
    """Every place on one line that is explained, with how many of its branches."""
    for explanation in explanations:
        for place, count in explanation.on(line).items():
            yield explanation, place, count
