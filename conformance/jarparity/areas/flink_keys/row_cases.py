"""Cases of `flink.table.row-hash`: every SQL type at its edges, NULLs, rows of several fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.case_collector import Cases, named
from jarparity.values import boundary as edges
from jarparity.values.published import ROWS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.cases import Case

_NEIGHBOUR = {"type": "STRING", "value": "user_1234567"}


def rows() -> Iterable[Case]:
    """Cases of `flink.table.row-hash`."""
    cases = Cases("flink.table.row-hash")
    for label, fields in ROWS.items():
        cases.add(f"layout/{label}", {"fields": fields})
    for label, fields in edges.KEYS["row-data"].items():
        cases.add(f"row/{label}", {"fields": fields})
    for label, field in edges.FIELDS.items():
        # A variable-length neighbour moves the offsets of the variable part.
        cases.add(f"before-string/{label}", {"fields": [field, _NEIGHBOUR]})
    for length in range(40):
        text, data = (
            "abcdefghijklmnopqrstuvwxyz0123456789+-*/"[:length],
            bytes(0x80 + i for i in range(length)),
        )
        cases.add(f"string-length/{length}", {"fields": [{"type": "STRING", "value": text}]})
        cases.add(f"bytes-length/{length}", {"fields": [{"type": "BYTES", "value": data.hex()}]})
    for count in (0, 1, 2, 55, 56, 57, 63, 64, 65, 120, 121):
        cases.add(f"nulls/{count}", {"fields": [{"type": "INT", "value": None}] * count})
        last = [{"type": "INT", "value": 1}] * count + [{"type": "BIGINT", "value": None}]
        cases.add(f"last-null/{count}", {"fields": last})
    for unscaled in (-129, -128, -127, 127, 128, -32768, 32768):  # where BigInteger.toByteArray takes a byte more
        field = {"type": "DECIMAL(19,0)", "value": str(unscaled)}
        cases.add(f"decimal-bytes/{named(unscaled)}", {"fields": [field]})
    for kind, value in (("DECIMAL(10,2)", "12.3"), ("DECIMAL(10,4)", "-7"), ("DECIMAL(38,20)", "-1.05")):
        name = f"decimal-with-fewer-digits/{kind[8:-1].replace(',', '-')}"
        cases.add(name, {"fields": [{"type": kind, "value": value}]})
    return cases
