"""The two that must give the same answer: the port, and the coordinator's assignors (`java/ServerGroups.java`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bench.benchmark import Contender, timed
from copartition.kafka.group import assign_range, assign_uniform
from copartition.kafka.group.members import GroupMember, HashedMembers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from bench.server_assignors.workloads import Workload
    from copartition.kafka.group.members import Target
    from copartition.kafka.uuid import Uuid

PORT: Final = "copartition"
JAVA: Final = "Java"
ASSIGNORS: Final = {"uniform": assign_uniform, "range": assign_range}


def members(workload: Workload, assignor: str, *, joins: bool) -> Sequence[GroupMember]:
    """The group; where the last member joins, the others have what they were given before."""
    if not joins:
        return workload.group
    given = ASSIGNORS[assignor](workload.counts, workload.group, alike=workload.alike)
    had = [
        GroupMember(
            member.id,
            member.topics,
            {topic: sorted(target[topic]) for topic in workload.ids if topic in (target := given[member.id])},
        )
        for member in workload.group
    ]
    return [*had, workload.last]


def port(workload: Workload, assignor: str, *, joins: bool) -> Contender:
    """The port."""
    group = members(workload, assignor, joins=joins)
    assign = prepared(workload, assignor, group)
    given: list[Mapping[str, Target]] = []

    def compute() -> NDArray[np.int32]:
        given[:] = [assign()]
        return np.empty(0, np.int32)

    rows = workload.topics * workload.partitions
    return Contender(PORT, rows, timed(PORT, rows, compute).run, lambda: _flat(workload, group, given[0]))


def prepared(workload: Workload, assignor: str, group: Sequence[GroupMember]) -> Callable[[], Mapping[str, Target]]:
    """What a coordinator has before it asks an assignor: the map of members, and who owns what, as in a `GroupSpec`."""
    hashed = HashedMembers.of(group)
    if assignor == "range":
        return lambda: assign_range(workload.counts, hashed, alike=workload.alike)
    owners: dict[Uuid, dict[int, str]] = {}
    for member in group:
        for topic, owned in member.target.items():
            owners.setdefault(topic, {}).update(dict.fromkeys(owned, member.id))
    return lambda: assign_uniform(workload.counts, hashed, alike=workload.alike, assigned=owners)


def java(groups: Any, workload: Workload, assignor: str, *, joins: bool) -> Contender:  # noqa: ANN401 - a Java class
    """Kafka's own; it times itself, so that no round trip is counted."""
    import jpype  # noqa: PLC0415 - an extra

    halves = ([getattr(topic, half) for topic in workload.ids] for half in ("most", "least"))
    most, least = (jpype.JArray(jpype.JLong)(half) for half in halves)
    names = [*workload.names]
    group = groups(
        most, least, workload.partitions, names, [[*places] for places in workload.subscribed], workload.alike
    )
    if joins:
        group.run(assignor)
        group.lastMemberJoins()
    rows = workload.topics * workload.partitions
    return Contender(JAVA, rows, lambda: int(group.run(assignor)) / 1e9, lambda: np.array(group.answer(), np.int32))


def _flat(workload: Workload, group: Sequence[GroupMember], given: Mapping[str, Target]) -> NDArray[np.int32]:
    """As `ServerGroups.answer()`: by member, how many partitions, then the number of each, in order."""
    first = {topic: place * workload.partitions for place, topic in enumerate(workload.ids)}
    numbers: list[int] = []
    for member in group:
        mine = sorted(first[topic] + number for topic, of in given.get(member.id, {}).items() for number in of)
        numbers += [len(mine), *mine]
    return np.array(numbers, np.int32)
