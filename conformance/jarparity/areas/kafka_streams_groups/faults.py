"""Known ways to tell a member of a streams group something else than the coordinator does."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_MODULE: Final = "copartition.kafka.streams_group.reconcile"
_RECONCILE: Final = f"{_MODULE}:reconcile"
_HOLDS: Final = f"{_MODULE}:_holds"
_STEP: Final = f"{_MODULE}:_Step.__init__"
_NEXT: Final = f"{_MODULE}:_Step.next"
_WAITS: Final = f"{_MODULE}:_Step._waits"
_OWN: Final = f"{_MODULE}:_Step._own"
_TASKS: Final = f"{_MODULE}:_Step._tasks"
_BUILDER: Final = "apache/kafka:CurrentAssignmentBuilder"
_fault: Final = partial(Fault.of, "kafka.group.reconcile-streams")

FAULTS: Final = (
    _fault(
        f"{_BUILDER}.withCurrentActiveTaskProcessId",
        "reconcile-streams-two-owners",
        "gives a task as active that another process still has so",
        "A task is active once: until it is given back the member waits.",
        Rewritten(_WAITS, "if running is not None:", "if running == process:"),
    ),
    _fault(
        "apache/kafka#18476",
        "reconcile-streams-one-process-twice",
        "gives a task to a process in which another member has it as standby or warm-up",
        "Members of a process share the directory of a task's state: it runs there once, in whatever role.",
        Rewritten(
            _WAITS, "if process in beat.standby_processes(task) and not self._own(Role.STANDBY, task):", "if False:"
        ),
        Rewritten(_WAITS, "process in beat.warmup_processes(task) and not self._own(Role.WARMUP, task)", "False"),
    ),
    _fault(
        "apache/kafka#18476",
        "reconcile-streams-standby-of-any-process",
        "has a standby wait while any process has the task as active",
        "Only the member's own process counts: elsewhere a task is meant to be active.",
        Rewritten(_WAITS, "elif running == process and", "elif running is not None and"),
    ),
    _fault(
        f"{_BUILDER}.withOwnedAssignment",
        "reconcile-streams-silence-is-nothing",
        "takes a heartbeat without tasks for one that says that there are none",
        "A member that says nothing may still have what it has to give back.",
        Rewritten(_HOLDS, "return True", "return False"),
    ),
    _fault(
        "apache/kafka:TasksTuple.containsAny",
        "reconcile-streams-whatever-role",
        "has a member wait that has a task in another role than the one to give back",
        "A task is given back in its role: what the member says of other roles doesn't count.",
        Rewritten(
            _HOLDS,
            "any(not had.isdisjoint(gone) for had, gone in zip(by_role(owned), lost, strict=True))",
            "not set().union(*by_role(owned)).isdisjoint(set().union(*lost))",
        ),
    ),
    _fault(
        f"{_BUILDER}.buildNewMember",
        "reconcile-streams-epoch-before-revocation",
        "moves a member to the target's epoch before it has given back",
        "It stays in its epoch until then, so that it can still commit.",
        Rewritten(
            _NEXT,
            "MemberAssignment(member.process, epoch, member.epoch",
            "MemberAssignment(member.process, target_epoch, member.epoch",
        ),
    ),
    _fault(
        f"{_BUILDER}.build",
        "reconcile-streams-gives-back-at-once",
        "gives a member the new target while it still has what it has to give back",
        "It can't go on while it has any of them.",
        Rewritten(_RECONCILE, "if _holds(beat.owned, by_role(member.revoking)):", "if False:"),
    ),
    _fault(
        f"{_BUILDER}.build",
        "reconcile-streams-unknown-goes-on",
        "goes on with a member of an unknown state that has tasks",
        "Such a member is fenced until it says that it has nothing.",
        Rewritten(_RECONCILE, "if beat.owned is None or beat.owned:", "if False:"),
    ),
    _fault(
        "apache/kafka#20730",
        "reconcile-streams-epochs-start-anew",
        "gives tasks that a member keeps the target's epoch",
        "A task has the epoch in which the member got it: commits of an older one are refused (KAFKA-19779).",
        Rewritten(_TASKS, "before.get(subtopology, {}).get(partition, self._since)", "self._since"),
    ),
    _fault(
        "apache/kafka#22981",
        "reconcile-streams-role-by-way-of-nothing",
        "has a member give a task back before it gets it in another role",
        "From 4.4 on a role changes in place, and the task's state is kept (KAFKA-20665).",
        Rewritten(_STEP, "release >= (4, 4)", "False"),
        once_right=True,
    ),
    _fault(
        "apache/kafka#22923",
        "reconcile-streams-promoted-task-is-lost",
        "takes a standby or warm-up away before its task is granted as active",
        "It stays until the former owner has given the task back, or all that this member has to give back is given.",
        Rewritten(_NEXT, "self._keep_until_promoted(set() if asks else self._free[Role.ACTIVE])", "pass"),
        once_right=True,
    ),
    _fault(
        "apache/kafka#22981",
        "reconcile-streams-sibling-changes-role",
        "takes a task of another member of the process for one whose role can change",
        "Only a member's own task changes its role in place; a task of a sibling in the process still blocks.",
        Rewritten(_OWN, "self._in_place and task in self._has[role]", "self._in_place"),
    ),
)
