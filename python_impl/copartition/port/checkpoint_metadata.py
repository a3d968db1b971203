"""The operation `flink.checkpoint.metadata`: metadata and handles in JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from copartition.flink import checkpoint as flink
from copartition.flink.checkpoint import CheckpointMetadata, MasterState, OperatorState, SubtaskState
from copartition.flink.key_group_range import KeyGroupRange, KeyGroupRangeOffsets
from copartition.port.fields import Fields, array, boolean, entry, hexed, int32, int64, mapping, nullable, one_of, text
from copartition.port.rows import FLINK, codec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.port.fields import JSON, Reader
    from copartition.port.rows import Operation


class _Field(NamedTuple):
    """A field of JSON, and the attribute that it is."""

    name: str
    attribute: str
    read: Reader[Any]
    write: Callable[[Any], JSON]


class _Form(NamedTuple):
    """The fields of a kind of object; a field without a name takes and gives several fields of the object."""

    make: Callable[..., Any]
    fields: tuple[_Field, ...]

    def read(self, document: Fields) -> Any:  # noqa: ANN401 - what `make` gives
        values: dict[str, Any] = {}
        for name, attribute, read, _ in self.fields:
            values[attribute] = document.get(name, read) if name else read(document.document, document.path)
        return self.make(**values)

    def write(self, value: object) -> dict[str, JSON]:
        document: dict[str, JSON] = {}
        for name, attribute, _, write in self.fields:
            written = write(getattr(value, attribute))
            document.update({name: written} if name else written)
        return document


def _same(value: Any) -> JSON:  # noqa: ANN401 - a text, a number, a truth
    return value


def _text(name: str, attribute: str | None = None) -> _Field:
    return _Field(name, attribute or name, text, _same)


def _int32(name: str, attribute: str | None = None) -> _Field:
    return _Field(name, attribute or name, int32, _same)


def _int64(name: str, attribute: str | None = None) -> _Field:
    return _Field(name, attribute or name, int64, str)


def _hex(name: str, attribute: str | None = None) -> _Field:
    return _Field(name, attribute or name, hexed, bytes.hex)


def _tuple(name: str, read: Reader[Any], write: Callable[[Any], JSON], attribute: str | None = None) -> _Field:
    listed = array(read)
    return _Field(
        name,
        attribute or name,
        lambda value, path: tuple(listed(value, path)),
        lambda values: [write(value) for value in values],
    )


class _Kinds:
    """Objects that say in `type` which kind they are, or null."""

    def __init__(self, kinds: Mapping[str, _Form]) -> None:
        self._of = one_of(kinds)
        self._names = {form.make: (name, form) for name, form in kinds.items()}

    def read(self, value: JSON, path: str) -> Any:  # noqa: ANN401 - any kind
        if value is None:
            return None
        document = Fields(value, path)
        return document.get("type", self._of).read(document)

    def write(self, handle: object) -> JSON:
        if handle is None:
            return None
        name, form = self._names[type(handle)]
        return {"type": name, **form.write(handle)}


def _range(value: JSON, path: str) -> KeyGroupRange:
    document = Fields(value, path)
    return KeyGroupRange.of(document.get("start", int32), document.get("end", int32))


def _range_document(key_groups: KeyGroupRange) -> JSON:
    return {"start": key_groups.start, "end": key_groups.end}


def _groups(value: JSON, path: str) -> KeyGroupRangeOffsets:
    document = Fields(value, path)
    return KeyGroupRangeOffsets(document.get("range", _range), document.get("offsets", array(int64)))


def _groups_document(groups: KeyGroupRangeOffsets) -> JSON:
    return {"range": _range_document(groups.key_group_range), "offsets": list(map(str, groups.offsets))}


def _read_stream(value: JSON, path: str) -> Any:  # noqa: ANN401 - any kind
    return _STREAMS.read(value, path)


def _write_stream(handle: object) -> JSON:
    return _STREAMS.write(handle)


def _read_keyed(value: JSON, path: str) -> Any:  # noqa: ANN401 - any kind
    return _KEYED.read(value, path)


def _write_keyed(handle: object) -> JSON:
    return _KEYED.write(handle)


_HANDLE: Final = _Field("handle", "state", _read_stream, _write_stream)
_OFFSETS: Final = _tuple("offsets", int64, str)
_RANGE: Final = _Field("range", "range", _range, _range_document)
_GROUPS: Final = _Field("", "groups", _groups, _groups_document)
_ID: Final = _Field("id", "id", nullable(text), _same)
_SIZE: Final = _int64("size")
_CHECKPOINTED: Final = _int64("checkpointedSize", "checkpointed_size")
_CHECKPOINT: Final = _int64("checkpointId", "checkpoint_id")

_STREAMS: Final = _Kinds(
    {
        "bytes": _Form(flink.BytesHandle, (_text("name"), _hex("data"))),
        "file": _Form(flink.FileHandle, (_text("path"), _SIZE)),
        "relative": _Form(flink.RelativeFileHandle, (_text("path"), _SIZE)),
        "segment": _Form(
            flink.SegmentHandle,
            (_text("path"), _int64("start"), _SIZE, _text("scope"), _text("logicalFile", "logical_file")),
        ),
        "empty-segment": _Form(flink.EmptySegmentHandle, ()),
        "key-groups": _Form(flink.KeyGroupsHandle, (_GROUPS, _HANDLE)),
    }
)

_file: Final = entry("a path and a handle", text, _read_stream)
_change: Final = entry("a key group and bytes", int32, hexed)
_stream: Final = entry("an offset and a handle", int64, _read_stream)


def _files(name: str) -> _Field:
    return _tuple(
        name,
        lambda value, path: flink.PathAndHandle(*_file(value, path)),
        lambda pair: [pair.path, _write_stream(pair.state)],
    )


_KEYED: Final = _Kinds(
    {
        "key-groups": _Form(flink.KeyGroupsHandle, (_GROUPS, _HANDLE, _ID)),
        "savepoint": _Form(flink.SavepointHandle, (_GROUPS, _HANDLE)),
        "incremental": _Form(
            flink.IncrementalHandle,
            (
                _RANGE,
                _CHECKPOINT,
                _text("backend"),
                _files("shared"),
                _files("private"),
                _Field("meta", "meta", _read_stream, _write_stream),
                _CHECKPOINTED,
                _ID,
            ),
        ),
        "changelog": _Form(
            flink.ChangelogHandle,
            (
                _RANGE,
                _tuple("materialized", _read_keyed, _write_keyed),
                _tuple("changes", _read_keyed, _write_keyed),
                _CHECKPOINT,
                _int64("materializationId", "materialization_id"),
                _CHECKPOINTED,
                _ID,
            ),
        ),
        "changes-in-memory": _Form(
            flink.ChangesInMemoryHandle,
            (
                _RANGE,
                _tuple(
                    "changes",
                    lambda value, path: flink.StateChange(*_change(value, path)),
                    lambda change: [change.key_group, change.change.hex()],
                ),
                _int64("from", "start"),
                _int64("to", "end"),
                _ID,
            ),
        ),
        "changes-in-files": _Form(
            flink.ChangesInFilesHandle,
            (
                _RANGE,
                _tuple(
                    "handles",
                    lambda value, path: flink.OffsetAndHandle(*_stream(value, path)),
                    lambda pair: [str(pair.offset), _write_stream(pair.state)],
                ),
                _SIZE,
                _CHECKPOINTED,
                _text("storage"),
                _ID,
            ),
        ),
    }
)

_STATE: Final = _Form(flink.NamedStateOffsets, (_text("name"), _text("mode"), _OFFSETS))
_STATES: Final = _tuple("states", lambda value, path: _STATE.read(Fields(value, path)), _STATE.write)
_OPERATOR_STATES: Final = _Kinds(
    {
        "partitionable": _Form(flink.OperatorHandle, (_STATES, _HANDLE)),
        "merged": _Form(
            flink.MergedOperatorHandle,
            (
                _STATES,
                _text("taskOwned", "task_owned"),
                _text("shared"),
                _Field("empty", "empty", boolean, _same),
                _HANDLE,
            ),
        ),
    }
)

_INFO: Final = _Field("info", "info", entry("two numbers", int32, int32), list)
_CHANNELS: Final = _Kinds(
    {
        "channel": _Form(flink.ChannelHandle, (_int32("subtask"), _INFO, _HANDLE, _OFFSETS, _SIZE)),
        "merged": _Form(flink.MergedChannelsHandle, (_int32("subtask"), _HANDLE, _SIZE, _hex("offsets"))),
    }
)

_SUBTASK: Final = _Form(
    SubtaskState,
    (
        _Field("managedOperator", "managed_operator", _OPERATOR_STATES.read, _OPERATOR_STATES.write),
        _Field("rawOperator", "raw_operator", _OPERATOR_STATES.read, _OPERATOR_STATES.write),
        _Field("managedKeyed", "managed_keyed", _KEYED.read, _KEYED.write),
        _Field("rawKeyed", "raw_keyed", _KEYED.read, _KEYED.write),
        _tuple("inputChannels", _CHANNELS.read, _CHANNELS.write, "input_channels"),
        _tuple("outputChannels", _CHANNELS.read, _CHANNELS.write, "output_channels"),
    ),
)


def _subtasks(value: JSON, path: str) -> dict[int, SubtaskState | None] | None:
    """By index; null is an operator that had finished, and so is a subtask."""
    if value is None:
        return None
    found: dict[int, SubtaskState | None] = {}
    for index, subtask in mapping(value, path).items():
        found[int(index)] = None if subtask is None else _SUBTASK.read(Fields(subtask, f"{path}.{index}"))
    return found


def _subtasks_document(subtasks: Mapping[int, SubtaskState | None] | None) -> JSON:
    if subtasks is None:
        return None
    return {str(index): None if state is None else _SUBTASK.write(state) for index, state in subtasks.items()}


_OPERATOR: Final = _Form(
    OperatorState,
    (
        _Field("name", "name", nullable(text), _same),
        _Field("uid", "uid", nullable(text), _same),
        _text("id"),
        _int32("parallelism"),
        _int32("maxParallelism", "max_parallelism"),
        _Field("coordinator", "coordinator", _read_stream, _write_stream),
        _Field("subtasks", "subtasks", _subtasks, _subtasks_document),
    ),
)
_MASTER: Final = _Form(MasterState, (_text("name"), _hex("bytes", "data"), _int32("version")))
_METADATA: Final = _Form(
    CheckpointMetadata,
    (
        _CHECKPOINT,
        _tuple("master", lambda value, path: _MASTER.read(Fields(value, path)), _MASTER.write),
        _tuple("operators", lambda value, path: _OPERATOR.read(Fields(value, path)), _OPERATOR.write),
        _Field("properties", "properties", nullable(hexed), lambda data: None if data is None else data.hex()),
    ),
)


def _encode(document: Fields, version: str) -> JSON:
    metadata = _METADATA.read(document)
    return flink.encode_metadata(metadata, format_version=document.get("version", int32), version=version).hex()


def _decode(document: Fields, version: str) -> JSON:
    return _METADATA.write(flink.decode_metadata(document.get("bytes", hexed), version=version))


OPERATIONS: Final[Mapping[str, Operation]] = {"flink.checkpoint.metadata": codec(_encode, _decode, FLINK)}
