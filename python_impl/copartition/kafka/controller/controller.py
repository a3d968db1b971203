"""A KRaft controller, and what becomes of a topic's partitions: `org.apache.kafka.controller`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from copartition.errors import (
    ElectionNotNeededException,
    EligibleLeadersNotAvailableException,
    IllegalArgumentException,
    InvalidPartitionsException,
    InvalidReplicaAssignmentException,
    JavaError,
    NewLeaderElectedException,
    PreferredLeaderNotAvailableException,
    TopicExistsException,
    UnknownServerException,
    UnknownTopicIdException,
    UnknownTopicOrPartitionException,
)
from copartition.kafka.controller.changing import Election, Rules
from copartition.kafka.controller.cluster import Cluster, Registration
from copartition.kafka.controller.deciding import Decisions
from copartition.kafka.controller.partition import NO_LEADER, Partition
from copartition.kafka.controller.requests import Refusal, check_assignment, isr_problem
from copartition.kafka.controller.topic import Topic
from copartition.kafka.group.releases import NEWEST, checked_release

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from copartition.kafka.controller.requests import IsrChange, Target
    from copartition.kafka.controller.topic import Changes
    from copartition.kafka.group.releases import Release

_SHRINKS_COUNT_BEFORE: Final = (3, 6, 0)
_VERSION: Final = re.compile(r"(\d+)\.(\d+)-IV(\d+)")


class Controller:
    """`ReplicationControlManager`, of one topic. What a request decides stands at once, as if the log had it.

    Attributes:
        brokers: By id the brokers that are registered.

    Args:
        topic: The topic's name, which messages have.
        metadata_version: The version of the cluster's metadata (`metadata.version`).
        eligible_leader_replicas: Whether `eligible.leader.replicas.version` is 1 (KIP-966).
        release: Of Kafka: a text such as "4.3.1", or its numbers.

    Raises:
        WrongTypeError: `release` is neither a text nor a tuple.
        ValueError: The release isn't known, or `metadata_version` is no version of metadata.
    """

    def __init__(
        self,
        topic: str,
        *,
        metadata_version: str = "4.0-IV3",
        eligible_leader_replicas: bool = True,
        release: Release | str = NEWEST,
    ) -> None:
        version = _VERSION.fullmatch(metadata_version)
        if version is None:
            raise ValueError(f"metadata_version must be a version such as '4.0-IV3', not {metadata_version!r}")
        self.brokers = Cluster()
        self._name = topic
        self._topic = Topic()
        self._elr_enabled = eligible_leader_replicas
        rules = Rules(
            elr_enabled=eligible_leader_replicas,
            shrinks_count=tuple(map(int, version.groups())) < _SHRINKS_COUNT_BEFORE,
            release=checked_release(release),
        )
        self._decisions = Decisions(topic, self._topic, self.brokers, rules)

    @property
    def partitions(self) -> dict[int, Partition]:
        """By number the partitions of the topic; empty before it is created."""
        return {number: self._topic.partitions[number] for number in range(len(self._topic.partitions))}

    @property
    def reassigned(self) -> tuple[int, ...]:
        """`listPartitionReassignments(null, …)`: the partitions that are being reassigned, as that began."""
        return tuple(self._topic.reassigned)

    def create_topic(
        self, replicas: Sequence[Sequence[int]], *, min_insync_replicas: int = 1, unclean: bool = False
    ) -> None:
        """`createTopics(…)`, with the brokers of each partition's replicas, and two of the topic's settings.

        Raises:
            TopicExistsException: It is there.
            InvalidReplicaAssignmentException: Brokers are unknown or there twice, partitions have more or fewer
                replicas than others, or all brokers of one are fenced.
        """
        if self._topic.partitions:
            raise TopicExistsException(f"Topic '{self._name}' already exists.")
        made = [
            self._made(number, brokers, len(replicas[0]) if number else None) for number, brokers in enumerate(replicas)
        ]
        self._topic.min_isr, self._topic.unclean = min_insync_replicas, unclean
        for number, partition in enumerate(made):
            self._topic.put(number, partition)

    def add_partitions(self, replicas: Sequence[Sequence[int]], count: int | None = None) -> None:
        """`createPartitions(…)`, with the brokers of each new partition's replicas.

        Each has as many as the first partition in Kafka's map has now, those that are to go among them.

        Args:
            replicas: Of each new partition.
            count: How many partitions there shall be; by default these, and those that there are.

        Raises:
            UnknownTopicOrPartitionException: There is no topic.
            InvalidPartitionsException: There are as many partitions, or more.
            InvalidReplicaAssignmentException: As for `create_topic`; or these are more or fewer than `count` says.
        """
        now = len(self._topic.partitions)
        if not now:
            raise UnknownTopicOrPartitionException
        wanted = now + len(replicas) if count is None else count
        if wanted <= now:
            raise InvalidPartitionsException(
                f"Topic already has {now} partition(s)."
                if wanted == now
                else f"The topic {self._name} currently has {now} partition(s); {wanted} would not be an increase."
            )
        if len(replicas) != wanted - now:
            raise InvalidReplicaAssignmentException(
                f"Attempted to add {wanted - now} additional partition(s), but only {len(replicas)} assignment(s) "
                "were specified."
            )
        _, first = next(self._topic.partitions.items())
        made = [self._made(now + at, brokers, len(first.replicas)) for at, brokers in enumerate(replicas)]
        for number, partition in enumerate(made, now):
            self._topic.put(number, partition)

    def _made(self, number: int, brokers: Sequence[int], factor: int | None) -> Partition:
        """A new partition: all that live are in sync, and the first of them leads."""
        check_assignment(brokers, self.brokers, factor)
        isr = tuple(filter(self.brokers.is_active, brokers))
        if not isr:
            raise InvalidReplicaAssignmentException(
                f"All brokers specified in the manual partition assignment for partition {number} are fenced or in "
                "controlled shutdown."
            )
        return Partition(tuple(brokers), isr, isr[0])

    def configure_topic(self, *, min_insync_replicas: int | None = None, unclean: bool | None = None) -> None:
        """`ConfigurationControlManager.incrementalAlterConfigs(…)` of two of the topic's settings.

        Raises:
            UnknownTopicOrPartitionException: There is no topic.
        """
        if not self._topic.partitions:
            raise UnknownTopicOrPartitionException(f"The topic '{self._name}' does not exist.")
        if unclean is not None:
            self._topic.unclean = unclean
        if min_insync_replicas is not None and min_insync_replicas != self._topic.min_isr:
            self._topic.min_isr = min_insync_replicas
            if self._elr_enabled:
                self._topic.clear_elrs()

    def reassign(self, targets: Iterable[Target], *, allow_factor_change: bool = True) -> list[Refusal]:
        """`alterPartitionReassignments(AlterPartitionReassignmentsRequestData)`: moves replicas, or takes that back.

        Args:
            targets: What is wanted, by partition.
            allow_factor_change: Whether there may be more replicas than before, or fewer; since 4.1.

        Returns:
            What is refused; the other partitions are reassigned.
        """
        refused: list[Refusal] = []
        changes: Changes = []
        for target in targets:
            try:
                change = self._decisions.reassignment(target, allow_factor_change=allow_factor_change)
            except JavaError as error:
                refused.append(Refusal(target.partition, _told(error)))
            else:
                changes.append((target.partition, change))
        self._topic.write(changes)
        return refused

    def alter_isr(self, request: IsrChange) -> list[Refusal]:
        """`alterPartition(ControllerRequestContext, AlterPartitionRequestData)`: a leader says who is in sync.

        Returns:
            What is refused. A NewLeaderElectedException comes with a change that ended a reassignment.

        Raises:
            StaleBrokerEpochException: The broker isn't registered.
        """
        partition = self._topic.partitions.get(request.partition)
        leader = (partition.leader if partition else NO_LEADER) if request.leader is None else request.leader
        self.brokers.check(leader)
        if not self._topic.partitions:
            return [Refusal(request.partition, UnknownTopicIdException())]
        if partition is None:
            return [Refusal(request.partition, UnknownTopicOrPartitionException())]

        def ineligible(broker: int) -> bool:
            return not self.brokers.is_active(broker) or broker in request.outdated

        problem = isr_problem(partition, request, leader, ineligible)
        if problem is not None:
            return [Refusal(request.partition, problem)]
        change = self._decisions.in_sync(partition, request)
        self._topic.write([(request.partition, change)])
        if change is not None and change.leader not in (None, leader):
            return [Refusal(request.partition, NewLeaderElectedException())]
        return []

    def elect_leaders(self, partitions: Iterable[int] | None = None, *, unclean: bool = False) -> list[Refusal]:
        """`electLeaders(ElectLeadersRequestData)`: of all partitions, or those; the preferred leaders, or any at all.

        Returns:
            What is refused; of all partitions not what isn't needed.
        """
        election = Election.UNCLEAN if unclean else Election.PREFERRED
        refused: list[Refusal] = []
        changes: Changes = []
        for number in self._topic.partitions if partitions is None else partitions:
            try:
                changes.append((number, self._decisions.elected(number, election)))
            except ElectionNotNeededException as error:
                if partitions is not None:
                    refused.append(Refusal(number, error))
            except (
                UnknownTopicOrPartitionException,
                PreferredLeaderNotAvailableException,
                EligibleLeadersNotAvailableException,
            ) as error:
                refused.append(Refusal(number, error))
        self._topic.write(changes)
        return refused

    def balance_leaders(self) -> None:
        """`maybeBalancePartitionLeaders()`: what a controller does from time to time, if it is configured so.

        Raises:
            IllegalArgumentException: As for `heartbeat`.
        """
        imbalanced = (
            number for number, partition in self._topic.partitions.items() if not partition.has_preferred_leader
        )
        changers = ((number, self._decisions.changer(number, Election.PREFERRED)) for number in imbalanced)
        self._topic.write([(number, changer.build()) for number, changer in changers])

    def elect_offline_leaders(self) -> None:
        """`maybeElectUncleanLeaders()`: what a controller does from time to time where unclean leaders are allowed.

        Raises:
            IllegalArgumentException: As for `heartbeat`.
        """
        leaderless = self._topic.in_sync.of(NO_LEADER)
        if not leaderless or not self._topic.unclean:
            return
        changers = ((number, self._decisions.changer(number, Election.UNCLEAN)) for number in leaderless)
        self._topic.write([(number, changer.build()) for number, changer in changers])

    def heartbeat(self, broker: int, *, fence: bool = False, shut_down: bool = False) -> None:
        """`processBrokerHeartbeat(…)` of a broker that has read all metadata.

        Args:
            broker: Which.
            fence: Whether it wants to be fenced.
            shut_down: Whether it wants to shut down: once it leads no partition, it may.

        Raises:
            StaleBrokerEpochException: It isn't registered.
            IllegalArgumentException: A leader would be a broker that has no replica any more; nothing is changed.
        """
        self.brokers.check(broker)
        registration = self.brokers[broker]
        if not registration.fenced and shut_down and not fence and self._topic.led_by(broker):
            self._topic.write(self._decisions.updates(self._topic.in_sync.of(broker), removed=broker))
            registration.shutting_down = True
        elif shut_down or (fence and not registration.fenced):
            self._topic.write(self._decisions.updates(self._topic.in_sync.of(broker), removed=broker))
            registration.fenced = True
        elif registration.fenced and not fence:
            self._topic.write(self._decisions.updates(self._topic.in_sync.of(NO_LEADER), added=broker))
            registration.fenced = False

    def register_broker(self, broker: int, *, cleanly: bool = False) -> None:
        """`ClusterControlManager.registerBroker(…)` of a broker that comes up anew: it is fenced until it beats.

        Args:
            broker: Which.
            cleanly: Whether it says by which epoch it went down, as after a clean shutdown.

        Raises:
            IllegalArgumentException: As for `heartbeat`.
        """
        clean = cleanly and broker in self.brokers
        if self._elr_enabled and not clean:
            written = self._decisions.updates(self._topic.in_sync.of(broker), lost=broker)
            written += self._decisions.updates(self._topic.eligible.of(broker), lost=broker)
        else:
            written = self._decisions.updates(self._topic.in_sync.of(broker), removed=broker)
        self._topic.write(written)
        self.brokers[broker] = Registration()

    def unregister_broker(self, broker: int) -> None:
        """`unregisterBroker(int)`.

        Raises:
            BrokerIdNotRegisteredException: It isn't registered.
            IllegalArgumentException: As for `heartbeat`.
        """
        self.brokers.check_registered(broker)
        written = self._decisions.updates(self._topic.in_sync.of(broker), removed=broker)
        written += self._decisions.updates(self._topic.eligible.of(broker), removed=broker)
        self._topic.write(written)
        del self.brokers[broker]


def _told(error: JavaError) -> JavaError:
    """`ApiError.fromThrowable(Throwable)`: a client learns nothing of an error that is none of Kafka's own."""
    return UnknownServerException() if isinstance(error, IllegalArgumentException) else error
