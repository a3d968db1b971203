"""The state of a consumer group, which is what its records say."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from copartition.errors import IllegalStateException, UnknownMemberIdException
from copartition.kafka.assignors.java_order import sorted_names
from copartition.kafka.coordinator.member import Member
from copartition.kafka.coordinator.records import (
    CurrentMember,
    GroupMetadata,
    MemberMetadata,
    PartitionMetadata,
    Record,
    ResolvedRegex,
    TargetMember,
    TargetMetadata,
)
from copartition.kafka.coordinator.requests import LEAVE
from copartition.kafka.coordinator.subscriptions import Subscriptions, are_alike
from copartition.kafka.coordinator.timeline import TimelineMap, hash_of_text
from copartition.kafka.group.orders import copied_name_order
from copartition.kafka.group.reconcile import MemberAssignment
from copartition.kafka.group.releases import has_fixes_of_4_2

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.group.releases import Release
    from copartition.kafka.uuid import Uuid

FREE: Final = -1
"""The epoch of a partition that no member has."""
_REFRESH_MS: Final = 2**31 - 1
"""`METADATA_REFRESH_INTERVAL_MS`: a group looks at its topics again when they change, or then."""
NO_TARGET: Final[Mapping[Uuid, Sequence[int]]] = {}


class ConsumerGroup:
    """`org.apache.kafka.coordinator.group.modern.consumer.ConsumerGroup`.

    Attributes:
        id: The group's id.
        epoch: Its epoch.
        members: By id.
        static_members: By instance id the member's id.
        subscriptions: How often each topic is subscribed to.
        regexes: By regular expression how many members subscribe to it.
        resolved: By regular expression what it matches.
        assignors: By assignor how many members want it.
        target: By member what it is to have, in the order in which it was written.
        taken: By topic and partition the member in whose target it is: not quite the target where the log was
            compacted while it was read.
        target_epoch: The group epoch that the target is for.
        target_timestamp: When it was computed, 0 for never.
        metadata: What the topics were when the group looked last: their hash, or up to 4.0 themselves.
        alike: Whether all members subscribed to the same when a member changed last: what regular expressions match
            may have changed since.
        refresh_at: When to look at the topics again.
        refresh_epoch: The epoch that the group had then.
    """

    def __init__(self, group_id: str, release: Release) -> None:
        self.id = group_id
        self._release = release
        starts = 1 if release >= (4, 3) else 0
        self.epoch = starts
        self.members: TimelineMap[str, Member] = TimelineMap(hash_of_text)
        self.static_members: dict[str, str] = {}
        self.subscriptions = Subscriptions()
        self.regexes: TimelineMap[str, int] = TimelineMap(hash_of_text)
        self.resolved: TimelineMap[str, ResolvedRegex] = TimelineMap(hash_of_text)
        self.assignors: TimelineMap[str, int] = TimelineMap(hash_of_text)
        self.target: dict[str, Mapping[Uuid, Sequence[int]]] = {}
        self.taken: dict[Uuid, dict[int, str]] = {}
        self.target_epoch = starts
        self.target_timestamp = 0
        self.metadata: int | Mapping[str, tuple[Uuid, int]] = {} if release < (4, 1) else 0
        self.request_refresh()
        self.alike = True
        self._holders: dict[Uuid, dict[int, int]] = {}

    def member(self, member_id: str) -> Member:
        """The member with that id.

        Raises:
            UnknownMemberIdException: There is none.
        """
        found = self.members.get(member_id)
        if found is None:
            raise UnknownMemberIdException(f"Member {member_id} is not a member of group {self.id}.")
        return found

    def static_member(self, instance: str) -> Member | None:
        """The member with that instance id."""
        found = self.static_members.get(instance)
        return None if found is None else self.member(found)

    def target_of(self, member: Member) -> Mapping[Uuid, Sequence[int]]:
        """What a member is to have; a static member that comes back has what it had before."""
        instance = member.subscription.instance
        if instance is None:
            return self.target.get(member.id, NO_TARGET)
        former = self.static_members.get(instance)
        return NO_TARGET if former is None else self.target.get(former, NO_TARGET)

    def partition_epoch(self, topic: Uuid, partition: int) -> int:
        """The epoch of the member that has a partition, or `FREE`."""
        return self._holders.get(topic, {}).get(partition, FREE)

    def request_refresh(self) -> None:
        """Has the topics looked at again with the next heartbeat: `requestMetadataRefresh`."""
        self.refresh_at = 0
        self.refresh_epoch = 0

    def refreshed(self, now: int, epoch: int) -> None:
        """The topics were looked at, in this epoch: `setMetadataRefreshDeadline`."""
        self.refresh_at = now + _REFRESH_MS
        self.refresh_epoch = epoch

    def must_refresh(self, now: int) -> bool:
        """Whether to look at the topics again: `hasMetadataExpired`."""
        return now >= self.refresh_at or self.epoch < self.refresh_epoch

    def replay(self, record: Record) -> None:
        """Makes the record's change: `GroupMetadataManager.replay`.

        Raises:
            IllegalStateException: Two members would have a partition; in 4.0.2, and from 4.1.2 on, only where the
                second one isn't in a later epoch (KAFKA-19862).
        """
        match record:
            case MemberMetadata():
                self._replay_subscription(record)
            case CurrentMember():
                self._replay_assignment(record)
            case TargetMember():
                self._replay_target(record)
            case TargetMetadata(epoch, timestamp):
                self.target_epoch = epoch
                self.target_timestamp = timestamp or 0
            case GroupMetadata(epoch, metadata_hash):
                self.epoch = epoch
                if metadata_hash is not None:
                    self.metadata = metadata_hash
            case PartitionMetadata(value):
                self.metadata = value or {}
            case _:
                self._resolve(record.regex, record.value)

    def _replay_target(self, record: TargetMember) -> None:
        """Original: `ModernGroup.updateInvertedTargetAssignment`."""
        member, former = record.member, self.target.pop(record.member, NO_TARGET)
        target = record.value or {}
        for topic in {**former, **target}:
            before, now = set(former.get(topic, ())), set(target.get(topic, ()))
            taken = self.taken.setdefault(topic, {})
            for partition in before - now:
                if taken.get(partition) == member:
                    del taken[partition]
            taken.update(dict.fromkeys(now - before, member))
        if record.value is not None:
            self.target[member] = record.value

    def _replay_subscription(self, record: MemberMetadata) -> None:
        before = self.members.get(record.member)
        if record.value is not None:
            told = record.value
            member = before or Member(record.member)
            names = tuple(copied_name_order(sorted_names(told.topics)))
            self._update(before, replace(member, subscription=told, topic_names=names))
        elif before is not None:
            self._remove(before)

    def _replay_assignment(self, record: CurrentMember) -> None:
        before = self.members.get(record.member)
        if record.value is not None:
            self._update(before, replace(before or Member(record.member), assignment=record.value))
        elif before is not None:
            gone = MemberAssignment(LEAVE, LEAVE, before.assignment.state, {}, {})
            self._update(before, replace(before, assignment=gone))

    def _update(self, before: Member | None, member: Member) -> None:
        self.members.put(member.id, member)
        self._count(before, member)
        if before is not None:
            self._free(before.assignment)
        self._hold(member.assignment)
        if before is not None and self._release >= (4, 4):
            self._forget_instance(before)
        if member.subscription.instance is not None:
            self.static_members[member.subscription.instance] = member.id

    def _remove(self, member: Member) -> None:
        self.members.pop(member.id)
        self._count(member, None)
        self._free(member.assignment)
        self._forget_instance(member)

    def _forget_instance(self, member: Member) -> None:
        if member.subscription.instance is not None:
            self.static_members.pop(member.subscription.instance, None)

    def _count(self, before: Member | None, after: Member | None) -> None:
        same = before is not None and after is not None and before.subscription.topics == after.subscription.topics
        for member, more in ((before, -1), (after, 1)):
            if member is not None:
                told = member.subscription
                if not same:
                    self.subscriptions.name(told.topics, more)
                _add(self.assignors, told.assignor, more)
                _add(self.regexes, told.regex, more)
        self.alike = are_alike(self.subscriptions, self.regexes.items(), len(self.members))

    def _resolve(self, regex: str, value: ResolvedRegex | None) -> None:
        before = self.resolved.pop(regex)
        if before is not None:
            self.subscriptions.match(before.topics, -1)
        if value is not None:
            self.resolved.put(regex, value)
            self.subscriptions.match(value.topics, 1)

    def _free(self, having: MemberAssignment) -> None:
        """No member has these partitions any more, if this member had them: `removePartitionEpochs`."""
        for partitions in (having.assigned, having.revoking):
            for topic, numbers in partitions.items():
                held = self._holders.get(topic, {})
                for number in numbers:
                    if held.get(number) == having.epoch:
                        del held[number]

    def _hold(self, having: MemberAssignment) -> None:
        """A member has these partitions: `addPartitionEpochs`."""
        for partitions in (having.assigned, having.revoking):
            for topic, numbers in partitions.items():
                held = self._holders.setdefault(topic, {})
                for number in numbers:
                    before = held.get(number)
                    if before is not None and (self._is_strict or before >= having.epoch):
                        raise IllegalStateException(f"Cannot set the epoch of {topic}-{number} to {having.epoch}")
                    held[number] = having.epoch

    @property
    def _is_strict(self) -> bool:
        """Whether a partition must be given up before it is taken, in whatever order this is read (KAFKA-19862)."""
        return not has_fixes_of_4_2(self._release)


def _add(counts: TimelineMap[str, int], key: str | None, more: int) -> None:
    if key:
        count = (counts.get(key) or 0) + more
        if count:
            counts.put(key, count)
        else:
            counts.pop(key)
