"""What a controller decides of single partitions; nothing is changed by it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from copartition.errors import (
    ElectionNotNeededException,
    EligibleLeadersNotAvailableException,
    InvalidReplicaAssignmentException,
    NoReassignmentInProgressException,
    PreferredLeaderNotAvailableException,
    UnknownTopicOrPartitionException,
)
from copartition.kafka.controller.changing import Election, PartitionChanger
from copartition.kafka.controller.partition import NO_LEADER
from copartition.kafka.controller.reassigning import ReassignmentReplicas, Revert
from copartition.kafka.controller.requests import check_assignment, check_factor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from copartition.kafka.controller.changing import Rules
    from copartition.kafka.controller.cluster import Cluster
    from copartition.kafka.controller.partition import Partition, PartitionChange
    from copartition.kafka.controller.requests import IsrChange, Target
    from copartition.kafka.controller.topic import Changes, Topic


class Decisions:
    """The part of `ReplicationControlManager` that makes changes of partitions.

    Args:
        name: The topic's name.
        topic: The topic.
        brokers: The brokers that are registered.
        rules: By which partitions are changed.
    """

    def __init__(self, name: str, topic: Topic, brokers: Cluster, rules: Rules) -> None:
        self._name = name
        self._topic = topic
        self._brokers = brokers
        self._rules = rules

    def reassignment(self, target: Target, *, allow_factor_change: bool) -> PartitionChange | None:
        """`alterPartitionReassignment(…)`, of one partition."""
        if not self._topic.partitions:
            raise UnknownTopicOrPartitionException(f"Unable to find a topic named {self._name}.")
        partition = self._topic.partitions.get(target.partition)
        if partition is None:
            raise UnknownTopicOrPartitionException(f"Unable to find partition {self._name}:{target.partition}.")
        if target.replicas is None:
            return self._cancellation(target.partition, partition)
        check_assignment(target.replicas, self._brokers)
        if not allow_factor_change:
            check_factor(partition, target.replicas)
        wanted = ReassignmentReplicas.of(partition.replicas, target.replicas)
        return self._changer(
            partition,
            self._acceptable(partition),
            replicas=wanted.replicas,
            adding=wanted.adding or None,
            removing=wanted.removing or None,
        ).build()

    def _cancellation(self, number: int, partition: Partition) -> PartitionChange | None:
        """`cancelPartitionReassignment(…)`."""
        if not partition.is_reassigned:
            raise NoReassignmentInProgressException
        revert = Revert.of(partition)
        if revert.unclean and not self._topic.unclean:
            raise InvalidReplicaAssignmentException(
                f"Unable to revert partition assignment for {self._name}:{number} because it would require an "
                "unclean leader election."
            )
        return self._changer(
            partition,
            self._acceptable(partition),
            isr=revert.isr,
            replicas=revert.replicas,
            adding=(),
            removing=(),
            election=self._online,
        ).build()

    def elected(self, number: int, election: Election) -> PartitionChange:
        """`electLeader(…)`, of one partition."""
        if not self._topic.partitions:
            raise UnknownTopicOrPartitionException(f"No such topic as {self._name}")
        partition = self._topic.partitions.get(number)
        if partition is None:
            raise UnknownTopicOrPartitionException(f"No such partition as {self._name}-{number}")
        preferred = election is Election.PREFERRED
        if partition.has_preferred_leader if preferred else partition.leader != NO_LEADER:
            raise ElectionNotNeededException("Leader election not needed for topic partition.")
        change = self.changer(number, election).build()
        if change is not None:
            return change
        if preferred:
            raise PreferredLeaderNotAvailableException("The preferred leader was not available.")
        raise EligibleLeadersNotAvailableException("Eligible topic partition leaders are not available.")

    def changer(self, number: int, election: Election) -> PartitionChanger:
        """Of a partition, of which nothing is wanted but an election."""
        partition = self._topic.partitions[number]
        return self._changer(partition, self._acceptable(partition), election=election)

    def updates(
        self, numbers: Iterable[int], *, removed: int = NO_LEADER, added: int = NO_LEADER, lost: int = NO_LEADER
    ) -> Changes:
        """`generateLeaderAndIsrUpdates(…)`: a broker goes, comes back, or went down uncleanly."""

        def lives(broker: int) -> bool:
            return broker not in (removed, lost) and (broker == added or self._brokers.is_active(broker))

        changes: Changes = []
        for number in numbers:
            partition = self._topic.partitions[number]
            changer = self._changer(
                partition,
                self._acceptable(partition, lives),
                isr=tuple(broker for broker in partition.isr if broker not in (removed, lost)),
                lost=() if lost == NO_LEADER else (lost,),
                election=self._online,
            )
            changes.append((number, changer.build()))
        return changes

    def in_sync(self, partition: Partition, request: IsrChange) -> PartitionChange | None:
        """`alterPartition(…)`, of a request that nothing is wrong with."""
        return self._changer(
            partition,
            self._acceptable(partition),
            isr=request.isr,
            recovering=request.recovering,
            election=self._online,
        ).build()

    @property
    def _online(self) -> Election:
        return Election.UNCLEAN if self._topic.unclean else Election.ONLINE

    @property
    def _changer(self) -> Callable[..., PartitionChanger]:
        return partial(PartitionChanger, rules=self._rules, min_isr=self._topic.effective_min_isr)

    def _acceptable(self, partition: Partition, lives: Callable[[int], bool] | None = None) -> Callable[[int], bool]:
        """`LeaderAcceptor`: who lives, and has his replica in a directory that is online, as all are here."""
        lives = self._brokers.is_active if lives is None else lives

        def acceptable(broker: int) -> bool:
            return lives(broker) and partition.has_directory(broker)

        return acceptable
