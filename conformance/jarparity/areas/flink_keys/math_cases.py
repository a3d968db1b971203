"""Cases of `flink.math.*`: edge hash codes, every single bit, powers of two and their neighbours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jarparity.case_collector import Cases, named
from jarparity.values import boundary as edges
from jarparity.values.utf16 import signed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.cases import Case


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
