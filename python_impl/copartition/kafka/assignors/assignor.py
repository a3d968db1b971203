"""What all assignors share: a name, protocols, the state between rebalances, and the leader's order of members."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar

from copartition.kafka.assignors.java_order import in_put_order
from copartition.kafka.assignors.members import Cluster, Member, Subscription, Topics, checked_members
from copartition.kafka.assignors.versions import NEWEST, Behaviour, behaviour

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from copartition.kafka.topic_partition import TopicPartition


class RebalanceProtocol(Enum):
    """`ConsumerPartitionAssignor.RebalanceProtocol`: what members do with their partitions before they join."""

    EAGER = auto()
    COOPERATIVE = auto()


class Assignor(ABC):
    """One member's assignor; the leader's also assigns.

    An instance keeps state from rebalance to rebalance, as Java's does: use one per member, or a fresh one
    per assignment.

    Args:
        version: The release of kafka-clients to behave like.

    Raises:
        ValueError: The release isn't known, or has no such assignor.
    """

    NAME: ClassVar[str]

    def __init__(self, version: str = NEWEST) -> None:
        self.version = version
        self._behaviour: Behaviour = behaviour(version)

    def name(self) -> str:
        """`name()`: how members call the assignor in the group protocol."""
        return self.NAME

    def supported_protocols(self) -> tuple[RebalanceProtocol, ...]:
        """`supportedProtocols()`, preferred one first."""
        return (RebalanceProtocol.EAGER,)

    def subscription_user_data(self, topics: Iterable[str]) -> bytes | None:  # noqa: ARG002 - a custom one may depend on them
        """`subscriptionUserData(topics)`: what the member adds to its subscription.

        Returns:
            None for nothing; before 2.4, when assignors made whole subscriptions, that is no bytes.
        """
        return None if self._behaviour.owned_field else b""

    def on_assignment(self, partitions: Sequence[TopicPartition], generation: int) -> None:  # noqa: B027 - most forget it
        """`onAssignment(assignment, metadata)`: the member got these partitions in this generation."""

    def assign(self, topics: Topics, members: Iterable[Member]) -> dict[str, list[TopicPartition]]:
        """`assign(cluster, groupSubscription)`.

        Args:
            topics: The cluster's topics.
            members: In the order in which the leader got them, which is that of the JoinGroup response.

        Returns:
            Each member's partitions, in the original's order; members in the order given.

        Raises:
            TypeError: Something has the wrong type.
            ValueError: Two members have one id, a number of partitions is negative, or a subscription has a
                field that the release's hasn't.
        """
        listed = checked_members(members)
        if not self._behaviour.generation_field:
            for member in listed:
                check_fields(member.subscription, self.version)
        cluster = Cluster.of(topics)
        if cluster.racks and not self._behaviour.generation_field:
            raise ValueError(f"topics must have no racks before 3.4.0: kafka-clients {self.version} doesn't know them")
        return self._assign(cluster, listed)

    @abstractmethod
    def _assign(self, cluster: Cluster, members: Sequence[Member]) -> dict[str, list[TopicPartition]]:
        """Assign the partitions of checked input."""


def check_fields(subscription: Subscription, version: str) -> None:
    """Check that a release's subscriptions have the fields that this one uses.

    Raises:
        ValueError: One has a field that came later.
    """
    known = behaviour(version)
    used = []
    if not known.owned_field:
        used += [("owned", bool(subscription.owned), "2.4.0"), ("instance", subscription.instance is not None, "2.4.0")]
    if not known.generation_field:
        used += [
            ("generation", subscription.generation >= 0, "3.4.0"),
            ("rack", subscription.rack is not None, "3.4.0"),
        ]
    for name, is_used, since in used:
        if is_used:
            raise ValueError(f"a subscription has no {name} before {since}, and this is kafka-clients {version}")


def leader_order(members: Sequence[Member]) -> list[Member]:
    """The members in the order of the `HashMap` of subscriptions that the leader builds."""
    return in_put_order(members, [member.id for member in members])
