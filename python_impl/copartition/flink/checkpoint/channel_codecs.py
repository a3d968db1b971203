"""Records in flight in `_metadata`: handles of channels, from format 3 on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.errors import IllegalStateException
from copartition.flink.checkpoint.codecs import BYTES, INT, LONG, Codec, Source, listed, repeated, struct
from copartition.flink.checkpoint.handle_codecs import STREAM
from copartition.flink.checkpoint.handles import ChannelHandle, MergedChannelsHandle
from copartition.java.data_streams import int32_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from copartition.flink.checkpoint.handles import AnyChannelHandle

_WITH_KINDS: Final = 6
_PLAIN, _MERGED = 1, 3
"""The kinds of inputs; those of outputs are one more."""

_INFO: Final[Codec[tuple[int, int]]] = Codec(
    lambda source: (INT.read(source), INT.read(source)), lambda info: int32_bytes(info[0]) + int32_bytes(info[1])
)
_CHANNEL: Final[Codec[ChannelHandle]] = struct(
    ChannelHandle, subtask=INT, info=_INFO, offsets=listed(LONG), size=LONG, state=STREAM
)
_CHANNELS: Final[Codec[MergedChannelsHandle]] = struct(
    MergedChannelsHandle, subtask=INT, size=LONG, state=STREAM, offsets=BYTES
)


def read_channels(source: Source, format_: int, *, outputs: bool) -> tuple[AnyChannelHandle, ...]:
    """A count, and so many handles; none where it is negative.

    Raises:
        JavaError: As the original does.
    """
    count = INT.read(source)
    if format_ < _WITH_KINDS:
        return repeated(_CHANNEL.read, source, count)
    kinds: dict[int, Codec[Any]] = {_PLAIN + outputs: _CHANNEL, _MERGED + outputs: _CHANNELS}

    def read(each: Source) -> AnyChannelHandle:
        codec = kinds.get(each.byte_or_end())
        if codec is None:
            raise IllegalStateException(f"Unknown {'output' if outputs else 'input'} state handle type.")
        handle: AnyChannelHandle = codec.read(each)
        return handle

    return repeated(read, source, count)


def write_channels(handles: Sequence[AnyChannelHandle], format_: int, *, outputs: bool) -> bytes:
    """A count, and so many handles.

    Raises:
        IllegalStateException: The format has no merged ones.
    """
    parts = [int32_bytes(len(handles))]
    for handle in handles:
        if isinstance(handle, MergedChannelsHandle):
            if format_ < _WITH_KINDS:
                raise IllegalStateException("a format before 6 has no merged handles of channels")
            parts += [bytes([_MERGED + outputs]), _CHANNELS.write(handle)]
        else:
            parts += [bytes([_PLAIN + outputs]) * (format_ >= _WITH_KINDS), _CHANNEL.write(handle)]
    return b"".join(parts)
