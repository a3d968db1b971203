"""Constants of Java's enums in `_metadata`, and the names of an operator's states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.errors import ArrayIndexOutOfBoundsException
from copartition.flink.checkpoint.codecs import INT, LONG, UTF, Codec, Source, array_size, list_size, repeated
from copartition.flink.checkpoint.handles import SCOPES
from copartition.flink.checkpoint.operator_handles import MODES, NamedStateOffsets
from copartition.java.data_streams import int32_bytes, int64_bytes
from copartition.java.hash_map import HashMap

if TYPE_CHECKING:
    from collections.abc import Sequence

_WITH_ROOM: Final = (1, 18, 0)
"""From here on the original's HashMap of states has room for as many names as there are states."""


def _constant(constants: Sequence[str], ordinal: int) -> str:
    if not 0 <= ordinal < len(constants):
        raise ArrayIndexOutOfBoundsException(f"Index {ordinal} out of bounds for length {len(constants)}")
    return constants[ordinal]


SCOPE: Final = Codec(lambda source: _constant(SCOPES, INT.read(source)), lambda scope: int32_bytes(SCOPES.index(scope)))
"""`CheckpointedStateScope`."""


def _state(source: Source) -> NamedStateOffsets:
    name = UTF.read(source)
    mode = _constant(MODES, source.byte())
    return NamedStateOffsets(name, mode, repeated(LONG.read, source, array_size(source)))


def _read_states(source: Source) -> tuple[NamedStateOffsets, ...]:
    """In the order of the original's HashMap; one of a name that stands there twice, the last."""
    count = list_size(source)
    found = repeated(_state, source, count)
    room = -(-count * 4 // 3) if source.release >= _WITH_ROOM else count
    states: HashMap[str, NamedStateOffsets] = HashMap(room)
    for state in found:
        states.put(state.name, state)
    return tuple(states.values())


def _write_states(states: Sequence[NamedStateOffsets]) -> bytes:
    parts = [int32_bytes(len(states))]
    for state in states:
        parts += [UTF.write(state.name), bytes([MODES.index(state.mode)]), int32_bytes(len(state.offsets))]
        parts += map(int64_bytes, state.offsets)
    return b"".join(parts)


STATES: Final[Codec[Any]] = Codec(_read_states, _write_states)
"""The states of an operator by name."""
