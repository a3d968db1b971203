"""An assignor of one's own, as an example: members read from replicas in their own rack where they can."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from copartition.kafka.assignors.custom import ConsumerPartitionAssignor
from copartition.kafka.assignors.java_order import sorted_names
from copartition.kafka.assignors.members import Assignment
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self

    from copartition.kafka.assignors.custom import ClusterMetadata, GroupSubscription


class RackPreferringAssignor(ConsumerPartitionAssignor):
    """Shares each topic out evenly, and within that gives members partitions with a replica in their rack.

    User data is the member's rack in UTF-8; no bytes, or bytes that are no UTF-8, are no rack. So racks count on
    every release, not only from 3.5 on. Topics are taken in the order of `String.compareTo`. Of a topic, n partitions
    go to m subscribers: all get n // m, and n % m of them one more: those with the fewest partitions of the topics
    before; of these, those with more of this topic's partitions in their rack; of these, the first by id. Then,
    partition by partition, the subscriber in one of the partition's racks with most room left gets it (the first by
    id of equal ones); partitions for which there is none go, in the same way, to any subscriber with room. So no two
    subscribers' shares of a topic differ by more than one, nor do members' totals if all subscribe to the same.

    Args:
        rack: This member's rack, None or "" for none.

    Raises:
        TypeError: The rack is no str.
        ValueError: It can't be written in UTF-8.
    """

    def __init__(self, rack: str | None = None) -> None:
        if rack is not None and not isinstance(rack, str):
            raise TypeError(f"rack must be a str or None, not {type(rack).__name__}")
        try:
            self._user_data = rack.encode() if rack else None
        except UnicodeEncodeError:
            raise ValueError(f"rack must be text that UTF-8 can write, not {rack!r}") from None
        self.rack = rack or None

    @classmethod
    def configured(cls, setting: str | None = None) -> Self:
        """An instance in this rack.

        Raises:
            ValueError: It can't be written in UTF-8.
        """
        return cls(setting)

    def name(self) -> str:
        """`rack-preferring`."""
        return "rack-preferring"

    def subscription_user_data(self, topics: frozenset[str]) -> bytes | None:  # noqa: ARG002 - one rack for all topics
        """The rack in UTF-8, None for none."""
        return self._user_data

    def assign(self, cluster: ClusterMetadata, group: GroupSubscription) -> dict[str, Assignment]:
        """See the class."""
        racks = {member: rack_of(subscription.user_data) for member, subscription in group.items()}
        subscribers: dict[str, list[str]] = {}
        for member in sorted_names(group):
            for topic in dict.fromkeys(group[member].topics):
                subscribers.setdefault(topic, []).append(member)
        given: dict[str, list[TopicPartition]] = {member: [] for member in group}
        for topic in sorted_names(subscribers.keys() & cluster.counts.keys()):
            totals = {member: len(given[member]) for member in subscribers[topic]}
            owners = _share_out(cluster.racks_of(topic), totals, racks)
            for partition, owner in enumerate(owners):
                given[owner].append(TopicPartition(topic, partition))
        return {member: Assignment(tuple(partitions)) for member, partitions in given.items()}


def rack_of(user_data: bytes | None) -> str | None:
    """The rack that user data says, None where it says none."""
    try:
        return (user_data or b"").decode() or None
    except UnicodeDecodeError:
        return None


def _share_out(
    partition_racks: Sequence[frozenset[str]], totals: Mapping[str, int], racks: Mapping[str, str | None]
) -> list[str]:
    """The owner of each partition of a topic.

    Args:
        partition_racks: The racks of each partition.
        totals: By subscriber, in the order of ids, how many partitions it has of other topics.
        racks: Each member's rack.
    """
    place = {member: number for number, member in enumerate(totals)}
    in_rack: Counter[str | None] = Counter(rack for of in partition_racks for rack in of)
    each, more = divmod(len(partition_racks), len(totals))
    room = dict.fromkeys(totals, each)
    for member in sorted(totals, key=lambda m: (totals[m], -in_rack[racks[m]], place[m]))[:more]:
        room[member] += 1
    at_home: dict[str | None, list[str]] = {}
    for member in totals:
        at_home.setdefault(racks[member], []).append(member)

    def take(candidates: Iterable[str]) -> str:
        taken = min(candidates, key=lambda m: (-room[m], place[m]))
        room[taken] -= 1
        return taken

    owners: dict[int, str] = {}
    for partition, of in enumerate(partition_racks):
        neighbours = [member for rack in of for member in at_home.get(rack, ()) if room[member]]
        if neighbours:
            owners[partition] = take(neighbours)
    for partition in range(len(partition_racks)):
        if partition not in owners:
            # Rooms add up to all partitions, so the largest isn't empty.
            owners[partition] = take(totals)
    return [owners[partition] for partition in range(len(partition_racks))]
