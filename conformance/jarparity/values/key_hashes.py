"""The hash code of a key of any type but rows of SQL: the kit's own, independent of any port."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from jarparity.models import NotModelledError, ThrownError
from jarparity.values.hashing import polynomial
from jarparity.values.key_texts import date_fields, decimal, instant, nano_of_day
from jarparity.values.utf16 import signed, string_hash

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON

_KINDS = {"+I": 0, "-U": 1, "+U": 2, "-D": 3}
_CANONICAL_FLOAT, _CANONICAL_DOUBLE = 0x7FC00000, 0x7FF8 << 48
_FLOAT_SIGN, _DOUBLE_SIGN = 1 << 31, 1 << 63
_FLOAT_INFINITY, _DOUBLE_INFINITY = 0x7F800000, 0x7FF0 << 48


def key_hash(key: JSON) -> int:
    """What `key.hashCode()` gives.

    Raises:
        ThrownError: The key is null, or hashes by identity.
        NotModelledError: It is a row of SQL, or of an unknown type.
    """
    if key["type"] == "null":
        raise ThrownError("NullPointerException")
    return _hash(key)


def _hash(key: JSON) -> int:  # noqa: C901, PLR0911, PLR0912 - one arm a type
    kind, value = key["type"], key.get("value")
    match kind:
        case "string" | "char":
            return string_hash(value)
        case "null":
            return 0
        case "boolean":
            return 1231 if value else 1237
        case "long" | "sql-date" | "sql-timestamp":
            return _fold(int(value))
        case "integer" | "short" | "byte":
            return int(value)
        case "double" | "float":
            return _floating(kind, int(value, 16))
        case "big-integer":
            return _big_integer(int(value))
        case "big-decimal":
            unscaled, scale = decimal(value)
            return signed(31 * _big_integer(unscaled) + scale)
        case "local-date" | "local-time" | "local-date-time" | "instant":
            return _temporal(kind, value)
        case "uuid":
            number = uuid.UUID(value).int
            return _fold(number >> 64 ^ number & (1 << 64) - 1)
        case "bytes" | "enum":
            raise ThrownError("IdentityHashedKey")
        case "tuple":
            return polynomial(map(_hash, value), 0)
        case "list":
            return polynomial(map(_hash, value), 1)
        case "row":
            return signed(31 * _KINDS[value["kind"]] + _deep_list(value["fields"]))
        case _:
            raise NotModelledError(f"a key of type {kind}")


def _fold(long: int) -> int:
    """`Long.hashCode`: both words of a 64-bit integer, signed."""
    return signed(long ^ long >> 32)


def _floating(kind: str, bits: int) -> int:
    if kind == "double":
        return _fold(bits if bits & ~_DOUBLE_SIGN <= _DOUBLE_INFINITY else _CANONICAL_DOUBLE)
    return signed(bits if bits & ~_FLOAT_SIGN <= _FLOAT_INFINITY else _CANONICAL_FLOAT)


def _big_integer(number: int) -> int:
    packed = abs(number).to_bytes((abs(number).bit_length() + 31) // 32 * 4, "big")
    words = (int.from_bytes(packed[i : i + 4], "big") for i in range(0, len(packed), 4))
    return signed(polynomial(words, 0) * (-1 if number < 0 else 1))


def _temporal(kind: str, value: str) -> int:
    match kind:
        case "local-date":
            return _date(value)
        case "local-time":
            return _fold(nano_of_day(value))
        case "local-date-time":
            date, _, time = value.partition("T")
            return signed(_date(date) ^ _fold(nano_of_day(time)))
        case _:
            second, nano = instant(value)
            return signed(_fold(second) + 51 * nano)


def _date(text: str) -> int:
    year, month, day = date_fields(text)
    return signed(year & 0xFFFFF800 ^ (year << 11) + (month << 6) + day)


def _deep_list(fields: Iterable[Any]) -> int:
    return polynomial(map(_deep, fields), 1)


def _deep(field: JSON) -> int:
    """`RowUtils.deepHashCodeInternal`: null is 0, a list is walked, anything else is an array of one element."""
    match field["type"]:
        case "null":
            return 0
        case "list":
            return _deep_list(field["value"])
        case "bytes":  # Arrays.hashCode(byte[]), of signed bytes
            return signed(31 + polynomial((b - (b >> 7 << 8) for b in bytes.fromhex(field["value"])), 1))
        case _:
            return signed(31 + _hash(field))
