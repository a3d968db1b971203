"""Which recorded answers of the newest release show a fault of the sticky assignors, and which are none of its."""

import pytest

from jarparity.answers import Error
from jarparity.areas.kafka_assignors.original_faults import ORIGINAL_FAULTS
from jarparity.references.golden import GoldenReference
from jarparity.values import sticky_bytes

FAULTS = {fault.name: fault for fault in ORIGINAL_FAULTS}
NEWEST = "kafka-clients 4.4.0"


@pytest.fixture(scope="module")
def shown():
    """By fault the ids of the vectors that show it."""
    found = {name: set() for name in FAULTS}
    for operation in ("kafka.assignor.sticky", "kafka.assignor.cooperative-sticky"):
        for vector in GoldenReference.default().vectors(operation):
            for answer in (recorded.answer for recorded in vector.answers if NEWEST in recorded.lines):
                for name, fault in FAULTS.items():
                    if operation in fault.operations and fault.shown(vector.case.input, answer):
                        found[name].add(vector.case.id)
    return found


def test_who_is_set_aside_for_what_is_gone_is_no_previous_owner(shown):
    assert "fault/owner-set-aside" in shown["kafka-owner-set-aside"] - shown["kafka-topic-made-anew"]
    assert "astray/rack-of-one-set-aside" in shown["kafka-topic-made-anew"] - shown["kafka-owner-set-aside"]


@pytest.mark.parametrize(("number", "is_shown"), [(7, True), (-(2**31), False)])
def test_partitions_that_no_topic_ever_had_show_none(number, is_shown):
    sent = sticky_bytes.write([("t", 9), ("t", number)], 1).hex()
    document = {"topics": {"t": 1}, "members": [{"id": "A", "topics": ["t"], "userData": sent}]}
    fault = FAULTS["kafka-topic-made-anew"]
    assert fault.shown(document, Error("IllegalStateException")) is is_shown
    # A fix may set them aside, and so come to another answer, or to an error.
    assert fault.concerns(document, Error("IllegalStateException"))
    assert fault.refuses(document, Error("IllegalStateException")) is not is_shown


def test_what_a_topic_has_concerns_none():
    document = {"topics": {"t": 1}, "members": [{"id": "A", "topics": ["t"], "owned": [["t", 0], ["gone", 7]]}]}
    assert not FAULTS["kafka-topic-made-anew"].concerns(document, Error("IllegalStateException"))
