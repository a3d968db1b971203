"""The orders in which Java's hash collections give topic ids, partitions and members."""

from __future__ import annotations

from functools import lru_cache
from operator import eq
from typing import TYPE_CHECKING, Any, Final

from copartition.java import HashMap, HashSet
from copartition.java.comparisons import order_in_tree
from copartition.java.ints import int32
from copartition.kafka.assignors.java_order import hash_of_name, in_put_order, put_order_by_hash

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from copartition.kafka.uuid import Uuid

_LOAD_FACTOR: Final = 0.75
_SMALLEST: Final = 16
"""`new HashSet<>()` and `new HashMap<>()` have so many bins, `new HashSet<>(collection)` no fewer."""
_REMEMBERED_IDS: Final = 16384
_REMEMBERED_ORDERS: Final = 64
"""Few: a coordinator asks again and again for those of the same subscriptions, which may be long."""
in_member_order = in_put_order


def id_order(topics: Iterable[Uuid]) -> list[Uuid]:
    """The topics as a `HashSet<Uuid>` or `HashMap<Uuid, …>` that they were added to, one by one, iterates."""
    return _order(topics, _SMALLEST)


def changed_id_order(former: Sequence[Uuid], target: Sequence[Uuid]) -> list[Uuid]:
    """The topics as a copy of a former assignment iterates that an assignor has made into a new one.

    Args:
        former: The former topics, in the order in which they came into their `HashMap`.
        target: The new ones; those that weren't there in the order in which they came.

    Original: `AssignorHelpers.deepCopyAssignment`, and then `computeIfAbsent` for topics that are new.
    """
    played: HashMap[Uuid, bool] = HashMap(len(former), hash_code=_hash_code, order=compared, equals=eq)
    for topic in id_order(former):
        played.put(topic, True)  # noqa: FBT003 - a value that stands for "present"
    for topic in set(former).difference(target):
        played.remove(topic)
    for topic in target:
        played.compute_if_absent(topic, lambda _: True)
    return list(played)


def put_id_order(topics: Sequence[Uuid], room: int) -> list[Uuid]:
    """The topics as `new HashMap<>((int) (room / 0.75f + 1))` iterates into which they were put."""
    return _order(topics, room_for(room))


def room_for(count: int) -> int:
    """The capacity that `(int) (count / 0.75f + 1)` asks for."""
    return int(count / _LOAD_FACTOR + 1)


def copied_id_order(topics: Sequence[Uuid], size: int | None = None) -> list[Uuid]:
    """The topics as `new HashSet<>(collection)` iterates on Java 17.

    On Java 25 a set that is copied from 12, 24, 48, … elements has half the bins.

    Args:
        topics: In the order of the collection.
        size: What the collection says that its size is; None: as many as there are.
    """
    return _order(topics, copied_capacity(len(topics) if size is None else size))


def copied_name_order(names: Sequence[str]) -> list[str]:
    """The names as `new HashSet<>(collection)` iterates; `names` in the order of the collection."""
    return put_name_order(list(dict.fromkeys(names)), copied_capacity(len(names)))


def put_name_order(names: Sequence[str], capacity: int) -> list[str]:
    """The names, all different, as a `HashMap` of this initial capacity iterates into which they were put."""
    return [*_remembered_name_order(tuple(names), capacity)]


def copied_partition_order(partitions: Sequence[int]) -> list[int]:
    """The partitions as `new HashSet<>(list)` iterates."""
    capacity = copied_capacity(len(partitions))
    if have_own_bins(partitions, capacity):
        return sorted(partitions)
    played: HashSet[int] = HashSet(capacity, hash_code=int, order=compared, equals=eq)
    for partition in partitions:
        played.add(partition)
    return list(played)


def have_own_bins(partitions: Collection[int], capacity: int) -> bool:
    """Whether each has a bin of its own in a table of this capacity, or of a larger one: it iterates by number then."""
    return not partitions or (min(partitions) >= 0 and max(partitions) < capacity)


def _order(topics: Iterable[Uuid], capacity: int) -> list[Uuid]:
    distinct = tuple(dict.fromkeys(topics))
    if len(distinct) <= 1:
        return [*distinct]
    return [*_remembered_order(distinct, capacity)]


@lru_cache(maxsize=_REMEMBERED_ORDERS)
def _remembered_name_order(names: tuple[str, ...], capacity: int) -> list[str]:
    return put_order_by_hash(names, list(map(hash_of_name, names)), capacity, order_in_tree)


@lru_cache(maxsize=_REMEMBERED_ORDERS)
def _remembered_order(topics: tuple[Uuid, ...], capacity: int) -> list[Uuid]:
    return put_order_by_hash(topics, list(map(_hash_code, topics)), capacity, compared)


@lru_cache(maxsize=_REMEMBERED_IDS)
def _hash_code(topic: Uuid) -> int:
    return topic.java_hash_code()


def copied_capacity(count: int) -> int:
    """The capacity of `new HashSet<>(collection)` of so many elements."""
    return max(int(count / _LOAD_FACTOR) + 1, _SMALLEST)


def compared(one: Any, other: Any) -> int:  # noqa: ANN401 - two numbers or two ids
    """`one.compareTo(other)`."""
    return int(one > other) - int(one < other)


def hash_of_partition(partition: tuple[Uuid, int]) -> int:
    """`org.apache.kafka.server.common.TopicIdPartition.hashCode()` since 4.1, where it is a record."""
    return int32(31 * _hash_code(partition[0]) + partition[1])


def former_hash_of_partition(partition: tuple[Uuid, int]) -> int:
    """`TopicIdPartition.hashCode()` up to 4.0, where it was a class that began with 31."""
    return int32(31 * (31 + _hash_code(partition[0])) + partition[1])


def roomy(count: int) -> int:
    """The capacity that `AssignorHelpers.newHashMap(count)` and `newHashSet` ask for."""
    return int((count + 1) / _LOAD_FACTOR) + 1
