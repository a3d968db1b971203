"""Handles in `_metadata`: one byte that says which kind, then its fields.

A kind that came later has an older one beside it, which is read and not written: 3 and 12 are key groups, 5 and 11
are incremental, 8 and 14 a changelog, 10 and 13 changes in files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from copartition.errors import (
    ClassCastException,
    IllegalArgumentException,
    IllegalStateException,
    IOException,
    NegativeArraySizeException,
    NullPointerException,
)
from copartition.flink.checkpoint.backend_ids import backend_id
from copartition.flink.checkpoint.codecs import BYTES, INT, LONG, UTF, Codec, Source, listed, repeated, struct
from copartition.flink.checkpoint.handles import (
    BytesHandle,
    ChangelogHandle,
    ChangesInFilesHandle,
    ChangesInMemoryHandle,
    EmptySegmentHandle,
    FileHandle,
    IncrementalHandle,
    KeyGroupsHandle,
    OffsetAndHandle,
    PathAndHandle,
    RelativeFileHandle,
    SavepointHandle,
    SegmentHandle,
    StateChange,
)
from copartition.flink.checkpoint.named_codecs import SCOPE
from copartition.flink.checkpoint.paths import flink_path
from copartition.flink.key_group_range import KeyGroupRange, KeyGroupRangeOffsets
from copartition.java.data_streams import int32_bytes, int64_bytes
from copartition.java.ints import int32

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.flink.checkpoint.handles import KeyedHandle, StreamHandle

_NULL: Final = 0
_CHECKS_KEY_GROUPS: Final = (1, 17, 0)
_WITHOUT_META: Final = (1, 19, 0)
_WITH_SEGMENTS: Final = (1, 20, 0)
_SEGMENTS: Final = frozenset({15, 16})
_META_KEY_GROUP: Final = -1


def _range_of(source: Source) -> tuple[KeyGroupRange, int]:
    start, count = INT.read(source), INT.read(source)
    return KeyGroupRange.of(start, int32(start + count - 1)), count


def _read_groups(source: Source) -> KeyGroupRangeOffsets:
    key_groups, count = _range_of(source)
    if count < 0:
        raise NegativeArraySizeException(str(count))
    return KeyGroupRangeOffsets(key_groups, repeated(LONG.read, source, count))


def _write_range(key_groups: KeyGroupRange) -> bytes:
    return int32_bytes(key_groups.start) + int32_bytes(len(key_groups))


def _write_groups(groups: KeyGroupRangeOffsets) -> bytes:
    return _write_range(groups.key_group_range) + b"".join(map(int64_bytes, groups.offsets))


_RANGE: Final = Codec(lambda source: _range_of(source)[0], _write_range)
_GROUPS: Final = Codec(_read_groups, _write_groups)
_ID: Final[Codec[Any]] = Codec(UTF.read, lambda value: UTF.write(str(uuid4()) if value is None else value))


def _read_stream(source: Source) -> StreamHandle | None:
    code = source.byte_or_end()
    if code == _NULL:
        return None
    known = _STREAMS.get(code)
    if known is None or (code in _SEGMENTS and source.release < _WITH_SEGMENTS):
        raise IOException(f"Unknown implementation of StreamStateHandle, code: {code}")
    read: StreamHandle = known.read(source)
    return read


def _write_stream(handle: StreamHandle | None) -> bytes:
    if handle is None:
        return bytes([_NULL])
    code = _STREAM_CODES[type(handle)]
    return bytes([code]) + _STREAMS[code].write(handle)


STREAM: Final[Codec[Any]] = Codec(_read_stream, _write_stream)
"""A handle of a stream, or None."""


def _relative(path: str, size: int) -> RelativeFileHandle:
    """The original looks where the file is when it reads the handle.

    Raises:
        IllegalArgumentException: The path is no URI.
    """
    flink_path(path)
    return RelativeFileHandle(path, size)


_STREAMS: Final[Mapping[int, Codec[Any]]] = {
    1: struct(BytesHandle, name=UTF, data=BYTES),
    2: struct(FileHandle, size=LONG, path=UTF),
    3: struct(KeyGroupsHandle, groups=_GROUPS, state=STREAM),
    6: struct(_relative, path=UTF, size=LONG),
    15: struct(SegmentHandle, start=LONG, size=LONG, scope=SCOPE, path=UTF, logical_file=UTF),
    16: struct(EmptySegmentHandle),
}
_STREAM_CODES: Final = {
    BytesHandle: 1,
    FileHandle: 2,
    KeyGroupsHandle: 3,
    RelativeFileHandle: 6,
    SegmentHandle: 15,
    EmptySegmentHandle: 16,
}


def _incremental(source: Source, layout: Codec[IncrementalHandle]) -> IncrementalHandle:
    handle = layout.read(source)
    if handle.meta is None and source.release < _WITHOUT_META:
        raise NullPointerException
    return handle


def _incremental_codec(layout: Codec[IncrementalHandle]) -> Codec[IncrementalHandle]:
    return Codec(lambda source: _incremental(source, layout), layout.write)


def _read_change(source: Source) -> StateChange:
    key_group = INT.read(source)
    size = INT.read(source)
    if size < 0:
        raise NegativeArraySizeException(str(size))
    if source.available < size:
        raise IOException(f"a change takes {size} bytes, and there are only {source.available}")
    change = source.take(size)
    if key_group < _META_KEY_GROUP and source.release >= _CHECKS_KEY_GROUPS:
        raise IllegalArgumentException
    return StateChange(key_group, change)


_CHANGE: Final = Codec(_read_change, lambda change: int32_bytes(change.key_group) + BYTES.write(change.change))


def _read_changes(source: Source) -> KeyedHandle | None:
    handle = _read_keyed(source)
    if handle is not None and not isinstance(handle, ChangesInMemoryHandle | ChangesInFilesHandle):
        raise ClassCastException(f"{type(handle).__name__} is no handle of changes")
    return handle


def _read_keyed(source: Source) -> KeyedHandle | None:
    code = source.byte()
    if code == _NULL:
        return None
    if code not in _KEYED:
        raise IllegalStateException(f"Reading invalid KeyedStateHandle, type: {code}")
    read: KeyedHandle = _KEYED[code].read(source)
    return read


def _write_keyed(handle: KeyedHandle | None) -> bytes:
    if handle is None:
        return bytes([_NULL])
    code = _KEYED_CODES[type(handle)]
    return bytes([code]) + _KEYED[code].write(handle)


KEYED: Final[Codec[Any]] = Codec(_read_keyed, _write_keyed)
"""A handle of keyed state, or None."""

_FILES: Final = listed(struct(PathAndHandle, path=UTF, state=STREAM))
_BACKEND: Final = Codec(lambda source: backend_id(UTF.read(source)), UTF.write)
_HANDLES: Final = listed(struct(OffsetAndHandle, offset=LONG, state=STREAM))
_MATERIALIZED: Final = listed(KEYED)
_CHANGES: Final = listed(Codec(_read_changes, _write_keyed))
_HEAD: Final[dict[str, Codec[Any]]] = {"checkpoint_id": LONG, "backend": _BACKEND, "range": _RANGE}
_REST: Final[dict[str, Codec[Any]]] = {"meta": STREAM, "shared": _FILES, "private": _FILES}
_LOG: Final[dict[str, Codec[Any]]] = {
    "range": _RANGE,
    "checkpointed_size": LONG,
    "materialized": _MATERIALIZED,
    "changes": _CHANGES,
}
_IN_FILES: Final[dict[str, Codec[Any]]] = {
    "range": _RANGE,
    "handles": _HANDLES,
    "size": LONG,
    "checkpointed_size": LONG,
    "id": _ID,
}


def _changelog(**fields: Any) -> ChangelogHandle:  # noqa: ANN401 - its fields
    fields.setdefault("checkpoint_id", fields["materialization_id"])
    fields["materialized"] = tuple(handle for handle in fields["materialized"] if handle is not None)
    return ChangelogHandle(**fields)


_KEYED: Final[Mapping[int, Codec[Any]]] = {
    3: struct(KeyGroupsHandle, groups=_GROUPS, state=STREAM),
    5: _incremental_codec(struct(IncrementalHandle, **_HEAD, **_REST)),
    7: struct(SavepointHandle, groups=_GROUPS, state=STREAM),
    8: struct(_changelog, **_LOG, materialization_id=LONG, id=_ID),
    9: struct(ChangesInMemoryHandle, range=_RANGE, start=LONG, end=LONG, changes=listed(_CHANGE), id=_ID),
    10: struct(ChangesInFilesHandle, **_IN_FILES),
    11: _incremental_codec(struct(IncrementalHandle, **_HEAD, checkpointed_size=LONG, **_REST, id=_ID)),
    12: struct(KeyGroupsHandle, groups=_GROUPS, state=STREAM, id=_ID),
    13: struct(ChangesInFilesHandle, **_IN_FILES, storage=UTF),
    14: struct(_changelog, **_LOG, materialization_id=LONG, checkpoint_id=LONG, id=_ID),
}
_KEYED_CODES: Final = {
    SavepointHandle: 7,
    ChangesInMemoryHandle: 9,
    IncrementalHandle: 11,
    KeyGroupsHandle: 12,
    ChangesInFilesHandle: 13,
    ChangelogHandle: 14,
}
