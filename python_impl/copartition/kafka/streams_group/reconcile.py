"""What a group coordinator tells a member of a streams group next: tasks to give back, to take, to wait for.

A process runs a task once, in whatever role: its members share a directory of state. So a member also waits for others
of its own process. From 4.4 on a member that has a task changes its role in place, and keeps the task's state.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from copartition.errors import FencedMemberEpochException
from copartition.java.ints import int32
from copartition.kafka.group.releases import NEWEST, Release, checked_release
from copartition.kafka.streams_group.tasks import Epochs, MemberTasks, Role, Task, Tasks, by_role, partitions_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

_NONE: Final = MemberTasks({}, {}, {})
_UNKNOWN: Final = "The streams group member is in a unknown state. The member must abandon all its tasks and rejoin."


class MemberState(Enum):
    """How far a member is on its way to its target: `org.apache.kafka.coordinator.group.streams.MemberState`.

    Attributes:
        STABLE: It has what its target says.
        UNREVOKED_TASKS: It has to give tasks back.
        UNRELEASED_TASKS: It waits for tasks that others still have.
        UNKNOWN: A state of a later release, read after a downgrade.
    """

    STABLE = "STABLE"
    UNREVOKED_TASKS = "UNREVOKED_TASKS"
    UNRELEASED_TASKS = "UNRELEASED_TASKS"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True, slots=True)
class MemberAssignment:
    """What of a `StreamsGroupMember` reconciliation reads and changes.

    Attributes:
        process: The id of the process in which the member runs.
        epoch: The member's epoch, int32.
        previous_epoch: The one before it.
        state: How far it is.
        assigned: What it has.
        revoking: What it has to give back, and hasn't yet.
    """

    process: str
    epoch: int
    previous_epoch: int
    state: MemberState
    assigned: MemberTasks
    revoking: MemberTasks


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """What is known when a member is reconciled.

    Attributes:
        target_epoch: The epoch of the target.
        target: What the member is to have.
        active_process: The process of the member that has a task as active, None where none has.
        standby_processes: The processes of those that have it as standby.
        warmup_processes: The processes of those that have it as warm-up.
        owned: What the member says that it has, None where it says nothing.
    """

    target_epoch: int
    target: Tasks
    active_process: Callable[[Task], str | None]
    standby_processes: Callable[[Task], Collection[str]]
    warmup_processes: Callable[[Task], Collection[str]]
    owned: Tasks | None


def reconcile(member: MemberAssignment, beat: Heartbeat, release: Release | str = NEWEST) -> MemberAssignment:
    """The member after a heartbeat: the same object where it can't go on.

    Args:
        member: The member before.
        beat: What it is reconciled with.
        release: The release to equal.

    Raises:
        WrongTypeError: The release is neither a text nor a tuple.
        ValueError: The release isn't known.
        FencedMemberEpochException: The state is UNKNOWN, and the member doesn't say that it has nothing.

    Time is linear in the tasks of the member and of its target.

    Original: `org.apache.kafka.coordinator.group.streams.CurrentAssignmentBuilder.build()`.
    """
    release = checked_release(release)
    epoch = member.epoch
    if member.state is MemberState.STABLE:
        if epoch == beat.target_epoch:
            return member
    elif member.state is MemberState.UNREVOKED_TASKS:
        if _holds(beat.owned, by_role(member.revoking)):
            return member
        epoch = int32(epoch + 1)
    elif member.state is MemberState.UNKNOWN:
        if beat.owned is None or beat.owned:
            raise FencedMemberEpochException(_UNKNOWN)
        epoch = beat.target_epoch
    return _Step(member, beat, release).next(epoch)


def _holds(owned: Tasks | None, lost: list[set[Task]]) -> bool:
    """Whether the member has any of these still, in that role; one that says nothing may."""
    if owned is None:
        return True
    return any(not had.isdisjoint(gone) for had, gone in zip(by_role(owned), lost, strict=True))


class _Step:
    """A step of a member towards its target: `computeNextAssignment`. Lists are by role."""

    def __init__(self, member: MemberAssignment, beat: Heartbeat, release: Release) -> None:
        self._member = member
        self._beat = beat
        self._in_place = release >= (4, 4)
        self._since = beat.target_epoch if release >= (4, 2) else None
        self._has = by_role(member.assigned)
        self._target = by_role(beat.target)
        both = list(zip(self._has, self._target, strict=True))
        self._kept = [has & target for has, target in both]
        self._lost = [has - target for has, target in both]
        missing = [target - has for has, target in both]
        self._free = [{task for task in missing[role] if not self._waits(role, task)} for role in Role]
        self._unreleased = self._free != missing

    def next(self, epoch: int) -> MemberAssignment:
        """The member after the step; `epoch` is its own while it has to give back."""
        if self._in_place:
            self._change_roles()
        asks = self._asks()
        if self._in_place:
            self._keep_until_promoted(set() if asks else self._free[Role.ACTIVE])
        member, target_epoch = self._member, self._beat.target_epoch
        if asks:
            kept, lost = self._tasks(self._kept), self._tasks(self._lost)
            return MemberAssignment(member.process, epoch, member.epoch, MemberState.UNREVOKED_TASKS, kept, lost)
        has = self._tasks([kept.union(free) for kept, free in zip(self._kept, self._free, strict=True)])
        state = MemberState.UNRELEASED_TASKS if self._unreleased else MemberState.STABLE
        return MemberAssignment(member.process, target_epoch, member.epoch, state, has, _NONE)

    def _waits(self, role: Role, task: Task) -> bool:
        """Whether another member has to give the task back first, or this member what it has of it."""
        process, beat = self._member.process, self._beat
        running = beat.active_process(task)
        if role is Role.ACTIVE:
            if running is not None:
                return True
        elif running == process and not (role is Role.STANDBY and self._own(Role.ACTIVE, task)):
            return True
        if process in beat.standby_processes(task) and not self._own(Role.STANDBY, task):
            return True
        return process in beat.warmup_processes(task) and not self._own(Role.WARMUP, task)

    def _own(self, role: Role, task: Task) -> bool:
        """Whether the member itself has the task in that role, and may change it in place."""
        return self._in_place and task in self._has[role]

    def _change_roles(self) -> None:
        """Changes of role that need no other member: 4.4 makes them at once (KAFKA-20665)."""
        self._take_over(Role.ACTIVE, Role.STANDBY)
        self._lost[Role.STANDBY] -= self._take_over(Role.STANDBY, Role.WARMUP)
        self._lost[Role.WARMUP] -= self._take_over(Role.WARMUP, Role.STANDBY)
        for role in (Role.STANDBY, Role.WARMUP):
            self._lost[role] -= self._target[Role.ACTIVE]

    def _take_over(self, before: Role, after: Role) -> set[Task]:
        """Gives the member in its new role what it has in the old one."""
        changed = self._has[before] & self._free[after]
        self._kept[after] |= changed
        self._free[after] -= changed
        return changed

    def _keep_until_promoted(self, promoted: set[Task]) -> None:
        """A task to become active stays what it is until it can be that."""
        for role in (Role.STANDBY, Role.WARMUP):
            self._kept[role] |= (self._has[role] & self._target[Role.ACTIVE]) - promoted

    def _asks(self) -> bool:
        """Whether the member has to give something back first."""
        return any(self._lost) and _holds(self._beat.owned, self._lost)

    def _tasks(self, roles: list[set[Task]]) -> MemberTasks:
        """These tasks, the active ones with their epochs."""
        active: dict[str, dict[int, int | None]] = {}
        before: Epochs = self._member.assigned.active
        for subtopology, partition in roles[Role.ACTIVE]:
            since = before.get(subtopology, {}).get(partition, self._since)
            active.setdefault(subtopology, {})[partition] = since
        return MemberTasks(active, partitions_of(roles[Role.STANDBY]), partitions_of(roles[Role.WARMUP]))
