"""The assignor of streams groups: tasks stay where they are or where their state is, and go to the least loaded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.errors import TaskAssignorException
from copartition.java import HashMap
from copartition.java.priority_queue import PriorityQueue
from copartition.java.strings import utf16_key
from copartition.kafka.group.releases import NEWEST, Release
from copartition.kafka.streams_group.arguments import check_member, check_subtopology, named, release_of_assignor
from copartition.kafka.streams_group.processes import Process
from copartition.kafka.streams_group.tasks import Tasks, partitions_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from copartition.kafka.streams_group.tasks import Partitions, Task

_NOTHING: Final[Partitions] = {}


@dataclass(frozen=True, slots=True)
class Subtopology:
    """A part of a topology.

    Attributes:
        partitions: How many tasks it has: the largest count of its source topics.
        stateful: Whether its tasks keep state; only such tasks have standbys.

    Raises:
        WrongTypeError: A field has the wrong type.
        ValueError: The number of tasks is negative, or too large.
    """

    partitions: int
    stateful: bool

    def __post_init__(self) -> None:
        check_subtopology(self)


@dataclass(frozen=True, slots=True)
class StreamsMember:
    """A member before an assignment: `AssignmentMemberSpec`, from 4.4 on `MemberMetadataAndStateImpl`.

    Attributes:
        process: The id of the process in which it runs.
        active: Its active tasks by subtopology.
        standby: Its standby tasks.
        offsets: By subtopology and partition how far the state is of which it has said so; read from 4.4 on.

    Raises:
        WrongTypeError: A field has the wrong type.
        ValueError: A partition is negative, or a number too large.
    """

    process: str
    active: Partitions = field(default_factory=dict)
    standby: Partitions = field(default_factory=dict)
    offsets: Mapping[str, Mapping[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_member(self)


def assign_sticky(
    members: Mapping[str, StreamsMember],
    subtopologies: Mapping[str, Subtopology],
    standbys: int = 0,
    release: Release | str = NEWEST,
) -> dict[str, Tasks]:
    """The tasks of each member.

    Args:
        members: By id, in the order in which they are put into Java's `HashMap`.
        subtopologies: By id.
        standbys: `num.standby.replicas`.
        release: The release to equal, 4.2 or newer: 4.1 depends on identity hash codes.

    Raises:
        TaskAssignorException: There are tasks, and no members.
        WrongTypeError: An argument has the wrong type.
        ValueError: `standbys` is negative, or the release older than 4.2.

    Original: `org.apache.kafka.coordinator.group.streams.assignor.StickyTaskAssignor.assign(GroupSpec, …)`.
    """
    release = release_of_assignor(release)
    standbys = _arguments.count("standbys", standbys)
    return _Assignment(named("members", members), named("subtopologies", subtopologies), standbys, release).assigned()


class _Quota:
    """How many tasks a member may have, of what is left for members that have fewer."""

    def __init__(self, tasks: int, members: int) -> None:
        self._tasks = tasks
        self._members = members
        self.each = self._share()

    def reached(self, count: int) -> None:
        """A member has that many; where that is the quota, it is out."""
        if count == self.each:
            self._members -= 1
            self._tasks -= count
            self.each = self._share()

    def _share(self) -> int:
        """Rounded up. The quota never grows, so that a member is out once, and as many tasks as are left are shared."""
        return -(-self._tasks // max(self._members, 1))


class _Assignment:
    """One run of the assignor."""

    def __init__(
        self,
        members: Mapping[str, StreamsMember],
        subtopologies: Mapping[str, Subtopology],
        standbys: int,
        release: Release,
    ) -> None:
        self._subtopologies = subtopologies
        self._standbys = standbys
        self._release = release
        active = sum(of.partitions for of in subtopologies.values())
        copies = sum(of.partitions for of in subtopologies.values() if of.stateful) * standbys
        self._active_quota = _Quota(active, len(members))
        self._quota = _Quota(active + copies, len(members))
        self._ids: HashMap[str, StreamsMember] = HashMap()
        for member, spec in members.items():
            self._ids.put(member, spec)
        self._by_id: HashMap[str, Process] = HashMap(len(members))
        self._process_of = {member: self._joined(member, spec.process) for member, spec in self._ids.items()}
        self._had_active = {task: member for member, spec in self._ids.items() for task in _listed(spec.active)}
        self._had_state = self._candidates()

    def _joined(self, member: str, name: str) -> Process:
        """The process of a new member; 4.4 puts it into the map in another way, and at another place of a bin."""
        if self._release >= (4, 4):  # also grows a full map where the process is there already
            process = self._by_id.compute_if_absent(name, lambda _: Process())
        else:
            process = self._by_id.get(name)
        if process is None:
            process = Process()
            self._by_id.put(name, process)
        process.join(member)
        return process

    def _candidates(self) -> dict[Task, list[str]]:
        """By task who has its state: former standbys, from 4.4 on also who has said so, and those farthest first."""
        candidates: dict[Task, list[tuple[bool, int, str]]] = {}
        for member, spec in self._ids.items():
            standbys = _listed(spec.standby)
            reached = {(name, one): offset for name, of in spec.offsets.items() for one, offset in of.items()}
            for task in standbys:
                candidates.setdefault(task, []).append((False, -reached.pop(task, 0), member))
            if self._release >= (4, 4):
                for task, offset in reached.items():
                    candidates.setdefault(task, []).append((True, -offset, member))
        if self._release >= (4, 4):
            for of_task in candidates.values():
                of_task.sort(key=lambda candidate: candidate[:2])
        return {task: [member for *_, member in of_task] for task, of_task in candidates.items()}

    def assigned(self) -> dict[str, Tasks]:
        """The tasks of each member."""
        self._assign_active()
        if self._standbys:
            self._assign_standbys()
        return {
            member: Tasks(
                partitions_of(self._process_of[member].active[member]),
                partitions_of(self._process_of[member].standby[member]),
                _NOTHING,
            )
            for member in self._ids
        }

    def _tasks(self, *, stateful: bool = False) -> list[Task]:
        return [
            (name, partition)
            for name, of in self._subtopologies.items()
            if of.stateful or not stateful
            for partition in range(of.partitions)
        ]

    def _assign_active(self) -> None:
        tasks = sorted(self._tasks(), key=_by_partition)
        left = []
        for task in tasks:
            member = self._had_active.get(task)
            if member is None or not self._give_active(member, task):
                left.append(task)
        tasks, left = left, []
        for task in tasks:
            member = self._least_loaded(self._had_state.get(task, ()), None)
            if member is None or not self._give_active(member, task):
                left.append(task)
        left.sort(key=lambda task: utf16_key(task[0]))  # as the partitions of a subtopology are in order already
        queue = self._by_load()
        for task in left:
            if not queue:
                raise TaskAssignorException(f"No process available to assign active task {task[0]}_{task[1]}.")
            process = queue.poll()
            self._quota.reached(process.give_to_least(task, active=True))
            queue.add(process)

    def _give_active(self, member: str, task: Task) -> bool:
        """Gives the task to a member that may have more active ones."""
        process = self._process_of[member]
        if process.count(member) >= self._active_quota.each:
            return False
        count = process.give(member, task, active=True)
        self._active_quota.reached(count)
        self._quota.reached(count)
        return True

    def _assign_standbys(self) -> None:
        left: list[tuple[Task, int]] = []
        for task in sorted(self._tasks(stateful=True), key=_by_partition, reverse=True):
            for given in range(self._standbys):
                if not self._give_standby(self._had_active.get(task), task):
                    member = self._least_loaded(self._had_state.get(task, ()), task)
                    if not self._give_standby(member, task):
                        left.append((task, self._standbys - given))
                        break
        left.sort(key=lambda one: utf16_key(one[0][0]), reverse=True)
        queue = self._by_load()
        for task, copies in left:
            all(self._give_to_least(queue, task) for _ in range(copies))  # up to the first that no process can take

    def _give_standby(self, member: str | None, task: Task) -> bool:
        """Gives the task to a member that may have more, unless its process has it."""
        if member is None:
            return False
        process = self._process_of[member]
        if task in process.tasks or process.count(member) >= self._quota.each:
            return False
        self._quota.reached(process.give(member, task, active=False))
        return True

    def _give_to_least(self, queue: PriorityQueue[Process], task: Task) -> bool:
        """Gives the task to the least loaded process that doesn't have it; those before it queue again, last first."""
        passed = []
        found = False
        while queue and not found:
            process = queue.poll()
            passed.append(process)
            if task not in process.tasks:
                self._quota.reached(process.give_to_least(task, active=False))
                found = True
        for process in reversed(passed):
            queue.add(process)
        return found

    def _by_load(self) -> PriorityQueue[Process]:
        queue: PriorityQueue[Process] = PriorityQueue(lambda process: process.load)
        for process in self._by_id.values():
            queue.add(process)
        return queue

    def _least_loaded(self, members: Iterable[str], standby: Task | None) -> str | None:
        """Of those that had a task's state the one to have it: `findPrevMemberWithLeastLoad`.

        4.4 and 4.2.2 pass over processes that have the task; 4.3.1 doesn't.
        """
        listed = [*members]
        if not listed:
            return None
        passes_over = self._release >= (4, 4) or (4, 2, 2) <= self._release < (4, 3)
        if passes_over:
            listed = [member for member in listed if standby not in self._process_of[member].tasks]
        chosen: str | None = None
        for member in listed:
            if chosen is None or (self._lighter(member, chosen) and standby not in self._process_of[member].tasks):
                chosen = member
        if not passes_over and standby in self._process_of[listed[0]].tasks:
            return None
        return chosen

    def _lighter(self, member: str, than: str) -> bool:
        """Whether the member has less, and its process, too."""
        process, other = self._process_of[member], self._process_of[than]
        return process.load < other.load and process.count(member) < other.count(than)


def _listed(partitions: Partitions) -> list[Task]:
    return [(subtopology, partition) for subtopology, of in partitions.items() for partition in of]


def _by_partition(task: Task) -> tuple[int, bytes]:
    return task[1], utf16_key(task[0])
