"""What a reassignment copies: from which broker to which, and how many bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from copartition import _arguments
from copartition.kafka.reassign.arguments import checked_assignment, checked_sizes
from copartition.kafka.reassign.tool_text import sorted_partitions

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from copartition.kafka.topic_partition import TopicPartition


@dataclass(frozen=True, slots=True)
class Move:
    """A replica that is copied.

    Attributes:
        partition: The partition.
        source: The broker that is read: the leader, taken to be the first replica whose broker is not fenced.
        target: The broker that gets a replica.
        size: The replica's bytes, or None where the partition's size isn't known.
    """

    partition: TopicPartition
    source: int
    target: int
    size: int | None


@dataclass(frozen=True, slots=True)
class BrokerTraffic:
    """What a reassignment does to a broker.

    Attributes:
        broker: The broker's id.
        replicas_before: Replicas of the partitions asked about that it has now.
        replicas_after: The same, when all is done.
        bytes_read: Bytes that others copy from it, of partitions whose size is known.
        bytes_written: Bytes that it copies from others, of partitions whose size is known.
    """

    broker: int
    replicas_before: int
    replicas_after: int
    bytes_read: int
    bytes_written: int


def moves(
    current: Mapping[TopicPartition, Sequence[int]],
    proposed: Mapping[TopicPartition, Sequence[int]],
    sizes: Mapping[TopicPartition, int] | None = None,
    *,
    fenced: Collection[int] = (),
) -> list[Move]:
    """The replicas that are copied, in the tool's order of partitions.

    Args:
        current: By partition the brokers of its replicas, now.
        proposed: The same as it shall be, of those partitions that change.
        sizes: By partition the bytes of one replica, from 0 on.
        fenced: Brokers that are fenced: these lead nothing, so nothing is read from them. Where all replicas of a
            partition are on such brokers, its first one is read once it is back.

    Raises:
        WrongTypeError: `fenced` is no collection of integers, a mapping's key is no `TopicPartition`, replicas are no
            list of integers, or a size no integer.
        ValueError: A proposed partition isn't among the current ones, or has no replica there to copy from; a size is
            negative, a number too large, or of a partition that isn't there; a partition has a broker twice.
    """
    now = _each_once("current", current)
    return _moves(now, _each_once("proposed", proposed), _sizes_of(now, sizes), _fenced(fenced))


def _fenced(brokers: Collection[int]) -> frozenset[int]:
    return frozenset(_arguments.int32("fenced", broker) for broker in _arguments.iterated("fenced", brokers))


def _each_once(name: str, assignment: Mapping[TopicPartition, Sequence[int]]) -> dict[TopicPartition, tuple[int, ...]]:
    checked = checked_assignment(name, assignment)
    for partition, brokers in checked.items():
        if len(set(brokers)) < len(brokers):
            place = f"{name}[{partition.topic}-{partition.partition}]"
            raise ValueError(f"{place} is {list(brokers)}: write each broker once")
    return checked


def _sizes_of(
    current: Mapping[TopicPartition, Sequence[int]], sizes: Mapping[TopicPartition, int] | None
) -> dict[TopicPartition, int]:
    checked = checked_sizes(sizes)
    for partition in checked:
        if partition not in current:
            raise ValueError(f"sizes names {partition.topic}-{partition.partition}, which current lacks")
    return checked


def _moves(
    current: Mapping[TopicPartition, tuple[int, ...]],
    proposed: Mapping[TopicPartition, tuple[int, ...]],
    sizes: Mapping[TopicPartition, int],
    fenced: frozenset[int],
) -> list[Move]:
    listed = []
    for partition in sorted_partitions(proposed):
        before = current.get(partition)
        if not before:
            raise ValueError(
                f"current lacks replicas of {partition.topic}-{partition.partition}: there is nothing to copy from"
            )
        source = next((broker for broker in before if broker not in fenced), before[0])
        listed += [
            Move(partition, source, broker, sizes.get(partition))
            for broker in proposed[partition]
            if broker not in before
        ]
    return listed


def traffic(
    current: Mapping[TopicPartition, Sequence[int]],
    proposed: Mapping[TopicPartition, Sequence[int]],
    sizes: Mapping[TopicPartition, int] | None = None,
    *,
    fenced: Collection[int] = (),
) -> list[BrokerTraffic]:
    """By broker, sorted, what the reassignment does to it; arguments and errors as of `moves`."""
    now, then = _each_once("current", current), _each_once("proposed", proposed)
    known = _sizes_of(now, sizes)
    before, after = _counted(now), _counted({**now, **then})
    read: dict[int, int] = {}
    written: dict[int, int] = {}
    for move in _moves(now, then, known, _fenced(fenced)):
        read[move.source] = read.get(move.source, 0) + (move.size or 0)
        written[move.target] = written.get(move.target, 0) + (move.size or 0)
    return [
        BrokerTraffic(broker, before.get(broker, 0), after.get(broker, 0), read.get(broker, 0), written.get(broker, 0))
        for broker in sorted(before.keys() | after.keys())
    ]


def _counted(assignment: Mapping[TopicPartition, Sequence[int]]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for replicas in assignment.values():
        for broker in replicas:
            counts[broker] = counts.get(broker, 0) + 1
    return counts
