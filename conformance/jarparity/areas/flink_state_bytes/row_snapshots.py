"""Snapshots of serializers of rows of Table, as Flink 1.16.3 writes them: types are Java objects. Damaged ones too."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jarparity.case_collector import named

if TYPE_CHECKING:
    from collections.abc import Iterator

_TYPES: Final = "org.apache.flink.table.runtime.typeutils"
_ROWS: Final = f"{_TYPES}.RowDataSerializer$RowDataSerializerSnapshot".encode()
_HEAD: Final = struct.pack(f">H{len(_ROWS)}si", len(_ROWS), _ROWS, 3)
_COUNT: Final = 4
_STEP: Final = 24
_OBJECT: Final = bytes.fromhex("aced0005737200")
_DECIMAL: Final = "decimal"
_NESTED: Final = struct.pack(">3i", 1_333_245, 1, 1)


def types_of_rows() -> Iterator[tuple[str, bytes]]:
    """What such a snapshot has behind its version."""
    whole = _read()
    yield from whole.items()
    yield "decimal/longer", whole[_DECIMAL] + b"\7"


def _read() -> dict[str, bytes]:
    """What `snapshotConfiguration().writeSnapshot(…)` of `new RowDataSerializer(types)` gives in the JAR of 1.16.3."""
    file: Any = json.loads(Path(__file__).with_name("row_snapshots.json").read_text("utf-8"))
    return {name: bytes.fromhex(data) for name, data in file.items()}


def rows() -> Iterator[tuple[str, bytes]]:
    """Whole ones, cut ones, damaged ones."""
    whole = _read()
    for name, data in whole.items():
        yield name, _HEAD + data
        yield f"{name}/longer", _HEAD + data + b"\7"
        for length in range(0, len(data), _STEP if len(data) < len(whole["array"]) else len(data) // 4):
            yield f"{name}/first-{length}", _HEAD + data[:length]
    yield "other-version", _HEAD[:-1] + b"\x09" + whole[_DECIMAL]
    for name, data in _damaged(*(whole[name] for name in (_DECIMAL, "row", "array-of-rows", "raw", "string"))):
        yield f"damaged/{name}", _HEAD + data


def _damaged(decimal: bytes, row: bytes, array: bytes, raw: bytes, text: bytes) -> Iterator[tuple[str, bytes]]:
    behind = decimal[_COUNT:]
    yield "no-types", struct.pack(">i", 0) + behind
    yield "minus-one-types", struct.pack(">i", -1) + behind
    yield "two-types", struct.pack(">i", 2) + behind
    yield "no-parts", _once(decimal, _NESTED, struct.pack(">3i", 1_333_245, 1, 0))
    yield "minus-one-parts", _once(decimal, _NESTED, struct.pack(">3i", 1_333_245, 1, -1))
    yield "two-parts", _once(decimal, _NESTED, struct.pack(">3i", 1_333_245, 1, 2))
    yield "other-magic", _once(decimal, _NESTED, struct.pack(">3i", 1_333_246, 1, 1))
    yield "header", _once(decimal, _OBJECT, bytes.fromhex("aced0006737200"))
    yield "kind", _once(decimal, _OBJECT, bytes.fromhex("aced0005607200"))
    yield "kind-of-a-class", _once(decimal, _OBJECT, bytes.fromhex("aced0005736000"))
    yield "object-of-no-class", _once(decimal, _OBJECT, bytes.fromhex("aced0005737000"))
    handle = b"\x71\0\x7e\0"
    yield "handle-too-low", _once(row, handle, b"\x71\0\x7d\0")
    yield "handle-too-high", _once(row, handle, b"\x71\0\x7f\0")
    yield "handle-negative", _once(row, handle, b"\x71\xff\xff\xff")
    yield "handle-one-too-low", _once(decimal, b"xpt\0\x07DECIMAL", b"xpq\0\x7d\xff\xff")
    yield "handle-one-too-high", _once(decimal, b"xpt\0\x07DECIMAL", b"xpq\0\x7e\0\x07")
    values = b"\xff" * (1 + 1 + 2 + 2 + 4 + 4 + 8 + 8)
    longs = b"ur\0\2[J" + bytes(8) + b"\2\0\0xp\0\0\0\1" + b"\xff" * 8
    yield "more-fields", _with_fields(decimal, b"BZCSIFJD", values, "Ljava/lang/Object;", b"p")
    yield "array-of-longs", _with_fields(decimal, b"", b"", "[J", longs)
    yield "first-handle", _with_fields(decimal, b"", b"", "Ljava/lang/Object;", b"q\0\x7e\0\0")
    yield "text-no-utf-8", _once(decimal, b"t\0\x07DECIMAL", b"t\0\x07DECIMA\xff")
    yield "field-no-utf-8", _once(decimal, b"I\0\tprecision", b"I\0\tprecisio\xff")
    fields = {"Decimal": decimal, "RawValueData": raw, "StringData": text, "ArrayData": array}
    for name, data in fields.items():
        for version in (-1, 0, 1, 2, 4):
            label = f"{name.lower()}-version-{named(version)}"
            yield label, _version(data, f"{name}SerializerSnapshot", version)
    yield "stringdata-version-2-with-a-class", _version(text, "StringDataSerializerSnapshot", 2) + b"\0\4Text"


def _with_fields(decimal: bytes, primitives: bytes, values: bytes, kind: str, value: bytes) -> bytes:
    """A decimal's type with more fields than Flink knows, which it skips, and then no serializers.

    Args:
        decimal: The snapshot without them.
        primitives: The letters of their types, and
        values: what stands for them.
        kind: The type of the last field, an object or an array, and
        value: what stands for it.
    """
    fields = b"".join(bytes((letter,)) + b"\0\1" + bytes((letter,)) for letter in primitives)
    last = kind[:1].encode() + b"\0\4last" + b"t" + struct.pack(f">H{len(kind)}s", len(kind), kind.encode())
    more = _once(decimal, b"\2\0\2I", struct.pack(">bH", 2, 2 + len(primitives) + 1) + b"I")
    more = _once(more, b"\0\5scale", b"\0\5scale" + fields + last)
    return _once(more, b"\0\0\0\2" + _NESTED, b"\0\0\0\2" + values + value + bytes(len(_NESTED)))


def _version(data: bytes, name: str, version: int) -> bytes:
    """The snapshot whose class ends so is of another version."""
    return with_version(data, data.rindex(name.encode()) + len(name), version)


def with_version(data: bytes, end: int, version: int) -> bytes:
    """Another version stands behind the name that ends there."""
    return data[:end] + struct.pack(">i", version) + data[end + 4 :]


def _once(data: bytes, old: bytes, new: bytes) -> bytes:
    """The first of these bytes is replaced."""
    if data.find(old) < 0:
        raise ValueError(f"{old!r} is not there")
    return data.replace(old, new, 1)
