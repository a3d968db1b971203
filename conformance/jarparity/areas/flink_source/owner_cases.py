"""Cases of `flink.kafka-source.split-owner`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.case_collector import Cases, named
from jarparity.values import boundary as edges

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.cases import Case

_MAX_INT = 2**31 - 1
_DOCUMENTED = tuple((topic, partition) for topic in "abcd" for partition in range(5))
"""Four topics of five partitions each on ten readers: how evenly are they spread?"""
_TOPICS = ("", "a", "orders", "polygenelubricants", "Aa", "BB", "tä", "\ud83d\ude00", "\ud800")
"""`polygenelubricants` has the hash code of `Integer.MIN_VALUE`."""


def split_owner() -> Iterable[Case]:
    """Cases of `flink.kafka-source.split-owner`: the article's question, overflow, readers that no job has."""
    cases = Cases("flink.kafka-source.split-owner")
    for topic, partition in _DOCUMENTED:
        cases.add(f"spread/{topic}-{partition}", _owner(topic, partition, 10))
    for name, topic in zip(
        ("empty", "a", "orders", "min-int-hash", "collision-a", "collision-b", "umlaut", "emoji", "lone-surrogate"),
        _TOPICS,
        strict=True,
    ):
        for readers in (1, 2, 3, 7, 10, 128, 32768):
            cases.add(f"topic/{name}/{readers}-readers", _owner(topic, 0, readers))
        for readers in (7, 10, _MAX_INT):
            cases.add(f"overflow/{name}/{named(readers)}-readers", _owner(topic, _MAX_INT, readers))
    for readers in (0, -1, -7, -(2**31)):
        for partition in (0, 5, -5, _MAX_INT):
            cases.add(f"readers/{named(readers)}/{named(partition)}", _owner("orders", partition, readers))
    for label, partition in edges.INT32.items():
        cases.add(f"partition/{label}", _owner("b", partition, 10))
    return cases


def _owner(topic: str, partition: int, readers: int) -> JSON:
    return {"topic": topic, "partition": partition, "readers": readers}
