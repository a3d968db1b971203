"""The file `_metadata`: `Checkpoints.storeCheckpointMetadata` and `loadCheckpointMetadata`.

| format | written by | what is in it |
|---|---|---|
| 2 | 1.3 to 1.10 | operators and their subtasks |
| 3 | 1.11 to 1.14 | coordinators' state, state of channels, subtasks that had finished |
| 4 | 1.15 to 1.20 | the properties of the checkpoint |
| 5 | 2.0 | names and uids of operators |
| 6 | 2.1 | several channels in one handle |

A release writes the newest that it knows, and 3 or later when it is asked to; it reads all from 2 on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.errors import (
    EOFException,
    IllegalArgumentException,
    IOException,
    JavaError,
    StreamCorruptedException,
    UnsupportedOperationException,
)
from copartition.flink.checkpoint.codecs import BYTES, INT, LONG, UTF, Source, list_size, repeated
from copartition.flink.checkpoint.metadata import CheckpointMetadata, MasterState
from copartition.flink.checkpoint.operator_codecs import read_operator, write_operator
from copartition.flink.releases import NEWEST, parsed
from copartition.java.data_streams import int32_bytes, int64_bytes

if TYPE_CHECKING:
    from copartition.flink.checkpoint.metadata import OperatorState
    from copartition.flink.releases import Release

MAGIC: Final = 0x4960672D
"""The first four bytes of a `_metadata` file."""

_MASTER_MAGIC: Final = 0xC96B1696 - (1 << 32)
_JAVA_STREAM: Final = b"\xac\xed\x00\x05"
_JAVA_NULL: Final = b"p"
_HINT: Final = "hand in what the file holds, such as Path(…).read_bytes()"
_OLDEST, _OLDEST_WRITTEN, _WITH_PROPERTIES = 2, 3, 4


def newest_format(version: str = NEWEST) -> int:
    """The newest format that a release knows, which it writes.

    Raises:
        ValueError: The release isn't known.
    """
    return _newest(parsed(version))


def _newest(release: Release) -> int:
    return 4 if release < (2, 0, 0) else 5 if release < (2, 1, 0) else 6


def _checked(format_: int, release: Release) -> int:
    if not 1 <= format_ <= _newest(release):
        raise IllegalArgumentException(f"Unrecognized checkpoint version number: {format_}")
    return format_


def encode_metadata(metadata: CheckpointMetadata, *, format_version: int | None = None, version: str = NEWEST) -> bytes:
    """The bytes of a `_metadata` file.

    Args:
        metadata: What shall stand in it. What the format has no place for is left out.
        format_version: The format, 3 or later; None for the newest that the release knows.
        version: The release of Flink that is equalled.

    Raises:
        IllegalArgumentException: The release doesn't know the format, or a name or uid is empty.
        UnsupportedOperationException: The format is too old to be written.
        IllegalStateException: The format has no merged handles of channels.
        UTFDataFormatException: A text takes more than 65535 bytes.
        ValueError: The release isn't known.
    """
    release = parsed(version)
    format_ = _newest(release) if format_version is None else _checked(format_version, release)
    if format_ < _OLDEST_WRITTEN:
        raise UnsupportedOperationException(f"Serialization in v{format_} is no longer supported")
    parts = [int32_bytes(MAGIC), int32_bytes(format_), int64_bytes(metadata.checkpoint_id)]
    parts.append(int32_bytes(len(metadata.master)))
    parts += map(_write_master, metadata.master)
    parts.append(int32_bytes(len(metadata.operators)))
    parts += [write_operator(operator, format_) for operator in metadata.operators]
    if format_ >= _WITH_PROPERTIES:
        parts.append(_JAVA_STREAM + _JAVA_NULL if metadata.properties is None else metadata.properties)
    return b"".join(parts)


def decode_metadata(data: bytes, *, file: str = "_metadata", version: str = NEWEST) -> CheckpointMetadata:
    """What stands in a `_metadata` file.

    Args:
        data: The file.
        file: Its name, for messages.
        version: The release of Flink that is equalled.

    Raises:
        IOException: The bytes are damaged, or end too early (`EOFException`), or are no metadata. Java's reader
            throws other exceptions, too, such as `IllegalArgumentException`. Each message names the file, the
            offset and the field.
        WrongTypeError: The data are no bytes, such as a path or an open file.
        ValueError: The release isn't known.
    """
    source = Source(_arguments.bytes_like("data", data, _HINT), parsed(version))
    try:
        return _decoded(source, [])
    except (RecursionError, JavaError) as error:
        raise _placed(error, source, file) from None


def readable_metadata(data: bytes, *, file: str = "_metadata") -> tuple[tuple[OperatorState, ...], JavaError, int]:
    """What can be read of a damaged `_metadata` file: the operators before the damage, which error, and at which byte.

    Args:
        data: The file, of which `decode_metadata` raises an error.
        file: Its name, for messages.

    Raises:
        WrongTypeError: The data are no bytes.
        ValueError: The file is not damaged.
    """
    source = Source(_arguments.bytes_like("data", data, _HINT), parsed(NEWEST))
    operators: list[OperatorState] = []
    try:
        _decoded(source, operators)
    except (RecursionError, JavaError) as error:
        return tuple(operators), _placed(error, source, file), source.position
    raise ValueError(f"{file} is not damaged: read it by decode_metadata")


def _placed(error: RecursionError | JavaError, source: Source, file: str) -> JavaError:
    place = f"{file}, byte {source.position}{', ' * bool(source.path)}{source.field}"
    if not isinstance(error, JavaError):
        return IOException(f"{place}: handles inside handles, too deep")
    return type(error)(f"{place}: {error}" if error.args else f"{place}: no valid value")


def _no_magic(source: Source) -> IOException:
    source.position = 0
    return IOException("Unexpected magic number: this is no metadata of a checkpoint, or it is damaged")


def _decoded(source: Source, operators: list[OperatorState]) -> CheckpointMetadata:
    """The metadata; each operator is appended as soon as it was read."""
    source.path.append("magic")
    if INT.read(source) != MAGIC:
        raise _no_magic(source)
    source.path[:] = ["format"]
    format_ = _checked(INT.read(source), source.release)
    if format_ < _OLDEST:
        raise IOException("This savepoint / checkpoint version (Flink 1.1 / 1.2) is no longer supported.")
    source.path[:] = ["checkpoint_id"]
    checkpoint_id = LONG.read(source)
    if checkpoint_id < 0:
        raise IOException(f"invalid checkpoint ID: {checkpoint_id}")
    source.path[:] = ["master"]
    count = INT.read(source)
    if count < 0:
        raise IOException(f"invalid number of master states: {count}")
    master = repeated(_read_master, source, count)
    source.path[:] = ["operators"]
    repeated(lambda each: operators.append(read_operator(each, format_)), source, list_size(source))
    source.path[:] = ["properties"]
    properties = _read_properties(source) if format_ >= _WITH_PROPERTIES else None
    return CheckpointMetadata(checkpoint_id, tuple(operators), master, properties)


def _read_properties(source: Source) -> bytes | None:
    """What Java serialized is kept as it is; no `CheckpointProperties` is another one's."""
    start = source.position
    header = source.take(len(_JAVA_STREAM))
    if header != _JAVA_STREAM:
        raise StreamCorruptedException(f"invalid stream header: {header.hex().upper()}")
    rest = source.take(source.available)
    if not rest:
        source.position = start
        raise EOFException("the object is missing")
    return None if rest.startswith(_JAVA_NULL) else header + rest


def _write_master(state: MasterState) -> bytes:
    inner = int32_bytes(state.version) + UTF.write(state.name) + int32_bytes(len(state.data)) + state.data
    return int32_bytes(_MASTER_MAGIC) + int32_bytes(len(inner)) + inner


def _read_master(source: Source) -> MasterState:
    if INT.read(source) != _MASTER_MAGIC:
        raise IOException("incorrect magic number in master styte byte sequence")
    size = INT.read(source)
    if size <= 0:
        raise IOException("found zero or negative length for master state bytes")
    inner = Source(source.take(size), source.release)
    version, name = inner.int32("version"), inner.utf("name")
    data = BYTES.read(inner)
    if inner.available:
        raise IOException("found trailing bytes in master state")
    return MasterState(name, data, version)
