"""A plan for more replicas: what is there stays, and what comes is spread over brokers and racks.

Of all plans that keep every replica in its place, leaders first, `plan_increase` gives one that is best in this order:

1. it copies as few replicas as the new factor needs, one for each that is missing;
2. each partition is in as many racks as it can be;
3. replicas are spread as evenly as 1 and 2 allow: no plan has a smaller sum of squares of the brokers' numbers of
   replicas. So the brokers differ by one at most, wherever any plan achieves that.

Among equals, a topic's new replicas are spread, and then the followers of one broker's leaders, so that its load goes
to many when it fails. Partitions are gone through by number: what a broker with few replicas gets is of many topics.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, SupportsIndex

import numpy as np

from copartition import _arguments
from copartition.advice.reassign.cluster import by_id
from copartition.advice.reassign.evening import Choice, even_out
from copartition.advice.reassign.plan import Plan
from copartition.errors import InvalidReplicationFactorException
from copartition.kafka.reassign.arguments import checked_assignment
from copartition.kafka.reassign.tool_text import sorted_partitions
from copartition.kafka.replicas.broker import Broker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.topic_partition import TopicPartition

_NEVER: Final = np.iinfo(np.int64).max


def plan_increase(
    current: Mapping[TopicPartition, Sequence[int]],
    brokers: Sequence[Broker],
    replication_factor: SupportsIndex,
    *,
    rack_aware: bool = True,
) -> Plan:
    """A plan that gives each partition that many replicas; see the module for what it is the best of.

    Args:
        current: By partition the brokers of its replicas, the preferred leader first. Partitions that have as many
            already, or more, stay as they are, and count where load is spread.
        brokers: All brokers of the cluster. Fenced ones keep what they have, get nothing, and are not read.
        replication_factor: Replicas a partition, from 1 on.
        rack_aware: Whether to spread over racks, where the brokers have any.

    Raises:
        InvalidReplicationFactorException: A partition needs more brokers than there are that may get replicas.
        WrongTypeError: `current` is no mapping from `TopicPartition` to lists of integers, `brokers` no list of
            `Broker`, the factor no integer, or `rack_aware` no bool.
        ValueError: Two brokers have one id; some have a rack and others none; a partition has no replica, two on one
            broker, or one on a broker that isn't listed; or a number doesn't fit 32 bits.
    """
    replication_factor = _arguments.int32("replication_factor", replication_factor)
    rack_aware = _arguments.boolean("rack_aware", rack_aware)
    before = checked_assignment("current", current)
    listed = _arguments.tuple_of("brokers", brokers, Broker)
    cluster = _Cluster.of(listed, rack_aware=rack_aware)
    if replication_factor < 1:
        raise InvalidReplicationFactorException("Replication factor must be larger than 0.")
    ordered = sorted_partitions(before)
    kept = [cluster.places(partition, before[partition]) for partition in ordered]
    spread = _Spread(cluster, kept)
    chosen: dict[int, Choice] = {}
    for i in sorted(range(len(kept)), key=lambda i: ordered[i].partition):
        missing = replication_factor - len(kept[i])
        if missing > 0:
            cluster.check_room(ordered[i], kept[i], replication_factor)
            chosen[i] = spread.choose(ordered[i].topic, kept[i], missing)
    even_out(list(chosen.values()), spread.loads, cluster.racks, cluster.open)
    ids = cluster.ids
    proposed = {ordered[i]: (*before[ordered[i]], *(ids[place] for place in chosen[i].added)) for i in sorted(chosen)}
    fenced = frozenset(broker.id for broker in listed if broker.fenced)
    return Plan({partition: before[partition] for partition in ordered}, proposed, fenced)


@dataclass(frozen=True, slots=True)
class _Cluster:
    """The brokers by place: sorted by id, and numbered from 0 on.

    Attributes:
        ids: By place the broker's id.
        place_of: The reverse.
        racks: By place the number of the broker's rack; all 0 where racks don't count.
        open: By place whether the broker may get replicas.
        room: How many of them may.
    """

    ids: tuple[int, ...]
    place_of: dict[int, int]
    racks: tuple[int, ...]
    open: tuple[bool, ...]
    room: int

    @classmethod
    def of(cls, brokers: Sequence[Broker], *, rack_aware: bool) -> _Cluster:
        ordered = by_id(brokers, rack_aware=rack_aware, otherwise=", or pass rack_aware=False")
        ids = tuple(broker.id for broker in ordered)
        names = {broker.rack for broker in ordered} if rack_aware else {None}
        numbers = {name: number for number, name in enumerate(sorted(names, key=str))}
        racks = tuple(numbers[broker.rack] if rack_aware else 0 for broker in ordered)
        unfenced = tuple(not broker.fenced for broker in ordered)
        return cls(ids, {broker: place for place, broker in enumerate(ids)}, racks, unfenced, sum(unfenced))

    def places(self, partition: TopicPartition, replicas: Sequence[int]) -> tuple[int, ...]:
        """The places of a partition's replicas."""
        name = f"{partition.topic}-{partition.partition}"
        if not replicas:
            raise ValueError(f"current: {name} has no replica, so there is nothing to copy from")
        if len(set(replicas)) < len(replicas):
            raise ValueError(f"current: {name} has two replicas on one broker: {list(replicas)}")
        try:
            return tuple(self.place_of[broker] for broker in replicas)
        except KeyError as error:
            raise ValueError(
                f"current: {name} has a replica on broker {error.args[0]}, which brokers lacks; list all of the cluster"
            ) from None

    def check_room(self, partition: TopicPartition, replicas: Sequence[int], replication_factor: int) -> None:
        room = self.room + sum(not self.open[place] for place in replicas)
        if room < replication_factor:
            raise InvalidReplicationFactorException(
                f"Replication factor: {replication_factor} larger than available brokers: {room} "
                f"(for {partition.topic}-{partition.partition})."
            )


class _Spread:
    """Gives each new replica to the broker with the fewest, and keeps count.

    Attributes:
        loads: By place the number of replicas.
    """

    def __init__(self, cluster: _Cluster, kept: Sequence[Sequence[int]]) -> None:
        self._cluster = cluster
        places = np.fromiter((place for replicas in kept for place in replicas), dtype=np.int64)
        self.loads = np.bincount(places, minlength=len(cluster.ids)).astype(np.int64)
        racks = np.array(cluster.racks, dtype=np.int64)
        self._members = [np.flatnonzero(racks == rack) for rack in range(int(racks.max(initial=-1)) + 1)]
        self._closed = np.flatnonzero(~np.array(cluster.open, dtype=bool))
        openly = racks[np.array(cluster.open, dtype=bool)]
        self._open_racks = frozenset(openly.tolist())
        # Ties: how many new replicas of this topic a broker has, then how often it follows this leader already.
        self._of_topic: defaultdict[str, np.ndarray] = defaultdict(lambda: np.zeros(len(racks), dtype=np.int64))
        self._pairs: defaultdict[int, np.ndarray] = defaultdict(lambda: np.zeros(len(racks), dtype=np.int64))
        self._unit = int(max(len(kept), 1)) + 1

    def choose(self, topic: str, replicas: Sequence[int], missing: int) -> Choice:
        """The brokers of a partition's new replicas."""
        racks = self._cluster.racks
        ties = self._of_topic[topic], self._pairs[replicas[0]]
        used = frozenset([racks[place] for place in replicas])
        fresh = len(self._open_racks - used)
        choice = Choice(replicas, used, missing > fresh)
        costs = self.loads.copy()
        costs[self._closed] = _NEVER
        costs[list(replicas)] = _NEVER
        for rack in used if fresh else ():
            costs[self._members[rack]] = _NEVER
        while True:
            place = self._least(costs, *ties)
            choice.added.append(place)
            for count in (self.loads, *ties):
                count[place] += 1
            if len(choice.added) == missing:
                break
            costs[place] = _NEVER
            if fresh:
                fresh -= 1
                if fresh:
                    costs[self._members[racks[place]]] = _NEVER
                else:
                    costs = self.loads.copy()
                    costs[self._closed] = _NEVER
                    costs[[*replicas, *choice.added]] = _NEVER
        return choice

    def _least(self, costs: np.ndarray, of_topic: np.ndarray, pairs: np.ndarray) -> int:
        """The first of the brokers with the lowest cost that has the least of what decides among equals."""
        equal = np.flatnonzero(costs == costs.min())
        return int(equal[(of_topic[equal] * self._unit + pairs[equal]).argmin()])
