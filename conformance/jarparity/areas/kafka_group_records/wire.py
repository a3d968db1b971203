"""Writes a record as bytes for a reader to read: sound ones, that are damaged afterwards."""

from __future__ import annotations

import struct
from base64 import urlsafe_b64decode
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.areas.kafka_group_records.record_fields import Field, RecordOf

_FORMATS: Final = {"int8": ">b", "int16": ">h", "uint16": ">H", "int32": ">i", "int64": ">q"}
_LONGEST: Final = (1 << 15) - 1


def key_bytes(of: RecordOf, key: JSON) -> bytes:
    """The bytes of a record's key."""
    return struct.pack(">h", of.number) + _fields(of.key, key, 0, (), short=False)


def value_bytes(of: RecordOf, value: JSON, version: int, unknown: Iterable[tuple[int, bytes]] = ()) -> bytes:
    """The bytes of a record's value, with tags that no release knows."""
    short = of.flexible is not None and version >= of.flexible
    return struct.pack(">h", version) + _fields(of.value, value, version, unknown, short=short)


def varint(number: int) -> bytes:
    """A number of any size, seven bits a byte."""
    return bytes((number,)) if number < 1 << 7 else bytes((number & 0x7F | 0x80,)) + varint(number >> 7)


def _fields(
    fields: Iterable[Field], values: JSON, version: int, unknown: Iterable[tuple[int, bytes]], *, short: bool
) -> bytes:
    data, tags = b"", dict(unknown)
    for field in fields:
        if not field.is_in(version):
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
        marked = field.nullable and not in_list
        if value is None:
            return b"\xff" if field.tag is None else b"\0"
        return (b"\1" if marked else b"") + _fields(field.fields, value, version, (), short=short)
    match field.type:
        case "uuid":
            return urlsafe_b64decode(value + "==")
        case "string":
            data = None if value is None else value.encode("utf-8", "replace")
            return _length(-1 if data is None else len(data), "int16", short=short) + (data or b"")
        case "bytes":
            data = None if value is None else bytes.fromhex(value)
            return _length(-1 if data is None else len(data), "int32", short=short) + (data or b"")
    return struct.pack(_FORMATS[field.type], int(value))


def _length(length: int, type_: str, *, short: bool) -> bytes:
    if short:
        return varint(length + 1)
    return struct.pack(_FORMATS[type_], min(length, _LONGEST) if type_ == "int16" else length)  # what is longer, is cut
