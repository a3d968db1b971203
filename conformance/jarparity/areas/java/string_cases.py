"""Cases of `java.string.*`: every edge string, every pair of telling ones, seeded strings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.case_collector import Cases
from jarparity.values import boundary as edges
from jarparity.values.utf16 import string_with_hash

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def hashes() -> Iterable[Case]:
    """Cases of `java.string.hash`."""
    cases = Cases("java.string.hash")
    for label, text in edges.STRINGS.items():
        cases.add(f"edge/{label}", {"a": text})
    for text in edges.COLLIDING:
        cases.add(f"colliding/{text.lower()}", {"a": text})
    for label, code in edges.HASH_CODES.items():
        cases.add(f"with-hash/{label}", {"a": string_with_hash(code)})
    for count in (64, 65, 66, 67, 127, 128, 129, 130):
        cases.add(f"long/{count}-units", {"a": ("é" * count)})
        cases.add(f"long/{count}-letters", {"a": "a" * count})
    for count in (72, 73):  # the hash code of the first 64 units is odd, 31**8 and 31**9 have the sign's bit
        cases.add(f"long/odd-{count}-units", {"a": "b" + "é" * (count - 1)})
    return cases


def comparisons() -> Iterable[Case]:
    """Cases of `java.string.compare`: supplementary characters sort below U+E000 in Java, above in Python."""
    cases = Cases("java.string.compare")
    for left in _COMPARED:
        for right in _COMPARED:
            cases.add(f"{left}/{right}", {"a": edges.STRINGS[left], "b": edges.STRINGS[right]})

    return cases
