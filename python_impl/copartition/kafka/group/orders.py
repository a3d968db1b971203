"""The orders in which Java's hash collections give topic ids, partitions and members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.java import HashSet
from copartition.java.ints import int32
from copartition.kafka.assignors.java_order import in_put_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from copartition.kafka.uuid import Uuid

_LOAD_FACTOR: Final = 0.75
_SMALLEST_COPY: Final = 16
"""`new HashSet<>(collection)` has room for at least so many elements."""

in_member_order = in_put_order


def id_order(topics: Iterable[Uuid]) -> list[Uuid]:
    """The topics as a `HashSet<Uuid>` or `HashMap<Uuid, …>` that they were added to, one by one, iterates."""
    return _order(topics, None)


def copied_id_order(topics: Sequence[Uuid]) -> list[Uuid]:
    """The topics as `new HashSet<>(collection)` iterates; `topics` in the order of the collection."""
    return _order(topics, max(int(len(topics) / _LOAD_FACTOR) + 1, _SMALLEST_COPY))


def copied_name_order(names: Sequence[str]) -> list[str]:
    """The names as `new HashSet<>(collection)` iterates; `names` in the order of the collection."""
    played: HashSet[str] = HashSet(max(int(len(names) / _LOAD_FACTOR) + 1, _SMALLEST_COPY))
    for name in names:
        played.add(name)
    return list(played)


def copied_partition_order(partitions: Sequence[int]) -> list[int]:
    """The partitions as `new HashSet<>(list)` iterates."""
    capacity = max(int(len(partitions) / _LOAD_FACTOR) + 1, _SMALLEST_COPY)
    if all(0 <= partition < capacity for partition in partitions):
        return sorted(partitions)  # each in a bin of its own
    played: HashSet[int] = HashSet(capacity, hash_code=int, order=_compare)
    for partition in partitions:
        played.add(partition)
    return list(played)


def _order(topics: Iterable[Uuid], capacity: int | None) -> list[Uuid]:
    played: HashSet[Uuid] = HashSet(capacity, hash_code=_hash_code, order=_compare)
    for topic in topics:
        played.add(topic)
    return list(played)


def _hash_code(topic: Uuid) -> int:
    return topic.java_hash_code()


def _compare(one: Any, other: Any) -> int:  # noqa: ANN401 - two numbers or two ids
    return int(one > other) - int(one < other)


def hash_of_partition(partition: tuple[Uuid, int]) -> int:
    """`org.apache.kafka.server.common.TopicIdPartition.hashCode()` since 4.1, where it is a record."""
    return int32(31 * partition[0].java_hash_code() + partition[1])


def former_hash_of_partition(partition: tuple[Uuid, int]) -> int:
    """`TopicIdPartition.hashCode()` up to 4.0, where it was a class that began with 31."""
    return int32(31 * (31 + partition[0].java_hash_code()) + partition[1])


def roomy(count: int) -> int:
    """The capacity that `AssignorHelpers.newHashMap(count)` and `newHashSet` ask for."""
    return int((count + 1) / _LOAD_FACTOR) + 1
