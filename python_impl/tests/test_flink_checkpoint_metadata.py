import array
import io
import re
import tracemalloc
from pathlib import Path

import pytest

from copartition.errors import (
    ClassCastException,
    EOFException,
    IllegalArgumentException,
    IOException,
    StreamCorruptedException,
    UnsupportedOperationException,
    WrongTypeError,
)
from copartition.flink.checkpoint import (
    BytesHandle,
    ChangelogHandle,
    CheckpointMetadata,
    EmptySegmentHandle,
    FileHandle,
    KeyGroupsHandle,
    MasterState,
    MergedChannelsHandle,
    MergedOperatorHandle,
    NamedStateOffsets,
    OperatorHandle,
    OperatorState,
    RelativeFileHandle,
    SavepointHandle,
    SegmentHandle,
    StateChange,
    SubtaskState,
    decode_metadata,
    encode_metadata,
    newest_format,
    readable_metadata,
)
from copartition.flink.checkpoint.backend_ids import backend_id
from copartition.flink.checkpoint.paths import flink_path
from copartition.flink.key_group_range import KeyGroupRange, KeyGroupRangeOffsets
from copartition.flink.rescale_operator_state import OperatorStateMode

ID = "0102030405060708090a0b0c0d0e0f10"
GROUPS = KeyGroupRangeOffsets(KeyGroupRange(0, 1), (5, 9))
FILE = FileHandle("s3://bucket/chk-7/f", 17)


def metadata(keyed, **fields):
    return CheckpointMetadata(7, (OperatorState(ID, 2, 128, {1: SubtaskState(managed_keyed=keyed)}, **fields),))


@pytest.mark.parametrize("format_version", [3, 4, 5, 6])
def test_what_is_written_is_read_again(format_version):
    whole = metadata(KeyGroupsHandle(GROUPS, FILE, "4f1c"), coordinator=BytesHandle("c", b"\0\1"))
    assert decode_metadata(encode_metadata(whole, format_version=format_version)) == whole


@pytest.mark.parametrize(
    ("version", "format_"), [("1.16.3", 4), ("1.20.5", 4), ("2.0.1", 5), ("2.1.3", 6), ("2.3.0", 6)]
)
def test_a_release_writes_the_newest_format_that_it_knows(version, format_):
    data = encode_metadata(metadata(None), version=version)
    assert newest_format(version) == format_
    assert data[:8] == bytes.fromhex("4960672d") + format_.to_bytes(4)


def test_names_are_read_from_format_5_on():
    named = metadata(None, name="Source: é", uid="uid-1")
    assert decode_metadata(encode_metadata(named)) == named
    assert decode_metadata(encode_metadata(named, format_version=4)) == metadata(None)


def test_format_2_is_not_written():
    with pytest.raises(UnsupportedOperationException, match="Serialization in v2 is no longer supported"):
        encode_metadata(metadata(None), format_version=2)


def test_every_cut_names_file_offset_and_field():
    data = encode_metadata(metadata(SavepointHandle(GROUPS, RelativeFileHandle("4f1c", 9))))
    for end in range(len(data)):
        with pytest.raises(IOException, match=r"^chk-7/_metadata, byte \d+, [a-z]") as caught:
            decode_metadata(data[:end], file="chk-7/_metadata")
        place = re.match(r"chk-7/_metadata, byte (\d+)", str(caught.value))
        assert place is not None
        assert int(place[1]) <= end


def test_a_wrong_magic_number_stands_at_the_first_byte():
    with pytest.raises(IOException, match=r"^_metadata, byte 0, magic: Unexpected magic number"):
        decode_metadata(b'{"topics": {"t": 3}}')


@pytest.mark.parametrize("data", ["savepoint/_metadata", Path("_metadata"), io.BytesIO(b"")])
@pytest.mark.parametrize("read", [decode_metadata, readable_metadata])
def test_what_is_no_content_of_a_file_is_refused(read, data):
    with pytest.raises(
        WrongTypeError, match=r"^data must be bytes, not \w+: hand in what the file holds, such as Path"
    ):
        read(data)


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_other_bytes_are_read_as_well(kind):
    known = metadata(SavepointHandle(GROUPS, FILE))
    assert decode_metadata(kind(encode_metadata(known))) == known


def test_a_cut_inside_a_handle_names_the_way_to_it():
    data = encode_metadata(metadata(SavepointHandle(GROUPS, FILE)))
    at = data.index(bytes(7) + b"\x09")
    with pytest.raises(EOFException, match=r"operators\[0\]\.subtasks\[0\]\.managed_keyed\.groups\[1\]: .* only 3$"):
        decode_metadata(data[: at + 3])


def test_an_error_without_a_message_of_its_own_has_a_place():
    data = encode_metadata(metadata(KeyGroupsHandle(GROUPS, FileHandle("/f", 1), "i")))
    at = data.index(b"\x02" + bytes(7) + b"\x01\x00\x02/f")
    with pytest.raises(IllegalArgumentException, match=r"byte \d+, operators.*managed_keyed\.state: no valid value$"):
        decode_metadata(data[: at + 1] + b"\xff" * 7 + b"\xfe" + data[at + 9 :])


@pytest.mark.parametrize("promise", [b"\x7f\xff\xff\xff", b"\x10\x00\x00\x00"])
def test_no_memory_is_taken_for_what_a_length_promises(promise):
    handle = KeyGroupsHandle(GROUPS, BytesHandle("b", b"\1\2"), "i")
    data = encode_metadata(metadata(handle))
    tracemalloc.start()
    try:
        for at in range(8, len(data) - 4):
            try:
                decode_metadata(data[:at] + promise + data[at + 4 :])
            except Exception as error:  # noqa: BLE001 - each is of a damaged file
                assert str(error).startswith("_metadata, byte ")  # noqa: PT017 - some damages do not fail
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


def test_handles_in_handles_without_end_are_an_error():
    data = encode_metadata(metadata(KeyGroupsHandle(GROUPS, FILE, "i")))
    at = data.index(b"\x02" + bytes(7) + b"\x11")
    nested = (b"\x03" + bytes(8)) * 100_000
    with pytest.raises(IOException, match="handles inside handles, too deep"):
        decode_metadata(data[:at] + nested)


def test_changes_are_handles_of_changes():
    inner = KeyGroupsHandle(GROUPS, FILE, "i")
    changelog = ChangelogHandle(KeyGroupRange(0, 1), 0, (), (inner,), 1, 2, "c")
    with pytest.raises(ClassCastException, match="KeyGroupsHandle is no handle of changes"):
        decode_metadata(encode_metadata(metadata(changelog)))


def test_an_old_handle_has_no_id_and_gets_one():
    data = encode_metadata(metadata(KeyGroupsHandle(GROUPS, FILE)))
    handle = decode_metadata(data).operators[0].subtasks[1].managed_keyed
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", handle.id)


def test_properties_are_kept_and_their_header_is_looked_at():
    properties = bytes.fromhex("aced000573720001")
    data = encode_metadata(CheckpointMetadata(7, (), properties=properties))
    assert decode_metadata(data).properties == properties
    with pytest.raises(StreamCorruptedException, match="invalid stream header: AC000573"):
        decode_metadata(data.replace(b"\xac\xed\0\5sr", b"\xac\0\5sr"))
    with pytest.raises(EOFException, match="properties: the object is missing"):
        decode_metadata(data[:-4])


def test_sizes_of_handles():
    assert KeyGroupsHandle(GROUPS, KeyGroupsHandle(GROUPS, BytesHandle("b", b"123"))).state_size == 3
    assert SavepointHandle(GROUPS, RelativeFileHandle("f", 9)).state_size == 9
    assert EmptySegmentHandle().state_size == 0


def test_merged_channels_hide_their_offsets():
    assert "offsets" not in repr(MergedChannelsHandle(0, 1, None, b"123"))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("file:///a//b/", "file:/a/b"),
        ("s3://bucket", "s3://bucket"),
        ("/a/./b/../c", "/a/c"),
        ("/..", "/.."),
        ("a/..", ""),
        ("/a/..", "/"),
        ("C:/a", "C:/a"),
        ("./a:b", "./a:b"),
        ("\\a", "/a"),
        ("s#://bucket/a", "s"),
        ("%41?b#c:/d", "A"),
        ("\xe9#:/a", "\xe9"),
        ("..#:", ".."),
        ("#:", ""),
        ("s3://[::1]:80/a", "s3://[::1]:80/a"),
        ("s3://[fe80::1%e.t_0]/a", "s3://[fe80::1%e.t_0]/a"),
        ("s3://u%20@[::ffff:1.2.3.4%eth0]/a", "s3://u%20@[::ffff:1.2.3.4%25eth0]/a"),
        ("//@[::1%25a]:", "//@[::1%2525a]:"),
        ("//[::01.2.3.004]/", "//[::01.2.3.004]/"),
    ],
)
def test_paths_are_those_of_flink(text, path):
    assert flink_path(text) == path


@pytest.mark.parametrize(
    "text",
    [
        "a<#:",
        "a#b#:",
        "a?|:/b",
        "\xa0#:",
        "%zz#:",
        "a?b:c",
        "s3://[zz]/a",
        "s3://[::1]x/a",
        "s3://a[b]/c",
        "//]",
        "//[::1%é]",
    ],
)
def test_paths_that_are_no_uris(text):
    with pytest.raises(IllegalArgumentException):
        flink_path(text)


def test_backend_ids():
    assert backend_id("1-1-1-1-1") == "00000001-0001-0001-0001-000000000001"
    assert backend_id("backend") == "b43fdd98-b1fd-305a-a4c3-a10cf25aad8a"
    assert backend_id("8000000000000000-1-1-1-1") == "7aab2253-89df-3a35-9df5-ed30a752a51a"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("1-٣-1-1-\uff11", "00000001-0003-0001-0001-000000000001"),
        ("\uff46-\uff21-1-1-+९", "0000000f-000a-0001-0001-000000000009"),
        ("\uff27-1-1-1-1", "0c10b068-7f63-3a86-a953-82bbbedd7bbd"),
        ("\U0001d7cf-1-1-1-1", "fe34709c-f04f-3a34-9dc0-3930af2076c6"),
        ("+-1-1-1-1", "7d0046a3-36df-3031-aa89-8ea02b831b48"),
    ],
)
def test_digits_of_every_script_are_digits_of_a_backends_id(text, read):
    assert backend_id(text) == read


@pytest.mark.parametrize("id_", ["ab", "my-uid", "ab" * 20, "ab-cd", "ab cd" + "00" * 14, "٣" * 32])
def test_an_operators_id_has_32_hex_digits(id_):
    with pytest.raises(
        ValueError, match=r"id must be 32 hex digits, not .*: write operator_id\(uid\) of an operator's"
    ):
        OperatorState(id_, 1, 128, {})


def test_an_operators_id_is_read_as_it_was_given():
    with pytest.raises(WrongTypeError, match="id must be a str, not bytes"):
        OperatorState(bytes.fromhex(ID), 1, 128, {})
    given = CheckpointMetadata(1, (OperatorState(ID.upper(), 1, 128, {}),))
    assert decode_metadata(encode_metadata(given)) == given


def test_bytes_of_wider_items_keep_their_length():
    wide = memoryview(array.array("i", [1, 2]))
    whole = metadata(None, coordinator=BytesHandle("c", wide))
    assert decode_metadata(encode_metadata(whole)) == whole
    assert (
        BytesHandle("c", wide).state_size
        == len(StateChange(0, wide).change)
        == len(MasterState("m", wide, 1).data)
        == 8
    )


@pytest.mark.parametrize(
    "make", [lambda: BytesHandle("c", "a"), lambda: StateChange(0, [1]), lambda: MasterState("m", "a", 1)]
)
def test_what_stands_in_the_metadata_itself_is_bytes(make):
    with pytest.raises(WrongTypeError, match="must be bytes, not"):
        make()


def test_an_operators_states_have_different_names():
    twice = [NamedStateOffsets("n", "UNION", (1,)), NamedStateOffsets("n", "UNION", (2,))]
    with pytest.raises(ValueError, match="states has 'n' twice: write one NamedStateOffsets with all its offsets"):
        OperatorHandle(twice, FILE)
    with pytest.raises(ValueError, match="states has 'n' twice"):
        MergedOperatorHandle(twice, "s3://b/t", "s3://b/s", False, EmptySegmentHandle())  # noqa: FBT003 - a field
    with pytest.raises(WrongTypeError, match="states must hold NamedStateOffsets values, not str"):
        OperatorHandle(["n"], FILE)
    one = OperatorHandle((state for state in twice[:1]), FILE)
    assert one.states == (twice[0],)


def test_a_mode_is_one_of_three():
    for mode in OperatorStateMode:
        assert NamedStateOffsets("n", mode, (1,)) == NamedStateOffsets("n", mode.name, (1,))
        assert NamedStateOffsets("n", mode, (1,)).mode == mode.name
    with pytest.raises(
        ValueError, match=r"^NamedStateOffsets\.mode must be one of SPLIT_DISTRIBUTE, UNION, BROADCAST, not 'u'$"
    ):
        NamedStateOffsets("n", "u", (1,))
    with pytest.raises(WrongTypeError, match=r"^NamedStateOffsets\.mode must be a str, not NoneType$"):
        NamedStateOffsets("n", None, (1,))


def test_a_segment_has_a_scope_of_flinks():
    assert SegmentHandle("s3://b/f", 0, 1, "SHARED", "a").state_size == 1
    with pytest.raises(ValueError, match=r"^scope must be one of EXCLUSIVE, SHARED, not 'shared'$"):
        SegmentHandle("s3://b/f", 0, 1, "shared", "a")
