"""What a coordinator knows of a group: who has what, who is to have what, and for what a member waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from copartition.kafka.coordinator.metadata import metadata_of
from copartition.kafka.coordinator.target import subscribed_names
from copartition.kafka.coordinator.timers import revocation_of, session_of
from copartition.kafka.group.reconcile import MemberState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from copartition.kafka.coordinator.group import ConsumerGroup
    from copartition.kafka.coordinator.member import Member
    from copartition.kafka.coordinator.situation import Situation
    from copartition.kafka.uuid import Uuid

    Left = Callable[[str], int | None]
    """After how many milliseconds a timer comes, by its name; None where it isn't set."""


@dataclass(frozen=True, slots=True)
class MemberDescription:
    """A member of a consumer group.

    Attributes:
        id: The member's id.
        instance: Its instance id, None for a dynamic member.
        epoch: Its epoch.
        state: Whether it is reconciled, or what it waits for.
        assigned: By topic the partitions that it has.
        revoking: By topic the partitions that it has still to give back.
        target: By topic the partitions that it is to have.
        waits_for: By topic and partition the member that has yet to give it back.
        regex: The regular expression that it subscribes by; empty: none.
        is_resolved: Whether the coordinator knows what that matches, if there is one; `run_tasks` finds it out.
        topics: The names that it subscribes to, by itself and by what its regular expression matches.
        session_left_ms: It is removed after so many milliseconds without a heartbeat; None: it is away, or has no end.
        revocation_left_ms: It is removed after so many if it keeps what it has to give back; None: it needs to give
            nothing back, or hasn't been told yet.
    """

    id: str
    instance: str | None
    epoch: int
    state: MemberState
    assigned: Mapping[Uuid, frozenset[int]]
    revoking: Mapping[Uuid, frozenset[int]]
    target: Mapping[Uuid, frozenset[int]]
    waits_for: Mapping[tuple[Uuid, int], str]
    regex: str
    is_resolved: bool
    topics: frozenset[str]
    session_left_ms: int | None
    revocation_left_ms: int | None


@dataclass(frozen=True, slots=True)
class GroupDescription:
    """A consumer group.

    Attributes:
        id: The group's id.
        epoch: Its epoch.
        target_epoch: The epoch that the target is for; a lower one than the group's is about to be computed anew.
        members: In the order of their ids.
        topics_changed: Whether its topics are others than those that its epoch is for; a heartbeat finds that out.
        ms_to_next_target: For so many milliseconds the target stays as it is, whatever comes, from 4.3 on.
    """

    id: str
    epoch: int
    target_epoch: int
    members: tuple[MemberDescription, ...]
    topics_changed: bool
    ms_to_next_target: int


def describe(group: ConsumerGroup, situation: Situation, left: Left) -> GroupDescription:
    """The group now; time is linear in its members and their partitions.

    Args:
        group: Which.
        situation: The cluster and the time.
        left: Asked for each member's timers.
    """
    holders = {
        (topic, number): member.id
        for member in map(group.member, group.members)
        for partitions in (member.assigned, member.assignment.revoking)
        for topic, numbers in partitions.items()
        for number in numbers
    }
    members = (_described(group, group.member(name), holders, left) for name in sorted(group.members))
    return GroupDescription(
        group.id,
        group.epoch,
        group.target_epoch,
        tuple(members),
        metadata_of(group.subscriptions, situation.cluster, situation.release) != group.metadata,
        situation.ms_to_next_target(group),
    )


def _described(
    group: ConsumerGroup, member: Member, holders: Mapping[tuple[Uuid, int], str], left: Left
) -> MemberDescription:
    target = group.target.get(member.id, {})
    waits = {
        (topic, number): holders[topic, number]
        for topic, numbers in target.items()
        for number in sorted(numbers)
        if holders.get((topic, number), member.id) != member.id
    }
    is_revoking = member.assignment.state is MemberState.UNREVOKED_PARTITIONS
    return MemberDescription(
        id=member.id,
        instance=member.subscription.instance,
        epoch=member.epoch,
        state=member.assignment.state,
        assigned=_numbers(member.assigned),
        revoking=_numbers(member.assignment.revoking),
        target=_numbers(target),
        waits_for=waits,
        regex=member.subscription.regex,
        is_resolved=not member.subscription.regex or member.subscription.regex in group.resolved,
        topics=frozenset(subscribed_names(group, member)),
        session_left_ms=left(session_of(group.id, member.id)),
        revocation_left_ms=left(revocation_of(group.id, member.id)) if is_revoking else None,
    )


def _numbers(partitions: Mapping[Uuid, Iterable[int]]) -> dict[Uuid, frozenset[int]]:
    return {topic: frozenset(numbers) for topic, numbers in partitions.items()}
