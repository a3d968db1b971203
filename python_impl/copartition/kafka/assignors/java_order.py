"""The orders that Java's collections give to names: those of `String.compareTo` and of a `HashMap`.

A `HashMap` whose bins stay lists has an order that a sort by bin gives: `put` appends to a bin,
`computeIfAbsent` prepends, and growing keeps the order within a bin. Where a bin would become a tree (or
would make a small table grow early), the map itself is played back.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

from copartition.errors import IdentityOrderedKeys
from copartition.java import HashMap, string_hash
from copartition.java.comparisons import never_ordered
from copartition.java.ints import MASK_32, int32
from copartition.java.strings import utf16_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

T = TypeVar("T")

_CAPACITY: Final = 16
_PUT_KEEPS_LIST: Final = 8
"""Nodes that a bin may have for all of them to be in a list, if `put` adds them."""
_COMPUTE_KEEPS_LIST: Final = 7
"""The same for `computeIfAbsent`."""

_LIKELY_ROOMY: Final = 2
"""Nodes a bin up to which it pays to look whether any bin is crowded if all keys are in the table."""

_REMEMBERED_NAMES: Final = 16384

hash_of_name = lru_cache(maxsize=_REMEMBERED_NAMES)(string_hash)
"""`string_hash` that remembers, as a Java string does: every rebalance needs those of the same names."""


def sorted_names(names: Iterable[str]) -> list[str]:
    """The names in the order of `String.compareTo`, by UTF-16 code units."""
    listed = list(names)
    if all(map(str.isascii, listed)):
        listed.sort()
    else:
        listed.sort(key=utf16_key)
    return listed


def put_order(names: Sequence[str]) -> list[str]:
    """The iteration order of a `HashMap<String, …>` or `HashSet<String>` that was filled by `put` or `add`.

    Args:
        names: Different names, in the order of insertion.
    """
    return in_put_order(names, names)


def in_put_order(values: Sequence[T], names: Sequence[str]) -> list[T]:
    """The values of a `HashMap<String, …>` that was filled by `put`, in the order of its iteration.

    Args:
        values: Each name's.
        names: Different names, in the order of insertion.
    """
    spreads = list(map(_spread_of_name, names))
    capacity = _final_capacity(spreads, _PUT_KEEPS_LIST, grows_at=0)
    if capacity is None:
        played: HashMap[str, T] = HashMap()
        for name, value in zip(names, values, strict=True):
            played.put(name, value)
        return list(played.values())
    return _by_bin(values, spreads, capacity)


def compute_order(names: Sequence[str], *, looked_up_again: bool) -> list[str]:
    """The iteration order of a `HashMap<String, …>` that was filled by `computeIfAbsent`.

    Args:
        names: Different names, in the order of insertion.
        looked_up_again: Whether `computeIfAbsent` was called for one of them after the last insertion, which
            is when a full table grows.
    """
    spreads = list(map(_spread_of_name, names))
    capacity = _final_capacity(spreads, _COMPUTE_KEEPS_LIST, grows_at=0 if looked_up_again else 1)
    if capacity is None:
        played: HashMap[str, bool] = HashMap()
        for name in names:
            played.compute_if_absent(name, lambda _: True)
        if looked_up_again:
            played.compute_if_absent(name, lambda _: True)
        return list(played)
    return _by_bin(names[::-1], spreads[::-1], capacity)


def partitions_put_order(keys: Sequence[T], hashes: Sequence[int]) -> list[T]:
    """The iteration order of a `HashMap<TopicPartition, …>` that was filled by `put`.

    Args:
        keys: What stands for the partitions, all different, in the order of insertion.
        hashes: `TopicPartition.hashCode()` of each.

    Raises:
        IdentityOrderedKeys: Partitions of one hash code are in one crowded bin: Java orders them by identity.
    """
    try:
        return put_order_by_hash(keys, hashes)
    except IdentityOrderedKeys:
        raise IdentityOrderedKeys(
            "topic-partitions of one hash code share a tree of a HashMap: before 3.0 the sticky assignors iterate over "
            "it, and Java orders them by identityHashCode, which changes from JVM to JVM"
        ) from None


def put_order_by_hash(
    keys: Sequence[T], hashes: Sequence[int], capacity: int = _CAPACITY, order: Callable[[T, T], int] = never_ordered
) -> list[T]:
    """The iteration order of a `HashMap` that was filled by `put`.

    Args:
        keys: What stands for the keys, all different, in the order of insertion.
        hashes: The hash code of each; only its low 32 bits count.
        capacity: The map's initial capacity.
        order: `a.compareTo(b)`; by default that of a class that isn't `Comparable`.

    Raises:
        IdentityOrderedKeys: Keys of one hash code are in one crowded bin: Java orders them by identity.
    """
    spreads = _spreads(hashes)
    size = _final_capacity(spreads, _PUT_KEEPS_LIST, grows_at=0, capacity=capacity)
    if size is not None:
        return _by_bin(keys, spreads, size)
    hash_of = dict(zip(range(len(keys)), map(int32, hashes), strict=True))

    def compared(one: int, other: int) -> int:
        return order(keys[one], keys[other])

    played: HashMap[int, bool] = HashMap(capacity, hash_code=_lookup(hash_of), order=compared)
    for place in range(len(keys)):
        played.put(place, True)  # noqa: FBT003 - any value: only the keys are listed
    return [keys[place] for place in played]


def partition_hash(topic_hash: int, partition: int) -> int:
    """`TopicPartition.hashCode()` of a topic with that hash code, int32."""
    return int32(31 * (31 + partition) + topic_hash)


def _lookup(hash_of: dict[int, int]) -> Callable[[int], int]:
    return hash_of.__getitem__


def _spreads(hashes: Iterable[int]) -> list[int]:
    # Tables have at most 2**30 bins, so the sign doesn't matter.
    return [code ^ (code & MASK_32) >> 16 for code in hashes]


@lru_cache(maxsize=_REMEMBERED_NAMES)
def _spread_of_name(name: str) -> int:
    (spread,) = _spreads([string_hash(name)])
    return spread


def _by_bin(keys: Sequence[T], spreads: Sequence[int], capacity: int) -> list[T]:
    mask = capacity - 1
    bins = [spread & mask for spread in spreads]
    return [keys[place] for place in sorted(range(len(keys)), key=bins.__getitem__)]


def _final_capacity(spreads: Sequence[int], most: int, grows_at: int, capacity: int = _CAPACITY) -> int | None:
    """The table's size in the end, None if a bin ever gets more than `most` nodes.

    Args:
        spreads: The keys' spread hash codes, in the order of insertion.
        most: How many nodes a bin may have.
        grows_at: 0 if the table grows right after the insertion that fills it, 1 if before the next one.
        capacity: The map's initial capacity.
    """
    count = len(spreads)
    capacity = 1 << (capacity - 1).bit_length()
    refined = count <= most  # whether no later table can have a crowded bin
    while True:
        room = capacity * 3 // 4 + 1  # one more than the threshold: the node that makes the table grow
        if not refined:
            mask = capacity - 1
            # A larger table only divides these bins: if all keys at once crowd none of them, nothing is left to check.
            refined = count <= _LIKELY_ROOMY * capacity and max(_sizes(spreads, mask)) <= most
            if not refined and max(_sizes(spreads[:room], mask)) > most:
                return None
        if count < room + grows_at:
            return capacity
        capacity *= 2


def _sizes(spreads: Sequence[int], mask: int) -> Iterable[int]:
    """How many nodes each bin gets that gets any."""
    return Counter([spread & mask for spread in spreads]).values()
