"""Serializers of rows of Table and SQL as savepoints have them: their types are kept as they are."""

import io
import json
from pathlib import Path

import pytest

from copartition.advice.savepoint.documents import serializer_document
from copartition.errors import EOFException, IOException
from copartition.flink.key_group_range import KeyGroupRange
from copartition.flink.savepoint import Entry, HeapStates, SavepointReader, write_savepoint
from copartition.flink.serializers import ListSerializer
from copartition.flink.serializers.snapshots import read_snapshot, snapshot_bytes
from copartition.flink.serializers.stored_rows import STORED_ROWS, StoredRowsSerializer
from copartition.flink.state import VOID
from copartition.java.data_streams import DataInput, int32_bytes, utf_bytes

ROOT = Path(__file__).parents[2] / "conformance" / "jarparity" / "areas"
HEAD = utf_bytes(STORED_ROWS, "a class") + int32_bytes(3)
SNAPSHOTS = {
    name: HEAD + bytes.fromhex(data)
    for name, data in json.loads((ROOT / "flink_state_bytes" / "row_snapshots.json").read_text("utf-8")).items()
}
"""As Flink 1.16.3 writes them."""


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_a_snapshot_is_read_up_to_its_end_and_written_as_it_was(name):
    source = DataInput(SNAPSHOTS[name] + b"behind")
    read = read_snapshot(source)
    assert isinstance(read, StoredRowsSerializer)
    assert read.arity == int.from_bytes(SNAPSHOTS[name][len(HEAD) : len(HEAD) + 4])
    assert source.available == len(b"behind")
    assert snapshot_bytes(read) == SNAPSHOTS[name]


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_a_snapshot_that_is_cut_ends_too_early(name):
    for length in range(len(HEAD), len(SNAPSHOTS[name]), 7):
        with pytest.raises(EOFException):
            read_snapshot(DataInput(SNAPSHOTS[name][:length]))


def test_an_older_version_of_a_text_s_snapshot_is_written_in_today_s():
    older = SNAPSHOTS["string"][:-4] + int32_bytes(2) + utf_bytes("its class", "a class")
    assert snapshot_bytes(read_snapshot(DataInput(older))) == SNAPSHOTS["string"]


def test_a_field_of_another_class_is_refused():
    of = b"DecimalDataSerializer$DecimalSerializerSnapshot"
    assert of in SNAPSHOTS["decimal"]
    with pytest.raises(IOException, match=r"Could not find class .*ClassOfNobodyEverSeen"):
        read_snapshot(DataInput(SNAPSHOTS["decimal"].replace(of, b"ClassOfNobodyEverSeen".ljust(len(of), b"_"))))


@pytest.fixture(scope="module")
def stream():
    """What a job of 1.16.3 with `GROUP BY` wrote: the kit keeps it."""
    streams = json.loads((ROOT / "flink_savepoints" / "sql_streams.json").read_text("utf-8"))
    return next(each for each in streams["streams"] if each["operation"] == "flink.state.savepoint")


def test_a_savepoint_of_a_query_is_read_and_written_again(stream):
    data = bytes.fromhex(stream["stream"])
    reader = SavepointReader(io.BytesIO(data), stream["maxParallelism"])
    entries = list(reader.entries())
    assert {state.name for state in reader.header.states} == {
        "accState",
        "_timer_state/processing_user-timers",
        "_timer_state/event_user-timers",
    }
    assert [(each.key_group, bytes(each.value)[8:24].hex()) for each in entries] == [
        (81, "02000000000000000700000000000000"),
        (99, "02000000000000000400000000000000"),
        (121, "02000000000000000800000000000000"),
    ]
    filled = HeapStates(128, reader_range(stream), reader.header.key, reader.header.states)
    for entry in entries:
        filled.update(entry.state, entry.key, entry.value, entry.namespace)
    assert filled.savepoint().data == data


def reader_range(stream):
    return KeyGroupRange.of(stream["range"]["start"], stream["range"]["end"])


def test_a_row_may_be_added(stream):
    reader = SavepointReader(io.BytesIO(bytes.fromhex(stream["stream"])), stream["maxParallelism"])
    entries = [*reader.entries()]
    more = Entry(64, "accState", entries[0].key, VOID, entries[1].value)
    target = io.BytesIO()
    write_savepoint(target, reader.header, reader_range(stream), 128, [more, *entries], checked=False)
    target.seek(0)
    assert list(SavepointReader(target, 128).entries(checked=False)) == [more, *entries]


def test_a_type_is_explained_by_its_number_of_fields(stream):
    reader = SavepointReader(io.BytesIO(bytes.fromhex(stream["stream"])), stream["maxParallelism"])
    timers = next(state for state in reader.header.states if state.name.startswith("_timer_state/"))
    of_key = {"type": "row-data", "arity": 1}
    assert serializer_document(reader.header.key) == of_key
    assert serializer_document(timers.value) == {"type": "timer", "key": of_key, "namespace": "void-namespace"}
    assert serializer_document(ListSerializer(reader.header.key)) == {"type": "list", "element": of_key}
