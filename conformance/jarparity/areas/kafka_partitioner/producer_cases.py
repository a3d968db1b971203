"""Cases of records without a key: `kafka.partitioner.round-robin` and `.load-table`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.case_collector import Cases, named

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.answers import JSON
    from jarparity.cases import Case

_MOST = 2**31 - 1


def round_robins() -> Iterable[Case]:
    """Cases of `kafka.partitioner.round-robin`."""
    cases = Cases("kafka.partitioner.round-robin")
    for name, leaders in {
        "all": [True] * 4,
        "none": [False] * 4,
        "some": [True, False, True, True],
        "last": [False, False, True],
        "one": [True],
        "no-partitions": [],
    }.items():
        cases.add(f"leaders/{name}", {"topics": {"t": leaders}, "steps": _records("t" * 9)})
    both = {"t": [True] * 3, "u": [True] * 2}
    cases.add("two-topics", {"topics": both, "steps": _records("tuttuuttu")})
    cases.add("unknown-topic", {"topics": {}, "steps": _records("tt")})
    cases.add(
        "leaders-change",
        {
            "topics": {"t": [True] * 3},
            "steps": [
                *_records("tttt"),
                {"op": "topics", "topics": {"t": [False, True, True]}},
                *_records("ttt"),
                {"op": "topics", "topics": {"t": []}},
                *_records("t"),
                {"op": "topics", "topics": {"t": [True] * 5}},
                *_records("ttttt"),
            ],
        },
    )
    return cases


def load_tables() -> Iterable[Case]:
    """Cases of `kafka.partitioner.load-table`."""
    cases = Cases("kafka.partitioner.load-table")
    cases.add("kafkas-own-example", _table([0, 3, 1]))
    cases.add("no-sizes", {"queueSizes": None, "partitions": [], "length": 0})
    for name, sizes in {
        "nothing": [],
        "one": [5],
        "equal": [2, 2, 2],
        "two": [0, 1],
        "overflow": [_MOST, 0],
        "overflow-in-the-sum": [0, _MOST - 1, 0, 0],
        "negative": [-1, -5, 3],
        "min-int": [-(2**31), 0],
    }.items():
        for length in range(len(sizes) + 2):
            cases.add(f"{name}/first-{length}", _table(sizes, length))
    cases.add("length-below-zero", _table([1, 2], -1))
    cases.add("fewer-partitions", {"queueSizes": [4, 1, 2], "partitions": [0], "length": 3})
    for number in (_MOST, -(2**31)):
        cases.add(f"length-{named(number)}", _table([1, 2], number))
    for rack in ("r1", "r2", "r9"):
        cases.add(f"racks/{rack}", {**_table([0, 3, 1, 7]), "racks": ["r1", "r2", None, "r1"], "rack": rack})
    cases.add("racks/no-home", {**_table([0, 3, 1]), "racks": ["r1", "r2", "r1"]})
    cases.add("racks/equal-sizes", {**_table([2, 2, 2]), "racks": ["r1", "r2", "r1"], "rack": "r1"})
    cases.add("racks/first-2", {**_table([2, 5, 1], 2), "racks": ["r2", "r1", "r2"], "rack": "r2"})
    return cases


def _records(topics: Iterable[str]) -> list[JSON]:
    return [{"op": "record", "topic": topic} for topic in topics]


def _table(sizes: Sequence[int], length: int | None = None) -> JSON:
    count = len(sizes)
    return {"queueSizes": list(sizes), "partitions": list(range(count)), "length": count if length is None else length}
