"""Cases of keys, rows of SQL and MathUtils: every type at its edges, every single bit, powers of two."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jarparity.case_collector import Cases, named
from jarparity.values import boundary as edges
from jarparity.values.boundary.keys import key, labelled
from jarparity.values.published import ROWS
from jarparity.values.utf16 import signed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.cases import Case

_LAST_DAYS = (
    *(f"2023-{month:02}-{day}" for month, day in enumerate((31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31), 1)),
    *(f"{year}-02-29" for year in ("2004", "2096", "1600", "2400", "0000", "0400", "-0004", "-0400", "+10000")),
    *(f"{year}-02-29" for year in ("0004", "1980", "2020")),
)


def hashes() -> Iterable[Case]:
    """Cases of `flink.key.hash`."""
    cases = Cases("flink.key.hash")
    for name, document in labelled():
        cases.add(name, {"key": document})
    for date in _LAST_DAYS:
        name = f"minus-{date[1:]}" if date.startswith("-") else date.lstrip("+")
        cases.add(f"local-date/last-day/{name}", {"key": key("local-date", date)})
    return cases


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


def murmur_hashes() -> Iterable[Case]:
    """Cases of `flink.math.murmur-hash`; half of all numbers tell a wrong sign rule."""
    cases = Cases("flink.math.murmur-hash")
    for label, code in edges.HASH_CODES.items():
        cases.add(f"edge/{label}", {"value": code})
    for bit in range(32):
        cases.add(f"bit/{bit}", {"value": signed(1 << bit)})
        cases.add(f"all-but-bit/{bit}", {"value": signed(~(1 << bit))})
    for value in range(-100, 101):
        cases.add(f"small/{named(value)}", {"value": value})
    return cases


def powers_of_two() -> Iterable[Case]:
    """Cases of `flink.math.round-up-to-power-of-two`: 0, negative numbers and overflow above 2^30, too."""
    cases = Cases("flink.math.round-up-to-power-of-two")
    for power in range(31):
        for offset in (-1, 0, 1):
            cases.add(f"power/{power}/{named(offset)}", {"value": (1 << power) + offset})
    for label, code in edges.INT32.items():
        cases.add(f"edge/{label}", {"value": code})
    return cases


def arithmetic() -> Iterable[Case]:
    """Cases of `flink.math.arithmetic`: 0, signs, powers of two and their neighbours, both ends of the types."""
    cases = Cases("flink.math.arithmetic")
    ints = ("log2floor", "log2strict", "roundDownToPowerOf2", "jenkinsHash")
    longs = ("checkedDownCast", "isPowerOf2", "longToIntWithBitMixing", "flipSignBit")
    for function in ints:
        for value in (0, 1, -1, 2, 3, 5, 10, 16, 2**30, 2**30 + 1, 2**31 - 1, -(2**31), -(2**31) + 1, -5):
            cases.add(f"{_words(function)}/{named(value)}", {"function": function, "value": value})
    for function in longs:
        for value in (0, 1, -1, 5, 6, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**62, 2**63 - 1, -(2**63)):
            cases.add(f"{_words(function)}/{named(value)}", {"function": function, "value": str(value)})
    for dividend, divisor in (
        (0, 3),
        (3, 2),
        (4, 2),
        (5, 2),
        (1, 2**31 - 1),
        (2**31 - 1, 2),
        (-1, 2),
        (3, 0),
        (3, -1),
        (-1, 0),
    ):
        name = f"divide-round-up/{named(dividend)}-by-{named(divisor)}"
        cases.add(name, {"function": "divideRoundUp", "value": dividend, "divisor": divisor})
    # The mix of this one is -2**31, whose bits are turned.
    cases.add("jenkins-hash/mixed-to-min-int", {"function": "jenkinsHash", "value": 1_639_960_279})
    cases.add("divide-round-up/3-by-1", {"function": "divideRoundUp", "value": 3, "divisor": 1})
    return cases


def _words(function: str) -> str:
    """A method's name as a word of an id: `log2floor`, `is-power-of2`."""
    return re.sub("(?=[A-Z])", "-", function).lower()
