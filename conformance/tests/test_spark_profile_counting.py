"""What the workers count, without Spark: against keys placed one by one, however the rows are cut into batches."""

import math
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from copartition import flink, kafka
from copartition.java import Double, Long
from jarparity.ports.callables import CallablePort
from jarparity.spark.blocks import packed
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.key_types import Key
from jarparity.spark.placements import parse_placement
from jarparity.spark.profile.counting import REST, TOP, Counting
from jarparity.spark.profile.counting import slots_of as placed_on
from jarparity.spark.profile.profiling import Wanted
from jarparity.spark.profile.top_keys import TopKeys, texts
from jarparity.spark.worker_port import WorkerPort

KEY_GROUP = "flink.key-group.of-key"
GROUPS = parse_placement("flink:max=16")
PARTITIONS, MORE = parse_placement("kafka:partitions=5"), parse_placement("kafka:partitions=7")


def counted(counting, *batches):
    """The partial counts of a task, by `what` and slot."""
    (found,) = counting(iter(batches))
    return {
        (row["what"], row["slot"], row["key"]): (row["rows"], row["keys"], row["bytes"], row["slots"])
        for row in found.to_pylist()
    }


def batch(keys, type_=None, **columns):
    arrays = {"key": pa.array(keys, type_), **{name: pa.array(column, pa.int64()) for name, column in columns.items()}}
    return pa.RecordBatch.from_arrays(list(arrays.values()), list(arrays))


def slots_of(key_type, keys):
    return list(placed_on(WorkerPort(), [GROUPS], keys, key_type))


def loads(found, place, slots, weight=0):
    return [found.get((place, slot, None), (0, 0, 0))[weight] for slot in range(slots)]


@settings(max_examples=40)
@given(st.lists(st.lists(st.none() | st.text(max_size=4), max_size=20), max_size=4))
def test_rows_of_strings(batches):
    counting = Counting("string", (GROUPS, PARTITIONS, MORE), pairs=((1, 2),))
    found = counted(counting, *(batch(keys, pa.string()) for keys in batches))
    keys = [key for keys in batches for key in keys if key is not None]
    groups = Counter(flink.key_group(key, 16) for key in keys)
    assert loads(found, 0, 16) == [groups[group] for group in range(16)]
    five, seven = ([kafka.partition_for_key(key.encode(), n) for key in keys] for n in (5, 7))
    assert loads(found, 1, 5) == [five.count(partition) for partition in range(5)]
    assert loads(found, 2, 7) == [seven.count(partition) for partition in range(7)]
    assert found[3, 0, None][0] == sum(a != b for a, b in zip(five, seven, strict=True))
    assert found[REST, 0, None][0] == sum(key is None for keys in batches for key in keys)


@given(st.lists(st.tuples(st.none() | st.integers(-(2**63), 2**63 - 1), st.integers(0, 2**40)), max_size=30))
def test_sizes_of_longs(rows):
    counting = Counting("long", (GROUPS, PARTITIONS), sized=True)
    found = counted(counting, batch([key for key, _ in rows], pa.int64(), size=[size for _, size in rows]))
    by_group, by_partition = Counter(), Counter()
    for key, size in rows:
        if key is not None:
            by_group[flink.key_group(Long(key), 16)] += size
            by_partition[kafka.partition_for_key(key.to_bytes(8, "big", signed=True), 5)] += size
    assert loads(found, 0, 16, 2) == [by_group[group] for group in range(16)]
    assert loads(found, 1, 5, 2) == [by_partition[partition] for partition in range(5)]


def test_distinct_keys_with_their_rows():
    counting = Counting("string", (GROUPS,), grouped=True, sized=True, top=2)
    keys, rows, sizes = ["a", "b", None, "c"], [5, 1, 9, 3], [50, 1, 9, 7]
    found = counted(counting, batch(keys, rows=rows, size=sizes))
    group = flink.key_group("a", 16)
    assert found[0, group, None][:3] == (5, 1, 50)
    assert sum(loads(found, 0, 16, 1)) == 3
    assert found[REST, 0, None][0] == 9
    assert found[REST, 0, None][1] == 0
    assert {key[2]: row[0] for key, row in found.items() if key[0] == TOP} == {"a": 5, "c": 3}
    assert found[TOP, 0, "a"][3] == [group]


def test_frequent_keys_have_their_slots():
    counting = Counting("string", (GROUPS, PARTITIONS), top=3)
    found = counted(counting, batch(["a", "b", "a"]), batch(["a"]))
    slots = [flink.key_group("a", 16), kafka.partition_for_key(b"a", 5)]
    assert found[TOP, 0, "a"] == (3, 0, 0, slots)
    assert found[TOP, 0, "b"][0] == 1


def test_nothing_at_all():
    found = counted(Counting("string", (GROUPS,), top=5))
    assert found == {(REST, 0, None): (0, 0, 0, None)}


def test_answers_of_an_original_are_columns():
    counting = Counting("string", (GROUPS,), by_original=True)
    rows = pa.RecordBatch.from_arrays(
        [pa.array(["a", "b", None]), pa.array([3, 3, None], pa.int32())], ["key", "slot0"]
    )
    assert loads(counted(counting, rows), 0, 16)[3] == 2


def test_an_original_that_throws_is_reported_with_the_key():
    counting = Counting("string", (GROUPS,), by_original=True)
    rows = pa.RecordBatch.from_arrays([pa.array(["a", "b"]), pa.array([3, None], pa.int32())], ["key", "slot0"])
    with pytest.raises(SparkPipelineError, match="the original throws for the key 'b'"):
        counted(counting, rows)


def test_floats_are_equal_where_java_says_so():
    nans = np.array([math.nan, math.nan]).view(np.int64)
    nans[1] |= 1
    keys = pa.array([0.0, -0.0, -0.0, *nans.view(np.float64)])
    (slots,) = slots_of("double", keys)
    assert slots.tolist() == [flink.key_group(Double(key), 16) for key in keys.to_pylist()]
    top = TopKeys(5)
    top.add_rows(keys, [slots], None)
    found = {text: (places, rows) for text, places, rows in top.found()}
    assert found == {"0.0": ((slots[0],), 1), "-0.0": ((slots[1],), 2), "nan": ((slots[3],), 2)}


def test_structs_are_keys_too():
    type_ = pa.struct([("a", pa.string()), ("b", pa.int64())])
    keys = pa.array([{"a": "x", "b": 1}, {"a": "x", "b": 2}, {"a": "x", "b": 1}], type_)
    rows, distinct = TopKeys(5), TopKeys(1)
    rows.add_rows(keys, [np.array([4, 5, 4])], None)
    distinct.add_keys(keys[:2], [np.array([4, 5])], np.array([3, 8]))
    assert sorted(rows.found()) == [("(x, 1)", (4,), 2), ("(x, 2)", (5,), 1)]
    assert list(distinct.found()) == [("(x, 2)", (5,), 8)]


def test_bytes_are_shown_as_hex():
    assert texts([b"\x00\xff", b""], pa.binary()) == ["00ff", ""]


PORTS = {
    "beyond": {"operations": {}, "bulk": {KEY_GROUP: lambda *column: np.full(column[-1], 16, np.int32)}},
    "one-by-one": {"operations": {KEY_GROUP: lambda document: len(document["key"]["value"])}},
    "declines": {"operations": {}},
}


@pytest.fixture
def port(request, monkeypatch):
    made = SimpleNamespace(**PORTS[request.param])
    monkeypatch.setattr(WorkerPort, "open", lambda _: CallablePort(made))


@pytest.mark.parametrize("port", ["beyond"], indirect=True)
def test_a_port_with_a_slot_out_of_range(port):
    with pytest.raises(SparkPipelineError, match=r"the port gives slots 16 to 16, where there are 0 to 15"):
        slots_of("string", pa.array(["a"]))


@pytest.mark.parametrize("port", ["one-by-one"], indirect=True)
def test_a_port_without_a_bulk_form_is_asked_key_by_key(port):
    assert slots_of("string", pa.array(["", "abc"]))[0].tolist() == [0, 3]


@pytest.mark.parametrize("port", ["declines"], indirect=True)
def test_a_port_that_declines_is_reported_with_the_key(port):
    with pytest.raises(SparkPipelineError, match="the port doesn't place key 'abc': skipped: not implemented"):
        slots_of("string", pa.array(["abc"]))


@pytest.mark.parametrize("keys", [["", "ab", "é", "x" * 50], []])
def test_slices_of_strings_are_packed(keys):
    whole = pa.array(["before", *keys, "behind"], pa.string())
    block = packed(whole.slice(1, len(keys)), "string")
    assert (block.rows, block.values(range(block.rows))) == (len(keys), keys)


def test_keys_that_no_port_is_asked_for():
    placed, key = parse_placement("flink:max=16,parallelism=4"), Key(("a", "b"), "tuple(string,long)")
    Wanted((placed,), by_original=True).check_key(key, placed)
    with pytest.raises(SparkPipelineError, match=r"columns? a, b: a port is asked for keys of type .* --by original"):
        Wanted((placed,)).check_key(key, placed)


@pytest.mark.parametrize(
    ("placements", "tries", "what"),
    [
        ((), {}, "name a placement"),
        (("flink:max=128",), {}, r"needs its parallelism: flink:max=128,parallelism=4"),
        (("flink:max=128,parallelism=4",), {"parallelism": (129,)}, "129 can't be tried .* exceeds max=128"),
        (("flink:max=128,parallelism=4",), {"max": (3,)}, "max=3 can't be tried .*: parallelism=4 exceeds max=3"),
        (("flink:max=128,parallelism=4",), {"partitions": (3,)}, "no placement has that setting"),
        (("kafka:partitions=4",), {"max": (8,)}, "other values of max can't be tried"),
    ],
)
def test_what_cant_be_profiled(placements, tries, what):
    with pytest.raises(SparkPipelineError, match=what):
        Wanted(tuple(map(parse_placement, placements)), tries)


def test_layouts_begin_with_the_present_one():
    flink_, kafka_ = map(parse_placement, ("flink:max=128,parallelism=4", "kafka:partitions=12"))
    wanted = Wanted((flink_, kafka_), {"max": (64, 128, 256), "partitions": (12, 24)})
    assert [layout.slots for layout in wanted.layouts(flink_)] == [128, 64, 256]
    assert [layout.slots for layout in wanted.layouts(kafka_)] == [12, 24]
    assert (wanted.name(flink_), wanted.name(kafka_)) == ("flink:max=128,parallelism=4", "kafka:partitions=12")
