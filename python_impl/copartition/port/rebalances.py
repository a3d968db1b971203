"""The operation `kafka.assignor.rebalances`: members join, leave and subscribe, with rebalances in between."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from copartition.java.ints import MAX_INT
from copartition.kafka.assignors import ASSIGNORS, CooperativeStickyAssignor, Member, PartitionRacks, Subscription
from copartition.kafka.assignors.versions import behaviour, parsed
from copartition.port.fields import boolean, number, one_of, text
from copartition.port.groups import distinct, hex_or_null, partition_documents, topics
from copartition.port.rows import answer, assignors, failed, steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from copartition.kafka.assignors import Assignor
    from copartition.kafka.topic_partition import TopicPartition
    from copartition.port.fields import JSON, Fields
    from copartition.port.rows import Operation


@dataclass(slots=True)
class Participant:
    """A member from its joining to its leaving.

    Attributes:
        assignor: Its own.
        topics: What it subscribes to.
        instance: Its `group.instance.id`, None for a dynamic member.
        release: That of its clients, None for the one that is asked.
        assigned: What it got last.
        generation: The last rebalance that it took part in, -1 for none.
    """

    assignor: Assignor
    topics: tuple[str, ...]
    instance: str | None
    release: str | None = None
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


class Group:
    """The group and its topics.

    Attributes:
        topics: By name, how many partitions there are now.
        members: By id, in the order in which they joined.

    Args:
        assignor: Makes a member's assignor, of its release.
        version: The release of members that don't say theirs.
        topics: By name, how many partitions there are at first.
        observes: Whether observations have the members' user data, too.
    """

    def __init__(
        self, assignor: Callable[[str], Assignor], version: str, topics: Mapping[str, int], *, observes: bool
    ) -> None:
        self._assignor = assignor
        self._version = version
        self.topics = dict(topics)
        self.members: dict[str, Participant] = {}
        self._observes = observes
        self._generation = 0
        assignor(version)  # so that a release without this assignor is refused at once

    def join(self, step: Fields) -> None:
        """A member comes, with an assignor of its own; `release`, which no operation has, is that of its clients."""
        name = step.get("member", text)
        if name in self.members:
            raise ValueError(f"{step.path}.member must not be in the group yet: {name!r} is")
        release = step.maybe("release", text, None)
        if release is not None:
            parsed(release, f"{step.path}.release")
        assignor = self._assignor(release or self._version)
        instance = step.maybe("instance", text, None)
        if instance is not None and not behaviour(assignor.version).owned_field:
            raise ValueError(f"{step.path}.instance must be absent: assignors see static members from 2.4.0 on")
        self.members[name] = Participant(assignor, step.get("topics", distinct), instance, release)

    def leave(self, step: Fields) -> None:
        """A member goes."""
        del self.members[self._present(step)]

    def subscribe(self, step: Fields) -> None:
        """A member subscribes to other topics."""
        self.members[self._present(step)].topics = step.get("topics", distinct)

    def add_partitions(self, step: Fields) -> None:
        """A topic gets more partitions."""
        topic, count = step.get("topic", text), step.get("partitions", _count)
        known = self.topics.get(topic)
        if known is None:
            raise ValueError(f"{step.path}.topic must exist: {topic!r}")
        if count < known:
            raise ValueError(f"{step.path}.partitions must be at least the {known} that the topic has, not {count}")
        self.topics[topic] = count

    def add_topic(self, step: Fields) -> None:
        """There is a new topic."""
        topic, count = step.get("topic", text), step.get("partitions", _count)
        if topic in self.topics:
            raise ValueError(f"{step.path}.topic must be new: {topic!r} exists")
        self.topics[topic] = count

    def rebalance(self, _step: Fields) -> JSON:
        """All members send their subscriptions, the first one assigns, and all get the result, which is observed."""
        self._generation += 1
        sent = {name: participant.subscription() for name, participant in self.members.items()}
        leader = next((participant.assignor for participant in self.members.values()), None)
        try:
            assignment = {} if leader is None else leader.assign(self.topics, self._heard(sent, leader.version))
        except Exception as error:  # noqa: BLE001 - `failed` raises again what isn't the original's
            found = observation = failed(error)
        else:
            for name, participant in self.members.items():
                participant.assigned = assignment[name]
                participant.generation = self._generation
                participant.assignor.on_assignment(assignment[name], self._generation)
            found = {member: partition_documents(given) for member, given in assignment.items()}
            observation = {"assignment": found}
        if not self._observes:
            return found
        return {**observation, "userData": {name: hex_or_null(each.user_data) for name, each in sent.items()}}

    def _heard(self, sent: Mapping[str, Subscription], release: str) -> list[Member]:
        """The members as a leader of this release reads what they have sent: fields that it doesn't know are lost."""
        return [
            Member(name, each if self.members[name].assignor.version == release else _known_to(release, each))
            for name, each in sent.items()
        ]

    def _present(self, step: Fields) -> str:
        name = step.get("member", text)
        if name not in self.members:
            raise ValueError(f"{step.path}.member must be in the group: {name!r} isn't")
        return name


def _known_to(release: str, sent: Subscription) -> Subscription:
    known = behaviour(release)
    return replace(
        sent,
        generation=sent.generation if known.generation_field else -1,
        owned=sent.owned if known.owned_field else (),
        instance=sent.instance if known.owned_field else None,
    )


class Rebalance(NamedTuple):
    """A rebalance of a history.

    Attributes:
        step: The place of its step.
        group: The group afterwards; the next step changes it.
        observation: The assignment or an error, and the members' user data where it is asked for.
    """

    step: int
    group: Group
    observation: JSON


def played(document: Fields, version: str) -> Iterator[Rebalance]:
    """The rebalances of a history, one after the other.

    Raises:
        ValueError: A field is missing or of another type, or a step can't follow those before.
    """
    observes = document.maybe("userData", boolean, default=False)
    assignor = document.get("assignor", one_of(ASSIGNORS))
    counts: dict[str, int] = {}
    for topic, count in document.get("topics", topics).items():
        if isinstance(count, PartitionRacks):
            raise ValueError(  # noqa: TRY004 - what is wrong with an input is a ValueError
                f"input.topics[{topic!r}] must be a number of partitions: a history has no racks"
            )
        counts[topic] = count
    group = Group(assignor, version, counts, observes=observes)
    handlers: Mapping[str, Callable[[Fields], JSON]] = {
        "join": group.join,
        "leave": group.leave,
        "subscribe": group.subscribe,
        "addPartitions": group.add_partitions,
        "addTopic": group.add_topic,
        "rebalance": group.rebalance,
    }
    for place, (make, step) in enumerate(steps(document, handlers)):
        observation = make(step)
        if observation is not None:
            yield Rebalance(place, group, observation)


def rebalances(document: Fields, version: str) -> JSON:
    """One observation a rebalance; raises as `played`."""
    return [rebalance.observation for rebalance in played(document, version)]


def _count(value: JSON, path: str) -> int:
    return number(value, path, 0, MAX_INT)


OPERATIONS: Final[Mapping[str, Operation]] = {
    "kafka.assignor.rebalances": answer(rebalances, assignors),
}
