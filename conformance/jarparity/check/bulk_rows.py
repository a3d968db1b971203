"""Volume where there are no columns: seeded inputs, a thousand in a round trip, every line asked for each.

An input that fails is made smaller (`jarparity.check.shrink`) and judged like any other.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from jarparity.cases import VOLUME, Case
from jarparity.check.asking import asked_ahead
from jarparity.check.events import BulkAgreement
from jarparity.check.judging import flaky
from jarparity.check.shrink import shrink_failure
from jarparity.check.tally import size
from jarparity.lines import Line
from jarparity.verdicts import Agrees, Differs, Errored, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.check.asking import Comparison
    from jarparity.check.search import Budget
    from jarparity.operations import Operation

BATCH = 1000
"""Inputs in a round trip: enough that it costs nothing, few enough for a look at the clock each second."""

EXPLAINED = 20
"""Failing inputs of a batch that are shown; the smallest of them is made smaller."""


def bulk_rows(comparison: Comparison, rows: int, budget: Budget) -> Iterator[Verdict | BulkAgreement]:
    """Compares seeded inputs worth `rows` rows of a column, of any operation at least one.

    Ends after the first batch in which the port differs.
    """
    name = comparison.operation.name
    for truths in asked_ahead(comparison, _rounds(comparison.operation, rows, budget)):
        agreed: Counter[tuple[str, ...]] = Counter()
        failed: dict[str, Differs | Errored] = {}
        for verdict in comparison.judged(truths):
            if isinstance(verdict, Agrees):
                agreed[verdict.lines] += 1
            elif isinstance(verdict, Differs | Errored):
                failed.setdefault(verdict.case.id, verdict)
            else:
                yield verdict
        for asked, agreeing in agreed.items():
            yield BulkAgreement(name, asked, comparison.reference.name, agreeing)
        if failed:
            yield from _explain(comparison, sorted(failed.values(), key=size)[:EXPLAINED])
            return


def _rounds(operation: Operation, rows: int, budget: Budget) -> Iterator[list[Case]]:
    count = -(-rows // operation.volume_rows)
    random = Random(f"{budget.seed}/{operation.name}")  # noqa: S311 - reproducible, not secret
    for start in range(0, count, BATCH):
        if budget.over():
            return
        # The id would take a hash of the content; only what fails gets one.
        batch = range(start, min(start + BATCH, count))
        yield [Case(operation.name, f"{VOLUME}/{i}", operation.draw(random)) for i in batch]


def _explain(comparison: Comparison, failed: list[Differs | Errored]) -> Iterator[Verdict]:
    """What failed, each on a line where it does, and last the smallest of it made smaller."""
    for failure in failed:
        alone = comparison.on(Line.parse(failure.lines[-1]))
        yield alone.failure(failure.case.input) or flaky(failure)
    yield shrink_failure(comparison, failed[0])
