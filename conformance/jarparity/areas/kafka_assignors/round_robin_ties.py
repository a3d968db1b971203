"""Groups for the assignors that deal topics out one by one: what changes of a port's code showed to be missing.

Topics that share racks are assigned together by Range, or nearly; and a hash table of topics that just fills up tells
whether the original looked a topic up once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_assignors.groups import all_to_all, group
from jarparity.values.utf16 import string_with_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.answers import JSON
    from jarparity.case_collector import Cases

_RACKED, _RACKED_SEED = 40, 20261122


def add_dealt_topics(cases: Cases, assignor: str) -> None:
    """Adds them for `range` and `round-robin`, behind all others: drawn of their own, so that those stay the same."""
    if assignor not in ("range", "round-robin"):
        return
    for name, document in _edges().items():
        cases.add(f"edge/{name}", document)
    if assignor == "range":
        for name, document in _tables().items():
            cases.add(f"edge/tables-of-topics/{name}", document)


def _edges() -> dict[str, JSON]:
    """Tables that just fill up, shares that run out, names that are empty."""
    found: dict[str, JSON] = {"racks-one-lost-its-room": _lost_room()}
    for count in (12, 13, 24, 25):
        names = [f"t{n}" for n in range(count)]
        found[f"topics-that-fill-a-table/{count}"] = all_to_all(dict.fromkeys(names, 1), ["A"])
        found[f"topics-that-fill-a-table/{count}/first-again"] = group(
            dict.fromkeys(names, 1), {"A": names, "B": names[:1]}
        )
    found["topic-twice-for-all/six-partitions"] = group({"t": 6}, {"A": ["t", "t"], "B": ["t", "t"]})
    nameless = all_to_all({"t": [{"partition": p, "racks": ["", "r1"][p % 2 :]} for p in range(4)]}, ["A", "B"])
    for member, home in zip(nameless["members"], ("r1", ""), strict=True):
        member["rack"] = home
    found["racks-empty-name"] = nameless
    return found


def _lost_room() -> JSON:
    """Two topics of four partitions for three members: A could take a second partition until B has taken it.

    The last partition is in A's rack only, and yet goes to C.
    """
    racks = [["r1"], ["r2"], ["r2"], ["r1"]]
    racked = all_to_all(
        {t: [{"partition": p, "racks": of} for p, of in enumerate(racks)] for t in ("t", "u")}, ["A", "B", "C"]
    )
    for member, home in zip(racked["members"], ("r1", "r2", "r3"), strict=True):
        member["rack"] = home
    return racked


_NINE_IN_A_BIN: Final = (65, 385, 17, 113, 129, 1, 81, 49, 145)
"""Hash codes that share a bin of sixteen: `put` has the table grow at the ninth, and the order becomes another one."""
_EIGHT_IN_A_BIN: Final = (107, 123, 75, 11, 155, 299, 43, 31, 59)
"""The same for `computeIfAbsent`, at the eighth; the bins of twice as many tell them apart only by one bit more."""
_FULL: Final = (69, 441, 18, 23, 9, 297, 57, 281, 4, 6, 73, 8, 617)
"""Thirteen in bins that several share: a table that grows if a topic is looked up once more."""
_ONE_MORE: Final = (20, 420, 645, 1, 7, 28, 1925, 4101, 2309, 2693, 261, 19, 773, 2053)
_TREE: Final = (
    107, 619, 54, 91, 11, 61, 677, 139, 155, 21, 27, 119, 75, 4, 187, 120, 123, 36, 59, 603, 19, 974, 43, 402, 34,
)  # fmt: skip
"""As `_FULL`, with so many in one bin that it is a tree."""


def _tables() -> dict[str, JSON]:
    """Topics of one partition each, that come in the order of a hash table; members may name the last one twice."""

    def of(codes: Sequence[int], *, again: bool = False) -> JSON:
        names = [string_with_hash(code + 20_480) for code in codes]
        return group(dict.fromkeys(names, 1), {"A": [*names, *names[-1:]] if again else names})

    spread = [f"t{7 * n}" for n in range(13)]
    return {
        "nine-in-a-bin": of(_NINE_IN_A_BIN),
        "eight-in-a-bin": of(_EIGHT_IN_A_BIN),
        "full-and-last-again": of(_FULL, again=True),
        "full-and-one-more": of(_ONE_MORE),
        "full-with-a-tree-and-last-again": of(_TREE, again=True),
        "full-by-the-second-member": group(dict.fromkeys(spread, 1), {"A": spread[:-1], "B": [spread[0], spread[-1]]}),
    }
