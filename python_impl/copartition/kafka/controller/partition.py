"""A partition as a KRaft controller has it, and a change to one: `PartitionRegistration`, `PartitionChangeRecord`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from copartition.errors import IllegalArgumentException

NO_LEADER: Final = -1
"""`LeaderConstants.NO_LEADER`."""


@dataclass(frozen=True, slots=True)
class Partition:
    """`org.apache.kafka.metadata.PartitionRegistration`, without the directories that replicas are in.

    Attributes:
        replicas: The brokers of its replicas, the preferred leader first; while a reassignment goes on those that are
            to stay or to come, in the order that is wanted, and then those that are to go.
        isr: Those of them that are in sync.
        leader: One of these, or -1.
        adding: Replicas that a reassignment adds.
        removing: Replicas that a reassignment takes away.
        leader_epoch: How often a leader was set.
        partition_epoch: How often anything was changed.
        elr: Eligible leader replicas (KIP-966): out of sync, and yet with all that was ever committed.
        last_known_elr: Where there is no leader, the last one.
        recovering: Whether the leader was elected uncleanly, and hasn't said since that it has recovered.
    """

    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    leader: int
    adding: tuple[int, ...] = ()
    removing: tuple[int, ...] = ()
    leader_epoch: int = 0
    partition_epoch: int = 0
    elr: tuple[int, ...] = ()
    last_known_elr: tuple[int, ...] = ()
    recovering: bool = False

    @property
    def is_reassigned(self) -> bool:
        """`PartitionReassignmentReplicas.isReassignmentInProgress(PartitionRegistration)`."""
        return bool(self.adding or self.removing)

    @property
    def has_preferred_leader(self) -> bool:
        """`hasPreferredLeader()`."""
        return self.leader == self.replicas[0]

    def has_directory(self, broker: int) -> bool:
        """`directory(int)`: a directory that a broker's replica is in is always online here.

        Raises:
            IllegalArgumentException: The broker has no replica.
        """
        if broker not in self.replicas:
            raise IllegalArgumentException(f"Replica {broker} is not assigned to this partition.")
        return True

    def merge(self, change: PartitionChange) -> Partition:
        """`merge(PartitionChangeRecord)`: the partition after a change."""
        changed: dict[str, Any] = {name: value for name, value in change.values().items() if value is not None}
        epoch = self.leader_epoch + (change.leader is not None)
        return replace(self, **changed, leader_epoch=epoch, partition_epoch=self.partition_epoch + 1)


@dataclass(slots=True, kw_only=True)
class PartitionChange:
    """`PartitionChangeRecord`: what is None stays; a leader is set, and his epoch counted, also where he stays."""

    isr: tuple[int, ...] | None = None
    leader: int | None = None
    replicas: tuple[int, ...] | None = None
    adding: tuple[int, ...] | None = None
    removing: tuple[int, ...] | None = None
    elr: tuple[int, ...] | None = None
    last_known_elr: tuple[int, ...] | None = None
    recovering: bool | None = None

    def values(self) -> dict[str, tuple[int, ...] | int | None]:
        """By name what it sets."""
        return {name: getattr(self, name) for name in self.__slots__}

    @property
    def is_no_op(self) -> bool:
        """`PartitionChangeBuilder.changeRecordIsNoOp(PartitionChangeRecord)`."""
        return all(value is None for value in self.values().values())
