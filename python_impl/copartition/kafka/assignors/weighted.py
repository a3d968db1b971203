"""An assignor of one's own, as an example: members with more weight get proportionally more partitions."""

from __future__ import annotations

from heapq import heapify, heapreplace
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.java.ints import MAX_INT
from copartition.kafka.assignors.custom_base import AbstractPartitionAssignor
from copartition.kafka.assignors.java_order import sorted_names

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from copartition.kafka.assignors.custom import GroupSubscription
    from copartition.kafka.topic_partition import TopicPartition

DEFAULT_WEIGHT: Final = 1
"""The weight of a member whose user data is none: missing, not four bytes, or a number below 1."""

_BYTES: Final = 4


class WeightedAssignor(AbstractPartitionAssignor):
    """Gives each partition to the subscriber that has fewest for its weight, by d'Hondt's method.

    User data is the member's weight, four bytes, big-endian. Topics are taken in the order of `String.compareTo`,
    partitions from 0 on. A partition goes to the subscriber with the smallest (partitions so far + 1) / weight,
    compared exactly; of equal ones to the first by id. A member counts what it got of all topics before.

    Args:
        weight: This member's weight, 1 to 2147483647.

    Raises:
        TypeError: The weight is no integer.
        ValueError: It isn't in 1..2147483647.
    """

    def __init__(self, weight: int = DEFAULT_WEIGHT) -> None:
        self.weight = _arguments.int32("weight", weight)
        if self.weight < 1:
            raise ValueError(f"weight must be in 1..{MAX_INT}, not {weight}")

    @classmethod
    def configured(cls, setting: str | None = None) -> Self:
        """An instance with this weight, as decimal digits; None for weight 1.

        Raises:
            ValueError: It is no number, or isn't in 1..2147483647.
        """
        if setting is None:
            return cls()
        if not (setting.isascii() and setting.isdecimal()):
            raise ValueError(f"setting must be a weight as decimal digits, not {setting!r}")
        return cls(int(setting))

    def name(self) -> str:
        """`weighted`."""
        return "weighted"

    def subscription_user_data(self, topics: frozenset[str]) -> bytes:  # noqa: ARG002 - the weight is for all topics
        """The weight, four bytes, big-endian."""
        return self.weight.to_bytes(_BYTES, "big")

    def assign_counts(
        self, partitions_per_topic: Mapping[str, int], group: GroupSubscription
    ) -> dict[str, list[TopicPartition]]:
        """See the class."""
        shares = {member: _Share(place, weight_of(group[member].user_data)) for place, member in _by_id(group)}
        given: dict[str, list[TopicPartition]] = {member: [] for member in group}
        lists = {share.place: given[member] for member, share in shares.items()}
        subscribers: dict[str, list[_Share]] = {}
        for member, subscription in group.items():
            for topic in dict.fromkeys(subscription.topics):
                self.put(subscribers, topic, shares[member])
        for topic in sorted_names(partitions_per_topic):
            heap = subscribers[topic]
            heapify(heap)
            for partition in self.partitions(topic, partitions_per_topic[topic]):
                next_one = heap[0]
                lists[next_one.place].append(partition)
                next_one.next_count += 1
                heapreplace(heap, next_one)
        return given


def weight_of(user_data: bytes | None) -> int:
    """The weight that user data says; 1 where it says none."""
    if user_data is None or len(user_data) != _BYTES:
        return DEFAULT_WEIGHT
    weight = int.from_bytes(user_data, "big", signed=True)
    return max(weight, DEFAULT_WEIGHT)


class _Share:
    """How far a member is from its share: ordered by (partitions so far + 1) / weight, then by id."""

    __slots__ = ("next_count", "place", "weight")

    def __init__(self, place: int, weight: int) -> None:
        self.place = place
        self.weight = weight
        self.next_count = 1

    def __lt__(self, other: _Share) -> bool:
        mine, theirs = self.next_count * other.weight, other.next_count * self.weight
        return (mine, self.place) < (theirs, other.place)


def _by_id(group: GroupSubscription) -> enumerate[str]:
    return enumerate(sorted_names(group))
