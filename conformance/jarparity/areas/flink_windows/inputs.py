"""How timestamps and windows are drawn, and the hand-written cases: negative times, offsets, odd sizes, overflow."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases, named
from jarparity.values import numbers
from jarparity.values.hashing import may_share_tree
from jarparity.values.ints import mixed_to_int

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from jarparity.answers import JSON
    from jarparity.cases import Case
    from jarparity.operations import Problem

_MOST: Final = 2**63 - 1
_ENDS: Final = {"min": -_MOST - 1, "max": _MOST}
_A_TREE: Final = 9
"""So many keys of a bin are a tree in a HashSet."""
_SOURCE: Final = "apache/flink:TimeWindowTest"


def start(random: Random) -> JSON:
    """An input of `flink.window.start`: mostly small numbers around 0, some of any size."""

    def number(near: int) -> str:
        return str(random.randrange(-near, near + 1) if random.randrange(4) else numbers.int64(random))

    return {"timestamp": number(10_000), "offset": number(100), "size": number(1000)}


def starts() -> Iterable[Case]:
    """Cases of `flink.window.start`."""
    cases = Cases("flink.window.start")

    def add(name: str, timestamp: int, offset: int, size: int, source: str | None = None) -> None:
        document = {"timestamp": str(timestamp), "offset": str(offset), "size": str(size)}
        cases.add(name, document, source=source)

    for offset, timestamp in product((0, 3, -2), (1, 6, 7, 8, -1, -7, -12)):
        name = f"flinks-own/offset-{named(offset)}/timestamp-{named(timestamp)}"
        add(name, timestamp, offset, 7, _SOURCE)
    for timestamp, size in product((-8, -7, -1, 0, 1, 7), (1, 7, -7, -1, 0)):
        add(f"size-{named(size)}/timestamp-{named(timestamp)}", timestamp, 0, size)
    for (name, timestamp), offset in product(_ENDS.items(), (0, 1, -1, *_ENDS.values())):
        for size in (1, 1000, *_ENDS.values()):
            add(f"overflow/{name}/offset-{_named(offset)}/size-{_named(size)}", timestamp, offset, size)
    return cases


def merge(random: Random) -> JSON:
    """An input of `flink.window.merge`: windows that touch, overlap, lie in one another, come twice or end early."""
    near = random.choice((10, 30, 1000))
    windows: list[JSON] = []
    for _ in range(random.randrange(20 if random.randrange(8) else 200)):
        begin = random.randrange(-near, near) if random.randrange(10) else numbers.int64(random)
        end = begin + random.randrange(12) if random.randrange(12) else numbers.int64(random)
        windows.append([str(begin), str(max(-_MOST - 1, min(_MOST, end)))])
    while [*problems({"windows": windows})]:
        windows.pop()
    return {"windows": windows}


def merges() -> Iterable[Case]:
    """Cases of `flink.window.merge`."""
    cases = Cases("flink.window.merge")
    for name, windows in {
        "nothing": [],
        "one": [(0, 10)],
        "apart": [(0, 10), (11, 20)],
        "touching": [(0, 10), (10, 20)],
        "overlapping": [(0, 10), (5, 15)],
        "inside": [(0, 10), (2, 5)],
        "twice": [(0, 10), (0, 10)],
        "twice-and-another": [(0, 10), (0, 10), (9, 12)],
        "out-of-order": [(8, 12), (0, 3), (2, 9)],
        "two-groups": [(0, 3), (10, 13), (2, 5), (12, 15)],
        "chain": [(n, n + 2) for n in range(0, 40, 2)],
        "many-in-one-bin": [(n, 64 - n) for n in range(8)],
        "a-tree": _of_one_bin(64, 12),
        "a-tree-that-is-shared-out": [*_of_one_bin(64, 12), *((-n, 3 * n + 10**6) for n in range(100))],
        "one-end-and-one-code": [(48_169, 10**6), (58_840, 10**6)],  # TimeWindow.equals has to look at the start
        "empty-windows": [(5, 5), (5, 5), (5, 6)],
        "end-before-start": [(5, 3), (4, 6), (3, 2)],
        "ends-of-long": [(-_MOST - 1, 0), (-1, _MOST), (_MOST, _MOST)],
    }.items():
        document = {"windows": [[str(begin), str(end)] for begin, end in windows]}
        cases.add(name, document)
        cases.add(f"{name}-backwards", {"windows": document["windows"][::-1]})
    return cases


def _of_one_bin(bins: int, count: int) -> list[tuple[int, int]]:
    """Windows around 0 of different hash codes that share a bin in a table of so many."""
    found: list[tuple[int, int]] = []
    total = 0
    while len(found) < count:
        code = mixed_to_int(total)
        if (code ^ (code & 0xFFFFFFFF) >> 16) % bins == 0:
            found.append((-len(found), total + len(found)))
        total += 1
    return found


def problems(document: JSON) -> Iterator[Problem]:
    """What Java itself doesn't fix: the order of windows of one hash code in a tree."""
    different = {(int(begin), int(end)) for begin, end in document["windows"]}
    if may_share_tree([mixed_to_int(begin + end) for begin, end in different], _A_TREE):
        yield "input.windows", "some of one hash code may share a tree of a hash table; write fewer, or of other sums"


def _named(number: int) -> str:
    return next((name for name, end in _ENDS.items() if end == number), named(number))
