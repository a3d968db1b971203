"""State with a time to live as bytes: values, snapshots, and a savepoint that has it."""

import io

import pytest

from copartition.errors import EOFException, IllegalArgumentException, NullPointerException
from copartition.flink import KeyGroupRange
from copartition.flink.savepoint import HeapStates, KeyedState, SavepointReader, StateKind, restored_checkpoint
from copartition.flink.serializers import (
    LONG,
    STRING,
    VOID_NAMESPACE,
    Length,
    ListSerializer,
    MapSerializer,
    TtlSerializer,
    TtlValue,
    read_snapshot,
    snapshot_bytes,
)
from copartition.java import JavaList, Long
from copartition.java.data_streams import DataInput

TEXTS = TtlSerializer(STRING)


@pytest.mark.parametrize(
    "value", [TtlValue("v", 5), TtlValue(None, -1), TtlValue("", 2**63 - 1), TtlValue("é", -(2**63))]
)
def test_a_value_is_read_as_it_was_written(value):
    assert TEXTS.from_bytes(TEXTS.to_bytes(value)) == value


def test_the_time_comes_first():
    assert TEXTS.to_bytes(TtlValue("v", 5)).hex() == "00000000000000050276"
    with pytest.raises(NullPointerException, match="TtlSerializer knows no null"):
        TEXTS.to_bytes(None)
    with pytest.raises(NullPointerException):
        TtlSerializer(LONG).to_bytes(TtlValue(None, 5))
    with pytest.raises(EOFException, match="the time of the last access takes 8 bytes"):
        TEXTS.from_bytes(b"1234567")


def test_no_time_to_live_is_in_another():
    with pytest.raises(IllegalArgumentException):
        TtlSerializer(TEXTS)


def test_its_length_is_that_of_the_value():
    lengths = [TtlSerializer(of).length for of in (STRING, LONG, VOID_NAMESPACE)]
    assert lengths == [Length.VARIABLE, Length.FIXED, Length.FIXED]


@pytest.mark.parametrize("serializer", [TEXTS, ListSerializer(TEXTS), MapSerializer(STRING, TtlSerializer(LONG))])
def test_a_snapshot_is_read_as_it_was_written(serializer):
    data = snapshot_bytes(serializer)
    assert snapshot_bytes(read_snapshot(DataInput(data))) == data


def test_composites_of_any_version_are_read():
    data = snapshot_bytes(TEXTS)
    older = data.replace(b"\x00\x0d\xe7\x04\0\0\0\2", b"\x00\x0d\xe7\x04\0\0\0\1", 1)
    assert older != data
    assert isinstance(read_snapshot(DataInput(older)), TtlSerializer)


def test_a_savepoint_and_a_checkpoint():
    names = {
        "value": (TEXTS, TtlValue("v", 5)),
        "list": (ListSerializer(TEXTS), JavaList([TtlValue("v", 5), TtlValue("w", 6)])),
        "map": (MapSerializer(STRING, TtlSerializer(LONG)), {"k": TtlValue(Long(7), 5)}),
    }
    states = [KeyedState(name, StateKind(name), VOID_NAMESPACE, of) for name, (of, _) in names.items()]
    filled = HeapStates(1, KeyGroupRange(0, 0), STRING, states)
    for name, (_, value) in names.items():
        filled.update(name, "a", value)
    entries = {each.state: each for each in SavepointReader(io.BytesIO(filled.savepoint().data), 1).entries()}
    assert entries["value"].value == TtlValue("v", 5)
    assert entries["list"].value == names["list"][1]
    assert (entries["map"].user_key, entries["map"].value) == ("k", TtlValue(Long(7), 5))
    restored = {each.state: each.value for each in restored_checkpoint(filled.checkpoint(), 1).entries()}
    assert restored["value"] == TtlValue("v", 5)
