"""What a group coordinator tells a member next: partitions to give back, partitions to take, partitions to wait for.

A member first gives back what isn't its target any more, in its old epoch. Only then it moves to the target's epoch,
and takes what no other member holds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeAlias

from copartition.errors import FencedMemberEpochException
from copartition.java.ints import int32
from copartition.kafka.group.releases import NEWEST, Release, checked_release, has_fixes_of_4_2
from copartition.kafka.uuid import Uuid

Epochs: TypeAlias = Mapping[Uuid, Mapping[int, int | None]]
"""By topic and partition the epoch in which the member got it; None before 4.3, which keeps none."""
Partitions: TypeAlias = Mapping[Uuid, Collection[int]]
_Epochs: TypeAlias = dict[Uuid, dict[int, int | None]]

_FREE: Final = -1
_UNKNOWN: Final = (
    "The consumer group member is in a unknown state. The member must abandon all its partitions and rejoin."
)


class MemberState(Enum):
    """How far a member is on its way to its target: `org.apache.kafka.coordinator.group.modern.MemberState`.

    Attributes:
        STABLE: It has what its target says.
        UNREVOKED_PARTITIONS: It has to give partitions back.
        UNRELEASED_PARTITIONS: It waits for partitions that others still hold.
        UNKNOWN: A state of a later release, read after a downgrade.
    """

    STABLE = 0
    UNREVOKED_PARTITIONS = 1
    UNRELEASED_PARTITIONS = 2
    UNKNOWN = 127


@dataclass(frozen=True, slots=True)
class MemberAssignment:
    """What of a `ConsumerGroupMember` reconciliation reads and changes.

    Attributes:
        epoch: The member's epoch, int32.
        previous_epoch: The one before it.
        state: How far it is.
        assigned: What it has.
        revoking: What it has to give back, and hasn't yet.
    """

    epoch: int
    previous_epoch: int
    state: MemberState
    assigned: Epochs
    revoking: Epochs


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """What is known when a member is reconciled.

    Attributes:
        target_epoch: The epoch of the target.
        target: What the member is to have; each partition once.
        partition_epoch: The epoch of the member that holds a partition of a topic, -1 where none does.
        owned: What the member says that it holds, None where it says nothing.
        subscribed: The ids of the topics that exist and that the member subscribes to; None where it names no topic
            at all. Only read from 4.2 on.
        subscription_changed: Whether this heartbeat brought another subscription. Only read from 4.2 on.
    """

    target_epoch: int
    target: Partitions
    partition_epoch: Callable[[Uuid, int], int]
    owned: Partitions | None
    subscribed: Collection[Uuid] | None = None
    subscription_changed: bool = False


def reconcile(member: MemberAssignment, beat: Heartbeat, release: Release | str = NEWEST) -> MemberAssignment:
    """The member after a heartbeat: the same object where it can't go on.

    Args:
        member: The member before.
        beat: What it is reconciled with.
        release: The release to equal.

    Raises:
        WrongTypeError: The release is neither a text nor a tuple.
        ValueError: The release isn't known.
        FencedMemberEpochException: The state is UNKNOWN, and the member doesn't say that it holds nothing.

    Time is linear in the partitions of the member and of its target.

    Original: `org.apache.kafka.coordinator.group.modern.consumer.CurrentAssignmentBuilder.build()`.
    """
    release = checked_release(release)
    by_subscription = release >= (4, 2)
    changed = by_subscription and beat.subscription_changed
    epoch = member.epoch
    if member.state is MemberState.STABLE:
        if epoch == beat.target_epoch:
            return _unsubscribed(member, beat, release) if changed else member
    elif member.state is MemberState.UNREVOKED_PARTITIONS:
        if _holds(beat.owned, member.revoking):
            return _unsubscribed(member, beat, release) if changed else member
        if not by_subscription:
            epoch = int32(epoch + 1)
    elif member.state is MemberState.UNKNOWN:
        if beat.owned is None or beat.owned:
            raise FencedMemberEpochException(_UNKNOWN)
        epoch = beat.target_epoch
    return _next(member, beat, epoch, release)


def _holds(owned: Partitions | None, revoking: Epochs) -> bool:
    """Whether the member holds any of these still; one that says nothing may."""
    if owned is None:
        return True
    return any(topic in revoking and not revoking[topic].keys().isdisjoint(owned[topic]) for topic in owned)


def _next(member: MemberAssignment, beat: Heartbeat, epoch: int, release: Release) -> MemberAssignment:
    """A step towards the target: `computeNextAssignment`."""
    target: Partitions = beat.target
    if release >= (4, 2):
        subscribed = beat.subscribed or ()
        target = {topic: partitions for topic, partitions in target.items() if topic in subscribed}
    assigned, revoking = _split(member.assigned, target)
    if revoking and _holds(beat.owned, revoking):
        return MemberAssignment(epoch, member.epoch, MemberState.UNREVOKED_PARTITIONS, assigned, revoking)
    own: Epochs = member.revoking if has_fixes_of_4_2(release) else {}  # what it gives back is free for it: KAFKA-19449
    since = beat.target_epoch if release >= (4, 3) else None
    unreleased = False
    for topic, numbers in target.items():
        having = assigned.get(topic, {})
        missing = [partition for partition in numbers if partition not in having]
        free = [one for one in missing if beat.partition_epoch(topic, one) == _FREE or one in own.get(topic, ())]
        unreleased |= len(free) < len(missing)
        if free:
            assigned[topic] = {**having, **dict.fromkeys(free, since)}
    state = MemberState.UNRELEASED_PARTITIONS if unreleased else MemberState.STABLE
    return MemberAssignment(beat.target_epoch, member.epoch, state, assigned, {})


def _split(having: Epochs, target: Partitions) -> tuple[_Epochs, _Epochs]:
    """What the member keeps of what it has, and what it has to give back."""
    kept: _Epochs = {}
    lost: _Epochs = {}
    for topic, partitions in having.items():
        wanted = target.get(topic, ())
        for partition, since in partitions.items():
            (kept if partition in wanted else lost).setdefault(topic, {})[partition] = since
    return kept, lost


def _unsubscribed(member: MemberAssignment, beat: Heartbeat, release: Release) -> MemberAssignment:
    """The member gives back topics that it doesn't subscribe to any more: `updateCurrentAssignment`."""
    if beat.subscribed is None and not member.revoking:
        assigned: Epochs = {}
        revoking: Epochs = member.assigned
    else:
        subscribed = beat.subscribed or ()
        lost = {topic: partitions for topic, partitions in member.assigned.items() if topic not in subscribed}
        if not lost:
            return member
        assigned = {topic: partitions for topic, partitions in member.assigned.items() if topic not in lost}
        more = {topic: {**member.revoking.get(topic, {}), **partitions} for topic, partitions in lost.items()}
        revoking = {**member.revoking, **more}
    before = member.epoch if release >= (4, 3) else member.previous_epoch
    if revoking and _holds(beat.owned, revoking):
        return MemberAssignment(member.epoch, before, MemberState.UNREVOKED_PARTITIONS, assigned, revoking)
    return replace(member, previous_epoch=before, assigned=assigned)
