"""Canonical savepoints read as files: an entry at a time, damaged ones, and serializers that are not known."""

import contextlib
import io
import random
import struct
import tracemalloc
from itertools import chain, repeat
from pathlib import Path

import pytest
from made_streams import MadeStream

from copartition.errors import EOFException, IllegalStateException, IOException, JavaError, WrongTypeError
from copartition.flink import KeyGroupRange, key_group
from copartition.flink.savepoint import (
    Entry,
    HeapStates,
    KeyedState,
    RawValues,
    SavepointReader,
    StateKind,
    StreamHeader,
    write_savepoint,
)
from copartition.flink.serializers import LONG, STRING, TIME_WINDOW, VOID_NAMESPACE, ListSerializer, MapSerializer
from copartition.flink.state import VOID, TimeWindow
from copartition.java import JavaList, Long

VALUE = KeyedState("value", StateKind.VALUE, VOID_NAMESPACE, STRING)
LIST = KeyedState("list", StateKind.LIST, VOID_NAMESPACE, ListSerializer(LONG))
MAP = KeyedState("map", StateKind.MAP, TIME_WINDOW, MapSerializer(STRING, LONG))
ALL = KeyGroupRange(0, 127)


def savepoint(keys=20):
    states = HeapStates(128, ALL, STRING, [VALUE, LIST, MAP])
    for i in range(keys):
        states.update("value", f"user_{i}", f"v{i}")
        states.update("list", f"user_{i}", JavaList([Long(i), Long(2)]))
        states.update("map", f"user_{i}", {"a": Long(i), "b": Long(1)}, TimeWindow(0, 10))
    return states.savepoint().data


def entries(data, file="savepoint"):
    return list(SavepointReader(io.BytesIO(data), 128, file=file).entries())


def test_every_entry_is_read_in_the_order_of_the_stream():
    found = entries(savepoint())
    assert len(found) == 20 * 4
    assert [entry.key_group for entry in found] == sorted(entry.key_group for entry in found)
    assert Entry(53, "value", "user_1", VOID, "v1") in found
    assert Entry(53, "list", "user_1", VOID, JavaList([Long(1), Long(2)])) in found
    assert Entry(53, "map", "user_1", TimeWindow(0, 10), Long(1), "a") in found


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ("savepoint/stream", r'write open\(path, "rb"\)'),
        (Path("stream"), r'write open\(path, "rb"\)'),
        (b"\0\0\0\6", r"write io.BytesIO\(data\)"),
        (io.StringIO("text"), 'it gives text: open it with "rb"'),
    ],
)
def test_what_is_no_binary_file_is_refused(source, hint):
    with pytest.raises(WrongTypeError, match=f"^source must be a file opened for binary reading.*{hint}"):
        SavepointReader(source, 128)


def test_a_max_parallelism_that_is_text_is_refused():
    with pytest.raises(WrongTypeError, match="max_parallelism must be an integer, not str"):
        SavepointReader(io.BytesIO(savepoint()), "128")


def test_what_is_read_and_written_again_is_the_same():
    data = savepoint(200)
    reader = SavepointReader(io.BytesIO(data), 128)
    target = io.BytesIO()
    write_savepoint(target, reader.header, ALL, 128, reader.entries())
    assert target.getvalue() == data


def test_a_stream_cut_at_any_byte_ends_at_a_key_group_or_says_where_it_ends():
    data = savepoint(4)
    whole = entries(data)
    errors = []
    for length in range(len(data)):
        try:
            read = entries(data[:length], "part")
        except EOFException as error:
            errors.append(str(error))
        else:
            assert read == whole[: len(read)]
    assert len(data) - 5 < len(errors) < len(data)
    assert [error for error in errors if not error.startswith("part, byte ")] == []


def test_a_changed_byte_never_reads_more_than_there_is():
    data = bytearray(savepoint(4))
    drawn = random.Random(7)  # noqa: S311 - reproducible, not secret
    tracemalloc.start()
    for _ in range(1000):
        place = drawn.randrange(len(data))
        before, data[place] = data[place], drawn.randrange(256)
        with contextlib.suppress(JavaError, NotImplementedError):
            entries(bytes(data))
        data[place] = before
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000


def test_a_length_that_lies_takes_no_memory():
    data = savepoint(1)
    begin = data.index(b"user_0") - 6
    lying = data[:begin] + struct.pack(">i", 2**31 - 1) + data[begin + 4 :]
    with pytest.raises(
        EOFException, match=r"savepoint, byte \d+, the key group that begins at byte \d+: a key takes 21"
    ):
        entries(lying)


def test_memory_does_not_grow_with_the_stream():
    empty = io.BytesIO()
    write_savepoint(empty, StreamHeader(STRING, (VALUE,)), ALL, 128, [])
    one = io.BytesIO()
    long = Entry(key_group("k" * 1000, 128), "value", "k" * 1000, VOID, "v" * 1000)
    write_savepoint(one, StreamHeader(STRING, (VALUE,)), ALL, 128, [long])
    group = one.getvalue()[len(empty.getvalue()) :]
    reader = SavepointReader(MadeStream(chain([empty.getvalue()], repeat(group, 5000))), 128)
    tracemalloc.start()
    assert sum(1 for _ in reader.records()) == 5000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2_000_000


@pytest.mark.parametrize("number", [3, 9])
def test_the_number_of_no_state_is_refused(number):
    data = savepoint(1)
    begin = data.index(b"user_0") - 6
    with pytest.raises(IllegalStateException, match=f"there is no state of the number {number}"):
        entries(data[: begin - 2] + number.to_bytes(2, "big") + data[begin:])


def renamed(data, old, new):
    assert len(old) == len(new)
    return data.replace(old, new)


def test_values_of_a_class_that_is_not_known_are_bytes():
    states = HeapStates(128, ALL, STRING, [KeyedState("a", StateKind.VALUE, VOID_NAMESPACE, LONG), VALUE])
    states.update("a", "user_1", Long(7))
    states.update("value", "user_1", "v")
    data = renamed(
        states.savepoint().data, b"LongSerializer$LongSerializerSnapshot", b"MineSerializer$MineSerializerSnapshot"
    )
    reader = SavepointReader(io.BytesIO(data), 128)
    (foreign,) = [state.value for state in reader.header.states if state.name == "a"]
    assert isinstance(foreign, RawValues)
    assert foreign.name.endswith("MineSerializer$MineSerializerSnapshot")
    assert sorted((entry.state, entry.key, entry.value) for entry in reader.entries() if entry.state == "a") == [
        ("a", "user_1", bytes(7) + b"\7")
    ]


def test_keys_of_a_class_that_is_not_known_leave_pairs_of_bytes():
    states = HeapStates(128, ALL, LONG, [VALUE])
    states.update("value", Long(7), "v")
    data = renamed(
        states.savepoint().data, b"LongSerializer$LongSerializerSnapshot", b"MineSerializer$MineSerializerSnapshot"
    )
    (entry,) = SavepointReader(io.BytesIO(data), 128).entries()
    assert (entry.key_group, entry.state, entry.namespace, entry.value) == (113, "value", None, b"\2v")
    assert entry.key == b"q" + bytes(7) + b"\7\0"


def test_an_unknown_snapshot_at_the_end_of_the_header_is_refused():
    data = renamed(savepoint(1), b"TimeWindow$Serializer", b"TimeGlass$Serializer$"[:21])
    with pytest.raises(IOException, match="which is not known, and its snapshot has no end"):
        entries(data)


@pytest.mark.parametrize("groups", [0, 32769])
def test_a_max_parallelism_that_no_job_has_is_refused(groups):
    with pytest.raises(ValueError, match=f"max_parallelism is {groups}: write 1 to 32768"):
        SavepointReader(io.BytesIO(savepoint(1)), groups)
