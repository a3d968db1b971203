"""Keys of one value: a strategy per Java type, which gives documents such as `{"type": "long", …}`."""

from __future__ import annotations

import struct
from decimal import Decimal
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity import edges
from jarparity.edges.keys import key
from jarparity.strategies.integers import int64s
from jarparity.strategies.text import java_strings
from jarparity.utf16 import from_units

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON


def edge_keys(kind: str) -> SearchStrategy[JSON]:
    """The hand-picked keys of one type."""
    return st.sampled_from([key(kind, value) for value in edges.KEYS[kind].values()])


def strings() -> SearchStrategy[JSON]:
    """`java.lang.String` keys.

    >>> from hypothesis import find
    >>> find(strings(), lambda k: len(k["value"]) > 1)
    {'type': 'string', 'value': '00'}
    """
    return _typed("string", java_strings())


def longs() -> SearchStrategy[JSON]:
    """`java.lang.Long` keys."""
    return _typed("long", int64s().map(str))


def integers() -> SearchStrategy[JSON]:
    """`java.lang.Integer` keys."""
    return _whole("integer", 32)


def shorts() -> SearchStrategy[JSON]:
    """`java.lang.Short` keys."""
    return _whole("short", 16)


def byte_numbers() -> SearchStrategy[JSON]:
    """`java.lang.Byte` keys."""
    return _whole("byte", 8)


def chars() -> SearchStrategy[JSON]:
    """`java.lang.Character` keys: one UTF-16 unit, which may be a surrogate."""
    units = st.one_of(st.integers(0x20, 0x7E), st.integers(0, 0xFFFF), st.integers(0xD800, 0xDFFF))
    return _typed("char", units.map(lambda unit: from_units([unit])))


def booleans() -> SearchStrategy[JSON]:
    """`java.lang.Boolean` keys."""
    return _typed("boolean", st.booleans())


def doubles() -> SearchStrategy[JSON]:
    """`java.lang.Double` keys by their bits: every NaN, both zeros, subnormals.

    >>> from hypothesis import find
    >>> find(doubles(), lambda k: k["value"] == "0x7ff8000000000001")
    {'type': 'double', 'value': '0x7ff8000000000001'}
    """
    return _typed("double", _bits("double"))


def floats() -> SearchStrategy[JSON]:
    """`java.lang.Float` keys by their bits."""
    return _typed("float", _bits("float"))


def big_decimals() -> SearchStrategy[JSON]:
    """`java.math.BigDecimal` keys: equal numbers of different scale, both signs of exponent, wide numbers."""
    unscaled = st.one_of(st.integers(-1000, 1000), int64s(), st.integers(-(10**40), 10**40))
    scales = st.one_of(st.integers(-3, 12), st.integers(-400, 400), st.sampled_from([-(2**31) + 100, 2**31 - 1]))
    return st.one_of(edge_keys("big-decimal"), _typed("big-decimal", st.builds(decimal_text, unscaled, scales)))


def big_integers() -> SearchStrategy[JSON]:
    """`java.math.BigInteger` keys of up to 300 bits."""
    numbers = st.one_of(st.integers(-1000, 1000), int64s(), st.integers(-(2**300), 2**300))
    return st.one_of(edge_keys("big-integer"), _typed("big-integer", numbers.map(str)))


def uuids() -> SearchStrategy[JSON]:
    """`java.util.UUID` keys."""
    return st.one_of(edge_keys("uuid"), _typed("uuid", st.uuids(allow_nil=True).map(str)))


def nulls() -> SearchStrategy[JSON]:
    """Java's null."""
    return st.just(key("null", None))


def identity_hashed() -> SearchStrategy[JSON]:
    """Byte arrays and enums, whose hash code is their identity: a port refuses these."""
    return st.one_of(
        _typed("bytes", st.binary(max_size=8).map(bytes.hex)),
        _typed("enum", st.sampled_from(["DAYS", "HOURS", "RED"])),
    )


def decimal_text(unscaled: int, scale: int) -> str:
    """What `BigDecimal.toString` prints; Python's `Decimal` follows the same rule.

    >>> decimal_text(1234, 2), decimal_text(1, -3), decimal_text(-1, 7)
    ('12.34', '1E+3', '-1E-7')
    """
    digits = tuple(int(digit) for digit in str(abs(unscaled)))
    return str(Decimal((int(unscaled < 0), digits, -scale)))


def _typed(kind: str, values: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
    return values.map(lambda value: key(kind, value))


def _whole(kind: str, bits: int) -> SearchStrategy[JSON]:
    top = 1 << (bits - 1)
    return st.one_of(_typed(kind, st.integers(-top, top - 1).map(str)), edge_keys(kind))


def _bits(kind: str) -> SearchStrategy[str]:
    width, fraction, layout = (64, 52, ">d") if kind == "double" else (32, 23, ">f")
    exponent = ((1 << (width - 1 - fraction)) - 1) << fraction
    nans = st.builds(
        lambda sign, payload: sign << (width - 1) | exponent | payload,
        st.integers(0, 1),
        st.integers(1, (1 << fraction) - 1),
    )
    numbers = st.floats(width=64 if kind == "double" else 32, allow_nan=False)
    return st.one_of(
        st.sampled_from(list(edges.KEYS[kind].values())),
        numbers.map(lambda number: "0x" + struct.pack(layout, number).hex()),
        st.one_of(st.integers(0, (1 << width) - 1), nans).map(lambda bits: f"0x{bits:0{width // 4}x}"),
    )
