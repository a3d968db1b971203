"""A canonical savepoint of any size is read in the memory of its largest entries. Nothing of it lies on a disk."""

import io
import tracemalloc

import pytest

from copartition.advice.savepoint.streams import StreamCounter
from copartition.advice.savepoint.tally import Entries
from copartition.flink import KeyGroupRange, key_group
from copartition.flink.savepoint import KeyedState, SavepointReader, StateKind, StreamHeader, write_savepoint
from copartition.flink.savepoint.entries import Entry
from copartition.flink.serializers import BYTES, STRING, VOID_NAMESPACE
from copartition.flink.state import VOID

MUCH = 1 << 28
"""Bytes of a savepoint: 256 times as many as reading it may take."""
LARGE, SMALL = bytes(1 << 16), bytes(100)
MOST = 1 << 20
"""Bytes that reading may take: a few values, and what is read ahead."""


def streams(value):
    """The header of a stream with one state, and a key group with one entry of this value."""
    state = KeyedState("state", StateKind.VALUE, VOID_NAMESPACE, BYTES)
    group = key_group("user_1", 128)
    target = io.BytesIO()
    entries = [Entry(group, "state", "user_1", VOID, value)]
    offsets = write_savepoint(target, StreamHeader(STRING, (state,)), KeyGroupRange(0, 127), 128, entries)
    begin = offsets.get_key_group_offset(group)
    return target.getvalue()[:begin], target.getvalue()[begin:]


class Repeated:
    """A file that has a key group again and again, up to so many bytes; it makes them as they are read."""

    def __init__(self, size, value=LARGE):
        self.header, self.group = streams(value)
        self.count = (size - len(self.header)) // len(self.group)
        self.size = len(self.header) + self.count * len(self.group)
        self.place = 0

    def seek(self, place):
        self.place = place
        return place

    def read(self, size):
        size = min(size, self.size - self.place)
        if self.place < len(self.header):
            data = (self.header + self.group)[self.place : self.place + size]
        else:
            at = (self.place - len(self.header)) % len(self.group)
            data = self.group[at : at + size]
        self.place += len(data)
        return data


def peak(use):
    """The most memory that something takes beside what there was, in bytes."""
    tracemalloc.start()
    try:
        use()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("part", ["entries", "records"])
@pytest.mark.parametrize(("size", "value"), [(MUCH, LARGE), (MUCH // 128, SMALL)], ids=["large", "small"])
def test_a_reader_keeps_no_entry(part, size, value):
    file = Repeated(size, value)
    count = 0

    def read():
        nonlocal count
        for _ in getattr(SavepointReader(file, 128), part)():
            count += 1

    assert peak(read) < MOST
    assert (count, file.place) == (file.count, file.size)
    assert size - len(file.group) < file.size <= size


def test_counting_keeps_the_largest_entries_only():
    file, entries = Repeated(MUCH), Entries()
    assert peak(lambda: StreamCounter(file, file.size, 128, entries, None)) < MOST
    assert entries.groups[key_group("user_1", 128)].entries == file.count
