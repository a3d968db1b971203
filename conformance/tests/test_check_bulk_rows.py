"""Volume of inputs that are drawn one by one: all are asked on every line, and a failing one is made small."""

import dataclasses
import itertools

import pytest
from fakes import NEW, OLD, FakePort, FakeReference

from jarparity import registry
from jarparity.answers import Value
from jarparity.check.asking import Comparison
from jarparity.check.bulk_rows import BATCH, bulk_rows
from jarparity.check.search import Budget
from jarparity.check.tally import Tally
from jarparity.originals import locked_lines
from jarparity.references import BridgeError
from jarparity.verdicts import Differs, Errored


def drawn(random):
    return {"value": random.randrange(10_000)}


def sevens(random):
    return {"value": 7 * random.randrange(1000)}


OPERATION = dataclasses.replace(
    registry.operation("flink.math.murmur-hash"),
    bulk=None,
    varies=True,
    draw=drawn,
    volume_rows=10,
)


ONE_BY_ONE = [operation for operation in registry.OPERATIONS.values() if operation.bulk is None]


def half(document, _line=None):
    return Value(document["value"] // 2)


def both_lines(answer=half):
    return FakeReference({OLD: answer, NEW: answer})


def tally_of(port, reference, rows, seed=1):
    tally = Tally()
    for event in bulk_rows(Comparison(OPERATION, port, reference, reference.lines), rows, Budget(0, None, seed)):
        tally.add(event)
    return tally


def test_every_input_is_asked_on_every_line_and_counted_once():
    port, reference = FakePort(half), both_lines()
    tally = tally_of(port, reference, 25_000)
    assert tally.totals["agrees"] == 5000
    assert tally.inputs == {OPERATION.name: 2500}
    assert [count for _, _, count in reference.round_trips] == [BATCH, BATCH, 500]
    assert {line for _, line, _ in port.asked} == {str(OLD), str(NEW)}


def test_the_seed_decides_what_is_drawn():
    def seen(seed):
        asked = []
        tally_of(FakePort(lambda document, _line: asked.append(document) or half(document)), both_lines(), 500, seed)
        return asked

    assert seen(1) == seen(1) != seen(2)


def test_a_difference_ends_the_volume_and_is_made_small():
    def wrong(document, _line):
        return half(document) if document["value"] < 700 else Value(0)

    reference = both_lines()
    tally = tally_of(FakePort(wrong), reference, 50_000)
    (failure,) = tally.smallest.values()
    assert isinstance(failure, Differs)
    assert failure.case.input == {"value": 700}
    assert failure.case.id.startswith("found/")
    assert max(count for _, _, count in reference.round_trips) == BATCH
    whole = [lines for _, lines, count in reference.round_trips if count == BATCH]
    assert whole == [[str(OLD), str(NEW)]] * 2, "both lines are asked at once, and of the next batch already"


def test_a_smaller_input_that_the_original_refuses_is_none():
    def strict(document):
        if document["value"] % 7:
            raise BridgeError("value must be a multiple of seven")
        return half(document)

    reference = both_lines(strict)
    operation = dataclasses.replace(OPERATION, draw=sevens, volume_rows=1)
    port = FakePort(lambda document, _line: half(document) if document["value"] < 10 else Value(-1))
    events = list(bulk_rows(Comparison(operation, port, reference, [NEW]), 100, Budget(0, None, 1)))
    found = [event.case.input["value"] for event in events if isinstance(event, Differs)]
    assert found
    assert all(value % 7 == 0 for value in found)


def test_a_port_that_answers_otherwise_when_asked_again_is_said():
    answers = itertools.chain([Value(-1)], itertools.repeat(None))
    port = FakePort(lambda document, _line: next(answers) or half(document))
    tally = tally_of(port, both_lines(), 100)
    (failure,) = tally.smallest.values()
    assert isinstance(failure, Errored)
    assert failure.reason == "the port answers otherwise when it is asked again"


@pytest.mark.parametrize("rows", [1, 5_000])
@pytest.mark.parametrize("operation", ONE_BY_ONE, ids=lambda operation: operation.name)
def test_every_operation_without_columns_is_compared_input_by_input(operation, rows):
    lines = [line for line in locked_lines() if operation.has(line)]
    port, reference = FakePort(lambda *_: Value(1)), FakeReference(dict.fromkeys(lines, lambda _: Value(1)))
    tally = Tally()
    for event in bulk_rows(Comparison(operation, port, reference, lines), rows, Budget(0, None, 1)):
        tally.add(event)
    assert tally.inputs == {operation.name: -(-rows // operation.volume_rows)}


def test_without_rows_there_is_no_volume():
    assert not list(bulk_rows(Comparison(OPERATION, FakePort(half), both_lines(), [NEW]), 0, Budget(0, None, 1)))


def test_an_input_that_counts_for_nothing_is_refused_where_the_operation_is_declared():
    with pytest.raises(ValueError, match=f"^{OPERATION.name}: an input counts as at least one row of volume, not 0$"):
        dataclasses.replace(OPERATION, volume_rows=0)
