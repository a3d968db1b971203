"""The binary row of a Table/SQL job: its bytes and their hash, with the switches of `RowRules`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jarparity.bugs.ints import MASK, bit_mix, rotate_left
from jarparity.bugs.key_texts import decimal
from jarparity.bugs.rules import nothing_else
from jarparity.bugs.strings import utf_8
from jarparity.utf16 import signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.answers import JSON
    from jarparity.bugs.rules import RowRules

_TYPE = re.compile(r"(\w+)(?:\((\d+)(?:,\s*(\d+))?\))?")
_WIDTHS = {
    "BOOLEAN": 1,
    "TINYINT": 1,
    "SMALLINT": 2,
    "INT": 4,
    "DATE": 4,
    "TIME": 4,
    "FLOAT": 4,
    "BIGINT": 8,
    "DOUBLE": 8,
}
_SLOT = 8
_INLINE = 7
_COMPACT_DECIMAL = 18
_COMPACT_TIMESTAMP = 3


def row_hash(fields: Sequence[JSON], rules: RowRules) -> int:
    """`BinaryRowData.hashCode()`."""
    return _murmur3(row_bytes(fields, rules), rules.seed)


def row_bytes(fields: Sequence[JSON], rules: RowRules) -> bytes:
    """What `BinaryRowWriter` writes: null bits, a slot a field, and what does not fit into a slot."""
    header = bytearray((len(fields) + 8 + 63) // 64 * 8) if rules.header == "there" else bytearray()
    widths = [_SLOT if rules.slots == "eight-bytes" else _width(field["type"]) for field in fields]
    end = len(header) + sum(widths)
    slots, rest = bytearray(), bytearray()
    for i, (field, width) in enumerate(zip(fields, widths, strict=True)):
        if field["value"] is None:
            if header:
                header[(i + 8) // 8] |= 1 << i % 8
            slots += bytes(width)
            continue
        slot, variable = _written(field, end + len(rest), rules)
        slots += slot[:width] if rules.byte_order == "little" else slot[_SLOT - width :]
        rest += variable
    return bytes(header + slots + rest)


def _width(sql: str) -> int:
    return _WIDTHS.get(_parsed(sql)[0], _SLOT)


def _parsed(sql: str) -> tuple[str, int, int]:
    found = _TYPE.fullmatch(sql)
    if found is None:
        raise nothing_else(sql)
    return found[1], int(found[2] or 0), int(found[3] or 0)


def _written(field: JSON, offset: int, rules: RowRules) -> tuple[bytes, bytes]:  # noqa: C901, PLR0911 - one arm a type
    """A field's slot of eight bytes, and its part behind the slots."""
    (name, precision, scale), value = _parsed(field["type"]), field["value"]
    match name:
        case "BOOLEAN":
            return _fixed(int(value), rules), b""
        case "TINYINT" | "SMALLINT" | "INT" | "DATE" | "TIME":
            return _fixed(int(value) & (1 << 8 * _WIDTHS[name]) - 1, rules), b""
        case "BIGINT":
            return _fixed(int(value), rules), b""
        case "FLOAT" | "DOUBLE":
            return _fixed(int(value, 16), rules), b""
        case "STRING" if rules.string == "utf-16":
            return _variable(value.encode("utf-16-le", "surrogatepass"), offset, rules)
        case "STRING":
            return _variable(utf_8(value), offset, rules)
        case "BYTES":
            return _variable(bytes.fromhex(value), offset, rules)
        case "DECIMAL":
            return _decimal(value, precision, scale, offset, rules)
        case "TIMESTAMP" | "TIMESTAMP_LTZ":
            millis, nanos = int(value), field.get("nanosOfMillisecond", 0)
            if precision <= _COMPACT_TIMESTAMP or rules.timestamp == "millis":
                return _fixed(millis, rules), b""
            return _fixed(offset << 32 | nanos, rules), _fixed(millis, rules)
        case _:
            raise nothing_else(name)


def _fixed(number: int, rules: RowRules) -> bytes:
    return (number & (1 << 64) - 1).to_bytes(_SLOT, rules.byte_order)


def _variable(data: bytes, offset: int, rules: RowRules) -> tuple[bytes, bytes]:
    if len(data) <= _INLINE and rules.inline != "never":
        mark = 0x80 | len(data) if rules.inline == "marked" else 0
        return data.ljust(_INLINE, b"\0") + bytes([mark]), b""
    padding = bytes(-len(data) % _SLOT) if rules.padding == "zeros" else b""
    return _fixed(offset << 32 | len(data), rules), data + padding


def _decimal(text: str, precision: int, scale: int, offset: int, rules: RowRules) -> tuple[bytes, bytes]:
    unscaled, given = decimal(text)
    if given > scale:
        raise nothing_else(text)
    unscaled *= 10 ** (scale - given)
    if precision <= _COMPACT_DECIMAL:
        return _fixed(unscaled, rules), b""
    data = unscaled.to_bytes((unscaled + (unscaled < 0)).bit_length() // 8 + 1, "big", signed=True)
    return _fixed(offset << 32 | len(data), rules), data.ljust(16, b"\0")


def _murmur3(data: bytes, seed: int) -> int:
    """`MurmurHashUtils.hashBytesByWords`."""
    code = seed
    for i in range(0, len(data) - 3, 4):
        word = int.from_bytes(data[i : i + 4], "little") * 0xCC9E2D51 & MASK
        word = rotate_left(word, 15) * 0x1B873593 & MASK
        code = rotate_left(code ^ word, 13) * 5 + 0xE6546B64 & MASK
    return signed(bit_mix(code ^ len(data)))
