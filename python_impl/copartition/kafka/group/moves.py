"""What the uniform assignor of 3.8 and 3.9 remembers of the partitions that it moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import PartitionAssignorException
from copartition.java import HashSet
from copartition.java.comparisons import never_ordered
from copartition.kafka.group.orders import former_hash_of_partition

if TYPE_CHECKING:
    from copartition.kafka.uuid import Uuid


class Moves:
    """`UniformHeterogeneousAssignmentBuilder.PartitionMovements`: so that a move and its opposite cancel out."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[Uuid, int], tuple[str, str]] = {}
        self._moved: dict[Uuid, dict[tuple[str, str], HashSet[tuple[Uuid, int]]]] = {}

    def record(self, partition: tuple[Uuid, int], giver: str, taker: str) -> None:
        """`movePartition`.

        Raises:
            PartitionAssignorException: The partition moves on from where it was moved to: a second move always
                throws, since the original compares the wrong way round.
        """
        former = self._pairs.pop(partition, None)
        if former is None:
            self._add(partition, (giver, taker))
            return
        self._forget(partition, former)
        if former[1] == giver:
            raise PartitionAssignorException(
                "Mismatch in partition movement record with respect to partition ownership during a rebalance"
            )
        if former[0] != taker:
            self._add(partition, (former[0], taker))

    def instead_of(self, partition: tuple[Uuid, int], giver: str, taker: str) -> tuple[Uuid, int]:
        """`computeActualPartitionToBeMoved`: one of the topic that went the opposite way, else the partition."""
        of_topic = self._moved.get(partition[0])
        if of_topic is None:
            return partition
        former = self._pairs.get(partition)
        if former is not None:
            if giver != former[1]:
                raise PartitionAssignorException(
                    f"Old owner does not match expected value for partition: {partition[0]}:{partition[1]}"
                )
            giver = former[0]
        opposite = of_topic.get((taker, giver))
        return partition if opposite is None else next(iter(opposite))

    def _add(self, partition: tuple[Uuid, int], pair: tuple[str, str]) -> None:
        self._pairs[partition] = pair
        of_topic = self._moved.setdefault(partition[0], {})
        if pair not in of_topic:
            of_topic[pair] = HashSet(hash_code=former_hash_of_partition, order=never_ordered)
        of_topic[pair].add(partition)

    def _forget(self, partition: tuple[Uuid, int], pair: tuple[str, str]) -> None:
        of_topic = self._moved[partition[0]]
        of_topic[pair].remove(partition)
        if not len(of_topic[pair]):
            del of_topic[pair]
        if not of_topic:
            del self._moved[partition[0]]
