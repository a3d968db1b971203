"""The groups: members, topics, who subscribes to what, and the ids that topics get."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final

from copartition.kafka.group.members import GroupMember
from copartition.kafka.uuid import Uuid

_SEED: Final = 20261124
_BUCKETS: Final = 5
_BY_MEMBER: Final = 10


@dataclass(frozen=True)
class Workload:
    """A group and its topics; its last member joins after the others.

    Attributes:
        members: How many there are, with the last one.
        topics: How many there are; all have as many partitions.
        alike: Whether all subscribe to all topics; else each to one of five disjoint sets of them.
        by_member: How many partitions there are for each member.
    """

    members: int
    topics: int
    alike: bool
    by_member: int = _BY_MEMBER

    def __str__(self) -> str:
        kind = "all topics" if self.alike else "five buckets"
        return f"{self.members:,} members, {self.topics:,} topics of {self.partitions:,}, {kind}"

    @property
    def partitions(self) -> int:
        """How many a topic has."""
        return max(1, self.members * self.by_member // self.topics)

    @cached_property
    def ids(self) -> tuple[Uuid, ...]:
        """The topics' ids."""
        random = Random(_SEED)  # noqa: S311 - a benchmark's input
        half = 1 << 63
        return tuple(Uuid(random.randrange(-half, half), random.randrange(-half, half)) for _ in range(self.topics))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The members' ids."""
        return tuple(f"member{place}" for place in range(self.members))

    @cached_property
    def subscribed(self) -> tuple[tuple[int, ...], ...]:
        """By member, places in `ids`."""
        every = range(self.topics)
        sets = [tuple(every)] if self.alike else [tuple(every[bucket::_BUCKETS]) for bucket in range(_BUCKETS)]
        return tuple(sets[place % len(sets)] for place in range(self.members))

    @cached_property
    def counts(self) -> dict[Uuid, int]:
        """The partitions of each topic."""
        return dict.fromkeys(self.ids, self.partitions)

    @cached_property
    def group(self) -> tuple[GroupMember, ...]:
        """All members but the last, with nothing yet."""
        topics = {places: tuple(self.ids[place] for place in places) for places in set(self.subscribed)}
        named = zip(self.names, self.subscribed, strict=True)
        return tuple(GroupMember(name, topics[places]) for name, places in named)[:-1]

    @cached_property
    def last(self) -> GroupMember:
        """The member that joins after the others."""
        return GroupMember(self.names[-1], tuple(self.ids[place] for place in self.subscribed[-1]))
