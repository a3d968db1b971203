"""Snapshots of serializers of arrays, enums and objects, to be read: sound ones, other versions, damaged ones."""

from __future__ import annotations

import struct
from typing import Final

from jarparity.values.state_rules import ENUMS, POJO

_BASE: Final = "org.apache.flink.api.common.typeutils.base"
_RUNTIME: Final = "org.apache.flink.api.java.typeutils.runtime"
_MAP: Final = 0x4F2C69A3D70
_COLOUR: Final = "io.jarparity.flink.Colour"


def _utf(text: str) -> bytes:
    data = text.encode()
    return struct.pack(">H", len(data)) + data


def _begun(name: str, version: int) -> bytes:
    return _utf(name) + struct.pack(">i", version)


_LONG: Final = _begun(f"{_BASE}.LongSerializer$LongSerializerSnapshot", 3)


def _enum(version: int = 3, count: int | None = None) -> bytes:
    constants = ENUMS[_COLOUR]
    names = b"".join(map(_utf, constants))
    number = len(constants) if count is None else count
    head = _begun(f"{_BASE}.EnumSerializer$EnumSerializerSnapshot", version)
    return head + _utf(_COLOUR) + struct.pack(">i", number) + names


def _array(version: int = 1, parts: int = 1, component: str = "java.lang.Long") -> bytes:
    head = _begun(f"{_BASE}.GenericArraySerializerSnapshot", 3) + struct.pack(">ii", 911_108, version)
    return head + _utf(component) + struct.pack(">3i", 1_333_245, 1, parts) + _LONG * parts


def _map(entries: bytes = b"", count: int = 0, magic: int = _MAP) -> bytes:
    return struct.pack(">qi", magic, count) + entries


def _frame(data: bytes, length: int | None = None) -> bytes:
    return b"\1" + struct.pack(">i", len(data) if length is None else length) + data


def _field(name: str, snapshot: bytes = _LONG) -> bytes:
    return _utf(name) + _frame(_utf(POJO) + _utf(name)) + _frame(snapshot)


def _pojo(fields: bytes, count: int, *maps: bytes, version: int = 2, magic: int = _MAP) -> bytes:
    head = _begun(f"{_RUNTIME}.PojoSerializerSnapshot", version) + _utf(POJO)
    return head + _map(fields, count, magic) + b"".join(maps or (_map(), _map()))


CLASSES: Final = {
    "enum": _enum(),
    "enum-of-another-version": _enum(9),
    "enum-of-fewer-constants": _enum(count=2),
    "enum-of-no-constants": _enum(count=0),
    "array": _array(),
    "array-of-a-later-version": _array(7),
    "array-of-no-parts": _array(parts=0),
    "array-of-two-parts": _array(parts=2),
    "array-of-another-class": _array(component="java.lang.Object"),
    "pojo": _pojo(_field("a") + _field("b"), 2),
    "pojo-of-no-fields": _pojo(b"", 0),
    "pojo-of-version-1": _pojo(_field("a"), 1, version=1),
    "pojo-of-version-3": _pojo(_field("a"), 1, version=3),
    "pojo-other-magic": _pojo(_field("a"), 1, magic=_MAP + 1),
    "pojo-other-magic-of-subclasses": _pojo(_field("a"), 1, _map(magic=1), _map()),
    "pojo-other-magic-of-other-subclasses": _pojo(_field("a"), 1, _map(), _map(magic=1)),
    "pojo-without-a-fields-serializer": _pojo(_utf("a") + _frame(_utf(POJO) + _utf("a")) + b"\0", 1),
    "pojo-with-an-unknown-serializer": _pojo(_field("a", _begun("org.example.Serializer", 1)), 1),
    "pojo-with-a-cut-serializer": _pojo(_field("a", _LONG[:20]), 1),
    "pojo-with-more-behind-a-serializer": _pojo(_field("a", _LONG + b"\7"), 1),
    "pojo-with-a-negative-frame": _pojo(_utf("a") + _frame(b"", -1) + b"\0", 1),
    "pojo-with-a-long-frame": _pojo(_utf("a") + _frame(b"", 2**16) + b"\0", 1),
    "pojo-of-a-negative-number-of-fields": _pojo(b"", -1),
    "pojo-of-more-fields-than-there-are": _pojo(_field("a"), 2),
    "pojo-with-flag-2": _pojo(_utf("a") + b"\2" + _frame(_utf(POJO) + _utf("a"))[1:] + b"\xff" + _frame(_LONG)[1:], 1),
}
"""By name; classes are those that the bridge has: an original looks for them, and a port needs none."""
