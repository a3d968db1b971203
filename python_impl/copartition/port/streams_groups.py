"""Streams groups: the assignor, and what a coordinator tells a member next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from copartition.kafka.group.releases import NEWEST
from copartition.kafka.streams_group.reconcile import Heartbeat, MemberAssignment, MemberState, reconcile
from copartition.kafka.streams_group.sticky import StreamsMember, Subtopology, assign_sticky
from copartition.kafka.streams_group.tasks import MemberTasks, Tasks
from copartition.port.fields import (
    Fields,
    array,
    boolean,
    int32,
    mapping,
    nullable,
    number,
    objects,
    one_of,
    text,
)
from copartition.port.partitions import by_partition, distinct_partitions
from copartition.port.rows import answer, kafka_release

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.kafka.group.releases import Release
    from copartition.kafka.streams_group.tasks import Partitions
    from copartition.port.fields import JSON, Reader
    from copartition.port.rows import Operation

T = TypeVar("T")

_STATE: Final = one_of({state.name: state for state in MemberState})


def streams_reconciled(document: Fields, release: Release = NEWEST) -> JSON:
    """The member after a heartbeat."""
    member = document.get("member", Fields)
    target = document.get("target", Fields)
    processes = document.get("processes", Fields)
    active = processes.get("active", _process)
    standby = processes.get("standby", _processes)
    warmup = processes.get("warmup", _processes)
    beat = Heartbeat(
        target_epoch=target.get("epoch", int32),
        target=target.get("tasks", _tasks),
        active_process=lambda task: active.get(task[0], {}).get(task[1]),
        standby_processes=lambda task: standby.get(task[0], {}).get(task[1], ()),
        warmup_processes=lambda task: warmup.get(task[0], {}).get(task[1], ()),
        owned=document.get("owned", nullable(_tasks)),
    )
    before = MemberAssignment(
        member.get("process", text),
        member.get("epoch", int32),
        member.get("previousEpoch", int32),
        member.get("state", _STATE),
        member.get("assigned", _member_tasks),
        member.get("revoking", _member_tasks),
    )
    after = reconcile(before, beat, release)
    with_epochs = release >= (4, 2)
    return {
        "epoch": after.epoch,
        "previousEpoch": after.previous_epoch,
        "state": after.state.name,
        "assigned": _json(after.assigned, with_epochs=with_epochs),
        "revoking": _json(after.revoking, with_epochs=with_epochs),
    }


def sticky_assigned(document: Fields, release: Release = NEWEST) -> JSON:
    """The tasks of each member."""
    members: dict[str, StreamsMember] = {}
    for place, member in enumerate(document.get("members", objects)):
        name = member.get("id", text)
        if name in members:
            raise ValueError(f"input.members[{place}].id: another member has this id; give each its own")
        members[name] = StreamsMember(
            member.get("process", text),
            member.get("active", _partitions),
            member.get("standby", _partitions),
            member.get("offsets", _epochs),
        )
    subtopologies = document.get("subtopologies", _by_subtopology(_subtopology))
    assigned = assign_sticky(members, subtopologies, document.get("standbys", _count), release)
    return {
        member: {"active": _sorted(tasks.active), "standby": _sorted(tasks.standby)}
        for member, tasks in assigned.items()
    }


def _subtopology(value: JSON, path: str) -> Subtopology:
    of = Fields(value, path)
    return Subtopology(of.get("partitions", _count), of.get("stateful", boolean))


def _count(value: JSON, path: str) -> int:
    return number(value, path, 0, 1000)


def _sorted(tasks: Partitions) -> JSON:
    return {subtopology: sorted(partitions) for subtopology, partitions in tasks.items()}


def _tasks(value: JSON, path: str) -> Tasks:
    roles = Fields(value, path)
    return Tasks(roles.get("active", _partitions), roles.get("standby", _partitions), roles.get("warmup", _partitions))


def _member_tasks(value: JSON, path: str) -> MemberTasks:
    roles = Fields(value, path)
    active = roles.get("active", _epochs)
    return MemberTasks(active, roles.get("standby", _partitions), roles.get("warmup", _partitions))


def _by_subtopology(read: Reader[T]) -> Reader[dict[str, T]]:
    def read_all(value: JSON, path: str) -> dict[str, T]:
        return {name: read(of, f"{path}.{name}") for name, of in mapping(value, path).items()}

    return read_all


_partitions: Final = _by_subtopology(distinct_partitions)
_epochs: Final = _by_subtopology(by_partition(int32))
_process: Final = _by_subtopology(by_partition(text))
_processes: Final = _by_subtopology(by_partition(array(text)))


def _json(tasks: MemberTasks, *, with_epochs: bool) -> JSON:
    """Tasks as answers have them, all sorted; epochs are null in releases that keep none."""
    return {
        "active": {
            subtopology: {str(one): partitions[one] if with_epochs else None for one in sorted(partitions)}
            for subtopology, partitions in tasks.active.items()
        },
        "standby": _sorted(tasks.standby),
        "warmup": _sorted(tasks.warmup),
    }


OPERATIONS: Final[Mapping[str, Operation]] = {
    "kafka.group.reconcile-streams": answer(streams_reconciled, kafka_release),
    "kafka.group.assignor.streams-sticky": answer(sticky_assigned, kafka_release),
}
