"""SQL-typed fields at which ports go wrong: widths, inline strings, compact and wide decimals and times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values.boundary.strings import STRINGS
from jarparity.values.boundary.values_file import values_of

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

_VALUES: dict[str, dict[str, JSON]] = values_of("fields") | {"STRING": dict(STRINGS)}

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
