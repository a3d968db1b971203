"""Volume where there are no columns: seeded inputs, a thousand in a crossing, every line asked for each.

An input that fails is made small (`jarparity.check.smallest`) and judged like any other.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from jarparity.cases import Case
from jarparity.check.judge import judge
from jarparity.check.search import ask, unsteady
from jarparity.check.smallest import failure_again, made_small
from jarparity.check.tally import BulkAgreement, size
from jarparity.lines import Line
from jarparity.verdicts import Agrees, Differs, Errored, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.check.search import Budget
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references import LiveReference

BATCH = 1000
"""Inputs in a crossing: enough that it costs nothing, few enough for a look at the clock each second."""

EXPLAINED = 20
"""Failing inputs of a batch that are shown; the smallest of them is made smaller."""


def one_by_one(  # noqa: PLR0913 - the parts of a comparison
    operation: Operation, port: Port, reference: LiveReference, lines: Sequence[Line], rows: int, budget: Budget
) -> Iterator[Verdict | BulkAgreement]:
    """Compares seeded inputs worth `rows` rows of a column; nothing, where none are drawn.

    Ends after the first batch in which the port differs.
    """
    draw = operation.load_seeded()
    if draw is None or operation.seeded is None:
        return
    count = rows // operation.seeded.rows
    random = Random(f"{budget.seed}/{operation.name}")  # noqa: S311 - reproducible, not secret
    for start in range(0, count, BATCH):
        if budget.over():
            return
        # The id would take a hash of the content; only what fails gets one.
        cases = [Case(operation.name, f"volume/{start + i}", draw(random)) for i in range(min(BATCH, count - start))]
        agreed: Counter[tuple[str, ...]] = Counter()
        failed: dict[str, tuple[Case, Differs | Errored]] = {}
        for verdict in judge(operation, port, ask(reference, operation, lines, cases), reference.name):
            if isinstance(verdict, Agrees):
                agreed[verdict.lines] += 1
            elif isinstance(verdict, Differs | Errored):
                failed.setdefault(verdict.case.id, (verdict.case, verdict))
            else:
                yield verdict
        for asked, agreeing in agreed.items():
            yield BulkAgreement(operation.name, asked, reference.name, agreeing)
        if failed:
            yield from _explain(operation, port, reference, list(failed.values()))
            return


def _explain(
    operation: Operation, port: Port, reference: LiveReference, failed: list[tuple[Case, Differs | Errored]]
) -> Iterator[Verdict]:
    """What failed, each on a line where it does, and last the smallest of it made smaller."""
    smallest_first = sorted((failure for _, failure in failed), key=size)[:EXPLAINED]
    for failure in smallest_first:
        line = Line.parse(failure.lines[-1])
        yield failure_again(operation, port, reference, line, failure.case.input) or unsteady(failure)
    yield made_small(operation, port, reference, smallest_first[0])
