"""Records as bytes, and back: `GroupCoordinatorRecordSerde`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from copartition import _arguments
from copartition.errors import JavaError, RuntimeException
from copartition.kafka.group.releases import NEWEST, checked_release, limits_what_it_reads
from copartition.kafka.group_records.record_types import record_types, types_by_number
from copartition.kafka.messages.reading import Reading
from copartition.kafka.messages.writing import BYTES_HINT, NUMBERS, message_bytes
from copartition.kafka.protocol.buffers import BufferUnderflowException

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.kafka.group.releases import Release
    from copartition.kafka.messages.fields import Struct

_INT16: Final = NUMBERS["int16"]
_REFUSES_VERSIONS: Final = (4, 0, 0)


class UnknownRecordTypeException(JavaError, ValueError):  # noqa: N818 - Java's own name, compared with the original's
    """`Deserializer.UnknownRecordTypeException`: a key begins with the number of no type that the release knows."""


class UnknownRecordVersionException(JavaError, ValueError):  # noqa: N818 - as above
    """`Deserializer.UnknownRecordVersionException`: a value begins with a version that the release doesn't know."""


class RecordBytes(NamedTuple):
    """A record as it stands in the log.

    Attributes:
        key: The number of its type, and the fields of its key.
        value: The version, and the fields of its value; None in a tombstone.
    """

    key: bytes
    value: bytes | None


@dataclass(frozen=True, slots=True)
class Record:
    """A record of `__consumer_offsets`.

    Attributes:
        type: The name of its type: `ConsumerGroupMetadata`.
        key: The key's fields.
        version: The version of the value; None in a tombstone.
        value: The value's fields, of which those with a tag are left out where they have their default; None in a
            tombstone.
    """

    type: str
    key: Mapping[str, Any]
    version: int | None
    value: Mapping[str, Any] | None


def encode_record(
    record: str,
    key: Mapping[str, Any],
    value: Mapping[str, Any] | None,
    version: int = 0,
    *,
    release: Release | str = NEWEST,
) -> RecordBytes:
    """A record's key and value as bytes: `GroupCoordinatorRecordSerde.serializeKey`, `serializeValue`.

    Args:
        record: The name of its type: `ConsumerGroupMetadata`, `OffsetCommit`.
        key: The key's fields by the names of Kafka's schemas: `{"groupId": "g"}`. Values are int, str, bytes,
            `copartition.kafka.Uuid`, lists, dicts of fields, and None. A field that is left out has its default.
        value: The value's fields; None for a tombstone.
        version: The version of the value, up to its highest: 4 of `OffsetCommit` and `GroupMetadata`, 0 of all others.
            What a version lacks isn't written.
        release: The release that writes: its fields and types.

    Raises:
        NullPointerException: A field is None that may not be null.
        RuntimeException: A string takes more than 32767 bytes.
        WrongTypeError: An argument or a field has the wrong type; the message names it.
        ValueError: There is no such type of record, field or version in this release, or a number doesn't fit.
    """
    types = record_types(checked_release(release))
    if record not in types:
        raise ValueError(f"there is no record {record!r} in this release: it has {', '.join(types)}")
    of, version = types[record], _arguments.int32("version", version)
    if not 0 <= version <= of.highest:
        raise ValueError(f"version must be in 0..{of.highest} of {record}, not {version}")
    written = _INT16.pack(of.number) + message_bytes(of.key, key, 0, flexible=False)
    if value is None:
        return RecordBytes(written, None)
    data = message_bytes(of.value, value, version, flexible=of.is_flexible(version))
    return RecordBytes(written, _INT16.pack(version) + data)


def decode_record(key: bytes, value: bytes | None, *, release: Release | str = NEWEST) -> Record:
    """A record as a coordinator reads it when it loads a partition of the topic.

    Bytes behind the last field are not looked at, and unknown tags are passed over.

    Args:
        key: The key's bytes.
        value: The value's bytes; None in a tombstone.
        release: The release that reads.

    Raises:
        RuntimeException: The bytes end within a field, or a length can't be.
        UnknownRecordTypeException: The release knows no type of this number.
        UnknownRecordVersionException: From 4.0 on: the release knows no such version of the value.
        WrongTypeError: They are no bytes.

    Original: `CoordinatorRecordSerde.deserialize(ByteBuffer, ByteBuffer)`.
    """
    release = checked_release(release)
    source = Reading(_arguments.bytes_like("key", key, BYTES_HINT), limited=limits_what_it_reads(release), whole=False)
    number = _version(source, "key")
    found = types_by_number(release).get(number)
    if found is None:
        raise UnknownRecordTypeException(f"Found an unknown record type {number}")
    name, of = found
    fields = _fields(source, of.key, number, "key", flexible=False)
    if value is None:
        return Record(name, fields, None, None)
    source = Reading(
        _arguments.bytes_like("value", value, BYTES_HINT), limited=limits_what_it_reads(release), whole=False
    )
    version = _version(source, "value")
    if release >= _REFUSES_VERSIONS and not 0 <= version <= of.highest:
        raise UnknownRecordVersionException(f"Found an unknown record version {version} for {number} type")
    flexible = of.is_flexible(version)
    return Record(name, fields, version, _fields(source, of.value, version, "value", flexible=flexible))


def _version(source: Reading, name: str) -> int:
    try:
        return source.number("int16")
    except BufferUnderflowException:
        raise RuntimeException(f"Could not read version from {name}'s buffer.") from None


def _fields(source: Reading, of: Struct, version: int, name: str, *, flexible: bool) -> Mapping[str, Any]:
    try:
        return source.fields(of, version, flexible=flexible)
    except JavaError as error:
        why = "null" if isinstance(error, BufferUnderflowException) else error
        raise RuntimeException(
            f"Could not read record with version {version} from {name}'s buffer due to: {why}."
        ) from error
