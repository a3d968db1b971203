"""`AbstractStickyAssignor.MemberData`: what a member says it owned, and when.

A subscription that tells its generation is such data itself, and so is StickyAssignor's user data.
"""

from __future__ import annotations

from itertools import chain, repeat
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

from copartition.kafka.assignors.members import DEFAULT_GENERATION, Subscription
from copartition.kafka.protocol.user_data import StickyUserData

if TYPE_CHECKING:
    from collections.abc import Collection

    from copartition.kafka.topic_partition import TopicPartition

_TOPIC: Final = attrgetter("topic")
_PARTITION: Final = attrgetter("partition")


class OwnedData(NamedTuple):
    """What a subscription says whose generation stands elsewhere.

    Attributes:
        owned: The partitions, in the member's order.
        generation: The generation, None if it isn't told.
    """

    owned: tuple[TopicPartition, ...]
    generation: int | None


NOTHING_OWNED: Final = OwnedData((), None)
"""Of a member that joins: one for all."""

MemberData: TypeAlias = Subscription | OwnedData | StickyUserData


def generation_of(data: MemberData) -> int:
    """The generation, -1 if it isn't told."""
    return DEFAULT_GENERATION if data.generation is None else data.generation


def claims_of(*told: MemberData) -> tuple[list[str], list[int]]:
    """What members own, one's after the other's.

    Args:
        told: What they say, all of them in their subscriptions or all in user data.

    Returns:
        The topics of all partitions, and their numbers within them.
    """
    if StickyUserData in set(map(type, told)):
        sent = [data for data in cast("tuple[StickyUserData, ...]", told) if data.numbers]  # who joins sends none
        topics = list(chain.from_iterable([data.topics for data in sent]))
        sizes = list(chain.from_iterable([data.sizes for data in sent]))
        if sizes.count(1) < len(sizes):
            topics = list(chain.from_iterable(map(repeat, topics, sizes)))
        return topics, list(chain.from_iterable([data.numbers for data in sent]))
    owned = list(chain.from_iterable([data.owned for data in cast("tuple[Subscription | OwnedData, ...]", told)]))
    return list(map(_TOPIC, owned)), list(map(_PARTITION, owned))


def sizes_of(told: Collection[MemberData]) -> list[int]:
    """How many partitions each member owns."""
    return [len(data.numbers if isinstance(data, StickyUserData) else data.owned) for data in told]
