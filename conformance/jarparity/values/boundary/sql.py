"""SQL-typed fields at which ports go wrong: widths, inline strings, compact and wide decimals and times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values.boundary.strings import STRINGS

if TYPE_CHECKING:
    from jarparity.answers import JSON

_NULLABLE = {
    "null-boolean": "BOOLEAN",
    "null-tinyint": "TINYINT",
    "null-smallint": "SMALLINT",
    "null-int": "INT",
    "null-bigint": "BIGINT",
    "null-float": "FLOAT",
    "null-double": "DOUBLE",
    "null-string": "STRING",
    "null-bytes": "BYTES",
    "null-date": "DATE",
    "null-time": "TIME",
    "null-compact-decimal": "DECIMAL(18,2)",
    "null-compact-timestamp": "TIMESTAMP(3)",
    "null-compact-timestamp-ltz": "TIMESTAMP_LTZ(0)",
}

_VALUES: dict[str, dict[str, JSON]] = {
    "BOOLEAN": {"true": True, "false": False},
    "TINYINT": {"zero": 0, "one": 1, "minus-one": -1, "max": 127, "min": -128},
    "SMALLINT": {"zero": 0, "one": 1, "minus-one": -1, "max": 32767, "min": -32768},
    "INT": {"zero": 0, "one": 1, "minus-one": -1, "max": 2**31 - 1, "min": -(2**31)},
    "BIGINT": {"zero": "0", "one": "1", "minus-one": "-1", "max": str(2**63 - 1), "min": str(-(2**63))},
    "FLOAT": {
        "zero": "0x00000000",
        "minus-zero": "0x80000000",
        "one-and-a-half": "0x3fc00000",
        "nan": "0x7fc00000",
        "nan-with-payload": "0x7fc00001",
        "infinity": "0x7f800000",
        "subnormal": "0x00000001",
    },
    "DOUBLE": {
        "zero": "0x0000000000000000",
        "minus-zero": "0x8000000000000000",
        "one-and-a-half": "0x3ff8000000000000",
        "nan": "0x7ff8000000000000",
        "nan-with-payload": "0x7ff8000000000001",
        "infinity": "0x7ff0000000000000",
        "subnormal": "0x0000000000000001",
    },
    "STRING": dict(STRINGS),
    "BYTES": {
        "empty": "",
        "one-high": "ff",
        "seven": "80818283848586",
        "eight": "8081828384858687",
        "nine": "808182838485868788",
        "sixteen-zeros": "00" * 16,
        "hundred": "fe" * 100,
    },
    "DATE": {"epoch": 0, "before-epoch": -1, "today": 20_500, "max": 2**31 - 1, "min": -(2**31)},
    "TIME": {"midnight": 0, "one": 1, "last": 86_399_999},
    "DECIMAL(1,0)": {"zero": "0", "nine": "9", "minus-nine": "-9"},
    "DECIMAL(5,5)": {"smallest": "0.00001", "largest": "0.99999"},
    "DECIMAL(10,2)": {"zero": "0.00", "published": "12.34", "negative": "-12.34", "largest": "99999999.99"},
    "DECIMAL(18,0)": {"largest": "9" * 18, "least": "-" + "9" * 18},
    "DECIMAL(18,18)": {"smallest": "0." + "0" * 17 + "1"},
    "DECIMAL(19,0)": {"zero": "0", "one": "1", "minus-one": "-1", "above-long": "9999999999999999999"},
    "DECIMAL(25,2)": {"zero": "0.00", "published": "12.34", "negative": "-12.34"},
    "DECIMAL(38,0)": {"zero": "0", "largest": "9" * 38, "least": "-" + "9" * 38, "long-max": str(2**63 - 1)},
    "DECIMAL(38,18)": {
        "one": "1." + "0" * 18,
        "minus-one": "-1." + "0" * 18,
        "smallest": "0." + "0" * 17 + "1",
        "largest": "9" * 20 + "." + "9" * 18,
    },
    "DECIMAL(38,38)": {"largest": "0." + "9" * 38},
}

_MOMENTS: dict[str, tuple[int, int]] = {
    "epoch": (0, 0),
    "published": (1_700_000_000_123, 456_000),
    "last-nano": (1_700_000_000_999, 999_999),
    "before-epoch": (-1, 999_999),
    "far": (253_402_300_799_999, 1),
    "long-max": (2**63 - 1, 0),
    "long-min": (-(2**63), 0),
}


def at_precision(millis: int, nanos: int, precision: int) -> tuple[int, int]:
    """A moment cut down to the precision of its type: milliseconds, and nanoseconds inside them."""
    if precision <= 3:  # noqa: PLR2004 - milliseconds are the third decimal
        return millis - millis % 10 ** (3 - precision), 0
    return millis, nanos - nanos % 10 ** (9 - precision)


def _moments() -> dict[str, dict[str, JSON]]:
    fields: dict[str, dict[str, JSON]] = {}
    for precision in range(10):
        for name, suffix in ((f"TIMESTAMP({precision})", ""), (f"TIMESTAMP_LTZ({precision})", "-ltz")):
            for label, (millis, nanos) in _MOMENTS.items():
                cut, rest = at_precision(millis, nanos, precision)
                # Cutting the least long would leave 64 bits.
                cut = max(cut, -(2**63))
                fields[f"timestamp-{precision}{suffix}/{label}"] = {
                    "type": name,
                    "value": str(cut),
                    "nanosOfMillisecond": rest,
                }
    return fields


def _slug(name: str) -> str:
    return name.lower().replace("(", "-").replace(",", "-").replace(")", "")


FIELDS: dict[str, dict[str, JSON]] = {
    **{
        f"{_slug(kind)}/{label}": {"type": kind, "value": value}
        for kind, values in _VALUES.items()
        for label, value in values.items()
    },
    **_moments(),
    **{label: {"type": kind, "value": None} for label, kind in _NULLABLE.items()},
}
"""Field documents by label, such as `decimal-10-2/published`."""
