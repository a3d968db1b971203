"""The order of visits until 2.5.0 where all members subscribe to the same topics: fullest members first."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from copartition.java import string_hash
from copartition.kafka.assignors.java_order import partition_hash, partitions_put_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from copartition.kafka.assignors.layout import Layout


def equal_subscriptions(topics: Iterable[Iterable[int]]) -> bool:
    """`areSubscriptionsIdentical`: every member has the same topics, and so every topic the same subscribers.

    Args:
        topics: By member, the topics that it subscribes to, of those that exist.
    """
    return len(set(map(frozenset, topics))) <= 1


def spread_by_owner(
    owners: Sequence[Sequence[int]],
    moved_before: Sequence[int],
    layout: Layout,
    order_of_topics: Sequence[str],
) -> list[int]:
    """`sortPartitions`: again and again a partition of the member that has the most left, then the others.

    Args:
        owners: By member, its partitions that exist.
        moved_before: Partitions that an older generation saw elsewhere, in the order of their `HashMap`; they
            come before a member's others.
        layout: The topics that exist.
        order_of_topics: The topics in the order of the map of their partitions' counts.

    Returns:
        The partitions' numbers; a partition that several members have comes as often.
    """
    # A member's partitions leave in this order, whatever happens to the other members meanwhile.
    queues: list[list[int]] = []
    for partitions in owners:
        left = list(partitions)
        queue: list[int] = []
        known = set(left)
        for number in moved_before:
            while number in known:
                left.remove(number)
                queue.append(number)
                if number not in left:
                    known.discard(number)
        queues.append((queue + left)[::-1])
    count = len(owners)
    keys = sorted(len(queue) * count + member for member, queue in enumerate(queues))
    visits: list[int] = []
    while keys:
        member = keys.pop() % count
        queue = queues[member]
        if queue:
            visits.append(queue.pop())
            insort(keys, len(queue) * count + member)
    seen = set(visits)
    visits += [number for number in _table_order(layout, order_of_topics) if number not in seen]
    return visits


def _table_order(layout: Layout, order_of_topics: Sequence[str]) -> list[int]:
    numbers: list[int] = []
    hashes: list[int] = []
    for topic in order_of_topics:
        index = layout.index[topic]
        code = string_hash(topic)
        numbers += layout.range_of(index)
        hashes += [partition_hash(code, partition) for partition in range(layout.counts[index])]
    return partitions_put_order(numbers, hashes)
