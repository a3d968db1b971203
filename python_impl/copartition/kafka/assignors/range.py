"""`RangeAssignor`: of each topic, consecutive partitions to each member, in the order of the members."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from copartition.kafka.assignors.assignor import Assignor, leader_order
from copartition.kafka.assignors.java_order import compute_order, put_order
from copartition.kafka.assignors.layout import topic_partitions
from copartition.kafka.assignors.range_racks import TopicState, assign_within_racks
from copartition.kafka.assignors.sorted_members import sorted_members
from copartition.kafka.assignors.versions import RangeOrder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.assignors.members import Cluster, Member
    from copartition.kafka.topic_partition import TopicPartition


class RangeAssignor(Assignor):
    """`org.apache.kafka.clients.consumer.RangeAssignor`.

    Attributes:
        prefer_rack_aware_logic: Match racks even where every partition is in all of them; Kafka's own tests
            set it.

    Args:
        version: The release of kafka-clients to behave like, such as "3.7.1"; by default the newest that is known.
    """

    NAME: ClassVar[str] = "range"

    prefer_rack_aware_logic: bool = False

    def _assign(self, cluster: Cluster, members: Sequence[Member]) -> dict[str, list[TopicPartition]]:
        given: dict[str, list[TopicPartition]] = {member.id: [] for member in members}
        subscribers = self._subscribers(cluster, members)
        ordered = leader_order(members)
        if self._behaviour.range_order is RangeOrder.METADATA:
            topics = topics_of_metadata(ordered, cluster.counts)
        else:
            topics = [topic for topic in self._topics_of_subscribers(ordered) if topic in subscribers]
        racks = {member.id: member.subscription.rack for member in members if member.subscription.rack}
        if self._behaviour.racks and racks:
            states = [
                TopicState(topic, cluster, subscribers[topic], racks, preferred=self.prefer_rack_aware_logic)
                for topic in topics
            ]
            if any(state.needs_racks for state in states):
                assign_within_racks(states, given)
                return given
        for topic in topics:
            _share_out(topic_partitions(topic, cluster.counts[topic]), subscribers[topic], given)
        return given

    def _subscribers(self, cluster: Cluster, members: Sequence[Member]) -> dict[str, list[str]]:
        """By topic that exists, its subscribers' ids, sorted; before 3.5 as often as they name it."""
        subscribers: dict[str, list[str]] = {}
        counts = cluster.counts
        in_order = sorted_members(members, static=self._behaviour.static_members)
        # Members of one process often share the tuple.
        tuples = {id(member.subscription.topics): member.subscription.topics for member in members}
        once = {
            key: listed if self._behaviour.range_repeats else tuple(dict.fromkeys(listed))
            for key, listed in tuples.items()
        }
        distinct = set(once.values())
        if len(distinct) == 1 and len(set(listed := distinct.pop())) == len(listed):
            all_ids = [member.id for member in in_order]
            return {topic: all_ids for topic in listed if topic in counts}
        for member in in_order:
            for topic in once[id(member.subscription.topics)]:
                known = subscribers.get(topic)
                if known is not None:
                    known.append(member.id)
                elif topic in counts:
                    subscribers[topic] = [member.id]
        return subscribers

    def _topics_of_subscribers(self, ordered: Sequence[Member]) -> list[str]:
        """All subscribed topics in the order of the map of their subscribers."""
        first_seen: dict[str, None] = {}
        looked_up_again = False
        for member in ordered:
            listed = member.subscription.topics
            if listed:
                looked_up_again = listed[-1] in first_seen or listed.index(listed[-1]) < len(listed) - 1
                first_seen.update(dict.fromkeys(listed))
        if self._behaviour.range_order is RangeOrder.SUBSCRIBERS_BY_PUT:
            return put_order(list(first_seen))
        return compute_order(list(first_seen), looked_up_again=looked_up_again)


def topics_of_metadata(ordered: Sequence[Member], counts: Mapping[str, int]) -> list[str]:
    """The subscribed topics that exist in the order of the map of their partitions: `AbstractPartitionAssignor.assign`.

    Args:
        ordered: The members in the order of the leader's map.
        counts: How many partitions each topic has.
    """
    first_seen: dict[str, None] = {}
    tuples = {id(member.subscription.topics): member.subscription.topics for member in ordered}
    for topics in dict.fromkeys(tuples.values()):
        first_seen.update(dict.fromkeys(topics))
    return put_order([topic for topic in put_order(list(first_seen)) if topic in counts])


def _share_out(
    partitions: Sequence[TopicPartition], members: Sequence[str], given: Mapping[str, list[TopicPartition]]
) -> None:
    each, more = divmod(len(partitions), len(members))
    if not each:
        for member, partition in zip(members, partitions, strict=False):
            given[member].append(partition)
        return
    start = 0
    for place, member in enumerate(members):
        end = start + each + (place < more)
        given[member].extend(partitions[start:end])
        start = end
