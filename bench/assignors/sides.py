"""The two sides that must give the same answer: the port, and Kafka's own assignors (`java/Groups.java`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bench.race import Runner, timed
from copartition.kafka import assign

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from bench.assignors.worlds import World
    from copartition.kafka import Member, TopicPartition

PORT = "copartition"
JAVA = "Java"


def port(world: World, assignor: str, *, again: bool) -> Runner:
    """The port.

    Args:
        world: The group.
        assignor: Its assignor.
        again: The first member has left, and the others tell what they had.
    """
    members = world.rejoining(assignor) if again else world.group
    given: list[Mapping[str, Sequence[TopicPartition]]] = []

    def compute() -> NDArray[np.int32]:
        given[:] = [assign(assignor, world.counts, members)]
        return np.empty(0, np.int32)

    runner = timed(PORT, world.total, compute)
    return Runner(PORT, world.total, runner.run, lambda: flat(world, members, given[0]))


class JavaGroups:
    """Java's groups; the one asked for last is kept, because what it answered is what members come back with.

    Args:
        groups: The Java class `Groups`.
    """

    def __init__(self, groups: Any) -> None:  # noqa: ANN401 - a Java class
        self._groups = groups
        self._last: tuple[World, str] | None = None  # until its first member leaves
        self._group: Any = None

    def of(self, world: World, assignor: str, *, again: bool) -> Any:  # noqa: ANN401 - a Java object
        """A group of that world; with `again` its first member has left after an assignment by that assignor."""
        if self._last != (world, assignor) or not again:
            subscribed = list(map(list, world.subscribed))
            self._group = self._groups(list(world.topic_names), world.partitions, list(world.member_ids), subscribed)
            self._last = (world, assignor)
            if again:
                self._group.run(assignor)
        if again:
            self._group.firstMemberLeaves()
            self._last = None
        return self._group


def java(groups: JavaGroups, world: World, assignor: str, *, again: bool) -> Runner:
    """Kafka's own; it times itself, so that no crossing is counted.

    Args:
        groups: Where the group comes from.
        world: The group.
        assignor: Its assignor.
        again: The first member has left, and the others tell what they had.
    """
    group = groups.of(world, assignor, again=again)
    return Runner(JAVA, world.total, lambda: int(group.run(assignor)) / 1e9, lambda: np.array(group.answer(), np.int32))


def flat(world: World, members: Iterable[Member], given: Mapping[str, Sequence[TopicPartition]]) -> NDArray[np.int32]:
    """As `Groups.answer()`: by member, how many partitions, then each one's number, in the order of the list."""
    place = {topic: world.partitions * at for at, topic in enumerate(world.topic_names)}
    numbers: list[int] = []
    for member in members:
        mine = given[member.id]
        numbers.append(len(mine))
        numbers += [place[each.topic] + each.partition for each in mine]
    return np.array(numbers, np.int32)
