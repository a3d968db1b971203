"""A member of a consumer group as the coordinator keeps it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from copartition.kafka.group.reconcile import Epochs, MemberAssignment, MemberState

NO_ASSIGNMENT = MemberAssignment(0, -1, MemberState.STABLE, {}, {})
"""What a member has before it is reconciled for the first time."""


class Subscription(NamedTuple):
    """What a member told of itself: `ConsumerGroupMemberMetadataValue`.

    Attributes:
        instance: `group.instance.id` of a static member.
        rack: `client.rack`.
        client_id: `client.id`.
        client_host: Where it comes from.
        topics: The names that it subscribes to.
        regex: The regular expression that it subscribes to; empty: none.
        rebalance_timeout_ms: How long it may take to give partitions back, -1 where it didn't say.
        assignor: The assignor that it wants.
    """

    instance: str | None = None
    rack: str | None = None
    client_id: str = ""
    client_host: str = ""
    topics: frozenset[str] = frozenset()
    regex: str = ""
    rebalance_timeout_ms: int = -1
    assignor: str | None = None


_NOTHING_TOLD = Subscription()


@dataclass(frozen=True, slots=True)
class Member:
    """`org.apache.kafka.coordinator.group.modern.consumer.ConsumerGroupMember`.

    Attributes:
        id: The member's id.
        subscription: What it told of itself.
        assignment: Its epochs, its state and its partitions.
        topic_names: The names of `subscription.topics` in the order in which they came into their `HashSet`.
    """

    id: str
    subscription: Subscription = _NOTHING_TOLD
    assignment: MemberAssignment = NO_ASSIGNMENT
    topic_names: tuple[str, ...] = field(default=(), compare=False)

    @property
    def epoch(self) -> int:
        """The member's epoch."""
        return self.assignment.epoch

    @property
    def assigned(self) -> Epochs:
        """What it has."""
        return self.assignment.assigned

    def is_reconciled_to(self, epoch: int) -> bool:
        """Whether it has all that the target of that epoch gives it."""
        return self.assignment.state is MemberState.STABLE and self.assignment.epoch == epoch
