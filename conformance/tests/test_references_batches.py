"""What crosses a bridge: nothing is lost, nothing changes its order, and no piece is larger than it may be."""

import json
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarparity.answers import Error, Value
from jarparity.columns import Column
from jarparity.lines import Line
from jarparity.references import BridgeError
from jarparity.references.batches import Bridged, batches, parameters_json, read_answers, read_groups, slices

documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(st.lists(documents, max_size=20), st.integers(1, 60), st.integers(1, 5))
def test_batches_keep_all_inputs_in_order(inputs, text, most):
    round_trips = list(batches(inputs, text, most))
    decoded = [json.loads(batch_text) for batch_text, _ in round_trips]
    assert [document for batch in decoded for document in batch] == inputs
    assert [len(batch) for batch in decoded] == [count for _, count in round_trips]
    for (batch_text, count), batch in zip(round_trips, decoded, strict=True):
        assert batch_text.isascii()
        assert 1 <= count <= most
        assert count == 1 or len(batch_text) <= text + count + 1, batch


def test_lone_surrogates_travel_as_escapes():
    assert list(batches([{"a": "\ud800"}])) == [('[{"a":"\\ud800"}]', 1)]


def test_no_inputs_are_no_round_trip():
    assert list(batches([])) == []


def test_answers():
    text = '[{"value":null},{"value":[1]},{"error":{"kind":"E","message":null}},{"error":{"kind":"E","message":"m"}}]'
    assert read_answers(text, 4) == [Value(None), Value([1]), Error("E"), Error("E", "m")]


@pytest.mark.parametrize("answer", ["{}", "1", '{"error":{}}', '{"error":{"kind":1,"message":""}}', '{"val":1}'])
def test_what_is_no_answer_is_a_failure_of_the_bridge(answer):
    with pytest.raises(BridgeError, match="for an answer"):
        read_answers(f"[{answer}]", 1)


def test_too_few_answers_are_a_failure_of_the_bridge():
    with pytest.raises(BridgeError, match="1 answers to 2 inputs"):
        read_answers('[{"value":1}]', 2)


OLD, NEWER, NEW = (Line("flink", version) for version in ("1.16.3", "2.1.3", "2.3.0"))


def test_answers_of_lines_come_in_groups():
    text = '[[[0,{"value":1}],[1,{"value":1},{"error":{"kind":"E","message":null}}],[2]],[[0,0,0],[0,1,-1],[-1,-1,-1]]]'
    one, two, none = read_groups(text, 3, [OLD, NEWER, NEW])
    assert one == (((OLD, NEWER, NEW), Value(1)),)
    assert two == (((OLD,), Value(1)), ((NEWER,), Error("E")))
    assert none == ()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[[],[]]", BridgeError),
        ('[[[0,{"no":1}]],[[0]]]', BridgeError),
        ("[[[0]],[[0]]]", ValueError),
        ('[[[0,{"value":1}]],[[0,0]]]', ValueError),
    ],
)
def test_groups_that_are_not_what_was_asked_are_refused(text, error):
    with pytest.raises(error):
        read_groups(text, 1, [OLD])


def test_each_batch_names_the_places_that_are_in_it(monkeypatch):
    monkeypatch.setattr("jarparity.references.batches.batches", partial(batches, most=2))
    asked = []

    class Bridge(Bridged):
        def _call(self, method, operation, lines, inputs):
            asked.append((method, operation, json.loads(lines), json.loads(inputs)))
            return json.dumps([[[0, {"value": document}] for document in json.loads(inputs)], [[0, -1]]])

    found = Bridge().answers_of_lines("some.operation", {OLD: range(5), NEW: [1, 2, 3]}, [10, 11, 12, 13, 14])
    assert [groups[0][1].value for groups in found] == [10, 11, 12, 13, 14]
    assert asked == [
        ("answersOfLines", "some.operation", {"flink 1.16.3": None, "flink 2.3.0": [1]}, [10, 11]),
        ("answersOfLines", "some.operation", {"flink 1.16.3": None, "flink 2.3.0": None}, [12, 13]),
        ("answersOfLines", "some.operation", {"flink 1.16.3": None, "flink 2.3.0": []}, [14]),
    ]


@given(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=30), st.integers(1, 100))
def test_slices_of_fixed_width(values, most):
    column = Column.of_array("long", np.array(values, "<i8"))
    pieces = list(slices(column, most))
    assert [v for piece in pieces for v in piece.array().tolist()] == values
    assert all(piece.data.nbytes <= max(most, 8) and piece.rows * 8 == piece.data.nbytes for piece in pieces)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=30), st.integers(1, 100))
def test_slices_of_several_integers(rows, most):
    pieces = list(slices(Column.of_rows(np.array(rows, np.int32)), most))
    assert [tuple(row) for piece in pieces for row in piece.data.view("<i4").reshape(-1, 2).tolist()] == rows
    assert all(piece.data.nbytes <= max(most, 8) for piece in pieces)


@given(st.lists(st.binary(max_size=20), max_size=30), st.integers(1, 100))
def test_slices_of_strings(values, most):
    pieces = list(slices(Column.of_bytes("binary", values), most))
    found = []
    for piece in pieces:
        offsets, data = piece.split()
        assert offsets[0] == 0
        assert len(offsets) == piece.rows + 1
        assert piece.data.nbytes <= most or piece.rows <= 1 or len(pieces) == 1
        found += [data[a:b].tobytes() for a, b in zip(offsets.tolist(), offsets[1:].tolist(), strict=False)]
    assert found == values


def test_column_that_fits_is_not_copied():
    column = Column.of_array("integer", np.arange(10, dtype="<i4"))
    assert list(slices(column, 40)) == [column]


def test_parameters_stand_beside_the_shape():
    column = Column.of_array("long", np.zeros(3, "<i8"))
    described = json.loads(parameters_json(column, {"maxParallelism": 128}, 2))
    assert described == {"kind": "long", "rows": 3, "width": 2, "maxParallelism": 128}
