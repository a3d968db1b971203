"""Kafka's consumer assignors, equal to those of every release of kafka-clients since 2.0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.errors import WrongTypeError
from copartition.kafka.assignors.assignor import Assignor, RebalanceProtocol
from copartition.kafka.assignors.contract import AssignorContractError, Violation
from copartition.kafka.assignors.custom import (
    ClusterMetadata,
    ConsumerPartitionAssignor,
    GroupMetadata,
    GroupSubscription,
)
from copartition.kafka.assignors.custom_base import AbstractPartitionAssignor
from copartition.kafka.assignors.custom_group import Consumer, Rebalance, assign_custom, custom_violations, rebalance
from copartition.kafka.assignors.members import Assignment, Member, PartitionRacks, Subscription, Topics
from copartition.kafka.assignors.rack_preferring import RackPreferringAssignor
from copartition.kafka.assignors.range import RangeAssignor
from copartition.kafka.assignors.round_robin import RoundRobinAssignor
from copartition.kafka.assignors.sticky import CooperativeStickyAssignor, StickyAssignor
from copartition.kafka.assignors.versions import NEWEST
from copartition.kafka.assignors.weighted import WeightedAssignor

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from copartition.kafka.topic_partition import TopicPartition

__all__ = [
    "ASSIGNORS",
    "AbstractPartitionAssignor",
    "Assignment",
    "Assignor",
    "AssignorContractError",
    "ClusterMetadata",
    "Consumer",
    "ConsumerPartitionAssignor",
    "CooperativeStickyAssignor",
    "GroupMetadata",
    "GroupSubscription",
    "Member",
    "PartitionRacks",
    "RackPreferringAssignor",
    "RangeAssignor",
    "Rebalance",
    "RebalanceProtocol",
    "RoundRobinAssignor",
    "StickyAssignor",
    "Subscription",
    "Violation",
    "WeightedAssignor",
    "assign",
    "custom_violations",
    "rebalance",
]

ASSIGNORS: Final[Mapping[str, type[Assignor]]] = {
    "range": RangeAssignor,
    "round-robin": RoundRobinAssignor,
    "sticky": StickyAssignor,
    "cooperative-sticky": CooperativeStickyAssignor,
}
"""The assignors by name; RoundRobin calls itself "roundrobin" in the group protocol, which is understood, too."""


def assign(
    assignor: str | ConsumerPartitionAssignor, topics: Topics, members: Iterable[Member], version: str = NEWEST
) -> dict[str, list[TopicPartition]]:
    """What the group's leader assigns, with a fresh assignor of Kafka's or with your custom one.

    As in Kafka, what members had before counts for `cooperative-sticky` where `Subscription.owned` says it, and for
    `sticky` where `Subscription.user_data` does; the other two don't ask for it.

    Args:
        assignor: `range`, `round-robin`, `sticky` or `cooperative-sticky`; or the leader's instance of a
            custom one, whose answer must be valid (the members' user data stands in their subscriptions).
        topics: The cluster's topics: how many partitions each has, or the racks of each partition.
        members: In the order in which the leader got them, which is that of the JoinGroup response.
        version: The release of kafka-clients to behave like.

    Returns:
        Each member's partitions, in the original's order; members in the order given.

    Raises:
        WrongTypeError: Something has the wrong type; it is a TypeError and a ValueError.
        ValueError: The assignor or the release isn't known, two members have one id, a number of partitions
            is negative, or a subscription has a field that the release's hasn't.
        AssignorContractError: Your custom assignor broke rules; the error lists them all.
        IllegalStateException: The original gives up, too; likewise the other exceptions of
            `copartition.errors`.
    """
    if isinstance(assignor, ConsumerPartitionAssignor):
        return assign_custom(assignor, topics, members, version)
    if not isinstance(assignor, str):
        raise _no_assignor(assignor)
    known = ASSIGNORS.get("round-robin" if assignor == "roundrobin" else assignor)
    if known is None:
        raise ValueError(f"assignor must be one of {', '.join(ASSIGNORS)}, not {assignor!r}")
    return known(version).assign(topics, members)


def _no_assignor(given: object) -> WrongTypeError:
    kind = given if isinstance(given, type) else type(given)
    name = next((name for name, known in ASSIGNORS.items() if known is kind), None)
    hint = "" if name is None else f': write "{name}", and the release as version'
    return WrongTypeError(f"assignor must be a name or a ConsumerPartitionAssignor, not {kind.__name__}{hint}")
