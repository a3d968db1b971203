"""Known ways to assign the tasks of a streams group otherwise than the coordinator does."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_STICKY: Final = "copartition.kafka.streams_group.sticky:_Assignment"
_QUOTA: Final = "copartition.kafka.streams_group.sticky:_Quota"
_ORIGINAL: Final = "apache/kafka:StickyTaskAssignor"
_fault: Final = partial(Fault.of, "kafka.group.assignor.streams-sticky")

FAULTS: Final = (
    _fault(
        f"{_ORIGINAL}.assignActive",
        "streams-sticky-forgets-active",
        "deals active tasks anew without a look at who had them",
        "A task goes to the member that had it, up to the quota.",
        Rewritten(f"{_STICKY}._assign_active", "self._had_active.get(task)", "None"),
    ),
    _fault(
        f"{_ORIGINAL}.assignActive",
        "streams-sticky-forgets-standby",
        "gives a task to the least loaded process although another member has its state",
        "A task whose owner is gone, or has enough, goes to a former standby.",
        Rewritten(f"{_STICKY}._assign_active", "self._least_loaded(self._had_state.get(task, ()), None)", "None"),
    ),
    _fault(
        f"{_ORIGINAL}.maybeUpdateActiveTasksPerMember",
        "streams-sticky-quota-rounds-up-for-all",
        "lets every member have as many tasks as the largest share",
        "When a member has its share, the rest is shared among the others anew.",
        Rewritten(f"{_QUOTA}.reached", "if count == self.each:", "if False:"),
    ),
    _fault(
        f"{_ORIGINAL}.assignStandby",
        "streams-sticky-standby-beside-active",
        "gives a standby to the process that runs the task already",
        "A copy in the same process is of no use: it goes to another, or nowhere.",
        Rewritten(f"{_STICKY}._give_to_least", "if task not in process.tasks:", "if True:"),
    ),
    _fault(
        f"{_ORIGINAL}.assignActive",
        "streams-sticky-deals-by-partition",
        "deals the tasks that are left by partition and then by subtopology",
        "They are dealt by subtopology, so that the partitions of one are spread.",
        Rewritten(
            f"{_STICKY}._assign_active",
            "left.sort(key=lambda task: utf16_key(task[0]))",
            "left.sort(key=_by_partition)",
        ),
    ),
    _fault(
        "apache/kafka:ProcessState.computeLoad",
        "streams-sticky-load-of-threads",
        "compares processes by their tasks, however many members they have",
        "A process's load is its tasks by member: one with more members gets more.",
        Rewritten("copartition.kafka.streams_group.processes:Process.load", " / len(self.members)", ""),
    ),
    _fault(
        "apache/kafka:ProcessState.addTaskToLeastLoadedMember",
        "streams-sticky-first-thread",
        "gives a process's tasks to its first member",
        "They go to the member that has least.",
        Rewritten(
            "copartition.kafka.streams_group.processes:Process.give_to_least",
            "entry = self._by_load.poll()",
            "entry = _Entry(next(iter(self.members)), 0)",
        ),
    ),
)
