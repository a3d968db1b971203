"""What was measured, at which state of the code: kept as data, and shown as a table in docs/quality.md."""

from __future__ import annotations

import json
import platform
from dataclasses import astuple, dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from jarparity import whole_file
from jarparity.report.tables import Table
from quality import pages
from quality.state import State

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DATA: Final = Path(__file__).with_suffix(".json")


@dataclass(frozen=True, slots=True)
class Row:
    """A measurement.

    Attributes:
        part: The part of `python -m quality health` that made it.
        about: What of the part, such as the command that was killed; may be empty.
        run: What was run, with its counts.
        result: What came of it.
        at: The state of the code that was measured, as `State` says it; empty where `about` says it already.
    """

    part: str
    about: str
    run: str
    result: str
    at: str

    def __str__(self) -> str:
        return " | ".join(self.cells())

    def cells(self) -> tuple[str, ...]:
        """As the table shows it."""
        shown = (f"`{self.part}` {self.about}", self.run, self.result, self.at)
        return tuple(" ".join(cell.replace("|", "/").split()) for cell in shown)


def publish(rows: Iterable[Row], *, failed: bool, check: bool) -> None:
    """Shows what was measured; renews the rows, unless a part found something (the run ends with 1) or only checks."""
    rows = list(rows)
    for row in rows:
        click.echo(str(row))
    if failed:
        raise SystemExit(1)
    if not check:
        renew(rows)


def renew(rows: Iterable[Row]) -> None:
    """Puts these rows in place of those of the same measurement; the others stay."""
    document = _document()
    known = {tuple(row[:2]): row for row in document["rows"]}
    known |= {(row.part, row.about): list(astuple(row)) for row in rows}
    _keep({**document, "rows": [known[key] for key in sorted(known)]})


def add_run(state: State, number: int, tests: int, *, passed: bool, afresh: bool = False) -> None:
    """Adds a run of the default suite to those of its state; one that failed stays on record, whatever comes later.

    Args:
        state: What was run.
        number: The run's, from which its seeds follow.
        tests: How many tests it had.
        passed: Whether all passed.
        afresh: Forget the runs of other states.

    Raises:
        ValueError: The checkout has changed meanwhile, or earlier runs of the state had other tests.
    """
    if State.of_checkout() != state:
        raise ValueError(f"run {number}: the checkout is no longer {state}; run in a clone of its own")
    document = _document()
    name = f"`{state.commit}`, Python {platform.python_version()}"
    earlier = document["orders"].get(name, {"tests": tests, "runs": [], "failed": []})
    failed = {*earlier["failed"], *([] if passed else [number])}
    if earlier["tests"] != tests and not failed:
        raise ValueError(f"run {number}: {tests:,} tests, where earlier runs had {earlier['tests']:,}")
    # A test that fails again in its teardown is counted twice: the count of a run that passed is the right one.
    runs = {"tests": tests if passed else earlier["tests"], "runs": sorted({*earlier["runs"], number})}
    others = {} if afresh else document["orders"]
    _keep({**document, "orders": {**others, name: {**runs, "failed": sorted(failed)}}})


def page() -> str:
    """The section of docs/quality.md."""
    document = _document()
    rows = [*(Row(*row) for row in document["rows"]), *_of_orders(document["orders"])]
    rows.sort(key=lambda row: (row.part, row.about))
    return pages.markdown(Table.of(["measure", "what was run", "result", "at"], [row.cells() for row in rows]))


def _of_orders(orders: dict[str, Any]) -> Iterator[Row]:
    for name, its in orders.items():  # the name says the state, and the Python; the last column needn't
        result = f"**failed: runs {_spans(its['failed'])}**" if its["failed"] else "no flake"
        run = f"runs {_spans(its['runs'])}: {its['tests']:,} tests each, in random order, from random seeds"
        yield Row("orders", name, run, result, "")
    if orders:
        passed = [its for its in orders.values() if not its["failed"]]
        failed = len(orders) - len(passed)
        count = sum(len(its["runs"]) for its in passed)
        run = f"{count} runs of the default suite, at {_states(len(passed))} of the code"
        yield Row("orders", "", run, f"**failed: runs at {_states(failed, 'other ')}**" if failed else "no flake", "")


def _states(count: int, which: str = "") -> str:
    return f"one {which}state" if count == 1 else f"{count} {which}states"


def _spans(numbers: Iterable[int]) -> str:
    parts = []
    for _, group in groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0]):
        several = [number for _, number in group]
        parts.append(str(several[0]) if len(several) == 1 else f"{several[0]}-{several[-1]}")
    return ", ".join(parts)


def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(DATA.read_text("utf-8"))
    return document


def _keep(document: dict[str, Any]) -> None:
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in document["rows"])
    orders = ",\n".join(f"{json.dumps(name)}: {json.dumps(its)}" for name, its in document["orders"].items())
    whole_file.replace(DATA, f'{{"rows": [\n{lines}\n],\n"orders": {{\n{orders}\n}}}}\n'.encode())
    pages.settle("health", page(), check=False)
