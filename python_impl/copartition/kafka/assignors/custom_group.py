"""One rebalance of a group whose members use a user's custom assignor, as consumers and their leader make it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from copartition import _arguments
from copartition.java.strings import all_joined, joined
from copartition.kafka.assignors.assignor import RebalanceProtocol, check_fields, leader_order
from copartition.kafka.assignors.contract import (
    AssignorContractError,
    assignment_violations,
    assignor_violations,
    user_data_violations,
)
from copartition.kafka.assignors.custom import ClusterMetadata, ConsumerPartitionAssignor, GroupMetadata
from copartition.kafka.assignors.members import DEFAULT_GENERATION, Assignment, Member, Subscription, checked_members
from copartition.kafka.assignors.versions import NEWEST, behaviour, parsed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from copartition.kafka.assignors.contract import Violation
    from copartition.kafka.assignors.members import Topics
    from copartition.kafka.topic_partition import TopicPartition

GROUP = "group"
"""The `group.id` that members are told."""


@dataclass(frozen=True, slots=True)
class Consumer:
    """A consumer that joins: its assignor, and what else stands in its subscription.

    Attributes:
        id: The member's id; two halves of a surrogate pair become the character that they are in Java.
        assignor: Its own instance.
        topics: What it subscribes to, all different.
        user_data: Bytes to be sent in place of its assignor's, None to ask the assignor.
        owned: The partitions that it says it owns; from 2.4 on.
        generation: The generation in which it owned them; from 3.4 on.
        rack: `client.rack`; from 3.4 on.
        instance: `group.instance.id`; from 2.4 on.
    """

    id: str
    assignor: ConsumerPartitionAssignor
    topics: tuple[str, ...]
    user_data: bytes | None = None
    owned: tuple[TopicPartition, ...] = ()
    generation: int = DEFAULT_GENERATION
    rack: str | None = None
    instance: str | None = None

    def __post_init__(self) -> None:
        _arguments.text("Consumer.id", self.id)
        object.__setattr__(self, "id", joined(self.id))

    def subscription(self, version: str = NEWEST) -> Subscription:
        """What it sends when it joins, in a group of this release.

        Raises:
            TypeError: A field has the wrong type, or the assignor's user data is neither bytes nor None.
            ValueError: A topic is named twice, or a field came later than the release.
        """
        _arguments.instance("Consumer.assignor", self.assignor, ConsumerPartitionAssignor)
        topics = all_joined(_arguments.tuple_of("Consumer.topics", self.topics, str, ordered=True))
        if len(set(topics)) < len(topics):
            raise ValueError(f"topics of {self.id!r} must be different: a consumer subscribes to a set")
        user_data = self.user_data
        if user_data is None:
            user_data = self.assignor.subscription_user_data(frozenset(topics))
            if violations := user_data_violations(self.id, user_data):
                raise TypeError(violations[0].message)
        if user_data is None:
            user_data = _nothing(version)
        sent = Subscription(topics, user_data, self.owned, self.generation, self.rack, self.instance)
        check_fields(sent, version)
        return sent


@dataclass(frozen=True, slots=True)
class Rebalance:
    """What a rebalance came to.

    Attributes:
        user_data: The bytes that each member sent, None for none.
        assignment: What the leader's assignor answered.
        told: What each member's assignor was told; members without an answer are not told anything.
    """

    user_data: Mapping[str, bytes | None]
    assignment: Mapping[str, Assignment]
    told: Mapping[str, tuple[Assignment, GroupMetadata]]


def rebalance(
    topics: Topics, consumers: Sequence[Consumer], *, version: str = NEWEST, generation: int = 1
) -> Rebalance:
    """All consumers send their subscriptions, the first one's assignor assigns, and all are told.

    Nothing is checked but types: `custom_violations` says what is wrong with an assignor.

    Args:
        topics: The cluster's topics.
        consumers: In the order in which the leader hears of them; the first leads.
        version: The release of kafka-clients to behave like.
        generation: The group's generation, that the members are told.

    Raises:
        TypeError: Something has the wrong type.
        ValueError: Two consumers have one id, a number of partitions is negative, a topic is named twice, or a
            subscription has a field that the release's hasn't.
    """
    generation = _arguments.int32("generation", generation)
    cluster = ClusterMetadata.of(topics, version)
    _arguments.collection_of("consumers", consumers, Consumer)
    members = checked_members(Member(consumer.id, consumer.subscription(version)) for consumer in consumers)
    sent = {member.id: member.subscription.user_data for member in members}
    if not members:
        return Rebalance(sent, {}, {})
    answered: object = consumers[0].assignor.assign(cluster, group_subscription(members))
    if not isinstance(answered, Mapping):
        raise TypeError(f"assign() must give a mapping by member, not {type(answered).__name__}")
    assignment = {member: _sent(given, version) for member, given in answered.items()}
    told: dict[str, tuple[Assignment, GroupMetadata]] = {}
    for consumer in consumers:
        if consumer.id in assignment:
            message = assignment[consumer.id], _metadata(consumer, version, generation)
            consumer.assignor.on_assignment(*message)
            told[consumer.id] = message
    return Rebalance(sent, assignment, told)


def assign_custom(
    assignor: ConsumerPartitionAssignor, topics: Topics, members: Iterable[Member], version: str = NEWEST
) -> dict[str, list[TopicPartition]]:
    """What a group's leader with this assignor assigns, after it has been found valid.

    Raises:
        AssignorContractError: It broke rules; the error lists them all.
        TypeError, ValueError: As of `copartition.kafka.assign`.
    """
    cluster = ClusterMetadata.of(topics, version)
    listed = _members_of(members, version)
    assignment, violations = _answered(assignor, cluster, listed)
    if violations:
        raise AssignorContractError(type(assignor).__name__, violations)
    return {member.id: list(assignment[member.id].partitions) for member in listed}


def custom_violations(
    assignor: ConsumerPartitionAssignor, topics: Topics, members: Iterable[Member], version: str = NEWEST
) -> list[Violation]:
    """Every rule that an assignor breaks, in itself and as the leader's of this group; none if it is valid.

    Raises:
        TypeError: `assignor` is none of your own; or as of `copartition.kafka.assign`.
        ValueError: As of `copartition.kafka.assign`: the group is at fault, not the assignor.
    """
    hint = "write an instance of your own class"
    _arguments.instance("assignor", assignor, ConsumerPartitionAssignor, hint)
    cluster = ClusterMetadata.of(topics, version)
    return _answered(assignor, cluster, _members_of(members, version))[1]


def _members_of(members: Iterable[Member], version: str) -> Sequence[Member]:
    listed = checked_members(members)
    for member in listed:
        check_fields(member.subscription, version)
    return listed


def group_subscription(members: Sequence[Member]) -> dict[str, Subscription]:
    """By member what it sent, in the order of the leader's `HashMap`."""
    return {member.id: member.subscription for member in leader_order(members)}


def _answered(
    assignor: ConsumerPartitionAssignor, cluster: ClusterMetadata, members: Sequence[Member]
) -> tuple[Mapping[str, Assignment], list[Violation]]:
    violations = assignor_violations(assignor)
    if not members:
        return {}, violations
    user_data: object = assignor.subscription_user_data(frozenset(members[0].subscription.topics))
    violations += user_data_violations(members[0].id, user_data)
    assignment = assignor.assign(cluster, group_subscription(members))
    cooperative = not violations and RebalanceProtocol.COOPERATIVE in assignor.supported_protocols()
    return assignment, violations + assignment_violations(assignment, cluster, members, cooperative=cooperative)


def _nothing(version: str) -> bytes | None:
    # Before 2.4, who gave no user data sent no bytes, not none.
    return None if behaviour(version).owned_field else b""


def _sent(given: object, version: str) -> Assignment:
    if not isinstance(given, Assignment):
        raise TypeError(f"assign() must give every member an Assignment, not {type(given).__name__}")
    if given.user_data is None and not behaviour(version).owned_field:
        return Assignment(given.partitions, b"")
    return given


def _metadata(consumer: Consumer, version: str, generation: int) -> GroupMetadata:
    if behaviour(version).owned_field:
        return GroupMetadata(generation, consumer.id, consumer.instance, GROUP)
    return GroupMetadata(generation if parsed(version) >= (2, 3, 0) else None)
