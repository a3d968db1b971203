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
_FAILED: Final = re.compile(r"\*\*failed: runs ([\d, -]+)\*\*")


@dataclass(frozen=True, slots=True)
class Kept:
    """Runs of one state.

    Attributes:
        runs: Their numbers, from which their seeds follow.
        tests: How many tests each had.
        failed: Those of them in which a test failed.
    """

    runs: frozenset[int]
    tests: int
    failed: frozenset[int] = frozenset()


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
        self._state, self._page = state, page

    def add(self, number: int, tests: int, *, sound: bool) -> None:
        """Writes a run down; one that failed stays so, whatever comes later.

        Raises:
            ValueError: The checkout has changed meanwhile, or earlier runs of the state had other tests.
        """
        if State.of_checkout() != self._state:
            raise ValueError(f"run {number}: the checkout is no longer {self._state}; run in a clone of its own")
        earlier = self.kept.get(self._name, Kept(frozenset(), tests))
        failed = earlier.failed if sound else earlier.failed | {number}
        if earlier.tests != tests and not failed:
            raise ValueError(f"run {number}: {tests:,} tests, where earlier runs had {earlier.tests:,}")
        # What fails once more while it is torn down is counted twice: a sound run's count is the true one.
        self.kept[self._name] = Kept(earlier.runs | {number}, tests if sound else earlier.tests, failed)
        _write(self.kept, self._page)


def _read(page: Path) -> dict[str, Kept]:
    found = {}
    for row in rows_of(_PART, page):
        if not row.about:
            continue  # the sum of the others
        run, failed = _RUN.fullmatch(row.run), _FAILED.fullmatch(row.result)
        if run is None or (failed is None and row.result != _RESULT):
            raise ValueError(f"no row of orders: {row}; remove it, and run again")
        fell = frozenset() if failed is None else _numbers(failed[1])
        found[row.about] = Kept(_numbers(run[1]), int(run[2].replace(",", "")), fell)
    return found


def _write(kept: dict[str, Kept], page: Path) -> None:
    rows = []
    for name, its in kept.items():  # the name says the state, and the Python; the last column needn't
        result = f"**failed: runs {_spans(its.failed)}**" if its.failed else _RESULT
        rows.append(Row(_PART, name, f"runs {_spans(its.runs)}: {its.tests:,} tests each, {_SO}", result, ""))
    if rows:
        sound = [its for its in kept.values() if not its.failed]
        count, failed = sum(len(its.runs) for its in sound), len(rows) - len(sound)
        result = f"**failed: runs at {_states(failed, 'other ')}**" if failed else _RESULT
        run = f"{count} runs of the default suite, at {_states(len(sound))} of the code"
        rows.append(Row(_PART, "", run, result, ""))
    renew(rows, page, instead_of=rows_of(_PART, page))


def _states(count: int, which: str = "") -> str:
    return f"one {which}state" if count == 1 else f"{count} {which}states"


def _numbers(text: str) -> frozenset[int]:
    spans = [span.split("-") for span in text.split(", ")]
    return frozenset(number for span in spans for number in range(int(span[0]), int(span[-1]) + 1))


def _spans(numbers: Iterable[int]) -> str:
    parts = []
    for _, group in groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0]):
        several = [number for _, number in group]
        parts.append(str(several[0]) if len(several) == 1 else f"{several[0]}-{several[-1]}")
    return ", ".join(parts)
