"""Processes of a streams group and what their members have been given: `ProcessState`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from copartition.java import HashSet
from copartition.java.priority_queue import PriorityQueue

if TYPE_CHECKING:
    from copartition.kafka.streams_group.tasks import Task


@dataclass(slots=True)
class _Entry:
    member: str
    count: int


class Process:
    """A process, its members, and the tasks that it is to run.

    Attributes:
        members: Its members, in Java's order.
        tasks: What runs here, in whatever role.
        active: By member its active tasks.
        standby: By member its standby tasks.
    """

    def __init__(self) -> None:
        self.members: HashSet[str] = HashSet()
        self.tasks: set[Task] = set()
        self.active: dict[str, set[Task]] = {}
        self.standby: dict[str, set[Task]] = {}
        self._by_load: PriorityQueue[_Entry] | None = None

    @property
    def load(self) -> float:
        """Tasks by member."""
        return len(self.tasks) / len(self.members)

    def count(self, member: str) -> int:
        """How many tasks one of its members has."""
        return len(self.active[member]) + len(self.standby[member])

    def join(self, member: str) -> None:
        """A member that has nothing yet."""
        self.members.add(member)
        self.active[member] = set()
        self.standby[member] = set()

    def give(self, member: str, task: Task, *, active: bool) -> int:
        """Gives a member a task; how many it has now."""
        self._by_load = None
        return self._give(member, task, active=active)

    def give_to_least(self, task: Task, *, active: bool) -> int:
        """Gives the task to the member that has least; how many it has now."""
        if self._by_load is None:
            self._by_load = PriorityQueue(lambda entry: entry.count)
            for member in self.members:
                self._by_load.add(_Entry(member, self.count(member)))
        entry = self._by_load.poll()
        entry.count = self._give(entry.member, task, active=active)
        self._by_load.add(entry)
        return entry.count

    def _give(self, member: str, task: Task, *, active: bool) -> int:
        self.tasks.add(task)
        (self.active if active else self.standby)[member].add(task)
        return self.count(member)
