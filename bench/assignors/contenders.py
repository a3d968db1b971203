"""The two contenders that must give the same answer: the port, and the assignors of Kafka (`java/Groups.java`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bench.benchmark import Contender, timed
from copartition.kafka import assign

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from bench.assignors.workloads import Workload
    from copartition.kafka import Member, TopicPartition

PORT = "copartition"
JAVA = "Java"


def port(workload: Workload, assignor: str, *, again: bool) -> Contender:
    """The port.

    Args:
        workload: The group.
        assignor: Its assignor.
        again: The first member has left, and the others tell what they had.
    """
    members = workload.rejoining(assignor) if again else workload.group
    given: list[Mapping[str, Sequence[TopicPartition]]] = []

    def compute() -> NDArray[np.int32]:
        given[:] = [assign(assignor, workload.counts, members)]
        return np.empty(0, np.int32)

    contender = timed(PORT, workload.total, compute)
    return Contender(PORT, workload.total, contender.run, lambda: flat(workload, members, given[0]))


class JavaGroups:
    """Java's groups; the one asked for last is kept, because what it answered is what members come back with.

    Args:
        groups: The Java class `Groups`.
    """

    def __init__(self, groups: Any) -> None:  # noqa: ANN401 - a Java class
        self._groups = groups
        self._last: tuple[Workload, str] | None = None  # until its first member leaves
        self._group: Any = None

    def of(self, workload: Workload, assignor: str, *, again: bool) -> Any:  # noqa: ANN401 - a Java object
        """A group of that workload; with `again` its first member has left after an assignment by that assignor."""
        if self._last != (workload, assignor) or not again:
            subscribed = list(map(list, workload.subscribed))
            self._group = self._groups(
                list(workload.topic_names), workload.partitions, list(workload.member_ids), subscribed
            )
            self._last = (workload, assignor)
            if again:
                self._group.run(assignor)
        if again:
            self._group.firstMemberLeaves()
            self._last = None
        return self._group


def java(groups: JavaGroups, workload: Workload, assignor: str, *, again: bool) -> Contender:
    """Kafka's own; it times itself, so that no round trip is counted.

    Args:
        groups: Where the group comes from.
        workload: The group.
        assignor: Its assignor.
        again: The first member has left, and the others tell what they had.
    """
    group = groups.of(workload, assignor, again=again)
    return Contender(
        JAVA, workload.total, lambda: int(group.run(assignor)) / 1e9, lambda: np.array(group.answer(), np.int32)
    )


def flat(
    workload: Workload, members: Iterable[Member], given: Mapping[str, Sequence[TopicPartition]]
) -> NDArray[np.int32]:
    """As `Groups.answer()`: by member, how many partitions, then each one's number, in the order of the list."""
    place = {topic: workload.partitions * at for at, topic in enumerate(workload.topic_names)}
    numbers: list[int] = []
    for member in members:
        mine = given[member.id]
        numbers.append(len(mine))
        numbers += [place[each.topic] + each.partition for each in mine]
    return np.array(numbers, np.int32)
