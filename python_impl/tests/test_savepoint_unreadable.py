"""`explain_savepoint` of state that can't be read whole: unknown classes, damaged keys, deep types, missing files."""

from pathlib import Path

import pytest
from written_savepoints import MAX, VALUE, Foreign, filled, foreign_states, pair, saved, stream_of, subtask, written

from copartition.advice.questions import ADVICE
from copartition.advice.savepoint import explain_savepoint
from copartition.errors import (
    EOFException,
    IllegalArgumentException,
    IllegalStateException,
    IOException,
    NullPointerException,
    WrongTypeError,
)
from copartition.flink import KeyGroupRange, KeyGroupRangeOffsets
from copartition.flink.checkpoint import SavepointHandle, SegmentHandle, SubtaskState
from copartition.flink.checkpoint.metadata_bytes import readable_metadata
from copartition.flink.savepoint import KeyedState, RawValues, StateKind, canonical
from copartition.flink.savepoint.foreign import read_any_header
from copartition.flink.savepoint.header import read_header
from copartition.flink.savepoint.states import StreamHeader
from copartition.flink.savepoint.timers import READERS
from copartition.flink.serializers import LONG, STRING, VOID_NAMESPACE, ListSerializer, PojoSerializer
from copartition.flink.serializers.class_snapshots import POJO
from copartition.flink.serializers.snapshots import composite_bytes, read_snapshot, snapshot_bytes
from copartition.flink.serializers.timers import TimerSerializer, read_timer_serializer, timer_snapshot_bytes
from copartition.java.data_streams import DataInput, int32_bytes, int64_bytes, utf_bytes


def explained(folder):
    return ADVICE["savepoint"]({"path": str(folder)})


def keyed(folder):
    (operator,) = explained(folder)["operators"]
    return operator["keyed"]


@pytest.mark.parametrize("what", ["value", "list", "key", "namespace", "map"])
def test_state_of_an_unknown_class_is_counted(tmp_path, what):
    header, _ = foreign_states()[what]
    stream = Foreign(header).stream(pair(b"\0\2a\0", b"\2v"))
    found = keyed(written(tmp_path, [subtask(tmp_path, stream)]))
    assert found["pairs"] == 1
    (largest,) = found["largest"]
    unread = what in {"key", "namespace"}
    assert largest["key"] == ({"bytes": "00026100"} if unread else {"type": "string", "value": "a"})


def test_a_key_that_is_damaged_is_shown_as_its_bytes(tmp_path):
    stream = stream_of(StreamHeader(STRING, (VALUE,)), pair(b"\0\x09a\0", b"\2v"))
    folder = written(tmp_path, [subtask(tmp_path, stream)])
    (damage,) = explained(folder)["damage"]
    assert damage["what"].startswith("an entry of the state 'value': ")
    (largest,) = keyed(folder)["largest"]
    assert largest["key"] == {"bytes": "00096100"}


def test_an_offset_before_the_file_is_damage(tmp_path):
    stream = stream_of(StreamHeader(STRING, (VALUE,)), pair(b"\0\2a\0", b"\2v"))
    stream.offsets = KeyGroupRangeOffsets(KeyGroupRange(0, 0), [-1])
    damage = explained(written(tmp_path, [subtask(tmp_path, stream)]))["damage"]
    assert [(each["byte"], each["what"]) for each in damage] == [(0, "its offset is -1")]


def test_types_inside_types_too_deep_are_damage(tmp_path):
    header = StreamHeader(STRING, (KeyedState("s", StateKind.VALUE, VOID_NAMESPACE, LONG),))
    stream = stream_of(header, b"")
    of_long = snapshot_bytes(LONG)
    of_list = snapshot_bytes(ListSerializer(LONG))[: -len(of_long)]
    stream.data = stream.data.replace(of_long, of_list * 20_000 + of_long)
    folder = written(tmp_path, [subtask(tmp_path, stream)])
    assert [each["what"] for each in explained(folder)["damage"]] == ["the header: types inside types, too deep"]


def test_state_in_a_part_of_a_file_is_read_from_its_beginning(tmp_path):
    stream = filled(KeyGroupRange(0, MAX - 1)).savepoint()
    (tmp_path / "shared").write_bytes(b"of others" + stream.data)
    handle = SegmentHandle(str(tmp_path / "shared"), len(b"of others"), len(stream.data), "EXCLUSIVE", "1")
    whole = keyed(saved(tmp_path / "alone", parallelism=1))
    found = keyed(written(tmp_path / "part", [SubtaskState(managed_keyed=SavepointHandle(stream.offsets, handle))]))
    assert found["pairs"] == whole["pairs"] > 0
    assert found["states"] == whole["states"]


def test_a_max_parallelism_of_no_job_is_refused(tmp_path):
    folder = saved(tmp_path)
    with pytest.raises(ValueError, match="maxParallelism is 0: write 1 to 32768"):
        explain_savepoint(folder / "part-0", max_parallelism=0)


def test_a_file_that_may_not_be_read_is_named(tmp_path, monkeypatch):
    folder = saved(tmp_path)

    def refuse(path, *_):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ValueError, match=r"path \S+_metadata can't be read: Permission denied"):
        explained(folder)


def test_metadata_that_is_sound_is_not_read_as_damaged(tmp_path):
    data = (saved(tmp_path) / "_metadata").read_bytes()
    with pytest.raises(ValueError, match="_metadata is not damaged: read it by decode_metadata"):
        readable_metadata(data)


def test_a_key_group_without_pairs_has_no_bytes():
    assert not b"".join(canonical.group_bytes([]))


def test_values_of_an_unknown_class_are_their_bytes():
    raw = RawValues("org.example.Mine", b"snapshot")
    assert repr(raw) == "RawValues('org.example.Mine')"
    assert raw.to_bytes(b"value") == b"value"
    with pytest.raises(NullPointerException, match=r"the bytes of org\.example\.Mine must be given"):
        raw.to_bytes(None)


def test_the_end_of_an_unknown_class_is_no_state_whose_name_is_damaged():
    header, _ = foreign_states()["key"]
    data = Foreign(header).data.replace(b"\0\1s", b"\0\1\xff")
    with pytest.raises(IOException, match="which is not known, and its snapshot has no end"):
        read_any_header(DataInput(data))


def test_timers_know_no_null_and_have_two_parts():
    with pytest.raises(NullPointerException, match="TimerSerializer knows no null"):
        TimerSerializer(STRING, VOID_NAMESPACE).to_bytes(None)
    sound = timer_snapshot_bytes(TimerSerializer(STRING, VOID_NAMESPACE))
    name = DataInput(sound).utf("a class")
    with pytest.raises(IOException, match="timers have a key and a namespace, not 1 parts"):
        read_timer_serializer(DataInput(composite_bytes(name, 1, b"", [STRING])))


def test_a_pojo_s_snapshot_of_another_version_is_refused():
    with pytest.raises(IllegalArgumentException, match="unrecognized read version 3"):
        read_snapshot(DataInput(utf_bytes(POJO, "a class") + int32_bytes(3)))


MINE = PojoSerializer("org.example.Mine", {"a": STRING})
SNAPSHOT = snapshot_bytes(MINE)
SUBCLASS = utf_bytes("org.example.Sub", "a class")


def subclasses(*entries):
    return int64_bytes(0x4F2C69A3D70) + int32_bytes(len(entries)) + b"".join(entries)


def with_subclasses(registered, other):
    return SNAPSHOT.removesuffix(2 * subclasses()) + registered + other


def framed(data):
    return b"\1" + int32_bytes(len(data)) + data


def test_subclasses_of_a_pojo_are_stepped_over():
    known = subclasses(SUBCLASS + framed(SUBCLASS) + framed(SNAPSHOT))
    source = DataInput(with_subclasses(known, known) + b"behind")
    assert snapshot_bytes(read_snapshot(source)) == SNAPSHOT
    assert source.available == len(b"behind")


def test_a_subclass_whose_serializer_only_flink_knows_does_not_hide_its_class():
    kryo = utf_bytes(
        "org.apache.flink.api.java.typeutils.runtime.kryo.KryoSerializerSnapshot", "a class"
    ) + int32_bytes(2)
    nested = SNAPSHOT.replace(b"base.StringSerializer$", b"base.StrangSerializer$")
    for serializer in (kryo, nested):
        known = subclasses(SUBCLASS + framed(SUBCLASS) + framed(serializer))
        assert snapshot_bytes(read_snapshot(DataInput(with_subclasses(known, subclasses())))) == SNAPSHOT


def test_a_field_that_a_pojo_has_no_longer_is_stepped_over():
    data = SNAPSHOT.replace(framed(utf_bytes(MINE.name, "") + utf_bytes("a", "")), b"\0")
    gone = read_snapshot(DataInput(data))
    assert gone.from_bytes(b"\2\0\2x") == {}
    assert gone.to_bytes({}) == b"\2\1"
    again = data.replace(b"\0\1a\0", utf_bytes("missing-field-at-0", "") + b"\0")
    assert snapshot_bytes(gone) == again
    assert snapshot_bytes(read_snapshot(DataInput(again))) == again
    with pytest.raises(ValueError, match=r"has the fields \[\], not \['missing-field-at-0'\]"):
        gone.to_bytes({"missing-field-at-0": "x"})


def test_two_fields_of_a_pojo_have_two_names():
    part = framed(utf_bytes(MINE.name, "") + utf_bytes("a", "")) + framed(snapshot_bytes(STRING))
    twice = subclasses(utf_bytes("a", "") + part, utf_bytes("b", "") + part)
    data = SNAPSHOT.replace(subclasses(utf_bytes("a", "") + part), twice)
    with pytest.raises(IOException, match=r"two fields of org.example.Mine are 'a'"):
        read_snapshot(DataInput(data))


@pytest.mark.parametrize(
    ("data", "error", "text"),
    [
        (with_subclasses(subclasses(), subclasses(SUBCLASS + b"\0\0")), IllegalStateException, "Missing key 'org"),
        (
            SNAPSHOT.replace(framed(snapshot_bytes(STRING)), b"\0"),
            IllegalStateException,
            "the serializer of the field 'a' is not there",
        ),
    ],
    ids=["subclass", "field"],
)
def test_a_pojo_of_which_a_part_is_missing_is_read_as_bytes(data, error, text):
    with pytest.raises(error, match=text):
        read_snapshot(DataInput(data))
    (header, _) = foreign_states()["value"]
    written_so = Foreign(header).data.replace(
        utf_bytes(f"org.apache.flink.api.common.typeutils.base.{Foreign.OTHER.decode()}", "") + int32_bytes(3), data
    )
    (state,) = read_any_header(DataInput(written_so)).states
    assert state.value.snapshot == data


def test_another_version_of_a_serializer_s_frame_is_refused():
    data = stream_of(StreamHeader(STRING, (VALUE,)), b"").data
    begin = data.index(b"org.apache.flink.api.common.typeutils.base.StringSerializer") - 6
    other = data[:begin] + int32_bytes(9) + data[begin + 4 :]
    with pytest.raises(IOException, match="version is 9, not 2"):
        read_any_header(DataInput(other))
    with pytest.raises(IOException, match="version is 9, not 2"):
        read_header(DataInput(other), READERS)
    with pytest.raises(EOFException):
        read_any_header(DataInput(data[:begin]))


def test_uids_are_a_list_and_a_max_parallelism_is_an_integer(tmp_path):
    with pytest.raises(WrongTypeError, match=r"^uids must hold str values, not be a str$"):
        explain_savepoint(tmp_path, uids="abc")
    stream = tmp_path / "stream"
    stream.write_bytes(int32_bytes(6))
    with pytest.raises(WrongTypeError, match=r"^maxParallelism must be an integer, not float$"):
        explain_savepoint(stream, max_parallelism=128.0)
