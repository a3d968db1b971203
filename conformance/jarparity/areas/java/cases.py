"""Cases of strings, and of hash tables' order: every pair of telling strings; resizes, trees, lists again, removals."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from jarparity.case_collector import Cases
from jarparity.values import boundary as edges
from jarparity.values.utf16 import string_with_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.answers import JSON
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


_FAMILY = tuple("".join(parts) for parts in itertools.product(("Aa", "BB"), repeat=5))
_AROUND_RESIZES = (0, 1, 2, 3, 11, 12, 13, 14, 24, 25, 26, 48, 49, 96, 97)
_AROUND_TREES = (2, 7, 8, 9, 10, 11, 12, 13, 16, 20, 32)
_PARTITIONS = {"one-by-one": 1, "by-seven": 7, "by-sixteen": 16, "in-one-bin": 64, "in-one-bin-by-seven": 448}


def maps() -> Iterable[Case]:
    """Cases of `java.hash-map.order`."""
    return _histories(
        "java.hash-map.order",
        {"put": ("put",), "compute": ("computeIfAbsent",), "both": ("put", "computeIfAbsent")},
    )


def sets() -> Iterable[Case]:
    """Cases of `java.hash-set.order`."""
    return _histories("java.hash-set.order", {"add": ("add",)})


def _histories(operation: str, ways: dict[str, tuple[str, ...]]) -> Iterable[Case]:
    cases = Cases(operation)
    for way, inserts in ways.items():
        for count in _AROUND_RESIZES:
            keys = _strings(f"topic-{n}" for n in range(count))
            cases.add(f"strings/{way}/{count}", _steps(inserts, keys))
            cases.add(f"strings-again/{way}/{count}", _steps(inserts, keys + keys[: count // 2]))
        for count in _AROUND_TREES:
            _tree_cases(cases, way, inserts, count)
        for label, stride in _PARTITIONS.items():
            for count in (1, 8, 9, 11, 12, 13, 25, 40):
                keys = _partitions("t", [stride * n for n in range(count)])
                cases.add(f"topic-partitions/{label}/{way}/{count}", _steps(inserts, keys))
                cases.add(
                    f"topic-partitions-backwards/{label}/{way}/{count}",
                    _steps(inserts, keys[::-1], keys[::3]),
                )
    _late_cases(cases, ways)
    return cases


def _tree_cases(cases: Cases, way: str, inserts: Sequence[str], count: int) -> None:
    rising = _strings(_FAMILY[:count])
    inside_out = [key for pair in zip(rising, rising[::-1], strict=True) for key in pair][:count]
    same_bin = _strings(string_with_hash(64 * n) for n in range(count))
    cases.add(f"one-hash-rising/{way}/{count}", _steps(inserts, rising))
    cases.add(f"one-hash-falling/{way}/{count}", _steps(inserts, rising[::-1]))
    cases.add(
        f"one-hash-inside-out/{way}/{count}",
        _steps(inserts, list({k["value"]: k for k in inside_out}.values())),
    )
    cases.add(f"one-bin/{way}/{count}", _steps(inserts, same_bin))
    cases.add(f"one-bin-then-resize/{way}/{count}", _steps(inserts, same_bin + _strings(f"k{n}" for n in range(50))))
    for label, gone in {
        "first": rising[:1],
        "last": rising[-1:],
        "half": rising[::2],
        "most": rising[2:],
    }.items():
        cases.add(f"one-hash-less-{label}/{way}/{count}", _steps(inserts, rising, gone))
    cases.add(f"one-hash-all-and-again/{way}/{count}", _steps(inserts, rising, rising, rising[::-1]))


def _late_cases(cases: Cases, ways: dict[str, tuple[str, ...]]) -> None:
    """Keys of one hash code that only `equals` tells apart, and of several UTF-16 units each."""
    for way, inserts in ways.items():
        for count in (2, 12):
            beyond = _strings(f"é{text}" for text in _FAMILY[:count])
            cases.add(f"one-hash-beyond-ascii/{way}/{count}", _steps(inserts, beyond, beyond[::2], beyond[::-1]))


def _strings(texts: Iterable[str]) -> list[JSON]:
    return [{"type": "string", "value": text} for text in texts]


def _partitions(topic: str, numbers: Iterable[int]) -> list[JSON]:
    return [{"type": "topic-partition", "value": [topic, number]} for number in numbers]


def _steps(inserts: Sequence[str], keys: Sequence[JSON], gone: Sequence[JSON] = (), again: Sequence[JSON] = ()) -> JSON:
    """Inserts by turns in each of the ways, removals, then inserts again."""
    insert = itertools.cycle(inserts)
    return {
        "steps": [
            *({"op": next(insert), "key": key} for key in keys),
            *({"op": "remove", "key": key} for key in gone),
            *({"op": next(insert), "key": key} for key in again),
        ]
    }
