"""Which recorded answers show a fault of Flink's Kafka connector, and which inputs are none of its."""

import pytest
from golden_vectors import showing

from jarparity.answers import Value
from jarparity.areas.flink_source.original_faults import ORIGINAL_FAULTS

FAULTS = {fault.name: fault for fault in ORIGINAL_FAULTS}
LEFT_OUT = FAULTS["flink-kafka-left-out-partition"]
IDS = FAULTS["flink-kafka-dynamic-split-ids"]
NEWEST = "flink-connector-kafka 5.0.0-2.2"

NOTHING = {"assign": [], "noMoreSplits": []}
START = {"op": "start"}
READER = {"op": "addReader", "reader": 0}
DISCOVERY = {"op": "discover", "partitions": [["a", 0]]}
OTHER = {"assign": [{"0": [["b", 0, "5", None]]}], "noMoreSplits": []}


@pytest.fixture(scope="module")
def shown():
    return showing(ORIGINAL_FAULTS)


def test_only_the_newest_connector_leaves_partitions_out_or_reads_others(shown):
    assert shown[LEFT_OUT.name] == {NEWEST: {"change/only-what-the-initializer-answers", "custom"}}


def test_only_the_newest_connector_counts_splits_by_their_ids(shown):
    assert shown[IDS.name].keys() == {NEWEST}
    assert "generated" in shown[IDS.name][NEWEST]


def source(*steps, offsets=(), parallelism=1, start="custom"):
    given = {"type": start, "offsets": list(offsets)} if start == "custom" else {"type": start}
    return {"parallelism": parallelism, "start": given, "steps": list(steps)}


@pytest.mark.parametrize(
    "document",
    [
        source(START, READER, DISCOVERY, start="earliest"),
        source(START, READER, DISCOVERY, offsets=[["a", 0, "5"]]),
        source(START, READER, DISCOVERY, parallelism=2),
        source(START, {**READER, "registered": False}, DISCOVERY),
        source(START, READER, {**DISCOVERY, "fails": True}),
        source(START, READER, {**DISCOVERY, "initialize": False}),
        source(START, READER, DISCOVERY, {"op": "removeReader", "reader": 0}),
        source(START, READER, DISCOVERY, {**DISCOVERY, "partitions": []}),
        source(READER, DISCOVERY, START),
    ],
)
def test_a_partition_that_waits_or_was_never_asked_for_is_not_left_out(document):
    nothing = Value([NOTHING] * len(document["steps"]))
    assert not LEFT_OUT.shown(document, nothing)
    assert LEFT_OUT.shown(source(START, READER, DISCOVERY), Value([NOTHING] * 3))


def test_a_split_of_a_state_or_of_a_failed_reader_was_wanted():
    answer = Value([NOTHING, NOTHING, OTHER])
    assert LEFT_OUT.shown(source(START, READER, DISCOVERY, offsets=[["b", 0, "5"]]), answer)
    back = {"op": "addSplitsBack", "reader": 0, "splits": [["b", 0, "5", None]]}
    assert not LEFT_OUT.shown(source(START, READER, back), answer)
    restored = {"op": "restore", "version": 3, "state": "00"}
    assert not LEFT_OUT.shown(source(restored, READER, DISCOVERY), answer)


@pytest.mark.parametrize(("number", "may_fail"), [(2**31 - 1, True), (-1, True), (99, False)])
def test_only_where_no_topic_has_such_a_partition_may_a_fix_fail(number, may_fail):
    document = source(START, READER, {"op": "discover", "partitions": [["a", number]]})
    assert LEFT_OUT.refuses(document, Value([NOTHING] * 3)) is may_fail


@pytest.mark.parametrize(
    ("known", "assigned", "apart"),
    [
        ([["c", "t-u", 0], ["c-t", "u", 0]], ["d", "t", 0], 0),
        ([["c", "t", 0], ["c", "u", 0]], ["d", "t", 0], 0),
        ([["c", "t-u", 0]], ["c-t", "u", 0], 1),
    ],
)
def test_owners_are_told_from_those_of_splits_that_are_told_apart(known, assigned, apart):
    document = {
        "steps": [{"op": "refresh", "splits": known}, {"op": "assign", "split": assigned, "readers": 2}],
    }
    share = known != [["c", "t", 0], ["c", "u", 0]]
    assert IDS.concerns(document, Value([])) is share
    assert not IDS.shown(document, Value([{"owner": None}, {"owner": apart}]))
    assert IDS.shown(document, Value([{"owner": None}, {"owner": 1 - apart}])) is share


def test_a_reader_that_gave_a_split_back_gets_it_once_and_no_other_that_shares_its_id():
    splits = [["c", "t-u", 0], ["c-t", "u", 0]]
    steps = [{"op": "addSplitsBack", "reader": 2, "splits": splits}]
    steps += [{"op": "assign", "split": split, "readers": 3} for split in splits]
    told = [{"owner": None}, {"owner": 2}, {"owner": 2}]
    assert not IDS.shown({"steps": steps}, Value(told))
    assert IDS.shown({"steps": steps}, Value([*told[:2], {"owner": 1}]))
    refused = {"op": "assign", "split": splits[0], "readers": 0}
    assert not IDS.shown({"steps": [*steps, refused]}, Value([*told, {"error": {"kind": "IllegalArgumentException"}}]))
