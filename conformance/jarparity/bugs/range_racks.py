"""Racks in RangeAssignor, from 3.5 on (KIP-881): members take partitions of their own rack first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.bugs.group_members import Given, numbers

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON


class Topic:
    """A topic while its partitions are given away.

    Args:
        name: The topic's name.
        takers: The members that subscribe to it, in turn.
        racks: Their racks.
        partitions: As the input has them.
    """

    def __init__(self, name: str, takers: list[str], racks: dict[str, str | None], partitions: JSON) -> None:
        self.name = name
        self.takers = takers
        self.racks = racks
        self.left = numbers(partitions)
        self.homes: dict[int, frozenset[str]] = {}
        if any(rack is not None for rack in racks.values()):
            listed = {} if isinstance(partitions, int) else {each["partition"]: each for each in partitions}
            self.homes = {number: frozenset(listed.get(number, {}).get("racks") or ()) for number in self.left}
        self._each, self._more = divmod(len(self.left), len(takers)) if takers else (0, 0)
        self._has = dict.fromkeys(takers, 0)

    def near(self, member: str, number: int) -> bool:
        """Whether a partition has a replica in the member's rack; a member without one is near to all."""
        rack = self.racks[member]
        return rack is None or rack in self.homes.get(number, ())

    def room(self, member: str) -> int:
        """How many partitions more the member may get."""
        return max(0, self._each + (self._more > 0) - self._has[member])

    def give(self, member: str, chosen: list[int], given: Given) -> None:
        """Gives these partitions to the member."""
        self._has[member] += len(chosen)
        self._more -= self._has[member] > self._each
        self.left = [number for number in self.left if number not in chosen]
        given[member] += [[self.name, number] for number in chosen]

    def give_ranges(self, given: Given, allowed: Callable[[str, int], bool] = lambda _member, _number: True) -> None:
        """Gives each member in turn its share of the partitions that it is allowed."""
        for member in self.takers:
            chosen = [number for number in self.left if allowed(member, number)][: self.room(member)]
            if chosen:
                self.give(member, chosen, given)


def racks_matter(topic: Topic) -> bool:
    """Whether some partitions are nearer to some members than others are."""
    everywhere = frozenset[str]().union(*topic.homes.values())
    near = everywhere.intersection(rack for rack in topic.racks.values() if rack is not None)
    return bool(near) and any(homes != everywhere for homes in topic.homes.values())


def near_first(topics: list[Topic], given: Given) -> None:
    """Gives away what is near; of topics with the same members and as many partitions, the same ones to each member."""
    alike: dict[tuple[frozenset[tuple[str, str | None]], int], list[Topic]] = {}
    for topic in topics:
        alike.setdefault((frozenset(topic.racks.items()), len(topic.homes)), []).append(topic)
    for together in alike.values():
        if len(together) > 1:
            _together(together, given)
        elif racks_matter(together[0]):
            together[0].give_ranges(given, together[0].near)


def _together(topics: list[Topic], given: Given) -> None:
    for number in list(topics[0].homes):
        for member in topics[0].takers:
            if all(topic.near(member, number) and topic.room(member) for topic in topics):
                for topic in topics:
                    topic.give(member, [number], given)
                break
