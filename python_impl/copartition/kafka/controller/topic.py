"""A topic's partitions, as a controller replays what it has written of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from copartition.kafka.controller.membership import Membership
from copartition.kafka.controller.partition import NO_LEADER, Partition, PartitionChange
from copartition.kafka.coordinator.timeline import TimelineMap

if TYPE_CHECKING:
    from collections.abc import Iterable

Changes: TypeAlias = list[tuple[int, PartitionChange | None]]
"""By number what changes of a partition, or None where nothing does."""


class Topic:
    """`ReplicationControlManager.TopicControlInfo`, and what the manager itself has of a topic.

    Attributes:
        partitions: By number its partitions, in the order of Kafka's own map; none before it is created.
        in_sync: Which partitions a broker is in sync for; under -1 those without a leader.
        eligible: Which partitions a broker is an eligible leader for.
        reassigned: Which are being reassigned, as that began.
        min_isr: `min.insync.replicas`, once it is created.
        unclean: `unclean.leader.election.enable`, once it is created.
    """

    def __init__(self) -> None:
        self.partitions: TimelineMap[int, Partition] = TimelineMap(int)
        self.in_sync, self.eligible = Membership(), Membership()
        self.reassigned: list[int] = []
        self.min_isr: int
        self.unclean: bool

    @property
    def effective_min_isr(self) -> int:
        """`getTopicEffectiveMinIsr(String)`, for which the replicas of partition 0 stand for those of all."""
        return min(self.min_isr, len(self.partitions[0].replicas))

    def led_by(self, broker: int) -> bool:
        """`BrokersToIsrs.hasLeaderships(int)`."""
        return any(partition.leader == broker in partition.isr for _, partition in self.partitions.items())

    def put(self, number: int, partition: Partition) -> None:
        """`replay(PartitionRecord)`."""
        before = self.partitions.get(number)
        was_reassigned = before is not None and before.is_reassigned
        self.in_sync.update(number, _listed(before), _listed(partition))
        self.eligible.update(number, before.elr if before else (), partition.elr)
        if partition.is_reassigned and not was_reassigned:
            self.reassigned.append(number)
        elif was_reassigned and not partition.is_reassigned:
            self.reassigned.remove(number)
        self.partitions.put(number, partition)

    def write(self, changes: Iterable[tuple[int, PartitionChange | None]]) -> None:
        """`replay(PartitionChangeRecord)`, of one after the other."""
        for number, change in changes:
            if change is not None:
                self.put(number, self.partitions[number].merge(change))

    def clear_elrs(self) -> None:
        """`replay(ClearElrRecord)`, which leaves `BrokersToElrs` as it was."""
        for number, partition in [*self.partitions.items()]:
            if partition.elr or partition.last_known_elr:
                self.partitions.put(number, partition.merge(PartitionChange(elr=(), last_known_elr=())))


def _listed(partition: Partition | None) -> tuple[int, ...]:
    """Under which brokers a partition is listed: those in sync, and -1 where none leads."""
    if partition is None:
        return ()
    return (*partition.isr, NO_LEADER) if partition.leader == NO_LEADER else partition.isr
