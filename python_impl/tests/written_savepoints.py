"""Savepoints of one operator, written part by part: sound ones, and ones with a class that is not known."""

from copartition.advice.savepoint.rows import part_rows, savepoint_parts
from copartition.flink import KeyGroupRange, KeyGroupRangeOffsets, key_group, range_of_operator
from copartition.flink.checkpoint import (
    BytesHandle,
    CheckpointMetadata,
    KeyGroupsHandle,
    OperatorState,
    RelativeFileHandle,
    SavepointHandle,
    SubtaskState,
    encode_metadata,
)
from copartition.flink.savepoint import HeapStates, KeyedState, StateKind, canonical
from copartition.flink.savepoint.header import header_bytes
from copartition.flink.savepoint.states import StreamHeader
from copartition.flink.savepoint.timers import timers_header_bytes
from copartition.flink.serializers import (
    BOOLEAN,
    LONG,
    STRING,
    TIME_WINDOW,
    VOID_NAMESPACE,
    ListSerializer,
    MapSerializer,
)
from copartition.flink.state import TimeWindow
from copartition.java import JavaList, Long

ID = "0102030405060708090a0b0c0d0e0f10"
MAX = 128
VALUE = KeyedState("value", StateKind.VALUE, VOID_NAMESPACE, STRING)
LIST = KeyedState("list", StateKind.LIST, VOID_NAMESPACE, ListSerializer(LONG))
MAP = KeyedState("map", StateKind.MAP, TIME_WINDOW, MapSerializer(STRING, LONG))
ALL = (VALUE, LIST, MAP)
NONE = {"type": "void-namespace", "value": None}
WINDOW = {"type": "time-window", "value": {"start": "0", "end": "10"}}


def filled(groups, states=ALL, keys=20, maximum=MAX):
    found = HeapStates(maximum, groups, STRING, states)
    for key in (f"user_{i}" for i in range(keys)):
        if key_group(key, maximum) not in groups:
            continue
        if VALUE in states:
            found.update("value", key, f"v{key}")
        if LIST in states:
            found.update("list", key, JavaList([Long(1), Long(2)]))
        if MAP in states:
            found.update("map", key, {"a": Long(1), "b": Long(2)}, TimeWindow(0, 10))
    return found


def written(folder, subtasks, maximum=MAX, *, uid=None, operator=ID):
    """The metadata of one operator."""
    folder.mkdir(parents=True, exist_ok=True)
    state = OperatorState(operator, len(subtasks), maximum, dict(enumerate(subtasks)), uid=uid, name=uid)
    metadata = CheckpointMetadata(1, (state,))
    (folder / "_metadata").write_bytes(encode_metadata(metadata, format_version=6))
    return folder


def subtask(folder, stream, name="stream", *, is_heap=False, in_metadata=False):
    folder.mkdir(parents=True, exist_ok=True)
    if in_metadata:
        handle = BytesHandle(name, stream.data)
    else:
        (folder / name).write_bytes(stream.data)
        handle = RelativeFileHandle(name, len(stream.data))
    of = KeyGroupsHandle(stream.offsets, handle) if is_heap else SavepointHandle(stream.offsets, handle)
    return SubtaskState(managed_keyed=of)


def saved(folder, *, is_heap=False, parallelism=2, maximum=MAX, states=ALL):
    subtasks = []
    for index in range(parallelism):
        of = filled(range_of_operator(maximum, parallelism, index), states, maximum=maximum)
        stream = of.checkpoint() if is_heap else of.savepoint()
        subtasks.append(subtask(folder, stream, f"part-{index}", is_heap=is_heap, in_metadata=index == 1))
    return written(folder, subtasks, maximum)


def rows(path, **options):
    return [row for part in savepoint_parts(path, **options).parts for row in part_rows(part)]


def text(value):
    return {"type": "string", "value": value}


def number(value):
    return {"type": "long", "value": str(value)}


def stream_of(header, body, group=0):
    """A stream of one key group, and its handle's offsets."""
    head = header_bytes(header, timers_header_bytes)

    class Stream:
        data = head + body
        offsets = KeyGroupRangeOffsets(KeyGroupRange(group, group), [len(head)])

    return Stream


def pair(key, value, state=0):
    return b"".join(canonical.group_bytes([canonical.Record(state, key, value)]))


class Foreign:
    """Headers in which a class is not known, made of known ones."""

    NAME = b"BooleanSerializer$BooleanSerializerSnapshot"
    OTHER = b"BooleanSeriaXizer$BooleanSeriaXizerSnapshot"

    def __init__(self, header):
        self.data = header_bytes(header, timers_header_bytes).replace(self.NAME, self.OTHER)

    def stream(self, body):
        class Stream:
            data = self.data + body
            offsets = KeyGroupRangeOffsets(KeyGroupRange(0, 0), [len(self.data)])

        return Stream


def foreign_states():
    unknown = BOOLEAN
    maps = KeyedState("s", StateKind.MAP, VOID_NAMESPACE, MapSerializer(STRING, unknown))
    return {
        "value": (StreamHeader(STRING, (KeyedState("s", StateKind.VALUE, VOID_NAMESPACE, unknown),)), False),
        "list": (StreamHeader(STRING, (KeyedState("s", StateKind.REDUCING, VOID_NAMESPACE, unknown),)), False),
        "key": (StreamHeader(unknown, (KeyedState("s", StateKind.VALUE, VOID_NAMESPACE, STRING),)), True),
        "namespace": (StreamHeader(STRING, (KeyedState("s", StateKind.VALUE, unknown, STRING), VALUE)), True),
        "map": (StreamHeader(STRING, (maps,)), True),
    }
