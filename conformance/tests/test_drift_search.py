"""Where a search for drift has nothing to do, has to hunt, or is told of damage; and its page on user data."""

from __future__ import annotations

import pytest
from test_drift import CHANGE, MIDDLE, NEW, OLD, RANGE, STICKY, Lines, comparison, group

from jarparity import registry
from jarparity.answer_pairs import AnswerPair, Boundary
from jarparity.answers import Error, Value
from jarparity.measures.drift import page
from jarparity.measures.drift.aspects import holds
from jarparity.measures.drift.boundaries import boundaries, compare
from jarparity.measures.drift.changes import Change, ChangesError, read_changes
from jarparity.measures.drift.search import BATCH, Budget, Found, generated, search
from jarparity.originals import locked_lines
from jarparity.values import sticky_bytes

COOPERATIVE = registry.operation("kafka.assignor.cooperative-sticky")


class Untouched(Lines):
    """It must not be asked."""

    def answers(self, operation, line, inputs):
        raise AssertionError(f"{operation} was asked of {line}")


def test_an_operation_of_one_line_has_nothing_to_compare():
    found = search(registry.operation("java.string.hash"), Untouched(), [{"a": "x"}], {}, [CHANGE], Budget(1, 1, 1))
    assert (found.boundaries, found.missing, found.smallest) == ([], [], {})


def test_nothing_is_generated_where_nothing_is_wanted():
    assert generated(RANGE, 1, 0) == []


def test_an_input_that_the_older_line_cannot_be_given_is_asked_of_neither():
    state = registry.operation("flink.kafka-source.state-bytes")
    document = {"direction": "encode", "assigned": [], "unassigned": [["t", 0]], "initialDiscoveryFinished": False}
    taken = {b: [state.takes(line, document) for line in (b.older, b.newer)] for b in boundaries(state, locked_lines())}
    boundary = next(boundary for boundary, both in taken.items() if both == [False, True])
    assert compare(Untouched(), state, [boundary], [document]) == []


class Rare(Lines):
    """NEW refuses groups of four members of generation 0 and three partitions: nothing else differs."""

    lines = (MIDDLE, NEW)

    def __init__(self):
        super().__init__()
        self.round_trips = []

    def answers(self, operation, line, inputs):
        self.round_trips.append(len(inputs))
        return super().answers(operation, line, inputs)

    def answer(self, line, document):
        members = document["members"]
        met = len(members) == 4 and document["topics"] == {"t": 3} and all(m.get("generation") == 0 for m in members)
        return Error("IllegalStateException") if met and line == NEW else Value({})


def test_what_is_met_neither_in_generated_nor_in_drawn_inputs_is_hunted():
    rare = Change("rare", MIDDLE, NEW, "3.0.0", (STICKY.name,), ("after:IllegalStateException",), ("KAFKA-1",), "Rare.")
    lines = Rare()
    found = search(STICKY, lines, [], {}, [rare], Budget(1, 1, 1))
    assert found.missing == []
    assert len(found.smallest["rare"].input["members"]) == 4
    assert BATCH / 2 < max(lines.round_trips) <= BATCH


def test_an_order_is_one_of_values():
    failed = comparison(Error("X"), Value({"A": [["t", 0]]}))
    assert not holds("order", failed)
    assert holds("contents", failed)


def test_a_list_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ChangesError, match=r"none\.json: .*No such file.*: restore the file"):
        read_changes(tmp_path / "none.json")


def shown(operation, document, before=None):
    boundary = Boundary(OLD, MIDDLE)
    change = Change("seen", OLD, MIDDLE, "2.4.0", (operation.name,), ("order",), ("KAFKA-1",), "It is seen.", "Or not.")
    found = Found(operation, [boundary])
    found.asked[boundary] = 1_000
    found.smallest["seen"] = AnswerPair(operation, boundary, document, document, before or Value({}), Error("X"))
    return page.section(found, [change], Budget(1, 1, 1))


def test_a_section_reads_user_data_out():
    remembering = {"id": "A", "topics": ["t"], "userData": sticky_bytes.write([("t", 0), ("t", 1)], 1).hex()}
    empty = {"id": "B", "topics": ["t"], "userData": sticky_bytes.write([], 1).hex()}
    document = {"topics": {"t": 2}, "members": [remembering, empty, {"id": "C", "topics": ["t"], "userData": None}]}
    text = shown(STICKY, document)
    assert "\nUser data: A remembers t-0, t-1.\n" in text
    assert "(none of 1,000 generated cases; recorded or drawn ones show it). It is seen." in text
    assert "Not verified: Or not." in text
    assert text.count("input of ") == 1  # both lines get the same
    assert 'answer of kafka-clients 2.5.0: {"error":{"kind":"X",' in text


def test_a_section_reads_the_generation_of_cooperative_user_data_out():
    member = {"id": "A", "topics": ["t"], "owned": [["t", 0]], "userData": sticky_bytes.write_generation(-1).hex()}
    assert "User data: A is of generation -1." in shown(COOPERATIVE, {"topics": {"t": 1}, "members": [member]})
    assert "User data: A is of generation -1." in shown(STICKY, {"topics": {"t": 1}, "members": [member]})
    assert "User data" not in shown(RANGE, {"topics": {"t": 1}, "members": [member]})


def test_a_row_of_an_example_that_is_neither_input_nor_answer_is_refused():
    text = shown(STICKY, group("A", t=1)).replace("answer of kafka-clients 2.5.0:", "reply of kafka-clients 2.5.0:")
    with pytest.raises(
        ValueError, match=r"seen: 'reply of kafka-clients 2\.5\.0: .* is no input and no answer of a line"
    ):
        page.read_examples(text)
