"""Savepoints and checkpoints as rows, read by parts: every kind of state, and what is refused or damaged."""

import pytest
from written_savepoints import (
    ALL,
    ID,
    MAP,
    MAX,
    NONE,
    VALUE,
    WINDOW,
    Foreign,
    filled,
    foreign_states,
    number,
    pair,
    rows,
    saved,
    stream_of,
    subtask,
    text,
    written,
)

from copartition.advice.savepoint.rows import StateRow, part_rows, savepoint_parts
from copartition.errors import EOFException, IllegalStateException, IOException, NullPointerException
from copartition.flink import KeyGroupRange, KeyGroupRangeOffsets, key_group
from copartition.flink.checkpoint import (
    ChangesInMemoryHandle,
    CheckpointMetadata,
    FileHandle,
    OperatorState,
    RelativeFileHandle,
    SavepointHandle,
    SubtaskState,
    encode_metadata,
)
from copartition.flink.savepoint import HeapStates
from copartition.flink.savepoint.header import header_bytes
from copartition.flink.savepoint.snappy import STREAM_HEADER, checksum
from copartition.flink.savepoint.states import StreamHeader
from copartition.flink.savepoint.timers import timers_header_bytes
from copartition.flink.serializers import (
    STRING,
)


@pytest.mark.parametrize("maximum", [128, 129])
def test_a_canonical_savepoint_gives_every_pair(tmp_path, maximum):
    found = rows(saved(tmp_path, maximum=maximum))
    assert len(found) == 20 * 4
    group = key_group("user_1", maximum)
    prefix = 1 if maximum == 128 else 2
    of = [row for row in found if row.key == text("user_1")]
    head = 8 + prefix + 7  # two lengths, the key group, the key
    words = {"type": "list", "value": [number(1), number(2)]}
    assert sorted(of, key=lambda row: (row.state, repr(row.user_key))) == [
        StateRow(group, "list", "list", NONE, text("user_1"), None, words, head + 1 + 17),
        StateRow(group, "map", "map", WINDOW, text("user_1"), text("a"), number(1), head + 16 + 2 + 9),
        StateRow(group, "map", "map", WINDOW, text("user_1"), text("b"), number(2), head + 16 + 2 + 9),
        StateRow(group, "value", "value", NONE, text("user_1"), None, text("vuser_1"), head + 1 + 8),
    ]


def test_a_heap_checkpoint_gives_the_same_pairs(tmp_path):
    canonical_rows = rows(saved(tmp_path / "savepoint"))
    heap = rows(saved(tmp_path / "checkpoint", is_heap=True))
    without_sizes = [sorted((row._replace(size=0) for row in each), key=repr) for each in (canonical_rows, heap)]
    assert without_sizes[0] == without_sizes[1]


def test_sizes_of_a_heap_checkpoint_are_the_bytes_of_its_entries(tmp_path):
    one = filled(KeyGroupRange(0, MAX - 1), [MAP], keys=1)
    stream = one.checkpoint()
    found = rows(written(tmp_path, [subtask(tmp_path, stream, is_heap=True)]))
    window, key, pairs = 16, 7, 4 + 2 * (2 + 1 + 8)
    assert [row.size for row in found] == [2 + 4 + window + key + pairs, 0]


def test_sizes_of_a_canonical_savepoint_are_the_bytes_of_its_pairs(tmp_path):
    one = filled(KeyGroupRange(0, MAX - 1), [VALUE], keys=1)
    found = rows(written(tmp_path, [subtask(tmp_path, one.savepoint())]))
    assert [row.size for row in found] == [4 + (1 + 7 + 1) + 4 + 8]


def test_parts_are_side_by_side_and_no_larger_than_asked(tmp_path):
    folder = saved(tmp_path)
    whole = savepoint_parts(folder)
    assert [part.subtask for part in whole.parts] == [0, 1]
    small = savepoint_parts(folder, most=400).parts
    assert len(small) > 4
    assert [each for part in small for each in part.slices] == [each for part in whole.parts for each in part.slices]
    sizes = [part.slices[-1].end - part.slices[0].begin for part in small]
    assert all(size <= 400 or len(part.slices) == 1 for size, part in zip(sizes, small, strict=True))
    alone = savepoint_parts(folder, most=0).parts
    assert {len(part.slices) for part in alone} == {1}
    assert [row for part in small for row in part_rows(part)] == rows(folder)


def test_what_two_key_groups_fill_exactly_is_one_part(tmp_path):
    folder = saved(tmp_path, parallelism=1)
    first, second, *_ = savepoint_parts(folder).parts[0].slices
    (part, *_) = savepoint_parts(folder, most=second.end - first.begin).parts
    assert part.slices == (first, second)


def test_subtasks_without_state_have_no_part(tmp_path):
    state = filled(KeyGroupRange(0, 63)).savepoint()
    folder = written(tmp_path, [subtask(tmp_path, state), SubtaskState(), None])
    assert [part.subtask for part in savepoint_parts(folder).parts] == [0]
    finished = OperatorState(ID, 1, MAX, None)
    (folder / "_metadata").write_bytes(encode_metadata(CheckpointMetadata(1, (finished,)), format_version=6))
    assert savepoint_parts(folder).parts == ()


def test_a_savepoint_without_entries_has_no_part(tmp_path):
    state = filled(KeyGroupRange(0, MAX - 1), keys=0).savepoint()
    assert savepoint_parts(written(tmp_path, [subtask(tmp_path, state)])).parts == ()


def test_raw_keyed_state_is_named(tmp_path):
    stream = filled(KeyGroupRange(0, MAX - 1)).savepoint()
    state = subtask(tmp_path, stream)
    raw = SubtaskState(managed_keyed=state.managed_keyed, raw_keyed=state.managed_keyed)
    found = savepoint_parts(written(tmp_path, [raw], uid="clicks"))
    assert found.unread == ("operator clicks, subtask 0: raw keyed state, such as timers beside RocksDB",)
    assert len(found.parts) == 1


@pytest.mark.parametrize(
    ("handle", "said"),
    [
        (
            ChangesInMemoryHandle(KeyGroupRange(0, 127), 0, 1, ()),
            "operator clicks, subtask 0: its state is in files of RocksDB, of ForSt or of a changelog; "
            "take a savepoint of the type canonical",
        ),
        (
            SavepointHandle(KeyGroupRangeOffsets(KeyGroupRange(0, 0), [1]), FileHandle("s3://bucket/part", 10)),
            "s3://bucket/part is in another file system; copy the savepoint's folder to this one",
        ),
        (
            SavepointHandle(KeyGroupRangeOffsets(KeyGroupRange(0, 0), [1]), RelativeFileHandle("gone", 10)),
            "operator clicks, subtask 0: gone: the file is not there",
        ),
    ],
)
def test_state_elsewhere_is_refused(tmp_path, handle, said):
    folder = written(tmp_path, [SubtaskState(managed_keyed=handle)], uid="clicks")
    with pytest.raises(ValueError, match=r"^operator clicks, subtask 0: ") as error:
        savepoint_parts(folder)
    assert said in str(error.value)


def test_a_max_parallelism_that_no_operator_has_is_refused(tmp_path):
    stream = filled(KeyGroupRange(0, 127)).savepoint()
    folder = written(tmp_path, [subtask(tmp_path, stream)], 40_000)
    with pytest.raises(ValueError, match=f"operator {ID}, subtask 0: max parallelism 40000 is not in 1 to 32768"):
        savepoint_parts(folder)


@pytest.mark.parametrize(("content", "begins"), [(b"", "nothing"), (b"\0\0\0\6abc", "00000006")])
def test_what_is_no_metadata_is_refused(tmp_path, content, begins):
    (tmp_path / "_metadata").write_bytes(content)
    with pytest.raises(ValueError, match=f"begins with {begins}, not with 4960672d: it is no _metadata"):
        savepoint_parts(tmp_path)


def test_damaged_metadata_is_an_error_with_its_file(tmp_path):
    folder = saved(tmp_path)
    data = (folder / "_metadata").read_bytes()
    (folder / "_metadata").write_bytes(data[:-40])
    with pytest.raises(EOFException, match=r"_metadata, byte \d+"):
        savepoint_parts(folder)


@pytest.mark.parametrize("is_heap", [False, True])
def test_compressed_key_groups_have_the_same_rows(tmp_path, is_heap):
    states = filled(KeyGroupRange(0, MAX - 1))
    packed = HeapStates(MAX, KeyGroupRange(0, MAX - 1), STRING, ALL, compressed=True)
    for entry in states.entries():
        packed.of_group(entry.state, entry.key_group).put(entry.key, entry.namespace, entry.value)
    found = []
    for name, of in (("plain", states), ("packed", packed)):
        stream = of.checkpoint() if is_heap else of.savepoint()
        folder = written(tmp_path / name, [subtask(tmp_path / name, stream, is_heap=is_heap)])
        found.append(sorted(map(repr, rows(folder))))
    assert found[0] == found[1]
    assert len(found[0]) > 60


def test_a_damaged_chunk_is_named_with_its_byte(tmp_path):
    header = StreamHeader(STRING, (VALUE,), compressed=True)
    body = pair(b"\0\2a\0", b"\2v")
    chunk = b"\1" + (4 + len(body)).to_bytes(3, "little") + checksum(body).to_bytes(4, "little") + body
    begin = len(header_bytes(header, timers_header_bytes)) + len(STREAM_HEADER)
    folder = written(tmp_path, [subtask(tmp_path, stream_of(header, STREAM_HEADER + chunk))])
    assert len(rows(folder)) == 1
    for damaged, said in (
        (b"\2" + chunk[1:], f"the chunk at byte {begin} is of the kind 2"),
        (chunk[:4] + bytes(4) + chunk[8:], "a chunk's checksum is 00000000, and that of its data"),
        (chunk + chunk, "the key group ends here, and more follows"),
        (chunk[:-1], "a chunk's data takes"),
    ):
        folder = written(tmp_path, [subtask(tmp_path, stream_of(header, STREAM_HEADER + damaged))])
        with pytest.raises((EOFException, IOException), match=rf"^stream, byte \d+, key group 0: {said}"):
            rows(folder)


def test_a_damaged_header_is_named(tmp_path):
    stream = stream_of(StreamHeader(STRING, (VALUE,)), b"")
    stream.data = stream.data[:9]
    folder = written(tmp_path, [subtask(tmp_path, stream)])
    with pytest.raises(EOFException, match=r"^stream, byte \d+, the header: "):
        savepoint_parts(folder)


@pytest.mark.parametrize(
    ("body", "error", "said"),
    [
        (pair(b"\0\2a\0", b"\2v")[:-1], EOFException, r"key group 0: the number of a state"),
        (pair(b"\0\2a\0", b"\2v", 5), IllegalStateException, r"key group 0: there is no state of the number 5"),
        (pair(b"\0\2a\0", b"\2v") + b"abc", IOException, r"key group 0: the key group ends here, and 3 bytes follow"),
        (pair(b"\0\2a\0", b""), EOFException, r"key group 0: "),
    ],
)
def test_damage_is_named_with_its_byte(tmp_path, body, error, said):
    folder = written(tmp_path, [subtask(tmp_path, stream_of(StreamHeader(STRING, (VALUE,)), body))])
    with pytest.raises(error, match=rf"^stream, byte \d+, {said}"):
        rows(folder)


def test_damage_of_a_heap_checkpoint_is_named(tmp_path):
    body = (5).to_bytes(4, "big") + b"\0\7" + bytes(4)
    stream = stream_of(StreamHeader(STRING, (VALUE,)), body, 5)
    folder = written(tmp_path, [subtask(tmp_path, stream, is_heap=True)])
    with pytest.raises(NullPointerException, match=r"^stream, byte \d+, key group 5: there is no state 7"):
        rows(folder)


@pytest.mark.parametrize("what", ["value", "list", "key", "namespace", "map"])
def test_unknown_classes_are_bytes(tmp_path, what):
    header, is_raw = foreign_states()[what]
    stream = Foreign(header).stream(pair(b"\0\2a\0", b"\2v"))
    (row,) = rows(written(tmp_path, [subtask(tmp_path, stream)]))
    kind = header.states[0].kind.value
    if is_raw:
        assert row == StateRow(0, "s", kind, None, {"bytes": "026100"}, None, {"bytes": "0276"}, 14)
    else:
        assert row == StateRow(0, "s", kind, NONE, text("a"), None, {"bytes": "0276"}, 14)


def test_unknown_classes_of_a_heap_checkpoint_are_refused(tmp_path):
    header, _ = foreign_states()["value"]
    stream = Foreign(header).stream(bytes(4) + bytes(2) + bytes(4) + b"rest")
    stream.offsets = KeyGroupRangeOffsets(KeyGroupRange(0, 0), [len(Foreign(header).data)])
    folder = written(tmp_path, [subtask(tmp_path, stream, is_heap=True)])
    with pytest.raises(ValueError, match=r"stream: a heap backend's checkpoint with values of \S+BooleanSeriaXizer"):
        savepoint_parts(folder)
