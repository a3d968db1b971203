"""Streams of keyed state: the order of a heap map's entries, what is written, and what a backend reads back."""

import io

import pytest

from copartition.errors import (
    ArrayIndexOutOfBoundsException,
    BackendBuildingException,
    EOFException,
    IllegalArgumentException,
    JavaError,
    NullPointerException,
    VersionMismatchException,
)
from copartition.flink import KeyGroupRange, KeyGroupRangeOffsets
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
from copartition.flink.serializers import LONG, STRING, TIME_WINDOW, VOID_NAMESPACE, ListSerializer, MapSerializer
from copartition.flink.state import VOID, TimeWindow
from copartition.flink.state.copy_on_write_map import CopyOnWriteStateMap
from copartition.java import JavaList, Long

VALUE = KeyedState("value", StateKind.VALUE, VOID_NAMESPACE, STRING)
LIST = KeyedState("list", StateKind.LIST, VOID_NAMESPACE, ListSerializer(LONG))
MAP = KeyedState("map", StateKind.MAP, TIME_WINDOW, MapSerializer(STRING, LONG))
ALL = KeyGroupRange(0, 127)
WINDOW = TimeWindow(0, 10)


def filled(states=(VALUE, LIST, MAP), groups=ALL):
    return HeapStates(128, groups, STRING, states)


def of(entries):
    return [(entry.state, entry.key, entry.namespace, entry.value) for entry in entries]


def test_a_savepoint_has_a_pair_for_each_value():
    states = filled([VALUE])
    states.update("value", "user_1", "v")
    stream = states.savepoint()
    begin = stream.offsets.get_key_group_offset(53)
    assert stream.data[begin:].hex() == "000000000009b507757365725f3100000000020276ffff"
    assert [offset for _, offset in stream.offsets if offset] == [begin]


def test_a_checkpoint_has_every_key_group():
    states = filled([VALUE], KeyGroupRange(52, 53))
    states.update("value", "user_1", "v")
    stream = states.checkpoint()
    (_, first), (_, second) = stream.offsets
    assert stream.data[first:].hex() == "00000034000000000000000000350000000000010007757365725f310276"
    assert second == first + 10


@pytest.mark.parametrize(
    ("taken", "restored"), [(HeapStates.savepoint, restored_savepoint), (HeapStates.checkpoint, restored_checkpoint)]
)
def test_what_is_written_is_read_back(taken, restored):
    states = filled()
    for i in range(300):
        states.update("value", f"user_{i}", f"v{i}")
        states.update("list", f"user_{i}", JavaList([Long(i), Long(-i)]))
        states.update("map", f"user_{i}", {"a": Long(i), "b": Long(1)}, WINDOW)
    back = restored(taken(states), 128)
    assert [(s.name, s.kind) for s in back.header.states] == [(s.name, s.kind) for s in states.header.states]
    for name, namespace in (("value", VOID), ("list", VOID), ("map", WINDOW)):
        for i in range(300):
            value, expected = back.value(name, f"user_{i}", namespace), states.value(name, f"user_{i}", namespace)
            assert (dict(value.items()) if name == "map" else value) == (
                dict(expected.items()) if name == "map" else expected
            )
    assert len(list(back.entries())) == 900


def test_states_stand_in_the_order_of_a_hash_map():
    assert [state.name for state in filled().header.states] == ["list", "value", "map"]


def test_no_states_have_no_stream():
    assert filled([]).savepoint() is None
    assert filled([]).checkpoint() is None


def test_a_null_in_a_map_has_no_savepoint_and_a_checkpoint():
    states = filled()
    states.update("map", "user_1", {"a": None}, WINDOW)
    assert states.checkpoint() is not None
    with pytest.raises(NullPointerException):
        states.savepoint()


def test_an_empty_list_and_an_empty_map_are_in_a_checkpoint_only():
    states = filled()
    states.update("list", "user_1", JavaList([]))
    states.update("map", "user_1", {}, WINDOW)
    assert {offset for _, offset in states.savepoint().offsets} == {0}
    assert of(restored_checkpoint(states.checkpoint(), 128).entries())[0] == ("list", "user_1", VOID, JavaList([]))


def test_a_value_is_cleared():
    states = filled()
    states.update("value", "user_1", "v")
    states.update("value", "user_1", None)
    states.update("list", "user_2", JavaList([Long(1)]))
    states.clear("list", "user_2")
    assert of(states.entries()) == []


def test_two_states_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two states have the name 'value'"):
        filled([VALUE, VALUE])


def test_more_states_than_a_short_counts_are_refused():
    states = tuple(KeyedState(str(number), StateKind.VALUE, VOID_NAMESPACE, LONG) for number in range(32768))
    with pytest.raises(ValueError, match="a stream may have 32767 states, not 32768: their numbers are shorts"):
        write_savepoint(io.BytesIO(), StreamHeader(STRING, states), ALL, 128, [])


@pytest.mark.parametrize(
    ("kind", "state_v2", "error"),
    [
        (1, True, BackendBuildingException),
        (4, True, BackendBuildingException),
        (4, False, ArrayIndexOutOfBoundsException),
        (5, True, ArrayIndexOutOfBoundsException),
        (-1, True, ArrayIndexOutOfBoundsException),
    ],
)
def test_a_state_of_another_backend_kind_is_refused_as_the_heap_backend_refuses_it(kind, state_v2, error):
    taken = filled((VALUE,)).savepoint()
    data = taken.data.replace(b"\0\5value\0\0\0\0", b"\0\5value" + kind.to_bytes(4, "big", signed=True), 1)
    with pytest.raises(error):
        restored_savepoint(KeyedStateStream(data, taken.offsets), 128, state_v2=state_v2)


KIND = b"\0\0\0\1\0\x10KEYED_STATE_TYPE\0\5VALUE"
VALUES, NAMESPACES = b"VALUE_SERIALIZER\0\0\0\2", b"NAMESPACE_SERIALIZER\0\0\0\2"


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        (KIND, KIND[:-1] + b"U", BackendBuildingException),
        (KIND, bytes(4), BackendBuildingException),
        (KIND, b"\xff\xff\xff\xff" + KIND[4:], IllegalArgumentException),
        (VALUES, VALUES.replace(b"IZ", b"IS"), BackendBuildingException),
        (NAMESPACES, NAMESPACES.replace(b"IZ", b"IS"), BackendBuildingException),
        (b"\0\0\0\2\0\x10" + VALUES, b"\x80\0\0\0\0\x10" + VALUES, IllegalArgumentException),
        (b"\0\1\0\5value", b"\xff\xff\0\5value", IllegalArgumentException),
        (VALUES, VALUES[:-1] + b"\3", VersionMismatchException),
        (NAMESPACES, NAMESPACES[:-1] + b"\1", VersionMismatchException),
        (b"\0\0\0\6\0\0\0\0\2", b"\0\0\0\6\0\0\0\0\0", VersionMismatchException),
    ],
)
@pytest.mark.parametrize("operation", ["savepoint", "checkpoint"])
def test_a_damaged_header_is_refused_as_the_original_refuses_it(operation, old, new, error):
    taken = getattr(filled((VALUE,)), operation)()
    assert old in taken.data
    restored = {"savepoint": restored_savepoint, "checkpoint": restored_checkpoint}[operation]
    with pytest.raises(JavaError) as raised:
        restored(KeyedStateStream(taken.data.replace(old, new, 1), taken.offsets), 128)
    assert raised.type is error


def test_a_state_of_no_known_kind_is_refused_when_all_of_the_header_is_read():
    data = filled((VALUE,)).savepoint().data.replace(KIND, KIND[:-1] + b"U")
    for end in range(9, len(data)):
        with pytest.raises(EOFException):
            restored_savepoint(KeyedStateStream(data[:end], KeyGroupRangeOffsets(ALL, [0] * 128)), 128)


def test_releases_up_to_1_16_read_serializers_of_the_first_version():
    taken = filled((VALUE,)).savepoint()
    stream = KeyedStateStream(taken.data.replace(VALUES, VALUES[:-1] + b"\1"), taken.offsets)
    assert restored_savepoint(stream, 128, first_snapshots=True).header.states == (VALUE,)


def test_a_key_of_another_subtask_is_refused():
    with pytest.raises(IllegalArgumentException):
        filled([VALUE], KeyGroupRange(0, 1)).update("value", "user_1", "v")


def test_a_state_with_another_serializer_than_its_kind_has_is_refused():
    with pytest.raises(TypeError, match="the list state 'list' needs a ListSerializer"):
        write_savepoint(
            io.BytesIO(),
            StreamHeader(STRING, (KeyedState("list", StateKind.LIST, VOID_NAMESPACE, LONG),)),
            ALL,
            128,
            [],
        )
    with pytest.raises(TypeError, match="the map state 'map' needs a MapSerializer"):
        write_savepoint(
            io.BytesIO(), StreamHeader(STRING, (KeyedState("map", StateKind.MAP, VOID_NAMESPACE, LONG),)), ALL, 128, []
        )


HEADER = StreamHeader(STRING, (VALUE, KeyedState("other", StateKind.VALUE, VOID_NAMESPACE, STRING)))
WRITERS = [
    lambda entries: write_savepoint(io.BytesIO(), HEADER, ALL, 128, entries, checked=False),
    lambda entries: write_checkpoint(io.BytesIO(), HEADER, ALL, entries),
]


@pytest.mark.parametrize("write", WRITERS)
def test_entries_out_of_order_are_refused(write):
    backwards = [Entry(5, "value", "a", VOID, "v"), Entry(3, "value", "b", VOID, "v")]
    with pytest.raises(ValueError, match="entries of key group 3 come behind those of a later one; sort them"):
        write(backwards)
    with pytest.raises(ValueError, match="an entry is of key group 128, outside 0 to 127"):
        write([Entry(128, "value", "a", VOID, "v")])


def test_states_that_come_back_are_refused():
    entries = [Entry(5, name, "a", VOID, "v") for name in ("value", "other", "value")]
    with pytest.raises(ValueError, match="the state 'value' stand apart in key group 5; sort them by state"):
        WRITERS[0](entries)


def stream_of(entries):
    target = io.BytesIO()
    offsets = write_savepoint(target, StreamHeader(STRING, (MAP,)), ALL, 128, entries, checked=False)
    return KeyedStateStream(target.getvalue(), offsets)


def test_of_pairs_in_another_key_group_than_their_keys_the_last_stays():
    pairs = [Entry(5, "map", "user_1", WINDOW, Long(i), f"k{i}") for i in range(3)]
    (entry,) = restored_savepoint(stream_of(pairs), 128, checked=False).entries()
    assert (entry.key_group, dict(entry.value.items())) == (5, {"k2": Long(2)})


def test_damage_in_a_key_group_fails_the_restore_and_in_the_header_is_named():
    stream = stream_of([Entry(5, "map", "user_1", WINDOW, Long(1), "k")])
    with pytest.raises(BackendBuildingException, match="EOFException: a value takes 9 bytes from offset"):
        restored_savepoint(KeyedStateStream(stream.data[:-3], stream.offsets), 128)
    with pytest.raises(EOFException, match="a snapshot's class"):
        restored_savepoint(KeyedStateStream(stream.data[:20], stream.offsets), 128)


def test_a_key_group_of_another_number_fails_the_restore():
    states = filled([VALUE], KeyGroupRange(0, 1))
    stream = states.checkpoint()
    (_, first), (_, second) = stream.offsets
    swapped = KeyedStateStream(stream.data, KeyGroupRangeOffsets(KeyGroupRange(0, 1), [second, first]))
    with pytest.raises(BackendBuildingException, match="1 stands where 0 is expected"):
        restored_checkpoint(swapped, 128)


def test_a_map_keeps_its_entries_while_it_grows_and_shrinks():
    entries = CopyOnWriteStateMap()
    expected = {}
    for i in range(1000):
        entries.put(f"user_{i}", VOID, i)
        expected[f"user_{i}"] = i
        if i % 3 == 0:
            entries.remove(f"user_{i // 2}", VOID)
            expected.pop(f"user_{i // 2}", None)
        assert len(entries) == len(expected)
    assert {entry.key: entry.value for entry in entries} == expected
    assert all(entries.get(key, VOID) == value for key, value in expected.items())
    assert entries.get("nobody", VOID) is None
