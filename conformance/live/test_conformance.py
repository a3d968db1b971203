"""The conformance run proper: copartition against the live originals, operation by operation, on every line."""

from __future__ import annotations

import time

import pytest

from jarparity import registry
from jarparity.check.outcome import Exit, Outcome
from jarparity.check.run import Plan, run
from jarparity.check.search import Budget
from jarparity.check.tally import Tally
from jarparity.ports.load import open_port
from jarparity.references.golden import GoldenReference
from jarparity.report.text import text

SEED = 20261121
EXAMPLES = {"jpype": 150, "gateway": 40}
ROWS = {"jpype": 500_000, "gateway": 100_000}
"""Rows of every kind of column and line: more than 10 million comparisons through JPype in all."""
SEEDED = {"jpype": 100_000, "gateway": 20_000}
"""The same for operations that take their inputs one by one; `tox -e search` goes fifty times as far."""


def outcome_of(plan, port, golden, live):
    started, tally = time.monotonic(), Tally()
    for event in run(plan, port, golden, [live]):
        tally.add(event)
    return Outcome(tally, port.info, (), plan.budget.seed, time.monotonic() - started, {live.name: live.about()})


@pytest.fixture(scope="module")
def golden():
    return GoldenReference.default()


@pytest.mark.parametrize("name", registry.OPERATIONS)
def test_copartition_equals_the_originals(name, live_reference, golden):
    operation = registry.operation(name)
    lines = frozenset(line for line in live_reference.lines if operation.has(line))
    volume = (ROWS if operation.bulk else SEEDED)[live_reference.name]
    plan = Plan((operation,), lines, Budget(EXAMPLES[live_reference.name], None, SEED), volume)
    port = open_port()
    outcome = outcome_of(plan, port, golden, live_reference)
    assert outcome.exit_code == Exit.OK, text(outcome)
    assert outcome.tally.lines[live_reference.name] == set(map(str, lines)), "a line was not asked"
    assert outcome.tally.totals["skipped"] == 0
    if operation.bulk is not None:
        rows = volume * len(operation.bulk.kinds) * len(lines)
        assert outcome.tally.answered[live_reference.name] >= rows, "columns were left out"
