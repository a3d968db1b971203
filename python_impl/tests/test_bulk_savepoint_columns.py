"""Pairs of a canonical savepoint as columns are those that `SavepointReader.records` reads, in damaged streams, too."""

import io
import random

import pytest

from copartition.errors import JavaError
from copartition.flink import KeyGroupRange
from copartition.flink.savepoint import HeapStates, KeyedState, SavepointReader, StateKind, columns
from copartition.flink.serializers import LONG, STRING, TIME_WINDOW, VOID_NAMESPACE, ListSerializer, MapSerializer
from copartition.flink.serializers.key_group_prefix import prefix_length
from copartition.flink.state import TimeWindow
from copartition.java import JavaList, Long

STATES = [
    KeyedState("value", StateKind.VALUE, VOID_NAMESPACE, STRING),
    KeyedState("list", StateKind.LIST, VOID_NAMESPACE, ListSerializer(LONG)),
    KeyedState("map", StateKind.MAP, TIME_WINDOW, MapSerializer(STRING, LONG)),
]


def savepoint(keys, max_parallelism=128):
    states = HeapStates(max_parallelism, KeyGroupRange(0, max_parallelism - 1), STRING, STATES)
    for i in range(keys):
        states.update("value", f"user_{i}", "v" * (i % 300))
        states.update("list", f"user_{i}", JavaList([Long(i), Long(2)]))
        states.update("map", f"user_{i}", {"a": Long(i), "b": Long(1)}, TimeWindow(0, 10))
    return states.savepoint()


def told(data, read):
    """What is read until the end, or until an error, and its words."""
    found = []
    try:
        read(SavepointReader(io.BytesIO(data), 128, file="part"), found)
    except JavaError as error:
        return found, type(error), str(error)
    return found, None, None


def by_records(reader, found):
    found.extend((record.state, record.key, record.value) for record in reader.records())


def by_columns(kernels):
    def read(reader, found):
        for part in reader.columns(kernels=kernels):
            found.extend(zip(part.states.tolist(), part.keys, part.values, strict=True))

    return read


@pytest.mark.parametrize("chunk", [1, 9, 40, 64, 1000, columns.CHUNK])
def test_pairs_are_read_whole_however_the_stream_is_cut_into_parts(kernels, chunk, monkeypatch):
    monkeypatch.setattr(columns, "CHUNK", chunk)
    data = savepoint(60).data
    assert told(data, by_columns(kernels)) == told(data, by_records)


@pytest.mark.parametrize("max_parallelism", [128, 720])
def test_key_groups_of_one_byte_and_of_two(kernels, max_parallelism):
    data, prefix = savepoint(50, max_parallelism).data, prefix_length(max_parallelism)
    parts = SavepointReader(io.BytesIO(data), max_parallelism).columns(kernels=kernels)
    found = [group for part in parts for group in part.key_groups(prefix).tolist()]
    entries = SavepointReader(io.BytesIO(data), max_parallelism).entries()
    assert found == [entry.key_group for entry in entries]


def test_a_stream_cut_at_any_byte_says_the_same(kernels):
    stream = savepoint(3)
    for length in range(stream.offsets.offsets[0], len(stream.data)):
        assert told(stream.data[:length], by_columns(kernels)) == told(stream.data[:length], by_records)


def test_damaged_streams_say_the_same(kernels):
    stream, choose = savepoint(6), random.Random(1)  # noqa: S311 - test data
    begin, errors = stream.offsets.offsets[0], set()
    for _ in range(400):
        damaged = bytearray(stream.data)
        for _ in range(1 + choose.randrange(3)):
            byte = choose.choice((0, 1, 0x7F, 0x80, 0xFF, choose.randrange(256)))
            damaged[choose.randrange(begin, len(damaged))] = byte
        by_one = told(bytes(damaged), by_records)
        errors.add(by_one[1])
        assert told(bytes(damaged), by_columns(kernels)) == by_one
    assert len(errors) > 3
