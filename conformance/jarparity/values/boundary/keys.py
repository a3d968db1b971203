"""Keys of every type at which ports go wrong: `KEYS[type][label]` is the key's JSON value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values.boundary.composites import LISTS, ROW_DATA, ROWS, TUPLES
from jarparity.values.boundary.integers import INT8, INT16, INT32, INT64, MURMUR_MINIMUM
from jarparity.values.boundary.strings import STRINGS
from jarparity.values.boundary.times import INSTANTS, LOCAL_DATE_TIMES, LOCAL_DATES, LOCAL_TIMES, SQL_TIMESTAMPS

if TYPE_CHECKING:
    from jarparity.answers import JSON

DOUBLES: dict[str, str] = {
    "zero": "0x0000000000000000",
    "minus-zero": "0x8000000000000000",
    "one": "0x3ff0000000000000",
    "minus-one": "0xbff0000000000000",
    "one-and-a-half": "0x3ff8000000000000",
    "tenth": "0x3fb999999999999a",
    "two": "0x4000000000000000",
    "beyond-float": "0x3ff0000000000001",
    "beyond-int": "0x41e0000000000000",
    "all-integers-end": "0x4340000000000000",
    "nan": "0x7ff8000000000000",
    "nan-with-payload": "0x7ff8000000000001",
    "nan-negative": "0xfff8000000000000",
    "nan-signalling": "0x7ff0000000000001",
    "nan-all-ones": "0xffffffffffffffff",
    "infinity": "0x7ff0000000000000",
    "minus-infinity": "0xfff0000000000000",
    "smallest-subnormal": "0x0000000000000001",
    "minus-smallest-subnormal": "0x8000000000000001",
    "largest-subnormal": "0x000fffffffffffff",
    "smallest-normal": "0x0010000000000000",
    "max": "0x7fefffffffffffff",
    "minus-max": "0xffefffffffffffff",
    "murmur-minimum": f"0x{MURMUR_MINIMUM & 0xFFFFFFFF:016x}",
}

FLOATS: dict[str, str] = {
    "zero": "0x00000000",
    "minus-zero": "0x80000000",
    "one": "0x3f800000",
    "minus-one": "0xbf800000",
    "one-and-a-half": "0x3fc00000",
    "tenth": "0x3dcccccd",
    "nan": "0x7fc00000",
    "nan-with-payload": "0x7fc00001",
    "nan-negative": "0xffc00000",
    "nan-signalling": "0x7f800001",
    "nan-all-ones": "0xffffffff",
    "infinity": "0x7f800000",
    "minus-infinity": "0xff800000",
    "smallest-subnormal": "0x00000001",
    "minus-smallest-subnormal": "0x80000001",
    "largest-subnormal": "0x007fffff",
    "smallest-normal": "0x00800000",
    "max": "0x7f7fffff",
    "minus-max": "0xff7fffff",
    "murmur-minimum": f"0x{MURMUR_MINIMUM & 0xFFFFFFFF:08x}",
}

BIG_DECIMALS: dict[str, str] = {
    "zero": "0",
    "zero-with-one-decimal": "0.0",
    "zero-with-two-decimals": "0.00",
    "zero-with-exponent": "0E+3",
    "zero-with-small-exponent": "0E-10",
    "one": "1",
    "one-with-one-decimal": "1.0",
    "one-with-two-decimals": "1.00",
    "minus-one": "-1",
    "minus-one-with-one-decimal": "-1.0",
    "money": "12.34",
    "minus-money": "-12.34",
    "thousand": "1000",
    "thousand-with-exponent": "1E+3",
    "last-plain": "0.000001",
    "first-with-exponent": "1E-7",
    "long-max": str(2**63 - 1),
    "long-max-with-decimals": "9223372036.854775807",
    "above-long": str(2**63),
    "long-min": str(-(2**63)),
    "below-long": str(-(2**63) - 1),
    "two-words": str(2**32),
    "thirty-eight-digits": "9" * 38,
    "many-decimals": "123456789012345678901234567890.123456789",
    "hundred-digits": "-" + "1234567890" * 10,
    "exponent-max": "1E+2147483647",
    "exponent-min": "1E-2147483647",
}

BIG_INTEGERS: dict[str, str] = {
    label: str(number)
    for label, number in {
        "zero": 0,
        "one": 1,
        "minus-one": -1,
        "int-max": 2**31 - 1,
        "above-int": 2**31,
        "int-min": -(2**31),
        "one-word": 2**32 - 1,
        "minus-one-word": 1 - 2**32,
        "two-words": 2**32,
        "minus-two-words": -(2**32),
        "long-max": 2**63 - 1,
        "above-long": 2**63,
        "long-min": -(2**63),
        "below-long": -(2**63) - 1,
        "three-words": 2**64,
        "published": 123456789012345678901,
        "all-ones": 2**128 - 1,
        "ten-to-100": 10**100,
        "minus-ten-to-100": -(10**100),
    }.items()
}

UUIDS: dict[str, str] = {
    "nil": "00000000-0000-0000-0000-000000000000",
    "all-ones": "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "published": "123e4567-e89b-12d3-a456-426614174000",
    "random": "fd7af248-ce5c-46a5-93d7-1c0c9005b99d",
    "equal-halves": "01234567-89ab-cdef-0123-456789abcdef",
    "high-sign": "80000000-0000-0000-0000-000000000000",
    "low-sign": "00000000-0000-0000-8000-000000000000",
    "one": "00000000-0000-0000-0000-000000000001",
}

CHARS: dict[str, str] = {
    "nul": "\0",
    "a": "a",
    "zero": "0",
    "e-acute": "é",
    "last-latin": "\xff",
    "euro": "€",
    "high-surrogate": "\ud800",
    "low-surrogate": "\udfff",
    "last": "\uffff",
}


def _texts(numbers: dict[str, int]) -> dict[str, JSON]:
    return {label: str(number) for label, number in numbers.items()}


KEYS: dict[str, dict[str, JSON]] = {
    "string": dict(STRINGS),
    "long": _texts(INT64),
    "integer": _texts(INT32),
    "short": _texts(INT16),
    "byte": _texts(INT8),
    "char": dict(CHARS),
    "boolean": {"true": True, "false": False},
    "double": dict(DOUBLES),
    "float": dict(FLOATS),
    "big-decimal": dict(BIG_DECIMALS),
    "big-integer": dict(BIG_INTEGERS),
    "local-date": dict(LOCAL_DATES),
    "local-time": dict(LOCAL_TIMES),
    "local-date-time": dict(LOCAL_DATE_TIMES),
    "instant": dict(INSTANTS),
    "uuid": dict(UUIDS),
    "sql-date": _texts(INT64),
    "sql-timestamp": dict(SQL_TIMESTAMPS),
    "tuple": dict(TUPLES),
    "list": dict(LISTS),
    "row": dict(ROWS),
    "row-data": dict(ROW_DATA),
    "null": {"null": None},
    "bytes": {"empty": "", "ab": "6162", "high": "80ff"},
    "enum": {"constant": "DAYS"},
}
"""By type and label. `sql-timestamp` holds `[milliseconds, nanos or None]`; see `key`."""


def key(kind: str, value: JSON) -> dict[str, JSON]:
    """The key document of a type and one of its values in `KEYS`."""
    if kind == "sql-timestamp":
        millis, nanos = value
        return {"type": kind, "value": millis} | ({} if nanos is None else {"nanos": nanos})
    return {"type": kind, "value": value}
