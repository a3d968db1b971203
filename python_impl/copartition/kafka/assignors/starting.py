"""What the general algorithm starts from: the partitions that members keep, and the order of visits.

Until 2.2 that is each member's user data as it stands; from 2.3 to 2.8 the newest claim on each partition, in
the order of a `HashMap`; from 3.0 on the claims that counted when subscriptions were compared.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from copartition.errors import NoSuchElementException, NullPointerException
from copartition.java import string_hash
from copartition.java.ints import int32
from copartition.java.tim_sort import tim_sorted
from copartition.kafka.assignors.general import General
from copartition.kafka.assignors.java_order import in_put_order, partition_hash, partitions_put_order
from copartition.kafka.assignors.member_data import claims_of
from copartition.kafka.assignors.members import DEFAULT_GENERATION
from copartition.kafka.assignors.racks import NO_RACKS, Racks
from copartition.kafka.assignors.spreading import equal_subscriptions, spread_by_owner
from copartition.kafka.assignors.versions import Previous

if TYPE_CHECKING:
    from collections.abc import Sequence

    from copartition.kafka.assignors.claims import Claimant, Owned
    from copartition.kafka.assignors.layout import Layout
    from copartition.kafka.assignors.subscriptions import Subscriptions
    from copartition.kafka.assignors.versions import Behaviour

NO_COUNT = (
    'Cannot invoke "java.lang.Integer.intValue()" because the return value of "java.util.Map.get(Object)" is null'
)
"""Message of the NullPointerException for a topic without metadata."""

_SET_FROM: Final = 5
"""Partitions of a member from which on a set of its topics is made."""


def start_from_owned(  # noqa: PLR0913 - what the original's constructor takes
    members: Sequence[Claimant],
    names: Sequence[str],
    subscriptions: Subscriptions,
    layout: Layout,
    racks: Racks,
    owned: Owned,
    behaviour: Behaviour,
) -> General:
    """The start from 3.0 on.

    Args:
        members: In the order of the leader's map.
        names: The members' ids by rank.
        subscriptions: Who subscribes to what.
        layout: The topics that exist.
        racks: The racks.
        owned: The members' claims.
        behaviour: What the release does.
    """
    leader_order = [member.rank for member in members]
    order = map_order(leader_order, names)
    owner_of = {number: member for member in order for number in owned.partitions[member]}
    owners: list[list[int]] = [[]] * len(members)
    revocation_required = False
    name_of = layout.name_of_each()
    for member in order:
        before = owned.partitions[member]
        # A set of a member's topics takes as long as a few looks through all of them.
        subscribed = subscriptions.of(member) if len(before) < _SET_FROM else subscriptions.once(member)
        kept = [number for number in before if name_of[number] in subscribed]
        if racks.used:
            kept = [number for number in kept if not racks.mismatch(member, number)]
        revocation_required = revocation_required or len(kept) < len(before)
        owners[member] = kept
    assigned = list(chain.from_iterable([owners[member] for member in order]))
    visits, place_of_topic, counts = visits_by_subscribers(subscriptions, layout)
    unassigned = visits
    if assigned:
        taken = _walked(assigned, layout, place_of_topic)
        unassigned = [number for number in visits if number not in taken]
    return General(
        layout, racks, order, leader_order, subscriptions, owners, owner_of, _previous(members, owned),
        visits, unassigned, revocation_required, counts, behaviour,
    )  # fmt: skip


def start_from_generations(
    members: Sequence[Claimant], subscriptions: Subscriptions, layout: Layout, order_of_topics: Sequence[str],
    behaviour: Behaviour,
) -> General:  # fmt: skip
    """The start from 2.3 to 2.8.

    Args:
        members: In the order of the leader's map; their user data is read on.
        subscriptions: Who subscribes to what.
        layout: The topics that exist.
        order_of_topics: The topics in the order of the map of their partitions' counts.
        behaviour: What the release does.
    """
    claims: dict[tuple[str, int], dict[int, int]] = {}
    for member in members:
        data = member.read_data()
        for key in zip(*claims_of(data), strict=True):
            generations = claims.setdefault(key, {})
            if data.generation is None or data.generation not in generations:
                generations[DEFAULT_GENERATION if data.generation is None else data.generation] = member.rank
    hash_of_topic = {topic: string_hash(topic) for topic, _ in claims}
    claimed = partitions_put_order(
        list(claims), [partition_hash(hash_of_topic[topic], partition) for topic, partition in claims]
    )
    owners: list[list[int]] = [[] for _ in members]
    previous: dict[int, int] = {}
    for key in claimed:
        newest, *older = sorted(claims[key], reverse=True)
        number = _existing(key, layout)
        if number is not None:
            owners[claims[key][newest]].append(number)
            if older:
                previous[number] = claims[key][older[0]]
    # What depends on the order of the current assignment's map: which of several owners of a partition counts; here it
    # has one.
    leader_order = [member.rank for member in members]
    moved_before = [key for key in claimed if len(claims[key]) > 1]
    if behaviour.spread_by_owner:
        moved_before = partitions_put_order(
            moved_before, [partition_hash(hash_of_topic[topic], partition) for topic, partition in moved_before]
        )
    numbers = [number for key in moved_before if (number := _existing(key, layout)) is not None]
    return _without_unsubscribed(
        leader_order, leader_order, subscriptions, layout, owners, previous, numbers, order_of_topics, behaviour,
        fresh=not claims,
    )  # fmt: skip


def start_from_user_data(  # noqa: PLR0913 - what the original's method takes
    members: Sequence[Claimant],
    names: Sequence[str],
    subscriptions: Subscriptions,
    layout: Layout,
    order_of_topics: Sequence[str],
    behaviour: Behaviour,
) -> General:
    """The start until 2.2.

    Args:
        members: In the order of the leader's map; their user data is read.
        names: The members' ids by rank.
        subscriptions: Who subscribes to what.
        layout: The topics that exist.
        order_of_topics: The topics in the order of the map of their partitions' counts.
        behaviour: What the release does.

    Raises:
        NullPointerException: A subscribed topic has no metadata.
        SchemaException: Some user data can't be read.
    """
    owners: list[list[int]] = [[] for _ in members]
    with_data: list[int] = []
    for member in members:
        if member.has_data():
            with_data.append(member.rank)
            data = member.read_data()
            numbers = (_existing(key, layout) for key in zip(*claims_of(data), strict=True))
            owners[member.rank] = [number for number in numbers if number is not None]
    if any(topic not in layout.index for topic in subscriptions.times):
        raise NullPointerException(NO_COUNT)
    leader_order = [member.rank for member in members]
    order = map_order(with_data + leader_order, names)
    return _without_unsubscribed(
        order, leader_order, subscriptions, layout, owners, {}, [], order_of_topics, behaviour, fresh=not with_data
    )


def map_order(ranks: Sequence[int], names: Sequence[str]) -> list[int]:
    """The order of a `HashMap` that members were put into, one after the other, some of them twice."""
    once = list(dict.fromkeys(ranks))
    return in_put_order(once, [names[rank] for rank in once])


def visits_by_subscribers(subscriptions: Subscriptions, layout: Layout) -> tuple[list[int], list[int], list[int]]:
    """All partitions, those of the topics with the fewest subscribers first.

    Returns:
        Them, each topic's place in that, and how many subscribers each topic has.
    """
    counts = [subscriptions.times[topic] for topic in layout.topics]
    order = sorted(range(len(layout.topics)), key=counts.__getitem__)
    places = order.copy()
    for place, topic in enumerate(order):
        places[topic] = place
    return list(chain.from_iterable(map(layout.range_of, order))), places, counts


def _walked(assigned: list[int], layout: Layout, place_of_topic: Sequence[int]) -> set[int]:
    """Those of the assigned partitions that aren't taken for unassigned.

    The original walks along two sorted lists at once and doesn't get past a partition that doesn't exist, or
    that comes twice.
    """
    taken = set(assigned)
    if not layout.has_stale() and len(taken) == len(assigned):
        return taken

    def compare(a: int, b: int) -> int:
        (topic, partition), (other_topic, other) = layout.place(a), layout.place(b)
        # Java subtracts, so partitions far enough apart compare the wrong way round.
        return int32(partition - other) if topic == other_topic else place_of_topic[topic] - place_of_topic[other_topic]

    taken.clear()
    for number in tim_sorted(assigned, compare):  # pragma: no branch - one of them ends the walk
        if number >= layout.total or number in taken:
            break
        taken.add(number)
    return taken


def _previous(members: Sequence[Claimant], owned: Owned) -> dict[int, int]:
    """`prepopulateCurrentAssignments`: where partitions were by generations older than the newest."""
    previous: dict[int, tuple[int, int]] = {}
    if min(owned.generations.values(), default=owned.max_generation) == owned.max_generation:
        return {}
    for member in members:
        generation = owned.generations[member.rank]
        if generation < owned.max_generation:
            for number in owned.claimed[member.rank]:
                known = previous.get(number)
                if known is None or generation > known[1]:
                    previous[number] = member.rank, generation
    return {number: member for number, (member, _) in previous.items()}


def _existing(key: tuple[str, int], layout: Layout) -> int | None:
    topic, partition = key
    index = layout.index.get(topic)
    if index is None or not 0 <= partition < layout.counts[index]:
        return None
    return layout.bases[index] + partition


def _without_unsubscribed(  # noqa: PLR0913 - what both older starts have found out
    order: Sequence[int],
    leader_order: Sequence[int],
    subscriptions: Subscriptions,
    layout: Layout,
    owners: list[list[int]],
    previous: dict[int, int],
    moved_before: Sequence[int],
    order_of_topics: Sequence[str],
    behaviour: Behaviour,
    *,
    fresh: bool,
) -> General:
    owner_of = {number: member for member in order for number in owners[member]}
    visits, _, counts = visits_by_subscribers(subscriptions, layout)
    mixed = False
    if behaviour.spread_by_owner and not fresh:
        if behaviour.previous is Previous.RAW and not layout.total:
            raise NoSuchElementException
        if equal_subscriptions(subscriptions.places(member, layout.index) for member in order):
            visits = spread_by_owner(owners, moved_before, layout, order_of_topics)
            mixed = True
    taken: set[int] = set()
    revocation_required = False
    name_of = layout.name_of_each()
    for member, partitions in enumerate(owners):
        subscribed = subscriptions.once(member)
        kept = [number for number in partitions if name_of[number] in subscribed]
        revocation_required = revocation_required or len(kept) < len(partitions)
        owners[member] = kept
        taken.update(kept)
    unassigned = [number for number in visits if number not in taken]
    return General(
        layout, NO_RACKS, order, leader_order, subscriptions, owners, owner_of, previous, visits, unassigned,
        revocation_required, counts, behaviour, visits_mixed=mixed,
    )  # fmt: skip
