"""`RoundRobinAssignor`: all partitions in turn to the members that subscribe to them."""

from __future__ import annotations

from bisect import bisect_left
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
        sets = {id(member.subscription.topics): frozenset(member.subscription.topics) for member in ring}
        subscribed = [sets[id(member.subscription.topics)] for member in ring]
        topics = sorted_names(cluster.counts.keys() & frozenset[str]().union(*sets.values()))
        given: list[list[TopicPartition]] = [[] for _ in ring]
        count = len(ring)
        if len(set(sets.values())) == 1:
            everything = [each for topic in topics for each in topic_partitions(topic, cluster.counts[topic])]
            place_of = {member.id: place for place, member in enumerate(ring)}
            return {member.id: everything[place_of[member.id] :: count] for member in members}
        subscribers: dict[str, list[int]] = {topic: [] for topic in topics}
        for place, listed in enumerate(subscribed):
            for topic in listed:
                if topic in subscribers:
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
