"""Fields of binary rows, the keys of Table and SQL jobs: every SQL type with values that its writer takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.catalogue.legality import COMPACT_DECIMAL, COMPACT_TIMESTAMP
from jarparity.edges.keys import key
from jarparity.edges.sql import at_precision
from jarparity.strategies.integers import int64s
from jarparity.strategies.scalars import doubles, floats
from jarparity.strategies.text import java_strings

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

_MAX_DIGITS = 38


def sql_fields() -> SearchStrategy[JSON]:
    """One SQL-typed field of any type, sometimes NULL where NULL has a layout.

    >>> from hypothesis import find
    >>> find(sql_fields(), lambda f: f["type"].startswith("DECIMAL"))
    {'type': 'DECIMAL(1,0)', 'value': '0'}
    """
    simple = st.one_of(
        _field("INT", _whole(32)),
        _field("BIGINT", int64s().map(str)),
        _field("STRING", java_strings()),
        _field("BOOLEAN", st.booleans()),
        _field("TINYINT", _whole(8)),
        _field("SMALLINT", _whole(16)),
        _field("FLOAT", floats().map(lambda k: k["value"])),
        _field("DOUBLE", doubles().map(lambda k: k["value"])),
        _field("BYTES", st.binary(max_size=24).map(bytes.hex)),
        _field("DATE", _whole(32)),
        _field("TIME", st.integers(0, 86_399_999)),
    )
    return st.one_of(simple, decimals(), timestamps(), _nulls(simple))


def decimals() -> SearchStrategy[JSON]:
    """DECIMAL(p, s) fields: values of exactly s decimals and at most p digits; p up to 18 is compact."""

    def build(precision: int, scale: int, number: int) -> JSON:
        scale = min(scale, precision)
        digits = f"{abs(number) % 10**precision:0{scale + 1}d}"
        text = f"{digits[: len(digits) - scale]}.{digits[len(digits) - scale :]}" if scale else digits
        sign = "-" if number < 0 and digits.strip("0") else ""
        return {"type": f"DECIMAL({precision},{scale})", "value": sign + text}

    precisions = st.one_of(st.sampled_from([1, 10, 18, 19, 38]), st.integers(1, _MAX_DIGITS))
    scales = st.one_of(st.sampled_from([0, 2, 18]), st.integers(0, _MAX_DIGITS))
    limit = 10**_MAX_DIGITS - 1
    ends = st.sampled_from([limit, -limit])
    numbers = st.one_of(st.integers(-10_000, 10_000), int64s(), st.integers(-limit, limit), ends)
    return st.builds(build, precisions, scales, numbers)


def timestamps() -> SearchStrategy[JSON]:
    """TIMESTAMP(p) and TIMESTAMP_LTZ(p) fields, cut down to the precision; p up to 3 is compact."""

    def build(name: str, precision: int, millis: int, nanos: int) -> JSON:
        cut, rest = at_precision(millis, nanos, precision)
        return {"type": f"{name}({precision})", "value": str(max(cut, -(2**63))), "nanosOfMillisecond": rest}

    names = st.sampled_from(["TIMESTAMP", "TIMESTAMP_LTZ"])
    return st.builds(build, names, st.integers(0, 9), int64s(), st.integers(0, 999_999))


def sql_rows(*, max_size: int = 6) -> SearchStrategy[list[JSON]]:
    """Lists of SQL-typed fields; now and then more than 56, so that the NULL bits fill a second word."""
    wide = st.lists(
        st.sampled_from([{"type": "INT", "value": None}, {"type": "INT", "value": 1}]),
        min_size=55,
        max_size=60,
    )
    return st.one_of(st.lists(sql_fields(), max_size=max_size), st.lists(sql_fields(), max_size=max_size), wide)


def row_data() -> SearchStrategy[JSON]:
    """`BinaryRowData` keys."""
    return sql_rows().map(lambda fields: key("row-data", fields))


def _field(kind: str, values: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
    return values.map(lambda value: {"type": kind, "value": value})


def _whole(bits: int) -> SearchStrategy[int]:
    top = 1 << (bits - 1)
    return st.one_of(st.integers(-top, top - 1), st.sampled_from([0, 1, -1, top - 1, -top]))


def _nulls(simple: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
    compact = st.one_of(
        st.integers(1, COMPACT_DECIMAL).map(lambda p: f"DECIMAL({p},0)"),
        st.integers(0, COMPACT_TIMESTAMP).map(lambda p: f"TIMESTAMP({p})"),
        simple.map(lambda field: str(field["type"])),
    )
    return compact.map(lambda kind: {"type": kind, "value": None})
