"""Volume: what is drawn into columns is valid, a row is the single case that it stands for, and time ends it."""

from __future__ import annotations

import dataclasses
import time

import numpy as np
import pytest
from fakes import NEW, OLD, FakePort, FakeReference, honest, murmur_stand_in

from jarparity import registry
from jarparity.answers import Skip, Value
from jarparity.check import volume
from jarparity.check.asking import Comparison
from jarparity.check.events import BulkAgreement
from jarparity.check.search import Budget
from jarparity.check.volume import random_column, random_parameters, sweep
from jarparity.columns import row_input
from jarparity.lines import Line
from jarparity.operations import BulkInput, Operation
from jarparity.ports.load import open_port
from jarparity.validation import validate_input
from jarparity.values.shapes import INT32, record
from jarparity.verdicts import Differs, Errored

MURMUR = registry.operation("flink.math.murmur-hash")
COLUMNS = [
    (operation, kind) for operation in registry.OPERATIONS.values() if operation.bulk for kind in operation.bulk.kinds
]
ROWS = 30
NO_LIMIT = Budget(0, None, 1)


def drawn(operation, kind, seed=5):
    random = np.random.default_rng(seed)
    parameters = random_parameters(operation.bulk, random)
    return parameters, random_column(kind, ROWS, random, operation.bulk)


@pytest.mark.parametrize(("operation", "kind"), COLUMNS, ids=lambda value: getattr(value, "name", value))
def test_a_row_of_a_column_is_valid_and_answered_as_the_single_case_is(operation, kind):
    parameters, column = drawn(operation, kind)
    inputs = [row_input(operation.bulk, parameters, column, row) for row in range(ROWS)]
    assert len({repr(document) for document in inputs}) > 1
    for document in inputs:
        validate_input(operation, document)
    port = open_port()
    together = port.bulk(operation.name, parameters, column, operation.bulk.width).reshape(ROWS, -1).tolist()
    fields = operation.bulk.answer
    alone = [reply.value for reply in port.replies(operation.name, None, inputs)]
    assert together == [[one[field] for field in fields] if fields else [one] for one in alone]


@pytest.mark.parametrize(("operation", "kind"), COLUMNS, ids=lambda value: getattr(value, "name", value))
def test_the_same_seed_draws_the_same(operation, kind):
    (parameters, column), (again, same) = drawn(operation, kind), drawn(operation, kind)
    assert (parameters, column.data.tobytes()) == (again, same.data.tobytes())
    assert drawn(operation, kind, seed=6)[1].data.tobytes() != column.data.tobytes()


def bucket(**said):
    """A stranger's operation, with fields of which the kit has never heard."""
    return Operation(
        name="shop.bucket",
        summary="The bucket of a value.",
        original="com.example.Shop.bucket(int, int)",
        python="shop.bucket",
        family="shop",
        input=record(value=INT32, buckets=INT32),
        answer=INT32,
        draw=lambda random: {"value": random.randrange(10**6), "buckets": 1 + random.randrange(64)},
        cases=list,
        bulk=BulkInput("value", ("integer",), **said),
    )


def some_buckets(random):
    return {"buckets": int(random.integers(1, 64))}


def in_a_bucket(document, line=None):
    return Value(document["value"] % document["buckets"])


class Shop(FakeReference):
    """A stranger's original."""

    def bulk(self, operation, line, parameters, column, width=1):
        return column.array() % parameters["buckets"]


@pytest.mark.parametrize("wrong", [False, True])
def test_an_operation_of_a_stranger_says_how_its_own_fields_are_drawn(wrong):
    def answer(document, line):
        return in_a_bucket({**document, "buckets": 1 + document["buckets"]} if wrong else document)

    line = Line("shop", "1.0")
    comparison = Comparison(bucket(parameters=some_buckets), FakePort(answer), Shop({line: in_a_bucket}), (line,))
    agreed, *differing = sweep(comparison, 50, NO_LIMIT)
    assert agreed.rows + len(differing) == 50
    assert all(set(verdict.case.input) == {"value", "buckets"} for verdict in differing)
    assert bool(differing) == wrong


def test_a_field_that_nothing_draws_is_named_where_the_operation_is_declared():
    with pytest.raises(ValueError, match=r"^shop\.bucket: BulkInput\.parameters must say how to draw buckets$"):
        bucket()


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ({"column": "key", "kinds": ("integer", "utf8", "long")}, "`document` must say what utf8, long become"),
        ({"column": ("a", "b"), "kinds": ("ints",)}, "several fields are of the kind 'ints', and come by `rows`"),
        ({"column": ("a", "b"), "kinds": ("integer",), "rows": some_buckets}, "are of the kind 'ints'"),
        ({"column": "a", "kinds": ("ints",), "rows": some_buckets}, "are of the kind 'ints'"),
    ],
    ids=["no document", "no rows", "no ints", "one field"],
)
def test_a_bulk_input_that_could_not_be_drawn_is_refused(declared, said):
    with pytest.raises(ValueError, match=said):
        BulkInput(**declared)


def swept(port, rows=10, budget=NO_LIMIT, operation=MURMUR):
    reference = FakeReference({OLD: murmur_stand_in, NEW: murmur_stand_in})
    return list(sweep(Comparison(operation, port, reference, (OLD, NEW)), rows, budget))


def thirds(column):
    return column.array() // 3


def test_a_column_is_compared_on_each_line_in_blocks(monkeypatch):
    monkeypatch.setattr(volume, "ROWS", 4)
    assert swept(FakePort(honest, bulk_answer=thirds)) == [
        BulkAgreement(MURMUR.name, (str(line),), "jpype", rows) for rows in (4, 4, 2) for line in (OLD, NEW)
    ]


@pytest.mark.parametrize(
    ("port", "more"),
    [
        (FakePort(honest, bulk_answer=thirds), {"rows": 0}),
        (FakePort(honest, bulk_answer=thirds), {"budget": Budget(0, time.monotonic() - 1, 1)}),
        (FakePort(honest, bulk_answer=thirds), {"operation": dataclasses.replace(MURMUR, bulk=None)}),
    ],
    ids=["no rows", "no time", "an operation without columns"],
)
def test_there_may_be_nothing_to_compare(port, more):
    assert swept(port, **more) == []


def test_a_port_without_a_bulk_form_is_asked_row_by_row():
    assert swept(FakePort(honest)) == [BulkAgreement(MURMUR.name, (str(line),), "jpype", 10) for line in (OLD, NEW)]

    def one_off(document, line):
        right = honest(document, line)
        return Value(right.value + 1) if document["value"] % 5 == 0 else right

    agreed, *differing = swept(FakePort(one_off), rows=50)
    assert agreed.rows + len(differing) == 50
    assert differing
    assert all(isinstance(verdict, Differs) and verdict.case.input["value"] % 5 == 0 for verdict in differing)


def changed(document):
    return Value(document["value"])


class ByLine(FakeReference):
    """Originals of which the newer answers otherwise, in bulk too."""

    def bulk(self, operation, line, parameters, column, width=1):
        return column.array() if line == NEW else super().bulk(operation, line, parameters, column, width)


BY_LINE = ByLine({OLD: murmur_stand_in, NEW: changed})


def swept_by_line(port):
    return list(sweep(Comparison(MURMUR, port, BY_LINE, (OLD, NEW)), 30, NO_LIMIT))


def test_a_port_without_a_bulk_form_that_tells_releases_apart_is_judged_by_each():
    right = FakePort(lambda document, line: honest(document, line) if line == OLD else changed(document))
    assert swept_by_line(right) == [BulkAgreement(MURMUR.name, (str(line),), "jpype", 30) for line in (OLD, NEW)]


@pytest.mark.parametrize(("wrong", "agreed"), [(OLD, []), (NEW, [(str(OLD),)])])
def test_a_port_without_a_bulk_form_that_is_wrong_on_one_release_is_red(wrong, agreed):
    def answer(document, line):
        right = honest(document, line) if line == OLD else changed(document)
        return Value(right.value + 1) if line == wrong else right

    *whole, some = [one for one in swept_by_line(FakePort(answer)) if isinstance(one, BulkAgreement)]
    assert ([one.lines for one in whole], some.lines, some.rows) == (agreed, (str(wrong),), 0)
    differing = [one for one in swept_by_line(FakePort(answer)) if isinstance(one, Differs)]
    assert {one.lines for one in differing} == {(str(wrong),)}


def test_a_port_that_is_wrong_on_some_rows_of_an_older_release_is_red_though_it_was_asked_as_the_newest():
    def answer(document, line):
        right = honest(document, line) if line == OLD else changed(document)
        return Value(right.value + 1) if line == OLD and document["value"] % 5 == 0 else right

    agreed, *differing = swept_by_line(FakePort(answer))
    assert agreed.rows + len(differing) == 30
    assert differing
    assert all(isinstance(one, Differs) and one.case.input["value"] % 5 == 0 for one in differing)


def test_a_port_that_declines_an_older_release_has_no_column_there():
    port = FakePort(lambda document, line: changed(document) if line == NEW else Skip("not mine"))
    assert swept_by_line(port) == [BulkAgreement(MURMUR.name, (str(NEW),), "jpype", 30)]


def test_a_port_that_answers_otherwise_the_second_time_is_red():
    asked = set()

    def answer(document, line):
        first = document["value"] not in asked
        asked.add(document["value"])
        return Value(0) if first else honest(document, line)

    *_, failed = swept(FakePort(answer), rows=3)
    assert (type(failed), failed.reason) == (Errored, "the port answers the same input differently")


def test_a_port_that_declines_a_row_has_no_column():
    assert swept(FakePort(lambda *_: Skip("no"))) == []


@pytest.mark.parametrize("answer", ["x", 2**31, True, None])
def test_what_is_no_number_in_a_column_is_looked_at_by_itself(answer):
    agreed, *differing = swept(FakePort(lambda *_: Value(answer)), rows=4)
    assert agreed.rows == 0
    assert [verdict.got for verdict in differing] == [Value(answer)] * 4


def test_a_difference_is_shown_as_its_smallest_rows_first_and_ends_the_sweep():
    def odd(document, _line):
        return Value(document["value"] // 3 + document["value"] % 2)

    port = FakePort(odd, bulk_answer=lambda column: thirds(column) + column.array() % 2)
    agreed, *differing = swept(port, rows=50)
    assert isinstance(agreed, BulkAgreement)
    assert agreed.rows + len(differing) == 50
    assert all(isinstance(verdict, Differs) and verdict.case.input["value"] % 2 for verdict in differing)
    lengths = [len(str(verdict.case.input["value"])) for verdict in differing]
    assert lengths == sorted(lengths)
