"""The groups: sizes and kinds of Kafka's own benchmark, and random halves, which are hardest for Java."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from random import Random
from typing import Final

from copartition.kafka import Member, Subscription, assign
from copartition.kafka.assignors import ASSIGNORS, RebalanceProtocol

_SEED: Final = 20261121
_BUCKETS: Final = 5
GENERATION: Final = 1


class Kind(Enum):
    """What the members subscribe to."""

    UNIFORM = "uniform"
    BUCKETS = "five buckets"
    HALVES = "random halves"


@dataclass(frozen=True)
class Workload:
    """A group and its topics.

    Attributes:
        members: How many there are.
        topics: How many there are.
        partitions: How many each topic has.
        kind: Who subscribes to what.
    """

    members: int
    topics: int
    partitions: int
    kind: Kind

    def __str__(self) -> str:
        return f"{self.members} x {self.topics} x {self.partitions}, {self.kind.value}"

    @property
    def total(self) -> int:
        """All partitions."""
        return self.topics * self.partitions

    @cached_property
    def topic_names(self) -> tuple[str, ...]:
        """The topics' names."""
        return tuple(f"topic-{place}" for place in range(self.topics))

    @cached_property
    def member_ids(self) -> tuple[str, ...]:
        """The members' ids."""
        return tuple(f"consumer-{place}" for place in range(self.members))

    @cached_property
    def subscribed(self) -> tuple[tuple[int, ...], ...]:
        """By member, places in `topic_names`."""
        every = range(self.topics)
        if self.kind is Kind.UNIFORM:
            return (tuple(every),) * self.members
        if self.kind is Kind.BUCKETS:
            buckets = [tuple(every[bucket::_BUCKETS]) for bucket in range(_BUCKETS)]
            return tuple(buckets[member % _BUCKETS] for member in range(self.members))
        random = Random(_SEED)  # noqa: S311 - a benchmark's input
        return tuple(tuple(topic for topic in every if random.getrandbits(1)) for _ in range(self.members))

    @cached_property
    def counts(self) -> dict[str, int]:
        """The cluster's topics."""
        return dict.fromkeys(self.topic_names, self.partitions)

    @cached_property
    def group(self) -> list[Member]:
        """The members as they join for the first time."""
        known: dict[tuple[int, ...], tuple[str, ...]] = {}
        for places in self.subscribed:
            if places not in known:
                known[places] = tuple(self.topic_names[place] for place in places)
        listed = (known[places] for places in self.subscribed)
        return [Member(name, Subscription(topics)) for name, topics in zip(self.member_ids, listed, strict=True)]

    def rejoining(self, assignor: str) -> list[Member]:
        """The members as they join again when the first one has left, each with what it was given."""
        before = assign(assignor, self.counts, self.group)
        rejoined: list[Member] = []
        for member in self.group[1:]:
            topics, given = member.subscription.topics, before[member.id]
            own = ASSIGNORS[assignor]()
            own.on_assignment(given, GENERATION)
            # Only who rebalances cooperatively still owns its partitions when it joins again.
            keeps = RebalanceProtocol.COOPERATIVE in own.supported_protocols()
            data = own.subscription_user_data(topics)
            rejoined.append(Member(member.id, Subscription(topics, data, tuple(given) if keeps else (), GENERATION)))
        return rejoined
