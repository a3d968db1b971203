"""The next target of a group: who is to have what, and the records that say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from copartition.java import HashMap
from copartition.kafka.assignors.java_order import in_put_order, put_order, sorted_names
from copartition.kafka.coordinator.records import TargetMember, TargetMetadata
from copartition.kafka.group.assignors import assign_range, assign_uniform
from copartition.kafka.group.members import GroupMember, HashedMembers
from copartition.kafka.group.orders import changed_id_order, copied_id_order, copied_name_order, put_id_order
from copartition.kafka.group.partition_sets import ORDERED, listed
from copartition.kafka.group.range import rank

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from copartition.kafka.coordinator.cluster import Cluster
    from copartition.kafka.coordinator.group import ConsumerGroup
    from copartition.kafka.coordinator.member import Member
    from copartition.kafka.coordinator.records import Record
    from copartition.kafka.group.releases import Release
    from copartition.kafka.uuid import Uuid

Assigned: TypeAlias = "Mapping[str, Mapping[Uuid, Sequence[int]]]"
"""By member its topics and their partitions, in the order in which they are written."""
CustomAssignor: TypeAlias = "Callable[[Sequence[GroupMember]], Assigned]"
"""An assignor of the broker's own, by what it is asked: the members in the order of the coordinator's map."""


@dataclass(frozen=True, slots=True)
class TargetQuestion:
    """What a target is computed from, beside the group.

    Attributes:
        cluster: The topics there are.
        epoch: The group epoch that the target is for.
        assignor: "uniform", "range", or one that isn't Kafka's.
        alike: Whether all members subscribe to the same.
        now: Milliseconds.
    """

    cluster: Cluster
    epoch: int
    assignor: str | CustomAssignor
    alike: bool
    now: int


@dataclass(frozen=True, slots=True)
class MemberChange:
    """What is another one than the group has written.

    Attributes:
        updated: The member that is new, or told something new.
        removed: The ids of members that go.
    """

    updated: Member | None
    removed: Sequence[str] = ()

    @classmethod
    def by(cls, group: ConsumerGroup, updated: Member) -> MemberChange:
        """The change that a heartbeat makes: a static member takes the place of the one that had its instance id."""
        former = _former(group, updated)
        return cls(updated, () if former is None else (former,))


@dataclass(frozen=True, slots=True)
class NextTarget:
    """A target that isn't written yet.

    Attributes:
        members: By member what it is to have, and by whoever else the assignor names.
        records: What is to be written: members whose target changes, then the target's epoch.
    """

    members: Mapping[str, Mapping[Uuid, Sequence[int]]]
    records: list[Record]


@dataclass(frozen=True, slots=True)
class _Member(GroupMember):
    """A member whose topics are in the order in which the coordinator gives them.

    Attributes:
        names: How many names it subscribes to: a coordinator counts those, too, of which there is no topic.
    """

    names: int = 0

    def topic_order(self) -> list[Uuid]:
        return list(self.topics)

    def copied_topics(self) -> list[Uuid]:
        return copied_id_order(self.topics, self.names)


def next_target(group: ConsumerGroup, change: MemberChange, question: TargetQuestion, release: Release) -> NextTarget:
    """The target of a group some of whose members are others than are written.

    Args:
        group: The group as it is written.
        change: Who comes, says something new, or goes.
        question: What else the target is computed from.
        release: The release to equal.

    Raises:
        PartitionAssignorException: The assignor gives up.

    Time is that of the assignor, and linear in the members.

    Original: `TargetAssignmentBuilder.ConsumerTargetAssignmentBuilder.build()`.
    """
    members = (_members if release >= (4, 4) else _members_before_4_4)(group, change)
    updated = change.updated
    owner = None if updated is None else _former(group, updated)
    known = dict(group.target)
    had: dict[str, Mapping[Uuid, Sequence[int]]] = {}
    if updated is not None and owner is not None:
        inherited = known.get(owner)
        if release < (4, 4):
            had[updated.id] = inherited or {}
        elif inherited is not None:
            known[updated.id] = inherited  # from 4.4 on it is as if it had been there before
    cluster = question.cluster
    given: HashedMembers[_Member] = HashedMembers()
    for member in members:
        target = had.get(member.id, known.get(member.id, {}))
        names = subscribed_names(group, member)
        topics = [cluster.topics[name].id for name in names if name in cluster.topics]
        given.append(_Member(member.id, topics, target, member.subscription.instance, len(names)))
    counts = {topic.id: len(topic.racks) for topic in cluster.topics.values()}
    assigned: Assigned
    if callable(question.assignor):
        assigned = question.assignor(given)
    elif question.assignor == "range":
        assigned = _by_range(counts, given, release, alike=question.alike)
    else:
        assigned = _uniformly(counts, given, release, alike=question.alike, taken=group.taken)
    records: list[Record] = []
    targets = {**assigned}
    for member in members:
        target = targets.setdefault(member.id, {})
        written = known.get(member.id)
        if written is None or not _is_same(target, written):
            records.append(TargetMember(member.id, target))
    records.append(TargetMetadata(question.epoch, question.now if release >= (4, 3) else None))
    return NextTarget(targets, records)


def _uniformly(
    counts: Mapping[Uuid, int],
    members: Sequence[GroupMember],
    release: Release,
    *,
    alike: bool,
    taken: Mapping[Uuid, Mapping[int, str]],
) -> Assigned:
    answer = assign_uniform(counts, members, release, alike=alike, sets=ORDERED, assigned=taken)
    return {
        member.id: {
            topic: listed(answer[member.id][topic])
            for topic in changed_id_order([*member.target], [*answer[member.id]])
        }
        for member in members
        if member.id in answer
    }


def _by_range(counts: Mapping[Uuid, int], members: Sequence[_Member], release: Release, *, alike: bool) -> Assigned:
    answer = assign_range(counts, members, release, alike=alike)
    if not answer:
        return {}
    first = min(members, key=rank)
    return {
        member.id: {
            topic: sorted(answer[member.id][topic])
            for topic in put_id_order([*answer[member.id]], len(first.topics) if alike else member.names)
        }
        for member in members
        if member.id in answer
    }


def _is_same(one: Mapping[Uuid, Sequence[int]], other: Mapping[Uuid, Sequence[int]]) -> bool:
    """Whether the partitions are the same, in whatever order."""
    return one.keys() == other.keys() and all(set(one[topic]) == set(other[topic]) for topic in one)


def subscribed_names(group: ConsumerGroup, member: Member) -> Sequence[str]:
    """The names that a member subscribes to, by itself and by its regular expression, in the coordinator's order."""
    names = member.topic_names
    resolved = group.resolved.get(member.subscription.regex)
    if resolved is None or not resolved.topics:
        return names
    matched = copied_name_order(sorted_names(resolved.topics))
    larger, smaller = (names, matched) if len(names) > len(matched) else (matched, names)
    return [*larger, *(name for name in smaller if name not in larger)]


def _former(group: ConsumerGroup, updated: Member) -> str | None:
    """The member whose place a static member takes."""
    instance = updated.subscription.instance
    former = None if instance is None else group.static_members.get(instance)
    return None if former == updated.id else former


def _members(group: ConsumerGroup, change: MemberChange) -> list[Member]:
    """The members in the order of the `HashMap` that the coordinator hands to an assignor."""
    updated = change.updated
    members = [
        updated if updated is not None and name == updated.id else member
        for name, member in group.members.items()
        if name not in change.removed
    ]
    if updated is not None and updated.id not in group.members:
        members.append(updated)
    return in_put_order(members, [member.id for member in members])


def _members_before_4_4(group: ConsumerGroup, change: MemberChange) -> list[Member]:
    """The same up to 4.3, where who goes has been in the map: it may have grown for them."""
    if not change.removed:
        return _members(group, change)
    played: HashMap[str, Member] = HashMap()
    for name, member in group.members.items():
        played.put(name, member)
    updated = change.updated
    for name in put_order([*([] if updated is None else [updated.id]), *change.removed]):
        if updated is not None and name == updated.id:
            played.put(name, updated)
        else:
            played.remove(name)
    return list(played.values())
