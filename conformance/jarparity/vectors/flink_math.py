"""Cases of `flink.math.*`: edge hash codes, every single bit, powers of two and their neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity import edges
from jarparity.utf16 import signed
from jarparity.vectors import random_values
from jarparity.vectors.collector import Cases, named

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from jarparity.cases import Case


def murmur_hashes(random: Random) -> Iterable[Case]:
    """Cases of `flink.math.murmur-hash`; half of all numbers tell a wrong sign rule."""
    cases = Cases("flink.math.murmur-hash")
    for label, code in edges.HASH_CODES.items():
        cases.add(f"edge/{label}", {"value": code})
    for bit in range(32):
        cases.add(f"bit/{bit}", {"value": signed(1 << bit)})
        cases.add(f"all-but-bit/{bit}", {"value": signed(~(1 << bit))})
    for value in range(-100, 101):
        cases.add(f"small/{named(value)}", {"value": value})
    cases.fill(1000, lambda: {"value": random_values.hash_code(random)})
    return cases


def powers_of_two(random: Random) -> Iterable[Case]:
    """Cases of `flink.math.round-up-to-power-of-two`: 0, negative numbers and overflow above 2^30, too."""
    cases = Cases("flink.math.round-up-to-power-of-two")
    for power in range(31):
        for offset in (-1, 0, 1):
            cases.add(f"power/{power}/{named(offset)}", {"value": (1 << power) + offset})
    for label, code in edges.INT32.items():
        cases.add(f"edge/{label}", {"value": code})
    cases.fill(300, lambda: {"value": random_values.number(random, 32)})
    return cases
