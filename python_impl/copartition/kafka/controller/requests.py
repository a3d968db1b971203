"""What clients and brokers ask a controller, and what it refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from copartition.errors import (
    FencedLeaderEpochException,
    IneligibleReplicaException,
    InvalidReplicaAssignmentException,
    InvalidReplicationFactorException,
    InvalidRequestException,
    InvalidUpdateVersionException,
    NotControllerException,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from copartition.errors import JavaError
    from copartition.kafka.controller.partition import Partition


class Target(NamedTuple):
    """What is wanted of a partition (`AlterPartitionReassignmentsRequestData.ReassignablePartition`).

    Attributes:
        partition: Its number.
        replicas: The brokers that shall have its replicas, the preferred leader first; None takes a reassignment back.
    """

    partition: int
    replicas: Sequence[int] | None


class Refusal(NamedTuple):
    """What is said of a partition for which a request isn't granted, or not as it was meant.

    Attributes:
        partition: Its number.
        error: As which exception a client gets it; without a message where the controller gives a code alone.
    """

    partition: int
    error: JavaError


@dataclass(frozen=True, slots=True)
class IsrChange:
    """A leader's request who is in sync (`AlterPartitionRequestData`, of one partition).

    Attributes:
        partition: The partition's number.
        isr: Who shall be in sync.
        leader: The broker that asks. None stands for what the controller has, as for the epochs.
        leader_epoch: The leader's epoch, as it knows it.
        partition_epoch: The partition's.
        recovering: Whether it hasn't recovered from an unclean election yet.
        outdated: Brokers in `isr` that have been registered anew since the leader saw them.
    """

    partition: int
    isr: tuple[int, ...]
    leader: int | None = None
    leader_epoch: int | None = None
    partition_epoch: int | None = None
    recovering: bool = False
    outdated: frozenset[int] = frozenset()


def check_assignment(replicas: Sequence[int], registered: Collection[int], factor: int | None = None) -> None:
    """`ReplicationControlManager.validateManualPartitionAssignment(PartitionAssignment, OptionalInt)`.

    Args:
        replicas: What is wanted.
        registered: The brokers that there are.
        factor: How many replicas there must be, if that is known.

    Raises:
        InvalidReplicaAssignmentException: There are none, one is unknown or there twice, or they are too few or many.
    """
    begins = "The manual partition assignment includes"
    if not replicas:
        raise InvalidReplicaAssignmentException(f"{begins} an empty replica list.")
    before = None
    for broker in sorted(replicas):
        if broker not in registered:
            raise InvalidReplicaAssignmentException(f"{begins} broker {broker}, but no such broker is registered.")
        if broker == before:
            raise InvalidReplicaAssignmentException(f"{begins} the broker {broker} more than once.")
        before = broker
    if factor is not None and len(replicas) != factor:
        raise InvalidReplicaAssignmentException(
            f"{begins} a partition with {len(replicas)} replica(s), but this is not consistent with previous "
            f"partitions, which have {factor} replica(s)."
        )


def check_factor(partition: Partition, target: Sequence[int]) -> None:
    """`validatePartitionReplicationFactorUnchanged(PartitionRegistration, ReassignablePartition)`, since 4.1 (KIP-860).

    Raises:
        InvalidReplicationFactorException: There would be more replicas than before, or fewer.
    """
    now = len({*partition.replicas, *partition.adding} - {*partition.removing})
    if now != len(target):
        raise InvalidReplicationFactorException(f"The replication factor is changed from {now} to {len(target)}")


def isr_problem(
    partition: Partition, request: IsrChange, leader: int, ineligible: Callable[[int], bool]
) -> JavaError | None:
    """`validateAlterPartitionData(…)`: what is wrong with a leader's request, in the order in which it is looked at.

    Args:
        partition: The partition as it is.
        request: The request.
        leader: The broker that asks.
        ineligible: Whether a broker may not be in sync.

    Returns:
        As which exception the leader gets it, or None.
    """
    leader_epoch = partition.leader_epoch if request.leader_epoch is None else request.leader_epoch
    partition_epoch = partition.partition_epoch if request.partition_epoch is None else request.partition_epoch
    if leader_epoch > partition.leader_epoch or partition_epoch > partition.partition_epoch:
        return NotControllerException()
    if leader_epoch < partition.leader_epoch:
        return FencedLeaderEpochException()
    if leader == partition.leader and partition_epoch < partition.partition_epoch:
        return InvalidUpdateVersionException()
    if leader != partition.leader or not _is_isr(request, leader, partition):
        return InvalidRequestException()
    return IneligibleReplicaException() if any(map(ineligible, request.isr)) else None


def _is_isr(request: IsrChange, leader: int, partition: Partition) -> bool:
    """`Replicas.validateIsr(int[], int[])`, and what else the brokers must be: the leader, alone while it recovers."""
    brokers = {*request.isr}
    whole = len(brokers) == len(request.isr) and leader in brokers <= {*partition.replicas}
    return whole and not (request.recovering and (len(brokers) > 1 or not partition.recovering))
