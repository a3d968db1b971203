"""Serving the originals: which line answers, and what is declined."""

from __future__ import annotations

import pytest
from served import MURMUR, one

from jarparity.answers import NoAnswer, Value
from jarparity.lines import Line
from jarparity.ports.original import OriginalPort
from jarparity.references import BridgeError
from jarparity.registry import OPERATIONS


class FakeReference:
    """Answers with the line's name and the case, and can't read the bytes `ff`."""

    name = "jpype"
    lines = tuple(map(Line.parse, ("kafka-clients 3.9.2", "kafka-clients 4.4.0", "kafka-clients 2.0.1")))
    closed = False

    def about(self):
        return {"java.version": "17.0.1"}

    def answers(self, operation, line, inputs):
        if any(document.get("bytes") == "ff" for document in inputs):
            raise BridgeError("ff can't be read")
        return [Value([str(line), operation, document]) for document in inputs]

    def bulk(self, operation, line, parameters, column, width=1):
        return operation, line, parameters, column, width

    def close(self):
        self.closed = True


@pytest.fixture
def originals():
    return OriginalPort(FakeReference())


def test_the_originals_say_what_they_are(originals):
    info = originals.info
    assert info.lines == ("kafka-clients 2.0.1", "kafka-clients 3.9.2", "kafka-clients 4.4.0")
    assert info.operations == tuple(
        name for name, operation in OPERATIONS.items() if operation.family == "kafka-clients"
    )
    assert (info.language, info.version, info.messages) == ("java", "17.0.1 (jpype)", True)


@pytest.mark.parametrize(
    ("line", "answered_by"),
    [
        (None, "kafka-clients 4.4.0"),
        ("kafka-clients 3.9.2", "kafka-clients 3.9.2"),
        ("kafka-clients 3.9", "kafka-clients 3.9.2"),
        ("kafka-clients 4", "kafka-clients 4.4.0"),
    ],
)
def test_a_run_without_a_line_is_for_the_newest_and_a_line_may_be_short(originals, line, answered_by):
    document = {"bytes": "00"}
    assert one(document, line=line, port=originals) == {"value": [answered_by, MURMUR, document]}


def test_a_line_that_is_not_served_is_declined_with_those_that_are(originals):
    assert one({"bytes": "00"}, line="kafka-clients 3.0.0", port=originals) == {
        "skipped": "line kafka-clients 3.0.0 is not served; these are: "
        "kafka-clients 2.0.1, kafka-clients 3.9.2, kafka-clients 4.4.0"
    }
    assert one({"a": ""}, "java.string.hash", port=originals) == {
        "skipped": "no release that is served has java.string.hash"
    }
    assert one({"a": ""}, "java.string.hash", "kafka-clients 4.4.0", port=originals) == {
        "skipped": "line kafka-clients 4.4.0 has no java.string.hash"
    }


def test_an_input_that_the_bridge_can_not_read_does_not_hurt_its_neighbours(originals):
    inputs = [{"bytes": "00"}, {"bytes": "ff"}, {"bytes": ""}]
    replies = list(originals.replies(MURMUR, None, inputs))
    assert [type(reply) for reply in replies] == [Value, NoAnswer, Value]
    assert replies[1] == NoAnswer("failed", "ff can't be read")


def test_the_originals_have_bulk_forms_and_close_their_reference(originals):
    newest = Line("kafka-clients", "4.4.0")
    assert originals.bulk(MURMUR, {}, None) == (MURMUR, newest, {}, None, 1)
    assert originals.bulk("java.string.hash", {}, None) is None
    originals.close()
    assert originals._reference.closed


# The same as a program, with its real streams.
