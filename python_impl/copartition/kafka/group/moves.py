"""What the uniform assignor of 3.8 and 3.9 remembers of the partitions that it moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import PartitionAssignorException

if TYPE_CHECKING:
    from copartition.kafka.uuid import Uuid


class Moves:
    """`UniformHeterogeneousAssignmentBuilder.PartitionMovements`: meant to have a move and its opposite cancel out.

    It never gets there. Who moves a partition again, or finds one of its topic that went the opposite way and takes
    that one in its place, moves one that was moved before; and `movePartition` then compares the former new owner
    with the wrong member, and throws.
    """

    def __init__(self) -> None:
        self._moved: set[tuple[Uuid, int]] = set()
        self._ways: set[tuple[Uuid, str, str]] = set()

    def record(self, partition: tuple[Uuid, int], source: str, destination: str) -> None:
        """`computeActualPartitionToBeMoved` and `movePartition`.

        Raises:
            PartitionAssignorException: The partition was moved before, or one of its topic the other way.
        """
        if partition in self._moved or (partition[0], destination, source) in self._ways:
            raise PartitionAssignorException(
                "Mismatch in partition movement record with respect to partition ownership during a rebalance"
            )
        self._moved.add(partition)
        self._ways.add((partition[0], source, destination))
