"""The hash code of a key of any type: the model, with the switches of `KeyRules`."""

from __future__ import annotations

import struct
import uuid
from typing import TYPE_CHECKING

from jarparity.bugs.binary_rows import row_hash
from jarparity.bugs.ints import fold
from jarparity.bugs.key_texts import date_fields, decimal, epoch_day, instant, nano_of_day
from jarparity.bugs.rules import ThrownError, nothing_else
from jarparity.bugs.strings import hash_of, polynomial
from jarparity.utf16 import signed

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.bugs.rules import Rules

_KINDS = {"+I": 0, "-U": 1, "+U": 2, "-D": 3}
_CANONICAL_FLOAT, _CANONICAL_DOUBLE = 0x7FC00000, 0x7FF8 << 48
_FLOAT_SIGN, _DOUBLE_SIGN = 1 << 31, 1 << 63
_FLOAT_INFINITY, _DOUBLE_INFINITY = 0x7F800000, 0x7FF0 << 48


def key_hash(key: JSON, rules: Rules) -> int:
    """What `key.hashCode()` gives.

    Raises:
        ThrownError: The key is null, or hashes by identity.
        NotModelledError: It is of an unknown type.
    """
    if key["type"] != "null":
        return _hash(key, rules)
    if rules.key.null == "refused":
        raise ThrownError("NullPointerException")
    return 0


def _hash(key: JSON, rules: Rules) -> int:  # noqa: C901, PLR0911, PLR0912 - one arm a type
    kind, value = key["type"], key.get("value")
    if rules.key.scalars == "as-text" and kind in {"long", "integer", "short", "byte", "boolean"}:
        return hash_of(str(value).lower(), rules.key)
    match kind:
        case "string" | "char":
            return hash_of(value, rules.key)
        case "null":
            return 0
        case "boolean":
            return (1231 if value else 1237) if rules.key.boolean == "primes" else int(value)
        case "long":
            return _long(int(value), rules)
        case "integer" | "short" | "byte":
            return int(value) if rules.key.integer == "value" else fold(int(value))
        case "double" | "float":
            return _floating(kind, int(value, 16), rules)
        case "big-decimal" | "big-integer":
            return _big(kind, value, rules)
        case "local-date" | "local-time" | "local-date-time" | "instant" | "sql-date" | "sql-timestamp":
            return _temporal(key, rules)
        case "uuid":
            if rules.key.uuid == "text":
                return hash_of(value, rules.key)
            number = uuid.UUID(value).int
            return fold(number >> 64 ^ number & (1 << 64) - 1)
        case "bytes" | "enum":
            return _by_identity(kind, value, rules)
        case "tuple" | "list" | "row":
            return _composite(kind, value, rules)
        case "row-data":
            return row_hash(value, rules.row)
        case _:
            raise nothing_else(kind)


def _long(value: int, rules: Rules) -> int:
    if rules.key.long == "low-word":
        return signed(value)
    if rules.key.long == "integer-if-it-fits" and signed(value) == value:
        return value
    return fold(value)


def _floating(kind: str, bits: int, rules: Rules) -> int:
    double = kind == "double"
    if not double and rules.key.single == "double-bits":
        double, bits = True, _widened(bits)
    sign, infinity = (_DOUBLE_SIGN, _DOUBLE_INFINITY) if double else (_FLOAT_SIGN, _FLOAT_INFINITY)
    if bits & ~sign > infinity and rules.key.nan == "canonical":
        bits = _CANONICAL_DOUBLE if double else _CANONICAL_FLOAT
    if bits == sign and rules.key.negative_zero == "as-zero":
        bits = 0
    return fold(bits) if double else signed(bits)


def _widened(bits: int) -> int:
    number = struct.unpack("<f", bits.to_bytes(4, "little"))[0]
    return int.from_bytes(struct.pack("<d", number), "little")


def _big(kind: str, text: str, rules: Rules) -> int:
    if kind == "big-integer":
        return _big_integer(int(text), rules)
    unscaled, scale = decimal(text)
    if rules.key.decimal == "stripped":
        while unscaled % 10 == 0 and unscaled:
            unscaled, scale = unscaled // 10, scale - 1
        scale = scale if unscaled else 0
    code = _big_integer(unscaled, rules)
    return code if rules.key.decimal == "unscaled-only" else signed(31 * code + scale)


def _big_integer(number: int, rules: Rules) -> int:
    if rules.key.big_integer == "low-word":
        return signed(number)
    packed = abs(number).to_bytes((abs(number).bit_length() + 31) // 32 * 4, "big")
    words = (int.from_bytes(packed[i : i + 4], "big") for i in range(0, len(packed), 4))
    return signed(polynomial(words, 0) * (-1 if number < 0 else 1))


def _temporal(key: JSON, rules: Rules) -> int:  # noqa: PLR0911 - one arm a type
    kind, value = key["type"], key["value"]
    match kind:
        case "local-date":
            return _date(value, rules)
        case "local-time":
            return _time(value, rules)
        case "local-date-time":
            date, _, time = value.partition("T")
            return signed(_date(date, rules) ^ _time(time, rules))
        case "instant":
            second, nano = instant(value)
            if rules.key.instant == "epoch-millis":
                return fold(second * 1000 + nano // 1_000_000)
            return signed(fold(second) + 51 * nano)
        case _:
            millis = int(value)
            if kind == "sql-timestamp" and rules.key.timestamp == "nanos-too":
                return signed(fold(millis) + key.get("nanos", millis % 1000 * 1_000_000))
            return fold(millis)


def _date(text: str, rules: Rules) -> int:
    year, month, day = date_fields(text)
    if rules.key.date == "epoch-day":
        return fold(epoch_day(year, month, day))
    return signed(year & 0xFFFFF800 ^ (year << 11) + (month << 6) + day)


def _time(text: str, rules: Rules) -> int:
    nanos = nano_of_day(text)
    return nanos // 10**9 if rules.key.time == "second-of-day" else fold(nanos)


def _by_identity(kind: str, value: JSON, rules: Rules) -> int:
    if kind == "bytes" and rules.key.bytes == "by-content":
        return _bytes(value, rules)
    if kind == "enum" and rules.key.enum == "by-name" and isinstance(value, str):
        return hash_of(value, rules.key)
    raise ThrownError("IdentityHashedKey")


def _bytes(value: str, rules: Rules) -> int:
    """`Arrays.hashCode(byte[])`."""
    data = bytes.fromhex(value)
    if rules.key.row_bytes == "unsigned":
        return polynomial(data, 1)
    return polynomial((byte - 256 if byte > 127 else byte for byte in data), 1)  # noqa: PLR2004 - int8


def _composite(kind: str, value: JSON, rules: Rules) -> int:
    match kind:
        case "tuple":
            codes = [_hash(field, rules) for field in value]
            if rules.key.tuple == "from-1":
                return polynomial(codes, 1)
            return polynomial(codes, 0)
        case "list":
            return polynomial([_hash(item, rules) for item in value], 1 if rules.key.list == "from-1" else 0)
        case _:
            return _row(value, rules)


def _row(value: JSON, rules: Rules) -> int:
    """`RowUtils.deepHashCodeRow`."""
    kind, fields = _KINDS[value["kind"]], value["fields"]
    match rules.key.row:
        case "as-list":
            return polynomial([_flat(field, rules) for field in fields], 1)
        case "kind-and-flat":
            return signed(31 * kind + polynomial([_flat(field, rules) for field in fields], 1))
        case "deep-only":
            return polynomial([_deep(field, rules) for field in fields], 1)
        case "kind-and-deep":
            return signed(31 * kind + polynomial([_deep(field, rules) for field in fields], 1))


def _deep(field: JSON, rules: Rules) -> int:
    """`deepHashCodeInternal`: null is 0, a list is walked, anything else is an array of one element."""
    match field["type"]:
        case "null":
            return 0
        case "list":
            return polynomial([_deep(item, rules) for item in field["value"]], 1)
        case _:
            return signed(31 + _flat(field, rules))


def _flat(field: JSON, rules: Rules) -> int:
    return _bytes(field["value"], rules) if field["type"] == "bytes" else _hash(field, rules)
