"""Processes of a streams group and what their members have been given: `ProcessState`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from copartition.java import HashMap
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
        load: Tasks by member.
        counts: By member how many tasks it has, in Java's order.
        tasks: What runs here, in whatever role.
    """

    def __init__(self) -> None:
        self.load = 0.0
        self.counts: HashMap[str, int] = HashMap()
        self.tasks: set[Task] = set()
        self.active: dict[str, set[Task]] = {}
        self.standby: dict[str, set[Task]] = {}
        self._count = 0
        self._by_load: PriorityQueue[_Entry] | None = None

    def join(self, member: str) -> None:
        """A member that has nothing yet."""
        self.counts.put(member, 0)

    def give(self, member: str, task: Task, *, active: bool) -> int:
        """Gives a member a task; how many it has now."""
        self._by_load = None
        return self._give(member, task, active=active)

    def give_to_least(self, task: Task, *, active: bool) -> int:
        """Gives the task to the member that has least; how many it has now."""
        if len(self.counts) == 1:
            return self._give(next(iter(self.counts)), task, active=active)
        if self._by_load is None:
            self._by_load = PriorityQueue(lambda entry: entry.count)
            for member, count in self.counts.items():
                self._by_load.add(_Entry(member, count))
        entry = self._by_load.poll()
        entry.count = self._give(entry.member, task, active=active)
        self._by_load.add(entry)
        return entry.count

    def _give(self, member: str, task: Task, *, active: bool) -> int:
        self._count += 1
        self.tasks.add(task)
        (self.active if active else self.standby).setdefault(member, set()).add(task)
        count = (self.counts.get(member) or 0) + 1
        self.counts.put(member, count)
        self.load = self._count / len(self.counts)
        return count
