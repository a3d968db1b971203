"""Cases of `java.string.*`: every edge string, every pair of telling ones, seeded strings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity import edges
from jarparity.utf16 import joined, string_with_hash
from jarparity.vectors import random_values
from jarparity.vectors.collector import Cases

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from jarparity.cases import Case

_COMPARED = (
    "empty",
    "a",
    "b",
    "capital-a",
    "nul",
    "space",
    "last-latin",
    "e-acute",
    "e-and-combining-acute",
    "before-surrogates",
    "lone-high",
    "lone-low",
    "lone-high-in-text",
    "high-before-emoji",
    "low-before-high",
    "private-use",
    "replacement",
    "last-of-plane-zero",
    "first-supplementary",
    "emoji",
    "last-supplementary",
    "colliding-aa",
    "colliding-bb",
    "hash-min-word",
    "abc",
    "long-ascii",
)


def hashes(random: Random) -> Iterable[Case]:
    """Cases of `java.string.hash`."""
    cases = Cases("java.string.hash")
    for label, text in edges.STRINGS.items():
        cases.add(f"edge/{label}", {"a": text})
    for text in edges.COLLIDING:
        cases.add(f"colliding/{text.lower()}", {"a": text})
    for label, code in edges.HASH_CODES.items():
        cases.add(f"with-hash/{label}", {"a": string_with_hash(code)})
    cases.fill(900, lambda: {"a": random_values.text(random, 40)})
    cases.fill(200, lambda: {"a": string_with_hash(random.getrandbits(32))}, "generated/any-hash")
    for count in (64, 65, 66, 67, 127, 128, 129, 130):
        cases.add(f"long/{count}-units", {"a": ("é" * count)})
        cases.add(f"long/{count}-letters", {"a": "a" * count})
    for count in (72, 73):  # the hash code of the first 64 units is odd, 31**8 and 31**9 have the sign's bit
        cases.add(f"long/odd-{count}-units", {"a": "b" + "é" * (count - 1)})
    return cases


def comparisons(random: Random) -> Iterable[Case]:
    """Cases of `java.string.compare`: supplementary characters sort below U+E000 in Java, above in Python."""
    cases = Cases("java.string.compare")
    for left in _COMPARED:
        for right in _COMPARED:
            cases.add(f"{left}/{right}", {"a": edges.STRINGS[left], "b": edges.STRINGS[right]})

    def similar() -> dict[str, str]:
        start = random_values.plain_text(random, 12)
        return {
            "a": joined(start + random_values.text(random, 3)),
            "b": joined(start + random_values.text(random, 3)),
        }

    cases.fill(400, similar, "generated/shared-start")
    cases.fill(400, lambda: {"a": random_values.text(random), "b": random_values.text(random)})
    return cases
