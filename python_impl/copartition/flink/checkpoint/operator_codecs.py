"""Operators and their subtasks in `_metadata`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.errors import (
    IllegalArgumentException,
    IllegalStateException,
    IndexOutOfBoundsException,
    IOException,
    NullPointerException,
)
from copartition.flink.checkpoint.channel_codecs import read_channels, write_channels
from copartition.flink.checkpoint.codecs import BOOLEAN, INT, LONG, UTF, Codec, Source, struct
from copartition.flink.checkpoint.handle_codecs import KEYED, STREAM
from copartition.flink.checkpoint.handles import (
    BytesHandle,
    EmptySegmentHandle,
    SegmentHandle,
)
from copartition.flink.checkpoint.metadata import OperatorState, SubtaskState
from copartition.flink.checkpoint.named_codecs import STATES
from copartition.flink.checkpoint.operator_handles import MergedOperatorHandle, OperatorHandle
from copartition.java.data_streams import int32_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.checkpoint.operator_handles import NonKeyedHandle

_NULL, _PARTITIONABLE, _MERGED = 0, 4, 17
_SINCE_1_20: Final = (1, 20, 0)
_V2: Final = 2
_WITH_NAMES: Final = 5
_ID: Final = 16


def _merged(**fields: Any) -> MergedOperatorHandle:  # noqa: ANN401 - its fields
    if not isinstance(fields["state"], SegmentHandle | EmptySegmentHandle):
        raise IllegalArgumentException
    return MergedOperatorHandle(**fields)


_OF_STATES: Final[dict[int, Codec[Any]]] = {
    _PARTITIONABLE: struct(OperatorHandle, states=STATES, state=STREAM),
    _MERGED: struct(_merged, states=STATES, task_owned=UTF, shared=UTF, empty=BOOLEAN, state=STREAM),
}


def _read_operator_state(source: Source) -> NonKeyedHandle | None:
    """A handle where a number before it isn't 0."""
    if INT.read(source) == 0:
        return None
    code = source.byte()
    if code == _NULL:
        raise NullPointerException
    if code not in _OF_STATES or (code == _MERGED and source.release < _SINCE_1_20):
        raise IllegalStateException(f"Reading invalid OperatorStateHandle, type: {code}")
    read: NonKeyedHandle = _OF_STATES[code].read(source)
    return read


def _write_operator_state(handle: NonKeyedHandle | None) -> bytes:
    if handle is None:
        return int32_bytes(0)
    code = _MERGED if isinstance(handle, MergedOperatorHandle) else _PARTITIONABLE
    return int32_bytes(1) + bytes([code]) + _OF_STATES[code].write(handle)


_OPERATOR_STATE: Final[Codec[Any]] = Codec(_read_operator_state, _write_operator_state)
_SUBTASK: Final[Codec[SubtaskState]] = struct(
    SubtaskState,
    managed_operator=_OPERATOR_STATE,
    raw_operator=_OPERATOR_STATE,
    managed_keyed=KEYED,
    raw_keyed=KEYED,
)


def read_operator(source: Source, format_: int) -> OperatorState:
    """An operator in a format.

    Raises:
        JavaError: As the original does.
    """
    name = uid = None
    if format_ >= _WITH_NAMES:
        name, uid = (_named(source, what, UTF.read) or None for what in ("name", "uid"))
    id_ = _named(source, "id", lambda each: each.take(_ID)).hex()
    parallelism = _named(source, "parallelism", INT.read)
    most = _named(source, "max_parallelism", INT.read)
    coordinator = None
    if format_ == _V2:
        _named(source, "chain_length", INT.read)
        OperatorState(id_, parallelism, most, {})
    else:
        coordinator = _named(source, "coordinator", _read_coordinator)
    count = _named(source, "subtasks", INT.read)
    if count < 0 and format_ != _V2:
        if coordinator is not None:
            raise IllegalStateException("Coordinator State should be null for fully finished operator state")
        return OperatorState(id_, parallelism, most, None, None, name, uid)
    OperatorState(id_, parallelism, most, {})
    subtasks: dict[int, SubtaskState | None] = {}
    for place in range(count):
        source.path.append(f".subtasks[{place}]")
        index, state = (_read_subtask_v2 if format_ == _V2 else _read_subtask)(source, format_)
        if not 0 <= index < parallelism:
            raise IndexOutOfBoundsException(f"subtask {index} of an operator whose parallelism is {parallelism}")
        subtasks[index] = state
        source.path.pop()
    return OperatorState(id_, parallelism, most, subtasks, coordinator, name, uid)


def _named(source: Source, name: str, read: Callable[[Source], Any]) -> Any:  # noqa: ANN401 - of the type that is read
    source.path.append(f".{name}")
    value = read(source)
    source.path.pop()
    return value


def _read_coordinator(source: Source) -> BytesHandle | None:
    handle = STREAM.read(source)
    if handle is not None and not isinstance(handle, BytesHandle):
        raise IOException(f"Expected a ByteStreamStateHandle but found a {type(handle).__name__}")
    return handle


def _read_subtask_v2(source: Source, _: int) -> tuple[int, SubtaskState]:
    index = _named(source, "index", INT.read)
    _named(source, "duration", LONG.read)
    if _named(source, "legacy_states", INT.read) > 0:
        raise IOException("Legacy state (from Flink <= 1.1) is no longer supported.")
    return index, _SUBTASK.read(source)


def _read_subtask(source: Source, format_: int) -> tuple[int, SubtaskState | None]:
    """A subtask that had finished stands there as its index, negative and one less."""
    index = _named(source, "index", INT.read)
    if index < 0:
        return -index - 1, None
    state = _SUBTASK.read(source)
    inputs = _named(source, "input_channels", lambda each: read_channels(each, format_, outputs=False))
    outputs = _named(source, "output_channels", lambda each: read_channels(each, format_, outputs=True))
    return index, SubtaskState(
        state.managed_operator, state.raw_operator, state.managed_keyed, state.raw_keyed, inputs, outputs
    )


def write_operator(operator: OperatorState, format_: int) -> bytes:
    """An operator in a format.

    Raises:
        IllegalArgumentException: A name or uid is empty.
        IllegalStateException: The format has no merged handles of channels.
    """
    parts: list[bytes] = []
    if format_ >= _WITH_NAMES:
        for what, text in (("name", operator.name), ("uid", operator.uid)):
            if text == "":
                raise IllegalArgumentException(f"Empty string operator {what} is not allowed")
        parts += [UTF.write(operator.name or ""), UTF.write(operator.uid or "")]
    parts += [bytes.fromhex(operator.id), int32_bytes(operator.parallelism), int32_bytes(operator.max_parallelism)]
    parts.append(STREAM.write(operator.coordinator))
    if operator.subtasks is None:
        return b"".join([*parts, int32_bytes(-1)])
    parts.append(int32_bytes(len(operator.subtasks)))
    for index in sorted(operator.subtasks, key=_place_in_hash_map):
        state = operator.subtasks[index]
        if state is None:
            parts.append(int32_bytes(-index - 1))
        else:
            parts += [int32_bytes(index), _SUBTASK.write(state)]
            parts += [
                write_channels(state.input_channels, format_, outputs=False),
                write_channels(state.output_channels, format_, outputs=True),
            ]
    return b"".join(parts)


def _place_in_hash_map(index: int) -> int:
    """The original keeps subtasks in a HashMap that has a place for each."""
    return index ^ index >> 16
