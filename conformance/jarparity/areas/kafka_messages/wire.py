"""Writes messages and records as bytes for a reader to read: sound ones, that are damaged afterwards."""

from __future__ import annotations

import struct
from base64 import urlsafe_b64decode
from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_messages.fields import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.areas.kafka_messages.fields import Field
    from jarparity.areas.kafka_messages.message_types import MessageType
    from jarparity.areas.kafka_messages.record_types import RecordType

_FORMATS: Final = {"bool": ">?", "int8": ">b", "int16": ">h", "uint16": ">H", "int32": ">i", "int64": ">q"}
_LENGTHS: Final = {"string": "int16", "bytes": "int32", "records": "int32"}
_LONGEST: Final = (1 << 15) - 1


def key_bytes(of: RecordType, key: JSON) -> bytes:
    """The bytes of a record's key."""
    return struct.pack(">h", of.number) + _fields(of.key, key, 0, short=False)


def value_bytes(of: RecordType, value: JSON, version: int) -> bytes:
    """The bytes of a record's value."""
    short = of.flexible is not None and version >= of.flexible
    return struct.pack(">h", version) + _fields(of.value, value, version, short=short)


def message_bytes(of: MessageType, value: JSON, version: int) -> bytes:
    """The bytes of a message."""
    return _fields(of.fields, value, version, short=version in of.flexible)


def varint(number: int) -> bytes:
    """A number of any size, seven bits a byte."""
    return bytes((number,)) if number < 1 << 7 else bytes((number & 0x7F | 0x80,)) + varint(number >> 7)


def _fields(fields: Iterable[Field], values: JSON, version: int, *, short: bool) -> bytes:
    data, tags = b"", {each["tag"]: bytes.fromhex(each["data"]) for each in values.get(UNKNOWN, ())}
    for field in fields:
        if version not in field.versions:
            continue
        value = values.get(field.name, field.default)
        if field.tag is None:
            data += _field(field, value, version, short=short)
        elif value != field.default:
            tags[field.tag] = _field(field, value, version, short=short)
    if not short:
        return data
    return (
        data + varint(len(tags)) + b"".join(varint(tag) + varint(len(own)) + own for tag, own in sorted(tags.items()))
    )


def _field(field: Field, value: JSON, version: int, *, short: bool) -> bytes:
    if not field.is_list:
        return _one(field, value, version, short=short)
    if value is None:
        return _length(-1, "int32", short=short)
    items = (_one(field, item, version, short=short, in_list=True) for item in value)
    return _length(len(value), "int32", short=short) + b"".join(items)


def _one(field: Field, value: JSON, version: int, *, short: bool, in_list: bool = False) -> bytes:
    if field.fields:
        marked = version in field.null_in and not in_list
        if value is None:
            return b"\xff" if field.tag is None else b"\0"
        return (b"\1" if marked else b"") + _fields(field.fields, value, version, short=short)
    if field.type in _LENGTHS:
        return _bytes(field, value, short=short)
    match field.type:
        case "uuid":
            return urlsafe_b64decode(value + "==")
        case "float64":
            return bytes.fromhex(value)
    return struct.pack(_FORMATS[field.type], int(value))


def _bytes(field: Field, value: JSON, *, short: bool) -> bytes:
    length = _LENGTHS[field.type]
    if value is None:
        return _length(-1, length, short=short and not field.inflexible)
    data = value.encode("utf-8", "replace") if field.type == "string" else bytes.fromhex(value)
    return _length(len(data), length, short=short and not field.inflexible) + data


def _length(length: int, type_: str, *, short: bool) -> bytes:
    if short:
        return varint(length + 1)
    return struct.pack(_FORMATS[type_], min(length, _LONGEST) if type_ == "int16" else length)  # what is longer, is cut
