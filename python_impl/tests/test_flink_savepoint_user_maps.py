"""Map states whose keys have no hash code here, and maps that are written on after a restore."""

from __future__ import annotations

import io

import pytest

from copartition.flink import KeyGroupRange
from copartition.flink.savepoint import (
    Entry,
    HeapStates,
    KeyedState,
    KeyedStateStream,
    StateKind,
    StreamHeader,
    restored_checkpoint,
    restored_savepoint,
    write_checkpoint,
    write_savepoint,
)
from copartition.flink.serializers import (
    BYTES,
    INT,
    INT_ARRAY,
    LONG,
    STRING,
    TIME_WINDOW,
    VOID_NAMESPACE,
    EnumSerializer,
    ListSerializer,
    MapSerializer,
    RowSerializer,
    TupleSerializer,
)
from copartition.flink.serializers.pair_map import PairMap
from copartition.flink.state import VOID, TimeWindow
from copartition.java import Integer, JavaList, Long, Row, Tuple

GROUPS = KeyGroupRange(0, 0)


def header(user_key):
    state = KeyedState("m", StateKind.MAP, VOID_NAMESPACE, MapSerializer(user_key, STRING))
    return StreamHeader(STRING, (state,), compressed=False)


def savepoint(user_key, pairs):
    target = io.BytesIO()
    entries = [Entry(0, "m", "k", VOID, value, of) for of, value in pairs]
    offsets = write_savepoint(target, header(user_key), GROUPS, 1, entries)
    return restored_savepoint(KeyedStateStream(target.getvalue(), offsets), 1)


def checkpoint(user_key, pairs):
    written = PairMap()
    for of, value in pairs:
        written.put(of, value)
    target = io.BytesIO()
    offsets = write_checkpoint(target, header(user_key), GROUPS, [Entry(0, "m", "k", VOID, written)])
    return restored_checkpoint(KeyedStateStream(target.getvalue(), offsets), 1)


@pytest.mark.parametrize("restored", [savepoint, checkpoint])
@pytest.mark.parametrize(
    ("user_key", "of"),
    [
        (BYTES, b"a"),
        (INT_ARRAY, (Integer(1),)),
        (TupleSerializer([BYTES]), Tuple([b"a"])),
        (ListSerializer(BYTES), JavaList([b"a"])),
        (RowSerializer([TupleSerializer([BYTES])]), Row([Tuple([b"a"])])),
    ],
)
def test_equal_arrays_are_two_keys_of_a_map(restored, user_key, of):
    (entry,) = restored(user_key, [(of, "x"), (of, "y")]).entries()
    assert list(entry.value.items()) == [(of, "x"), (of, "y")]


@pytest.mark.parametrize("restored", [savepoint, checkpoint])
def test_a_row_compares_the_bytes_in_it(restored):
    row = RowSerializer([BYTES])
    (entry,) = restored(row, [(Row([b"a"]), "x"), (Row([b"a"]), "y")]).entries()
    assert list(entry.value.items()) == [(Row([b"a"]), "y")]


@pytest.mark.parametrize("restored", [savepoint, checkpoint])
@pytest.mark.parametrize(
    ("user_key", "of"),
    [
        (TIME_WINDOW, TimeWindow(0, 10)),
        (MapSerializer(INT, INT), {Integer(1): Integer(2)}),
        (EnumSerializer("Colour", ["RED"]), "RED"),
    ],
)
def test_keys_of_any_type_are_read(restored, user_key, of):
    (entry,) = restored(user_key, [(of, "x")]).entries()
    assert list(entry.value.items()) == [(of, "x")]


def test_a_map_of_pairs_is_asked_for_the_very_object():
    pairs = PairMap()
    key = bytes(bytearray(b"ab"))
    pairs.put(key, "x")
    assert (pairs[key], len(pairs), list(pairs)) == ("x", 1, [b"ab"])
    with pytest.raises(KeyError):
        pairs[bytes(bytearray(b"ab"))]


@pytest.mark.parametrize(
    ("take", "restore"), [(HeapStates.savepoint, restored_savepoint), (HeapStates.checkpoint, restored_checkpoint)]
)
def test_a_restored_map_is_written_on(take, restore):
    states = [KeyedState("m", StateKind.MAP, VOID_NAMESPACE, MapSerializer(INT, STRING))]
    filled = HeapStates(1, GROUPS, STRING, states)
    filled.update("m", "k", {Integer(1): "x"})
    restored = restore(take(filled), 1)
    restored.update("m", "k", {Integer(2): "y"})
    (entry,) = restored.entries()
    assert dict(entry.value.items()) == {Integer(1): "x", Integer(2): "y"}


def test_a_restored_map_has_the_order_of_its_new_table():
    # As `MapSerializer.deserialize` of Flink 1.20.5, 2.1.3 and 2.3.0: eight bins, where it was written from sixteen.
    states = [KeyedState("m", StateKind.MAP, VOID_NAMESPACE, MapSerializer(LONG, STRING))]
    filled = HeapStates(1, GROUPS, STRING, states)
    filled.update("m", "k", {Long(number): "x" for number in (1, 8, 3)})
    (before,), (after,) = (list(each.entries()) for each in (filled, restored_checkpoint(filled.checkpoint(), 1)))
    assert [of.value for of in before.value] == [1, 3, 8]
    assert [of.value for of in after.value] == [8, 1, 3]
