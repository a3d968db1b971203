"""Which runs of the default suite are on record, at which state of the code: rows of the table that add up."""

from __future__ import annotations

import platform
import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from quality.health.state import State
from quality.health.table import PAGE, Row, renew, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_PART: Final = "orders"
_SO: Final = "in random order, from random seeds"
_RUN: Final = re.compile(rf"runs ([\d, -]+): ([\d,]+) tests each, {_SO}")
_RESULT: Final = "no flake"


@dataclass(frozen=True, slots=True)
class Kept:
    """Runs of one state, none of which failed.

    Attributes:
        runs: Their numbers, from which their seeds follow.
        tests: How many tests each had.
    """

    runs: frozenset[int]
    tests: int


class Record:
    """The rows of the page, to which runs of one state are added."""

    def __init__(self, state: State, page: Path = PAGE, *, afresh: bool = False) -> None:
        """Reads what is on record.

        Args:
            state: Of what runs are added.
            page: Where the table is.
            afresh: Whether runs of other states are forgotten.

        Raises:
            ValueError: The rows were edited.
        """
        self._name = f"`{state.commit}`, Python {platform.python_version()}"
        self.kept = {name: its for name, its in _read(page).items() if name == self._name or not afresh}
        self._state, self._page, self._failed = state, page, False

    def add(self, number: int, tests: int, *, sound: bool) -> None:
        """Writes a run down; of a state of which one failed, none stay.

        Raises:
            ValueError: The checkout has changed meanwhile, or earlier runs of the state had other tests.
        """
        if State.of_checkout() != self._state:
            raise ValueError(f"run {number}: the checkout is no longer {self._state}; run in a clone of its own")
        self._failed = self._failed or not sound
        earlier = self.kept.pop(self._name, Kept(frozenset(), tests))
        if not self._failed:
            if earlier.tests != tests:
                raise ValueError(f"run {number}: {tests:,} tests, where earlier runs had {earlier.tests:,}")
            self.kept[self._name] = Kept(earlier.runs | {number}, tests)
        _write(self.kept, self._page)


def _read(page: Path) -> dict[str, Kept]:
    found = {}
    for row in rows_of(_PART, page):
        if not row.about:
            continue  # the sum of the others
        run = _RUN.fullmatch(row.run)
        if run is None:
            raise ValueError(f"no row of orders: {row}; remove it, and run again")
        found[row.about] = Kept(_numbers(run[1]), int(run[2].replace(",", "")))
    return found


def _write(kept: dict[str, Kept], page: Path) -> None:
    rows = [  # what they are about says their state, and the Python; the last column needn't
        Row(_PART, state, f"runs {_spans(its.runs)}: {its.tests:,} tests each, {_SO}", _RESULT, "")
        for state, its in kept.items()
    ]
    if rows:
        count = sum(len(its.runs) for its in kept.values())
        states = "one state" if len(rows) == 1 else f"{len(rows)} states"
        rows.append(Row(_PART, "", f"{count} runs of the default suite, at {states} of the code", _RESULT, ""))
    renew(rows, page, instead_of=rows_of(_PART, page))


def _numbers(text: str) -> frozenset[int]:
    spans = [span.split("-") for span in text.split(", ")]
    return frozenset(number for span in spans for number in range(int(span[0]), int(span[-1]) + 1))


def _spans(numbers: Iterable[int]) -> str:
    parts = []
    for _, group in groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0]):
        several = [number for _, number in group]
        parts.append(str(several[0]) if len(several) == 1 else f"{several[0]}-{several[-1]}")
    return ", ".join(parts)
