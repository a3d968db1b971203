"""A member's heartbeat, from the request to the answer and the records that are to be written."""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from copartition.errors import (
    FencedInstanceIdException,
    FencedMemberEpochException,
    GroupIdNotFoundException,
    GroupMaxSizeReachedException,
    PartitionAssignorException,
    UnknownMemberIdException,
    UnknownServerException,
    UnreleasedInstanceIdException,
)
from copartition.kafka.coordinator.counts import counted
from copartition.kafka.coordinator.group import ConsumerGroup
from copartition.kafka.coordinator.leaving import absence_record, removal_records, tombstones
from copartition.kafka.coordinator.member import Member, Subscription
from copartition.kafka.coordinator.metadata import metadata_of, records_of
from copartition.kafka.coordinator.records import CurrentMember, MemberMetadata, TargetMember
from copartition.kafka.coordinator.regexes import RegexStatus, regexes_to_resolve, update_regex
from copartition.kafka.coordinator.requests import (
    JOIN,
    LEAVE_FOR_A_WHILE,
    Heartbeat,
    HeartbeatAnswer,
)
from copartition.kafka.coordinator.subscriptions import are_alike
from copartition.kafka.coordinator.target import MemberChange, TargetQuestion, next_target, subscribed_names
from copartition.kafka.group.orders import copied_name_order
from copartition.kafka.group.reconcile import Heartbeat as Reconciliation
from copartition.kafka.group.reconcile import reconcile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from copartition.kafka.coordinator.cluster import Cluster
    from copartition.kafka.coordinator.records import Record
    from copartition.kafka.coordinator.situation import Situation
    from copartition.kafka.group.reconcile import Epochs
    from copartition.kafka.group.releases import Release
    from copartition.kafka.uuid import Uuid

_second: Final = itemgetter(1)


class HeartbeatDone(NamedTuple):
    """What comes of a heartbeat.

    Attributes:
        answer: What the member is told.
        records: What is to be written.
        reconciled: The member, where its assignment changed.
    """

    answer: HeartbeatAnswer
    records: list[Record]
    reconciled: Member | None


def group_of(groups: Mapping[str, ConsumerGroup], group_id: str) -> ConsumerGroup:
    """The group with that id.

    Raises:
        GroupIdNotFoundException: There is none.
    """
    if group_id not in groups:
        raise GroupIdNotFoundException(f"Group {group_id} not found.")
    return groups[group_id]


def leave(
    group: ConsumerGroup, beat: Heartbeat, cluster: Cluster, release: Release
) -> tuple[Member, list[Record], HeartbeatAnswer]:
    """A member goes, for good or for a while: `consumerGroupLeave`.

    Raises:
        UnknownMemberIdException: There is no such member.
        FencedInstanceIdException: Another member has the instance id.
    """
    member = group.member(beat.member) if beat.instance is None else _static_member(group, beat, beat.instance)
    answer = HeartbeatAnswer(member.id, beat.epoch)
    if beat.epoch == LEAVE_FOR_A_WHILE:
        return member, [absence_record(member, release)], answer
    return member, removal_records(group, member, cluster, release), answer


class HeartbeatWork:
    """A heartbeat of a member that stays, against one group: nothing is changed but when the group looks again.

    Attributes:
        regexes: Regular expressions to resolve, whatever becomes of the heartbeat; none: nothing to do.
    """

    def __init__(self, groups: Mapping[str, ConsumerGroup], group_id: str, situation: Situation) -> None:
        self._groups = groups
        self._group_id = group_id
        self._situation = situation
        self._cluster = situation.cluster
        self._settings = situation.settings
        self._release = situation.release
        self._now = situation.now
        self._records: list[Record] = []
        self.regexes: list[str] = []

    def answer(self, beat: Heartbeat, *, asked: bool) -> HeartbeatDone:
        """What comes of the heartbeat: `GroupMetadataManager.consumerGroupHeartbeat`.

        Args:
            beat: The request.
            asked: Whether the group's regular expressions are being resolved.

        Raises:
            JavaError: See `GroupCoordinator.heartbeat`.
        """
        group = self._group(beat)
        member = self._dynamic(group, beat) if beat.instance is None else self._static(group, beat, beat.instance)
        updated = _updated(member, beat)
        names_changed = False
        if updated != member:
            self._records.append(MemberMetadata(updated.id, updated.subscription))
            names_changed = updated.subscription.topics != member.subscription.topics
        old, new = member.subscription.regex, updated.subscription.regex
        status = update_regex(group, old, new, self._records, self._release)
        if not asked:
            self.regexes = regexes_to_resolve(group, old, new, self._situation)
        bump = names_changed or status is RegexStatus.UPDATED_AND_RESOLVED or group.epoch == 0
        bump |= self._release >= (4, 4) and self._wanted(group) != self._assignor(group, member, updated)
        epoch, alike = group.epoch, group.alike
        if bump or group.must_refresh(self._now):
            epoch, alike = self._refreshed(group, member, updated, bump=bump)
        target_epoch, target = self._target(group, member, updated, epoch, alike=alike)
        changed = self._release >= (4, 2) and (names_changed or status is not RegexStatus.NO_CHANGE)
        reconciled = updated
        if changed or not updated.is_reconciled_to(target_epoch):
            reconciled = self._reconciled(group, updated, beat, (target_epoch, target), changed=changed)
        told = None
        if beat.epoch == JOIN or beat.is_full or reconciled.assigned != member.assigned:
            told = {topic: frozenset(partitions) for topic, partitions in reconciled.assigned.items()}
        return HeartbeatDone(
            HeartbeatAnswer(reconciled.id, reconciled.epoch, self._settings.heartbeat_interval_ms, told),
            self._records,
            None if reconciled.assignment == updated.assignment else reconciled,
        )

    def _group(self, beat: Heartbeat) -> ConsumerGroup:
        group = self._groups.get(self._group_id)
        if group is None:
            if beat.epoch != JOIN:
                raise GroupIdNotFoundException(f"Consumer group {self._group_id} not found.")
            group = ConsumerGroup(self._group_id, self._release)
        comes_back = self._release >= (4, 4) and beat.instance in group.static_members
        is_full = len(group.members) >= self._settings.max_size
        if is_full and beat.member not in group.members and not comes_back:
            raise GroupMaxSizeReachedException(
                f"The consumer group has reached its maximum capacity of {self._settings.max_size} members."
            )
        return group

    def _dynamic(self, group: ConsumerGroup, beat: Heartbeat) -> Member:
        member = group.members.get(beat.member)
        if member is None:
            member = Member(beat.member) if beat.epoch == JOIN else group.member(beat.member)
        self._check_epoch(member, beat)
        return member

    def _static(self, group: ConsumerGroup, beat: Heartbeat, instance: str) -> Member:
        if beat.epoch != JOIN:
            member = _static_member(group, beat, instance)
            self._check_epoch(member, beat)
            return member
        former = group.static_member(instance)
        if former is None:
            return group.members.get(beat.member) or Member(beat.member)
        if former.epoch != LEAVE_FOR_A_WHILE:
            raise UnreleasedInstanceIdException(
                f"Static member {beat.member} with instance id {instance} cannot join the group because the instance "
                f"id is owned by {former.id} member."
            )
        assignment = replace(former.assignment, epoch=0, previous_epoch=0)
        member = replace(former, id=beat.member, assignment=assignment)
        self._records += [
            *tombstones(former.id),
            MemberMetadata(member.id, member.subscription),
            TargetMember(member.id, group.target.get(former.id, {})),
            CurrentMember(member.id, assignment),
        ]
        return member

    def _check_epoch(self, member: Member, beat: Heartbeat) -> None:
        """Refuses a member of another epoch, unless the answer that told it the newest was lost."""
        if beat.epoch == JOIN and self._release >= (4, 2):
            return
        known = member.epoch
        lost = beat.epoch == member.assignment.previous_epoch and _is_part(beat.owned, member.assigned)
        if beat.epoch == known or (beat.epoch < known and lost):
            return
        greater = "greater" if beat.epoch > known else "smaller"
        raise FencedMemberEpochException(
            f"The consumer group member has a {greater} member epoch ({beat.epoch}) than the one known by the group "
            f"coordinator ({known}). The member must abandon all its partitions and rejoin."
        )

    def _refreshed(self, group: ConsumerGroup, member: Member, updated: Member, *, bump: bool) -> tuple[int, bool]:
        """The group's epoch, and whether all members subscribe to the same: `updateSubscriptionMetadata`."""
        subscriptions = group.subscriptions.copied()
        subscriptions.name(member.subscription.topics, -1)
        subscriptions.name(updated.subscription.topics, 1)
        old, new = member.subscription.regex, updated.subscription.regex
        resolved = group.resolved.get(old)
        if old and old != new and group.regexes.get(old) == 1 and resolved is not None:
            subscriptions.match(resolved.topics, -1)
        metadata = metadata_of(subscriptions, self._cluster, self._release)
        count = len(group.members) + (
            updated.id not in group.members and updated.subscription.instance not in group.static_members
        )
        regexes = group.regexes.items() if old == new else counted(group.regexes, old, new).items()
        alike = are_alike(subscriptions, regexes, count)
        epoch = group.epoch
        if bump or metadata != group.metadata:
            epoch += 1
            self._records += records_of(metadata, group.metadata, epoch)
        group.refreshed(self._now, epoch)
        return epoch, alike

    def _target(
        self, group: ConsumerGroup, member: Member, updated: Member, epoch: int, *, alike: bool
    ) -> tuple[int, Mapping[Uuid, Sequence[int]]]:
        """The target's epoch, and what the member is to have: `maybeUpdateTargetAssignment`."""
        if epoch <= group.target_epoch or self._situation.ms_to_next_target(group):
            return group.target_epoch, group.target_of(updated)
        question = TargetQuestion(self._cluster, epoch, self._assignor(group, member, updated), alike, self._now)
        try:
            target = next_target(group, MemberChange.by(group, updated), question, self._release)
        except PartitionAssignorException as error:
            raise UnknownServerException(
                f"Failed to compute a new target assignment for epoch {epoch}: {error}"
            ) from error
        self._records += target.records
        return epoch, target.members[updated.id]

    def _assignor(self, group: ConsumerGroup, member: Member, updated: Member) -> str:
        """The assignor that most members want: `computePreferredServerAssignor`."""
        counts = counted(group.assignors, member.subscription.assignor, updated.subscription.assignor)
        return self._most_wanted(counts.items())

    def _wanted(self, group: ConsumerGroup) -> str:
        """The assignor that most members wanted before: `preferredServerAssignor`."""
        return self._most_wanted(group.assignors.items())

    def _most_wanted(self, counts: Iterable[tuple[str, int]]) -> str:
        """The first of those that most members want; where no member wants one, the broker's first."""
        name, _ = max(counts, key=_second, default=(self._settings.assignors[0], 0))
        return name

    def _reconciled(
        self,
        group: ConsumerGroup,
        member: Member,
        beat: Heartbeat,
        target: tuple[int, Mapping[Uuid, Sequence[int]]],
        *,
        changed: bool,
    ) -> Member:
        names = subscribed_names(group, member)
        topics = self._cluster.topics
        after = reconcile(
            member.assignment,
            Reconciliation(
                target_epoch=target[0],
                target={topic: frozenset(partitions) for topic, partitions in target[1].items()},
                partition_epoch=group.partition_epoch,
                owned=beat.owned,
                subscribed={topics[name].id for name in names if name in topics} if names else None,
                subscription_changed=changed,
            ),
            self._release,
        )
        if after == member.assignment:
            return member
        self._records.append(CurrentMember(member.id, after))
        return replace(member, assignment=after)


def _static_member(group: ConsumerGroup, beat: Heartbeat, instance: str) -> Member:
    member = group.static_member(instance)
    if member is None:
        raise UnknownMemberIdException(f"Instance id {instance} is unknown.")
    if member.id != beat.member:
        raise FencedInstanceIdException(
            f"Static member {beat.member} with instance id {instance} was fenced by member {member.id}."
        )
    return member


def _updated(member: Member, beat: Heartbeat) -> Member:
    """The member with all that the heartbeat tells of it."""
    former = member.subscription
    told = Subscription(
        instance=former.instance if beat.instance is None else beat.instance,
        rack=former.rack if beat.rack is None else beat.rack,
        client_id=beat.client_id,
        client_host=beat.client_host,
        topics=former.topics if beat.topics is None else frozenset(beat.topics),
        regex=former.regex if beat.regex is None else beat.regex,
        rebalance_timeout_ms=former.rebalance_timeout_ms
        if beat.rebalance_timeout_ms == -1
        else beat.rebalance_timeout_ms,
        assignor=former.assignor if beat.assignor is None else beat.assignor,
    )
    if beat.topics is None and told == former:
        return member
    names = member.topic_names if beat.topics is None else tuple(copied_name_order(beat.topics))
    return replace(member, subscription=told, topic_names=names)


def _is_part(owned: Mapping[Uuid, Sequence[int]] | None, assigned: Epochs) -> bool:
    """Whether the member says what it has, and it has no more than the coordinator knows."""
    if owned is None:
        return False
    return all(
        topic in assigned and all(partition in assigned[topic] for partition in partitions)
        for topic, partitions in owned.items()
    )
