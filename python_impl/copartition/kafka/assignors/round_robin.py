"""`RoundRobinAssignor`: all partitions in turn to the members that subscribe to them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from typing import TYPE_CHECKING, ClassVar

from copartition.errors import IllegalArgumentException
from copartition.kafka.assignors.assignor import Assignor
from copartition.kafka.assignors.java_order import sorted_names
from copartition.kafka.assignors.layout import topic_partitions
from copartition.kafka.assignors.sorted_members import sorted_members

if TYPE_CHECKING:
    from collections.abc import Sequence

    from copartition.kafka.assignors.members import Cluster, Member
    from copartition.kafka.topic_partition import TopicPartition


class RoundRobinAssignor(Assignor):
    """`org.apache.kafka.clients.consumer.RoundRobinAssignor`; it changed once, in 2.4.0."""

    NAME: ClassVar[str] = "roundrobin"

    def _assign(self, cluster: Cluster, members: Sequence[Member]) -> dict[str, list[TopicPartition]]:
        if not members:
            raise IllegalArgumentException("CircularIterator can only be used on non-empty lists")
        ring = sorted_members(members, static=self._behaviour.static_members)
        # Members of one process often share the tuple, and hashing a long one takes a while.
        tuples = {id(member.subscription.topics): member.subscription.topics for member in ring}
        topics = sorted_names(cluster.counts.keys() & frozenset[str]().union(*tuples.values()))
        one = frozenset(ring[0].subscription.topics)
        given: list[list[TopicPartition]] = [[] for _ in ring]
        count = len(ring)
        if all(one == frozenset(listed) for listed in tuples.values()):
            everything = [each for topic in topics for each in topic_partitions(topic, cluster.counts[topic])]
            place_of = {member.id: place for place, member in enumerate(ring)}
            return {member.id: everything[place_of[member.id] :: count] for member in members}
        once = {key: _without_repeats(listed) for key, listed in tuples.items()}
        subscribers: defaultdict[str, list[int]] = defaultdict(list)  # also of topics that don't exist
        for place, each in enumerate(ring):
            for topic in once[id(each.subscription.topics)]:
                subscribers[topic].append(place)
        at = 0
        for topic in topics:
            # The members that subscribe to the topic take its partitions in turn, from where the ring stands.
            partitions = topic_partitions(topic, cluster.counts[topic])
            turn = subscribers[topic]
            first = bisect_left(turn, at)
            turn = turn[first:] + turn[:first]
            for place, member in enumerate(turn[: len(partitions)]):
                given[member] += partitions[place :: len(turn)]
            at = turn[(len(partitions) - 1) % len(turn)] + 1
        by_id = {member.id: partitions for member, partitions in zip(ring, given, strict=True)}
        return {member.id: by_id[member.id] for member in members}


def _without_repeats(topics: tuple[str, ...]) -> tuple[str, ...]:
    return topics if len(set(topics)) == len(topics) else tuple(dict.fromkeys(topics))
