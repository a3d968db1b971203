"""Snapshots of serializers of arrays, enums and objects, to be read: sound ones, other versions, damaged ones."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from jarparity.values.state_rules import ENUMS, POJO
from jarparity.values.utf16 import write_utf

if TYPE_CHECKING:
    from collections.abc import Sequence

_BASE: Final = "org.apache.flink.api.common.typeutils.base"
_RUNTIME: Final = "org.apache.flink.api.java.typeutils.runtime"
POJO_SNAPSHOT: Final = f"{_RUNTIME}.PojoSerializerSnapshot"
_MAP: Final = 0x4F2C69A3D70
_COLOUR: Final = "io.jarparity.flink.Colour"


def begun(name: str, version: int) -> bytes:
    """How a snapshot begins."""
    return write_utf(name) + struct.pack(">i", version)


_LONG: Final = begun(f"{_BASE}.LongSerializer$LongSerializerSnapshot", 3)


def enum(version: int = 3, count: int | None = None, constants: Sequence[str] = tuple(ENUMS[_COLOUR])) -> bytes:
    """The snapshot of an enum."""
    names = b"".join(map(write_utf, constants))
    number = len(constants) if count is None else count
    head = begun(f"{_BASE}.EnumSerializer$EnumSerializerSnapshot", version)
    return head + write_utf(_COLOUR) + struct.pack(">i", number) + names


def _array(version: int = 1, parts: int = 1, component: str = "java.lang.Long") -> bytes:
    head = begun(f"{_BASE}.GenericArraySerializerSnapshot", 3) + struct.pack(">ii", 911_108, version)
    return head + write_utf(component) + struct.pack(">3i", 1_333_245, 1, parts) + _LONG * parts


def of_parts(name: str, *parts: bytes) -> bytes:
    """The snapshot of a composite that has nothing of its own."""
    return begun(name, 3) + struct.pack(">5i", 911_108, 2, 1_333_245, 1, len(parts)) + b"".join(parts)


def _map_of(key: bytes, value: bytes) -> bytes:
    return of_parts(f"{_BASE}.MapSerializerSnapshot", key, value)


def optional_map(entries: bytes = b"", count: int = 0, magic: int = _MAP) -> bytes:
    """A map of an object's snapshot."""
    return struct.pack(">qi", magic, count) + entries


def frame(data: bytes, length: int | None = None) -> bytes:
    """Bytes that are there, behind their length."""
    return b"\1" + struct.pack(">i", len(data) if length is None else length) + data


def _field(name: str, snapshot: bytes = _LONG, entry: str | None = None) -> bytes:
    return write_utf(entry or name) + frame(write_utf(POJO) + write_utf(name)) + frame(snapshot)


def _pojo(fields: bytes, count: int, *maps: bytes, version: int = 2, magic: int = _MAP) -> bytes:
    head = begun(POJO_SNAPSHOT, version) + write_utf(POJO)
    return head + optional_map(fields, count, magic) + b"".join(maps or (optional_map(), optional_map()))


CLASSES: Final = {
    "enum": enum(),
    "enum-of-another-version": enum(9),
    "enum-of-fewer-constants": enum(count=2),
    "enum-of-no-constants": enum(count=0),
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
    "pojo-other-magic-of-subclasses": _pojo(_field("a"), 1, optional_map(magic=1), optional_map()),
    "pojo-other-magic-of-other-subclasses": _pojo(_field("a"), 1, optional_map(), optional_map(magic=1)),
    "pojo-without-a-fields-serializer": _pojo(write_utf("a") + frame(write_utf(POJO) + write_utf("a")) + b"\0", 1),
    "pojo-with-an-unknown-serializer": _pojo(_field("a", begun("org.example.Serializer", 1)), 1),
    "pojo-with-a-cut-serializer": _pojo(_field("a", _LONG[:20]), 1),
    "pojo-with-more-behind-a-serializer": _pojo(_field("a", _LONG + b"\7"), 1),
    "pojo-with-a-negative-frame": _pojo(write_utf("a") + frame(b"", -1) + b"\0", 1),
    "pojo-with-a-long-frame": _pojo(write_utf("a") + frame(b"", 2**16) + b"\0", 1),
    "pojo-of-a-negative-number-of-fields": _pojo(b"", -1),
    "pojo-of-more-fields-than-there-are": _pojo(_field("a"), 2),
    "pojo-with-flag-2": _pojo(
        write_utf("a") + b"\2" + frame(write_utf(POJO) + write_utf("a"))[1:] + b"\xff" + frame(_LONG)[1:], 1
    ),
}
"""By name; classes are those that the bridge has: an original looks for them, and a port needs none."""

_SUBCLASS: Final = frame(write_utf(POJO))
_SOUND: Final = write_utf(POJO) + _SUBCLASS + frame(_LONG)


def _with(*entries: bytes) -> bytes:
    return optional_map(b"".join(entries), len(entries))


_DAMAGED: Final = {
    "that-is-missing": write_utf("org.example.Sub") + b"\0\0",
    "without-a-class": write_utf("org.example.Sub") + b"\0" + frame(_LONG),
    "without-a-serializer": write_utf(POJO) + _SUBCLASS + b"\0",
    "with-a-cut-serializer": write_utf(POJO) + _SUBCLASS + frame(_LONG[:20]),
}
SUBCLASSES: Final = {
    "pojo-with-a-subclass": _pojo(_field("a"), 1, _with(_SOUND), optional_map()),
    "pojo-with-another-subclass": _pojo(_field("a"), 1, optional_map(), _with(_SOUND)),
    **{
        f"pojo-with-a-subclass-{name}": _pojo(_field("a"), 1, _with(data), optional_map())
        for name, data in _DAMAGED.items()
    },
    **{
        f"pojo-with-another-subclass-{name}": _pojo(_field("a"), 1, optional_map(), _with(data))
        for name, data in _DAMAGED.items()
    },
    "pojo-with-a-cut-map-behind-a-missing-subclass": _pojo(
        _field("a"), 1, _with(_DAMAGED["that-is-missing"]), optional_map()[:-1]
    ),
    "pojo-with-a-field-that-is-missing": _pojo(write_utf("a") + b"\0" + frame(_LONG), 1),
    "pojo-with-a-field-of-which-nothing-is-there": _pojo(write_utf("a") + b"\0\0", 1),
    "pojo-with-a-missing-field-and-a-missing-subclass": _pojo(
        write_utf("a") + b"\0" + frame(_LONG), 1, _with(_DAMAGED["that-is-missing"]), optional_map()
    ),
    "pojo-with-a-field-without-serializer-and-a-missing-subclass": _pojo(
        write_utf("a") + frame(write_utf(POJO) + write_utf("a")) + b"\0",
        1,
        _with(_DAMAGED["that-is-missing"]),
        optional_map(),
    ),
    "pojo-with-a-missing-field-and-a-cut-map": _pojo(write_utf("a") + b"\0\0", 1, optional_map(), optional_map()[:-1]),
}
"""POJOs of which subclasses are known, by registration or because one was met, and what Flink makes of missing ones."""

_CUT: Final = _LONG[:-2]
_TTL_OF_ONE_PART: Final = of_parts("org.apache.flink.runtime.state.ttl.TtlStateFactory$TtlSerializerSnapshot", _LONG)
_TTL_IN_TTL: Final = of_parts(
    "org.apache.flink.runtime.state.ttl.TtlStateFactory$TtlSerializerSnapshot",
    _LONG,
    of_parts("org.apache.flink.runtime.state.ttl.TtlStateFactory$TtlSerializerSnapshot", _LONG, _LONG),
)
_LIST_OF_NOTHING: Final = of_parts(f"{_BASE}.ListSerializerSnapshot")
_GONE: Final = _pojo(write_utf("a") + b"\0" + frame(_LONG), 1)
_WITHOUT_SERIALIZER: Final = _pojo(write_utf("a") + frame(write_utf(POJO) + write_utf("a")) + b"\0", 1)
_REFUSED: Final = {
    "ttl-of-one-part": _TTL_OF_ONE_PART,
    "ttl-in-ttl": _TTL_IN_TTL,
    "list-of-no-parts": _LIST_OF_NOTHING,
    "enum-of-no-constants": enum(count=0, constants=()),
    "pojo-without-a-fields-serializer": _WITHOUT_SERIALIZER,
}
"""What is read whole, and can't be restored."""
_UNREAD: Final = {
    "cut": _CUT,
    "other-version": begun(f"{_BASE}.LongSerializer$LongSerializerSnapshot", 7),
    "other-magic": begun(f"{_BASE}.ListSerializerSnapshot", 3) + bytes(8),
    "pojo-of-version-3": _pojo(_field("a"), 1, version=3),
    "enum-of-minus-one-constants": enum(count=-1, constants=()),
}
"""What isn't read."""


def _subclass(snapshot: bytes) -> bytes:
    return write_utf(POJO) + _SUBCLASS + frame(snapshot)


RESTORED: Final = {
    "enum-of-minus-one-constants": enum(count=-1, constants=()),
    "enum-with-a-constant-twice": enum(constants=("RED", "RED", "BLUE")),
    "enum-in-another-order": enum(constants=("BLUE", "RED", "GREEN")),
    **{f"{name}-before-a-cut-part": _map_of(data, _CUT) for name, data in {**_REFUSED, "gone": _GONE}.items()},
    **{f"{name}-in-a-pojo": _pojo(_field("a", data), 1) for name, data in {**_REFUSED, **_UNREAD}.items()},
    **{
        f"{name}-in-a-pojo-before-a-field-without-serializer": _pojo(
            _field("a", data) + write_utf("b") + frame(write_utf(POJO) + write_utf("b")) + b"\0", 2
        )
        for name, data in _REFUSED.items()
    },
    **{
        f"{name}-of-a-subclass": _pojo(_field("a"), 1, _with(_subclass(data)), optional_map())
        for name, data in {**_REFUSED, **_UNREAD}.items()
    },
    **{
        f"{name}-of-another-subclass": _pojo(_field("a"), 1, optional_map(), _with(_subclass(data)))
        for name, data in {**_REFUSED, **_UNREAD}.items()
    },
    "pojo-in-a-pojo-of-a-field-that-is-gone": _pojo(_field("a", _GONE), 1),
    "pojo-of-fields-that-are-gone": _pojo(
        _field("b") + write_utf("a") + b"\0" + frame(_LONG) + write_utf("c") + b"\0" + frame(enum()), 3
    ),
    "pojo-with-a-cut-field": _pojo(write_utf("a") + frame(write_utf(POJO)) + frame(_LONG), 1),
    "pojo-with-a-field-under-another-name": _pojo(_field("a", entry="z") + _field("b"), 2),
    "pojo-with-fields-under-each-other-s-names": _pojo(_field("a", entry="b") + _field("b", enum(), entry="a"), 2),
    "pojo-in-a-map-with-a-field-under-another-name": _map_of(_LONG, _pojo(_field("c", entry="C"), 1)),
    "pojo-with-a-field-twice": _pojo(_field("a") + _field("a", enum()), 2),
    "pojo-with-a-field-twice-the-first-cut": _pojo(_field("a", _CUT) + _field("a"), 2),
    "pojo-with-a-field-twice-the-second-cut": _pojo(_field("a") + _field("a", _CUT), 2),
    "pojo-with-a-field-twice-the-second-gone": _pojo(_field("a") + write_utf("a") + b"\0\0", 2),
    "pojo-with-a-subclass-twice-the-second-cut": _pojo(
        _field("a"), 1, _with(_subclass(_LONG), _subclass(_CUT)), optional_map()
    ),
}
"""What is found out only when all is read: Flink restores serializers then, and not one after the other."""
