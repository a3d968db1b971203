"""Who subscribes to what, with topics as names: Python remembers their hash codes, so that numbers would save nothing.

All that is read of a list of topics is read once, however many members share it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Topics = tuple[str, ...]
"""What a member subscribes to, in its order; a name may occur twice, or be no topic's."""


class Subscriptions:
    """The topics of all members.

    Args:
        listed: By rank, what each member subscribes to.
    """

    def __init__(self, listed: Sequence[Topics]) -> None:
        self._listed = _shared(listed)
        self._distinct = {id(topics): topics for topics in self._listed}
        self._existing: dict[int, list[int]] = {}

    def of(self, member: int) -> Topics:
        """What a member subscribes to."""
        return self._listed[member]

    @cached_property
    def times(self) -> Mapping[str, int]:
        """How many members subscribe to each topic, as often as they name it."""
        if len(self._distinct) == 1:
            return {topic: named * len(self._listed) for topic, named in Counter(self._listed[0]).items()}
        return {topic: len(members) for topic, members in self.subscribers.items()}

    @cached_property
    def subscribers(self) -> Mapping[str, list[int]]:
        """By topic, the members that subscribe to it, in any order, as often as they name it."""
        subscribers: defaultdict[str, list[int]] = defaultdict(list)
        if len(self._distinct) == len(self._listed):  # to extend lists by one member takes three times as long
            for member, topics in enumerate(self._listed):
                for topic in topics:
                    subscribers[topic].append(member)
            return subscribers
        for each, members in self._sharing.items():
            for topic in self._distinct[each]:
                subscribers[topic].extend(members)
        return subscribers

    @cached_property
    def sets(self) -> Sequence[frozenset[str]]:
        """By rank, what each member subscribes to; large in a large group, so better asked for one by one."""
        sets = {each: frozenset(topics) for each, topics in self._distinct.items()}
        return [sets[id(topics)] for topics in self._listed]

    def once(self, member: int) -> frozenset[str]:
        """What a member subscribes to; remembered if others have the same list."""
        topics = self._listed[member]
        return self._shared_sets.get(id(topics)) or frozenset(topics)

    @cached_property
    def _shared_sets(self) -> Mapping[int, frozenset[str]]:
        return {each: frozenset(self._distinct[each]) for each, members in self._sharing.items() if len(members) > 1}

    @cached_property
    def _sharing(self) -> Mapping[int, list[int]]:
        """The members that share each list."""
        sharing: dict[int, list[int]] = {each: [] for each in self._distinct}
        for member, each in enumerate(map(id, self._listed)):
            sharing[each].append(member)
        return sharing

    def places(self, member: int, index: Mapping[str, int]) -> Sequence[int]:
        """Where a member's topics that exist stand in the layout, as often as it names them.

        Args:
            member: Its rank.
            index: The layout's, the same every time.
        """
        topics = self._listed[member]
        known = self._existing.get(id(topics))
        if known is None:
            known = self._existing[id(topics)] = [index[topic] for topic in topics if topic in index]
        return known


def _shared(listed: Sequence[Topics]) -> list[Topics]:
    """The same lists, but neighbours that are equal are one object: that is seen faster than hashed."""
    shared: list[Topics] = []
    last: Topics = ()
    for topics in listed:
        if topics is not last and topics != last:
            last = topics
        shared.append(last)
    return shared
