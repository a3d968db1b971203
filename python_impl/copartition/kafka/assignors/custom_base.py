"""`AbstractPartitionAssignor` for users: counts the partitions of each topic as the release's does."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from copartition.kafka.assignors.custom import ClusterMetadata, ConsumerPartitionAssignor
from copartition.kafka.assignors.java_order import put_order
from copartition.kafka.assignors.layout import topic_partitions
from copartition.kafka.assignors.members import Assignment, Member, PartitionRacks
from copartition.kafka.assignors.range import topics_of_metadata
from copartition.kafka.assignors.versions import behaviour

if TYPE_CHECKING:
    from collections.abc import Iterable, MutableMapping

    from copartition.kafka.assignors.custom import GroupSubscription
    from copartition.kafka.topic_partition import TopicPartition

K = TypeVar("K")
V = TypeVar("V")


class AbstractPartitionAssignor(ConsumerPartitionAssignor):
    """`internals.AbstractPartitionAssignor`: for assignors that only want to know how many partitions there are.

    Implement `assign_counts`; where racks of partitions matter, `assign_partitions`, too, which is asked from 3.5 on.
    Subscribed topics without metadata, or without partitions, are dropped. Both maps stand in the order of Java's
    `HashMap`: an assignor that goes by it does what the same one in Java does.
    """

    @abstractmethod
    def assign_counts(
        self, partitions_per_topic: Mapping[str, int], group: GroupSubscription
    ) -> Mapping[str, Iterable[TopicPartition]]:
        """`assign(Map<String, Integer>, Map<String, Subscription>)`.

        Args:
            partitions_per_topic: How many partitions each subscribed topic has.
            group: By member what it sent.

        Returns:
            Each member's partitions.
        """

    def assign_partitions(
        self, partitions_per_topic: Mapping[str, PartitionRacks], group: GroupSubscription
    ) -> Mapping[str, Iterable[TopicPartition]]:
        """`assignPartitions(Map<String, List<PartitionInfo>>, Map<String, Subscription>)`, from 3.5 on.

        Args:
            partitions_per_topic: The racks of each partition of each subscribed topic.
            group: By member what it sent.

        Returns:
            Each member's partitions; by default what `assign_counts` gives.
        """
        # Java collects the counts in another HashMap: where a bin is a tree, its order may be another.
        order = put_order(list(partitions_per_topic))
        return self.assign_counts({topic: len(partitions_per_topic[topic]) for topic in order}, group)

    def assign(self, cluster: ClusterMetadata, group: GroupSubscription) -> Mapping[str, Assignment]:
        """`assign(cluster, groupSubscription)`: counts, and asks `assign_partitions` or before 3.5 `assign_counts`."""
        members = [Member(member, subscription) for member, subscription in group.items()]
        topics = topics_of_metadata(members, cluster.counts)
        if behaviour(cluster.version).racks:
            racked = {topic: PartitionRacks(cluster.racks_of(topic)) for topic in topics}
            assigned = self.assign_partitions(racked, group)
        else:
            assigned = self.assign_counts({topic: cluster.counts[topic] for topic in topics}, group)
        if not isinstance(assigned, Mapping):
            raise TypeError(f"{type(self).__name__} must assign a mapping by member, not {type(assigned).__name__}")
        return {member: Assignment(tuple(partitions)) for member, partitions in assigned.items()}

    @staticmethod
    def put(lists: MutableMapping[K, list[V]], key: K, value: V) -> None:
        """`put(map, key, value)`: append to the key's list, which is made where there is none."""
        lists.setdefault(key, []).append(value)

    @staticmethod
    def partitions(topic: str, count: int) -> list[TopicPartition]:
        """`partitions(topic, numPartitions)`: all partitions of a topic, from 0 on."""
        return list(topic_partitions(topic, count))
