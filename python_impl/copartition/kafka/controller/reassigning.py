"""What a reassignment makes of a partition's replicas, and what is left when it is taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from copartition.errors import InvalidReplicaAssignmentException

if TYPE_CHECKING:
    from collections.abc import Sequence

    from copartition.kafka.controller.partition import Partition
    from copartition.kafka.group.releases import Release

_WAITS_FOR_ADDED: Final = (4, 3)
"""From this release on those that come are waited for, and the others only where there will be fewer than before."""


@dataclass(frozen=True, slots=True)
class ReassignmentReplicas:
    """`org.apache.kafka.controller.PartitionReassignmentReplicas`.

    Attributes:
        replicas: All, also those that are to go.
        adding: Those that are to come.
        removing: Those that are to go.
    """

    replicas: tuple[int, ...]
    adding: tuple[int, ...]
    removing: tuple[int, ...]

    @classmethod
    def of(cls, current: Sequence[int], target: Sequence[int]) -> ReassignmentReplicas:
        """The constructor of two assignments: from what is there now to what is wanted."""
        removing = tuple(sorted({*current} - {*target}))
        adding = tuple(sorted({*target} - {*current}))
        return cls((*target, *removing), adding, removing)

    def completed(self, isr: Sequence[int], release: Release) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """`maybeCompleteReassignment(List)`: the replicas and the ISR at the end, or None where it isn't there yet."""
        if not (self.adding or self.removing):
            return None
        left = tuple(replica for replica in isr if replica not in self.removing)
        if self.removing and not left:
            return None
        replicas = tuple(replica for replica in self.replicas if replica not in self.removing)
        fewer = len(self.adding) < len(self.removing)
        awaited = {*self.adding} if release >= _WAITS_FOR_ADDED else {*replicas}
        if fewer:
            awaited |= {*replicas}
        return (replicas, left) if awaited <= {*left} else None


@dataclass(frozen=True, slots=True)
class Revert:
    """`org.apache.kafka.controller.PartitionReassignmentRevert`: a partition when a reassignment is taken back.

    Attributes:
        replicas: Without those that were to come; those that were to go stay, and are the last.
        isr: The same of those in sync; if all of them were to come, the first of the replicas.
        unclean: Whether that is so: messages may be lost.
    """

    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    unclean: bool

    @classmethod
    def of(cls, partition: Partition) -> Revert:
        """The constructor.

        Raises:
            InvalidReplicaAssignmentException: All replicas were to come.
        """
        replicas = tuple(replica for replica in partition.replicas if replica not in partition.adding)
        isr = tuple(replica for replica in partition.isr if replica not in partition.adding)
        if isr:
            return cls(replicas, isr, unclean=False)
        if not replicas:
            raise InvalidReplicaAssignmentException("Invalid replica assignment: addingReplicas contains all replicas.")
        return cls(replicas, replicas[:1], unclean=True)
