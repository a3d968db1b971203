"""What is written when a member goes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from copartition.kafka.coordinator.metadata import metadata_of, records_of
from copartition.kafka.coordinator.records import (
    CurrentMember,
    MemberMetadata,
    RegularExpression,
    TargetMember,
    TargetMetadata,
)
from copartition.kafka.coordinator.requests import LEAVE_FOR_A_WHILE

if TYPE_CHECKING:
    from copartition.kafka.coordinator.cluster import Cluster
    from copartition.kafka.coordinator.group import ConsumerGroup
    from copartition.kafka.coordinator.member import Member
    from copartition.kafka.coordinator.records import Record
    from copartition.kafka.group.releases import Release


def tombstones(member_id: str) -> list[Record]:
    """A member that isn't there any more."""
    return [CurrentMember(member_id, None), TargetMember(member_id, None), MemberMetadata(member_id, None)]


def removal_records(group: ConsumerGroup, member: Member, cluster: Cluster, release: Release) -> list[Record]:
    """A member is removed, so that the group needs another target: `consumerGroupFenceMembers`."""
    records = tombstones(member.id)
    subscriptions = group.subscriptions.copied()
    subscriptions.name(member.subscription.topics, -1)
    regex = member.subscription.regex
    if regex and group.regexes.get(regex) == 1:
        records.append(RegularExpression(regex, None))
        resolved = group.resolved.get(regex)
        subscriptions.match(() if resolved is None else resolved.topics, -1)
    epoch = group.epoch + 1
    records += records_of(metadata_of(subscriptions, cluster, release), group.metadata, epoch)
    if release >= (4, 4) and len(group.members) == 1:
        records.append(TargetMetadata(epoch, 0))  # an empty group's target is up to date
    return records


def absence_record(member: Member, release: Release) -> Record:
    """A static member goes for a while: it keeps what it has, but isn't in any epoch."""
    assigned = member.assigned
    if release >= (4, 3):
        assigned = {topic: dict.fromkeys(partitions, 0) for topic, partitions in assigned.items()}
    return CurrentMember(member.id, replace(member.assignment, epoch=LEAVE_FOR_A_WHILE, assigned=assigned, revoking={}))
