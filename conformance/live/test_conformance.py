"""The conformance run proper: copartition and what is recorded against the live originals, operation by operation."""

from __future__ import annotations

import time
from collections import defaultdict

import pytest

from jarparity import registry
from jarparity.check.apart import cost
from jarparity.check.outcome import Exit, Outcome
from jarparity.check.plan import Plan
from jarparity.check.run import run
from jarparity.check.search import Budget
from jarparity.check.tally import Tally
from jarparity.lines import Line
from jarparity.operations import BATCH
from jarparity.ports.load import open_port
from jarparity.references.golden import GoldenReference
from jarparity.report.text import text

SEED = 20261121
ROWS = 50_000
"""Rows of each kind of column, on each line."""
SEEDED = 4_000
"""The same for operations that take their inputs one by one; `tox -e search` goes 1,250 times as far."""
OF_ENOUGH = 4
"""Of what `check` draws by default the first quarter: each known fault is seen by what is recorded."""


class Nothing:
    """No recorded vectors: what is drawn is compared, no more."""

    name = "golden"

    def vectors(self, _operation):
        return []

    def extent(self, _operation):
        return (), 0


def outcome_of(plan, port, live):
    started, tally = time.monotonic(), Tally()
    for event in run(plan, port, Nothing(), [live]):
        tally.add(event)
    return Outcome(tally, port.info, (), plan.budget.seed, time.monotonic() - started, {live.name: live.about()})


@pytest.fixture(scope="module")
def golden():
    return GoldenReference.default()


# The dearest first: none is at work alone at the end.
every_operation = pytest.mark.parametrize(
    "name", sorted(registry.OPERATIONS, key=lambda name: -cost(registry.operation(name)))
)


@every_operation
def test_copartition_equals_the_originals(name, jpype_reference):
    operation = registry.operation(name)
    lines = frozenset(line for line in jpype_reference.lines if operation.has(line))
    volume = ROWS if operation.bulk else SEEDED
    budget = Budget(examples=-(-operation.enough // (OF_ENOUGH * BATCH)), deadline=None, seed=SEED)
    plan = Plan((operation,), lines, budget, volume, golden=False)  # `test_smoke.py` replays all that is recorded
    port = open_port()
    outcome = outcome_of(plan, port, jpype_reference)
    assert outcome.exit_code == Exit.OK, text(outcome)
    assert outcome.tally.lines[jpype_reference.name] == set(map(str, lines)), "a line was not asked"
    assert outcome.tally.totals["skipped"] == 0
    if operation.bulk is not None:
        rows = volume * len(operation.bulk.kinds) * len(lines)
        assert outcome.tally.answered[jpype_reference.name] >= rows, "columns were left out"


@every_operation
def test_originals_answer_as_recorded(name, jpype_reference, golden):
    """Of releases that agree the newest is asked; `tox -e search` asks them all."""
    recorded = defaultdict(list)
    for vector in golden.vectors(name):
        for group in vector.answers:
            recorded[group.lines[-1]].append((vector.case, group.answer))
    for line, known in recorded.items():
        answers = jpype_reference.answers(name, Line.parse(line), [case.input for case, _ in known])
        other = [case.id for (case, answer), now in zip(known, answers, strict=True) if now != answer]
        assert other == [], line
    assert len({case.id for known in recorded.values() for case, _ in known}) == len(golden.vectors(name)) > 0
