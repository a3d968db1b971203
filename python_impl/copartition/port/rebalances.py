"""A group's history: members with an assignor each, who join, leave and subscribe, and rebalances in between."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from copartition.kafka.assignors import CooperativeStickyAssignor, Member, Subscription
from copartition.kafka.assignors.versions import behaviour
from copartition.port import inputs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from copartition.kafka.assignors import Assignor
    from copartition.kafka.topic_partition import TopicPartition
    from copartition.port.inputs import JSON


@dataclass(slots=True)
class _Participant:
    """A member from its joining to its leaving.

    Attributes:
        assignor: Its own.
        topics: What it subscribes to.
        instance: Its `group.instance.id`, None for a dynamic member.
        assigned: What it got last.
        generation: The last rebalance that it took part in, -1 for none.
    """

    assignor: Assignor
    topics: tuple[str, ...]
    instance: str | None
    assigned: Sequence[TopicPartition] = ()
    generation: int = -1

    def subscription(self) -> Subscription:
        """What it sends when it joins."""
        known = behaviour(self.assignor.version)
        kept: tuple[TopicPartition, ...] = ()
        if isinstance(self.assignor, CooperativeStickyAssignor):
            subscribed = set(self.topics)
            kept = tuple(partition for partition in self.assigned if partition.topic in subscribed)
        return Subscription(
            topics=self.topics,
            user_data=self.assignor.subscription_user_data(self.topics),
            owned=kept,
            generation=self.generation if known.generation_field else -1,
            instance=self.instance,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rebalance came to.

    Attributes:
        user_data: The bytes that each member sent, None for none.
        assignment: Each member's partitions.
        error: The kind of the original's exception, None if there was none.
    """

    user_data: Mapping[str, bytes | None]
    assignment: Mapping[str, Sequence[TopicPartition]] = field(default_factory=dict)
    error: str | None = None


class History:
    """The group and its topics.

    Args:
        assignor: Makes a member's assignor.
        topics: By name, how many partitions there are.
    """

    def __init__(self, assignor: Callable[[], Assignor], topics: Mapping[str, int]) -> None:
        self._assignor = assignor
        self._topics = dict(topics)
        self._members: dict[str, _Participant] = {}
        self._generation = 0
        assignor()  # so that a release without this assignor is refused at once

    def make(self, step: JSON, path: str) -> None:
        """Make a step other than a rebalance.

        Raises:
            ValueError: It is no step, or can't be made after those before.
        """
        match step["op"]:
            case "join":
                self._join(step, path)
            case "leave":
                del self._members[self._present(step, path)]
            case "subscribe":
                self._members[self._present(step, path)].topics = _subscribed(step, path)
            case "addPartitions":
                topic, count = _topic(step, path)
                if count < self._topics.get(topic, count + 1):
                    known = self._topics.get(topic)
                    raise ValueError(
                        f"{path}.topic must exist: {topic!r}"
                        if known is None
                        else f"{path}.partitions must be at least the {known} that the topic has, not {count}"
                    )
                self._topics[topic] = count
            case "addTopic":
                topic, count = _topic(step, path)
                if topic in self._topics:
                    raise ValueError(f"{path}.topic must be new: {topic!r} exists")
                self._topics[topic] = count
            case op:
                raise inputs.wrong(f"{path}.op", "a step of a history", op)

    def rebalance(self) -> Outcome:
        """All members send their subscriptions, the first one assigns, and all are told."""
        self._generation += 1
        members = [Member(name, participant.subscription()) for name, participant in self._members.items()]
        user_data = {member.id: member.subscription.user_data for member in members}
        assignment: Mapping[str, Sequence[TopicPartition]] = {}
        try:
            if members:
                assignment = self._members[members[0].id].assignor.assign(self._topics, members)
        except Exception as error:
            kind: Any = getattr(error, "kind", None)
            if kind is None:
                raise
            return Outcome(user_data, error=str(kind))
        for name, participant in self._members.items():
            participant.assigned = assignment[name]
            participant.generation = self._generation
            participant.assignor.on_assignment(assignment[name], self._generation)
        return Outcome(user_data, assignment)

    def _join(self, step: JSON, path: str) -> None:
        name = inputs.checked_text(inputs.field(step, "member", path), f"{path}.member")
        if name in self._members:
            raise ValueError(f"{path}.member must not be in the group yet: {name!r} is")
        assignor = self._assignor()
        instance = step.get("instance")
        if instance is not None:
            instance = inputs.checked_text(instance, f"{path}.instance")
            if not behaviour(assignor.version).owned_field:
                raise ValueError(f"{path}.instance must be absent: there are static members from 2.4.0 on")
        self._members[name] = _Participant(assignor, _subscribed(step, path), instance)

    def _present(self, step: JSON, path: str) -> str:
        name = inputs.checked_text(inputs.field(step, "member", path), f"{path}.member")
        if name not in self._members:
            raise ValueError(f"{path}.member must be in the group: {name!r} isn't")
        return name


def _subscribed(step: JSON, path: str) -> tuple[str, ...]:
    listed = inputs.checked_items(inputs.field(step, "topics", path), f"{path}.topics")
    topics = tuple(inputs.checked_text(topic, f"{path}.topics[{place}]") for place, topic in enumerate(listed))
    if len(set(topics)) < len(topics):
        raise ValueError(f"{path}.topics must be different: a consumer subscribes to a set")
    return topics


def _topic(step: JSON, path: str) -> tuple[str, int]:
    topic = inputs.checked_text(inputs.field(step, "topic", path), f"{path}.topic")
    count = inputs.checked_number(inputs.field(step, "partitions", path), f"{path}.partitions", 0, (1 << 31) - 1)
    return topic, count
