"""Savepoints and checkpoints of an operator that counts clicks, in files, as Flink has them."""

from copartition.flink import KeyGroupRange, KeyGroupRangeOffsets, key_group, range_of_operator
from copartition.flink.checkpoint import (
    CheckpointMetadata,
    FileHandle,
    KeyGroupsHandle,
    OperatorState,
    RelativeFileHandle,
    SavepointHandle,
    SubtaskState,
    encode_metadata,
)
from copartition.flink.operator_id import operator_id
from copartition.flink.savepoint import HeapStates, KeyedState, StateKind
from copartition.flink.serializers import LONG, STRING, TIME_WINDOW, VOID_NAMESPACE, MapSerializer
from copartition.flink.state import TimeWindow
from copartition.java import Long

UID = "count-clicks"
MAX, PARALLELISM = 128, 4
TOTAL = KeyedState("total", StateKind.VALUE, VOID_NAMESPACE, LONG)
PAGES = KeyedState("pages", StateKind.MAP, TIME_WINDOW, MapSerializer(STRING, LONG))
WINDOW = TimeWindow(0, 60_000)


def states(key_groups, users=40, *, compressed=False):
    """What a subtask with these key groups has of so many users; user_8 saw 50 pages."""
    found = HeapStates(MAX, key_groups, STRING, [TOTAL, PAGES], compressed=compressed)
    for number in range(users):
        key = f"user_{number}"
        if key_group(key, MAX) in key_groups:
            found.update("total", key, Long(number))
            pages = {f"page_{page}": Long(1) for page in range(50 if number == 8 else 1 + number % 3)}
            found.update("pages", key, pages, WINDOW)
    return found


def write(folder, *, is_checkpoint=False, version=6, compressed=False):
    """Writes `_metadata` and `part-0` to `part-3`; that of a savepoint has relative names, that of a checkpoint not."""
    folder.mkdir(parents=True, exist_ok=True)
    subtasks = {}
    for index in range(PARALLELISM):
        of = states(range_of_operator(MAX, PARALLELISM, index), compressed=compressed)
        stream = of.checkpoint() if is_checkpoint else of.savepoint()
        path = folder / f"part-{index}"
        path.write_bytes(stream.data)
        if is_checkpoint:
            handle = KeyGroupsHandle(stream.offsets, FileHandle(f"file:{path}", len(stream.data)))
        else:
            handle = SavepointHandle(stream.offsets, RelativeFileHandle(path.name, len(stream.data)))
        subtasks[index] = SubtaskState(managed_keyed=handle)
    counting = OperatorState(operator_id(UID), PARALLELISM, MAX, subtasks, name="Count clicks", uid=UID)
    source = OperatorState(operator_id("source"), 2, MAX, {0: SubtaskState(), 1: None}, name="Source", uid="source")
    write_metadata(folder, counting, source, version=version)
    return folder


def write_metadata(folder, *operators, version=6):
    """Writes `_metadata` of these operators."""
    folder.mkdir(parents=True, exist_ok=True)
    data = encode_metadata(CheckpointMetadata(7, operators), format_version=version)
    write_anew(folder / "_metadata", data)


def write_anew(path, data):
    """Writes a file in place of the one that may be there: ext4 waits for the disk where one is emptied instead."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)


def write_stream(folder, data, offsets, max_parallelism, *, is_savepoint=True):
    """Writes a savepoint or checkpoint of one subtask, whose stream is that of a golden vector."""
    known = offsets_of(offsets)
    file = RelativeFileHandle("stream", len(data))
    handle = SavepointHandle(known, file) if is_savepoint else KeyGroupsHandle(known, file)
    write_metadata(folder, OperatorState("00" * 16, 1, max_parallelism, {0: SubtaskState(managed_keyed=handle)}))
    write_anew(folder / "stream", data)


def offsets_of(document):
    """Offsets as golden vectors have them."""
    groups = sorted(map(int, document))
    return KeyGroupRangeOffsets(KeyGroupRange(groups[0], groups[-1]), [int(document[str(group)]) for group in groups])
