"""`AdminUtils.assignReplicasToBrokers`: what the admin tools and ZooKeeper's controller did, from 2.4 to 4.0.

First replicas go round robin, the others follow at a distance that grows by one with each full round. With racks
the round is one in which racks alternate, and a follower passes over brokers whose rack has a replica already while
another rack has none.

One implementation serves all releases: their answers are equal. Only errors for numbers that overflow differ between
Scala (up to 3.5) and Java.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex, TypeAlias

from copartition import _arguments
from copartition.errors import (
    AdminOperationException,
    ArrayIndexOutOfBoundsException,
    IndexOutOfBoundsException,
    InvalidPartitionsException,
    InvalidReplicationFactorException,
)
from copartition.java.ints import MAX_INT, MIN_INT, int32, remainder
from copartition.java.strings import utf16_key
from copartition.kafka.replicas.arguments import ordered_brokers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from copartition.kafka.replicas.broker import Broker

    _Beyond: TypeAlias = Callable[[int], IndexError]


def assign_replicas(  # noqa: PLR0913 - the original's arguments
    brokers: Sequence[Broker],
    partitions: SupportsIndex,
    replication_factor: SupportsIndex,
    start_index: SupportsIndex,
    start_partition: SupportsIndex = 0,
    *,
    scala: bool = False,
) -> dict[int, list[int]]:
    """`AdminUtils.assignReplicasToBrokers(brokers, partitions, replicationFactor, startIndex, startPartition)`.

    Args:
        brokers: The brokers; without racks their order is the round's, with racks they are sorted.
        partitions: How many partitions are placed, int32.
        replication_factor: Replicas a partition, int32.
        start_index: At which broker the round starts, and at which distance followers start, int32. The
            original draws a negative one at random: here it is taken only where there is a single broker.
        start_partition: The first partition's number, int32; a negative one counts as 0.
        scala: Whether errors are those of the Scala releases, up to 3.5.

    Returns:
        By partition the brokers of its replicas, the preferred leader first.

    Raises:
        InvalidPartitionsException: No partitions are wanted.
        InvalidReplicationFactorException: No replicas are wanted, or more than there are brokers.
        AdminOperationException: Some brokers have a rack, and others none.
        ArithmeticException: "/ by zero": there are racks, one broker is named more than once, and is the only one.
        IndexOutOfBoundsException: A partition's number and the start index overflow together, or the distance to the
            followers does: it is the start index times the number of racks, and more.
        WrongTypeError: `brokers` is no list of `Broker`, or a number no integer.
        ValueError: The start index is negative, and there is more than one broker; or a number doesn't fit 32 bits.
    """
    brokers = ordered_brokers(brokers)
    partitions = _arguments.int32("partitions", partitions)
    replication_factor = _arguments.int32("replication_factor", replication_factor)
    start_index = _arguments.int32("start_index", start_index)
    start_partition = _arguments.int32("start_partition", start_partition)
    if partitions <= 0:
        raise InvalidPartitionsException("Number of partitions must be larger than 0.")
    if replication_factor <= 0:
        raise InvalidReplicationFactorException("Replication factor must be larger than 0.")
    if replication_factor > len(brokers):
        raise InvalidReplicationFactorException(
            f"Replication factor: {replication_factor} larger than available brokers: {len(brokers)}."
        )
    racks = {broker.id: broker.rack for broker in brokers if broker.rack is not None}
    if racks and any(broker.rack is None for broker in brokers):
        raise AdminOperationException("Not all brokers have rack information for replica rack aware assignment.")
    around = alternating(racks) if racks else [broker.id for broker in brokers]
    if start_index < 0 and len(around) > 1:
        raise ValueError(f"start_index must be 0 or more, not {start_index}: the original draws another one each time")
    beyond = _beyond(len(around), scala=scala, racked=bool(racks))
    follow = _rack_aware(around, racks, beyond) if racks else _next_ones(around, beyond)
    placed: dict[int, list[int]] = {}
    partition, distance = max(0, start_partition), start_index
    for _ in range(partitions):
        if partition > 0 and partition % len(around) == 0:
            distance = int32(distance + 1)
        first = remainder(int32(partition + start_index), len(around))
        if first < 0:
            raise beyond(first)
        placed[partition] = [around[first], *follow(first, distance, replication_factor - 1)]
        partition = int32(partition + 1)
    return placed


def alternating(racks: dict[int, str]) -> list[int]:
    """`AdminUtils.getRackAlternatedBrokerList`: a broker of each rack in turn, racks and their brokers sorted."""
    by_rack: dict[str, list[int]] = {}
    for broker, rack in sorted(racks.items()):
        by_rack.setdefault(rack, []).append(broker)
    columns = [by_rack[rack] for rack in sorted(by_rack, key=utf16_key)]
    deepest = max(map(len, columns))
    return [column[row] for row in range(deepest) for column in columns if row < len(column)]


def _next_ones(around: Sequence[int], beyond: _Beyond) -> Callable[[int, int, int], Iterable[int]]:
    """Followers without racks: each a step further than the one before."""
    brokers = len(around)

    def follow(first: int, distance: int, count: int) -> list[int]:
        return [around[_index(first, distance + step, brokers, beyond)] for step in range(count)]

    return follow


def _rack_aware(
    around: Sequence[int], racks: dict[int, str], beyond: _Beyond
) -> Callable[[int, int, int], Iterable[int]]:
    """Followers with racks: those without a replica of the partition come first, racks before brokers."""
    brokers, number_of_racks = len(around), len(set(racks.values()))

    def follow(first: int, distance: int, count: int) -> Iterator[int]:
        leader = around[first]
        used_racks, used = {racks[leader]}, {leader}
        shift, step = int32(distance * number_of_racks), 0
        for _ in range(count):
            since = step
            while True:
                if step - since >= brokers and MIN_INT + brokers <= (offset := int32(shift + step)) < 0:
                    # The distance has overflowed. Its remainders, now negative, lead to the same brokers again and
                    # again, of which none will do: the original counts on, up to 2**31 steps, until it is 0.
                    step -= offset
                broker = around[_index(first, shift + step, brokers, beyond)]
                step += 1
                fresh_rack = racks[broker] not in used_racks or len(used_racks) == number_of_racks
                if fresh_rack and (broker not in used or len(used) == brokers):
                    break
            used_racks.add(racks[broker])
            used.add(broker)
            yield broker

    return follow


def _index(first: int, offset: int, brokers: int, beyond: _Beyond) -> int:
    """`AdminUtils.replicaIndex`: so far behind the first replica, never on it again before all others were met."""
    if 0 <= offset <= MAX_INT and brokers > 1:
        return (first + 1 + offset % (brokers - 1)) % brokers
    # The distance has overflowed: its remainder may lead before the first broker of all.
    index = remainder(first + 1 + remainder(int32(offset), brokers - 1), brokers)
    if index < 0:
        raise beyond(index)
    return index


def _beyond(size: int, *, scala: bool, racked: bool) -> _Beyond:
    """The error for an index below 0, which differs with the list that the release keeps brokers in."""
    if scala and racked:
        return lambda index: IndexOutOfBoundsException(f"{index} is out of bounds (min 0, max {size - 1})")
    kind = ArrayIndexOutOfBoundsException if scala else IndexOutOfBoundsException
    return lambda index: kind(f"Index {index} out of bounds for length {size}")
