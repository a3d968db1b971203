"""Snapshots of serializers of arrays, enums and objects, to be read: sound ones, other versions, damaged ones."""

from __future__ import annotations

import struct
from typing import Final

from jarparity.values.state_rules import ENUMS, POJO
from jarparity.values.utf16 import write_utf

_BASE: Final = "org.apache.flink.api.common.typeutils.base"
_RUNTIME: Final = "org.apache.flink.api.java.typeutils.runtime"
_MAP: Final = 0x4F2C69A3D70
_COLOUR: Final = "io.jarparity.flink.Colour"


def _begun(name: str, version: int) -> bytes:
    return write_utf(name) + struct.pack(">i", version)


_LONG: Final = _begun(f"{_BASE}.LongSerializer$LongSerializerSnapshot", 3)


def _enum(version: int = 3, count: int | None = None) -> bytes:
    constants = ENUMS[_COLOUR]
    names = b"".join(map(write_utf, constants))
    number = len(constants) if count is None else count
    head = _begun(f"{_BASE}.EnumSerializer$EnumSerializerSnapshot", version)
    return head + write_utf(_COLOUR) + struct.pack(">i", number) + names


def _array(version: int = 1, parts: int = 1, component: str = "java.lang.Long") -> bytes:
    head = _begun(f"{_BASE}.GenericArraySerializerSnapshot", 3) + struct.pack(">ii", 911_108, version)
    return head + write_utf(component) + struct.pack(">3i", 1_333_245, 1, parts) + _LONG * parts


def _map(entries: bytes = b"", count: int = 0, magic: int = _MAP) -> bytes:
    return struct.pack(">qi", magic, count) + entries


def _frame(data: bytes, length: int | None = None) -> bytes:
    return b"\1" + struct.pack(">i", len(data) if length is None else length) + data


def _field(name: str, snapshot: bytes = _LONG) -> bytes:
    return write_utf(name) + _frame(write_utf(POJO) + write_utf(name)) + _frame(snapshot)


def _pojo(fields: bytes, count: int, *maps: bytes, version: int = 2, magic: int = _MAP) -> bytes:
    head = _begun(f"{_RUNTIME}.PojoSerializerSnapshot", version) + write_utf(POJO)
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
    "pojo-without-a-fields-serializer": _pojo(write_utf("a") + _frame(write_utf(POJO) + write_utf("a")) + b"\0", 1),
    "pojo-with-an-unknown-serializer": _pojo(_field("a", _begun("org.example.Serializer", 1)), 1),
    "pojo-with-a-cut-serializer": _pojo(_field("a", _LONG[:20]), 1),
    "pojo-with-more-behind-a-serializer": _pojo(_field("a", _LONG + b"\7"), 1),
    "pojo-with-a-negative-frame": _pojo(write_utf("a") + _frame(b"", -1) + b"\0", 1),
    "pojo-with-a-long-frame": _pojo(write_utf("a") + _frame(b"", 2**16) + b"\0", 1),
    "pojo-of-a-negative-number-of-fields": _pojo(b"", -1),
    "pojo-of-more-fields-than-there-are": _pojo(_field("a"), 2),
    "pojo-with-flag-2": _pojo(
        write_utf("a") + b"\2" + _frame(write_utf(POJO) + write_utf("a"))[1:] + b"\xff" + _frame(_LONG)[1:], 1
    ),
}
"""By name; classes are those that the bridge has: an original looks for them, and a port needs none."""

_SUBCLASS: Final = _frame(write_utf(POJO))
_SOUND: Final = write_utf(POJO) + _SUBCLASS + _frame(_LONG)


def _with(*entries: bytes) -> bytes:
    return _map(b"".join(entries), len(entries))


_DAMAGED: Final = {
    "that-is-missing": write_utf("org.example.Sub") + b"\0\0",
    "without-a-class": write_utf("org.example.Sub") + b"\0" + _frame(_LONG),
    "without-a-serializer": write_utf(POJO) + _SUBCLASS + b"\0",
    "with-a-cut-serializer": write_utf(POJO) + _SUBCLASS + _frame(_LONG[:20]),
}
SUBCLASSES: Final = {
    "pojo-with-a-subclass": _pojo(_field("a"), 1, _with(_SOUND), _map()),
    "pojo-with-another-subclass": _pojo(_field("a"), 1, _map(), _with(_SOUND)),
    **{f"pojo-with-a-subclass-{name}": _pojo(_field("a"), 1, _with(data), _map()) for name, data in _DAMAGED.items()},
    **{
        f"pojo-with-another-subclass-{name}": _pojo(_field("a"), 1, _map(), _with(data))
        for name, data in _DAMAGED.items()
    },
    "pojo-with-a-cut-map-behind-a-missing-subclass": _pojo(
        _field("a"), 1, _with(_DAMAGED["that-is-missing"]), _map()[:-1]
    ),
    "pojo-with-a-field-that-is-missing": _pojo(write_utf("a") + b"\0" + _frame(_LONG), 1),
    "pojo-with-a-field-of-which-nothing-is-there": _pojo(write_utf("a") + b"\0\0", 1),
    "pojo-with-a-missing-field-and-a-missing-subclass": _pojo(
        write_utf("a") + b"\0" + _frame(_LONG), 1, _with(_DAMAGED["that-is-missing"]), _map()
    ),
    "pojo-with-a-field-without-serializer-and-a-missing-subclass": _pojo(
        write_utf("a") + _frame(write_utf(POJO) + write_utf("a")) + b"\0", 1, _with(_DAMAGED["that-is-missing"]), _map()
    ),
    "pojo-with-a-missing-field-and-a-cut-map": _pojo(write_utf("a") + b"\0\0", 1, _map(), _map()[:-1]),
}
"""POJOs of which subclasses are known, by registration or because one was met, and what Flink makes of missing ones."""
