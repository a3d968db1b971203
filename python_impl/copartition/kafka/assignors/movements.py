"""`AbstractStickyAssignor.PartitionMovements`: who gave what to whom while the general algorithm balances.

Before a partition of a topic moves from A to B, one that moved from B to A moves back instead: the first of a
`HashSet`, so the set's order decides which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.java import HashSet, string_hash
from copartition.java.comparisons import never_ordered
from copartition.kafka.assignors.java_order import partition_hash

if TYPE_CHECKING:
    from copartition.kafka.assignors.layout import Layout

Pair = tuple[int, int]
"""A movement: the member that gave, the member that got."""


class Movements:
    """The movements of the partitions that aren't where they were.

    Args:
        layout: The topics that exist.
    """

    __slots__ = ("_by_topic", "_layout", "_of_partition", "_topic_hash")

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._of_partition: dict[int, Pair] = {}
        self._by_topic: dict[int, dict[Pair, HashSet[int]]] = {}
        self._topic_hash: dict[int, int] = {}

    def move(self, number: int, source: int, destination: int) -> None:
        """`movePartition`: record that a partition moved."""
        topic, _ = self._layout.place(number)
        known = self._of_partition.pop(number, None)
        if known is None:
            self._add(topic, number, (source, destination))
            return
        pairs = self._by_topic[topic]
        moved = pairs[known]
        moved.remove(number)
        if not len(moved):
            del pairs[known]
        if known[0] != destination:
            self._add(topic, number, (known[0], destination))

    def instead_of(self, number: int, source: int, destination: int) -> int:
        """`getTheActualPartitionToBeMoved`: the partition that should move from `source` to `destination`."""
        if not self._by_topic:
            return number
        pairs = self._by_topic.get(self._layout.topic_of(number))
        if pairs is None:
            return number
        known = self._of_partition.get(number)
        back = destination, source if known is None else known[0]
        moved = pairs.get(back)
        return number if moved is None else next(iter(moved))

    def is_sticky(self) -> bool:
        """`isSticky`: no two members gave each other partitions of one topic."""
        return all(
            (destination, source) not in pairs for pairs in self._by_topic.values() for source, destination in pairs
        )

    def state(self) -> object:
        """All movements, each pair's partitions in the order in which they would move back."""
        return {topic: {pair: list(moved) for pair, moved in pairs.items()} for topic, pairs in self._by_topic.items()}

    def _add(self, topic: int, number: int, pair: Pair) -> None:
        self._of_partition[number] = pair
        pairs = self._by_topic.setdefault(topic, {})
        moved = pairs.get(pair)
        if moved is None:
            moved = pairs[pair] = HashSet(hash_code=self._hash_code, order=never_ordered)
        moved.add(number)

    def _hash_code(self, number: int) -> int:
        topic, partition = self._layout.place(number)
        code = self._topic_hash.get(topic)
        if code is None:
            code = self._topic_hash[topic] = string_hash(self._layout.topics[topic])
        return partition_hash(code, partition)
