"""KRaft's `StripedReplicaPlacer`: where the controller puts the replicas of new partitions, and `--generate` from 4.1.

Racks take turns, and so do the brokers of each rack; each partition starts one rack further, and in each rack one
broker further. Where the turns start is drawn from a `java.util.Random`. A fenced broker never leads, and comes last
in its rack. After as many partitions as there are unfenced brokers everything is shuffled.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, SupportsIndex

from copartition import _arguments
from copartition.errors import IllegalArgumentException, InvalidReplicationFactorException
from copartition.java.comparisons import never_ordered
from copartition.java.hash_map import HashMap
from copartition.java.ints import int32
from copartition.java.randomness import Random, shuffle
from copartition.java.strings import utf16_key
from copartition.kafka.assignors.java_order import hash_of_name
from copartition.kafka.group.releases import Release, checked_release
from copartition.kafka.replicas.arguments import ordered_brokers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from copartition.kafka.replicas.broker import Broker

_NEWEST: Final = (4, 3, 1)
_CORDONED_SINCE: Final = (4, 3)
"""From this release on messages mention cordoned log directories (KIP-1066)."""


def place_replicas(  # noqa: PLR0913 - the original's arguments
    brokers: Sequence[Broker],
    partitions: SupportsIndex,
    replication_factor: SupportsIndex,
    seed: SupportsIndex,
    start_partition: SupportsIndex = 0,
    *,
    release: Release | str = _NEWEST,
) -> dict[int, list[int]]:
    """`new StripedReplicaPlacer(new Random(seed)).place(…)`.

    Args:
        brokers: The brokers, in the order in which the cluster's description has them.
        partitions: How many partitions are placed, int32.
        replication_factor: Replicas a partition, int16.
        seed: The generator's seed, int64.
        start_partition: The first partition's number, int32; the original ignores it but for the numbers.
        release: Of Kafka; messages of errors differ.

    Returns:
        By partition the brokers of its replicas, the preferred leader first.

    Raises:
        InvalidReplicationFactorException: No replicas are wanted, more than there are brokers, or all are fenced.
        IllegalArgumentException: Fewer than no partitions are wanted.
        IdentityOrderedKeys: More than eight racks, and some of one hash code: Java's order changes from JVM to JVM.
        WrongTypeError: `brokers` is no list of `Broker`, a number no integer, or `release` neither a text nor a tuple.
        ValueError: A number doesn't fit 32 bits, or the seed 64; or the release isn't known.
    """
    start_partition = _arguments.int32("start_partition", start_partition)
    placed = StripedReplicaPlacer(Random(seed), release=release).place(brokers, partitions, replication_factor)
    return {int32(start_partition + i): replicas for i, replicas in enumerate(placed)}


class StripedReplicaPlacer:
    """The placer. It keeps its generator from call to call, as the controller's does.

    Args:
        random: The generator.
        release: Of Kafka; messages of errors differ.

    Raises:
        WrongTypeError: `random` is no `Random`, or `release` neither a text nor a tuple.
        ValueError: The release isn't known.
    """

    def __init__(self, random: Random, *, release: Release | str = _NEWEST) -> None:
        _arguments.instance("random", random, Random, "write copartition.java.randomness.Random(42)")
        self._random = random
        self._release = checked_release(release)

    def place(
        self, brokers: Iterable[Broker], partitions: SupportsIndex, replication_factor: SupportsIndex
    ) -> list[list[int]]:
        """`place(PlacementSpec, ClusterDescriber)`: for each partition the brokers of its replicas.

        It raises what `place_replicas` raises.
        """
        brokers = ordered_brokers(brokers)
        partitions = _arguments.int32("partitions", partitions)
        replication_factor = _arguments.int32("replication_factor", replication_factor)
        racks = _RackList(brokers, self._random)
        self._check(racks, replication_factor)
        if partitions < 0:
            raise IllegalArgumentException(f"Illegal Capacity: {partitions}")
        return [racks.place(replication_factor) for _ in range(partitions)]

    def _check(self, racks: _RackList, replication_factor: int) -> None:
        cordoned = self._release >= _CORDONED_SINCE
        if replication_factor <= 0:
            raise InvalidReplicationFactorException(
                f"Invalid replication factor {replication_factor}: the replication factor must be positive."
            )
        if racks.unfenced == 0:
            more = ", or have all their log directories cordoned" if cordoned else ""
            raise InvalidReplicationFactorException(f"All brokers are currently fenced{more}.")
        if replication_factor > racks.total:
            more = " or some brokers have all their log directories cordoned" if cordoned else ""
            raise InvalidReplicationFactorException(
                f"The target replication factor of {replication_factor} cannot be reached because only "
                f"{racks.total} broker(s) are registered{more}."
            )


@dataclass(slots=True)
class _BrokerList:
    """Brokers that take turns; in one epoch each is given once, and the next epoch starts one further."""

    brokers: list[int] = field(default_factory=list)
    given: int = 0
    offset: int = 0
    epoch: int = 0

    def start(self, random: Random) -> None:
        if self.brokers:
            self.brokers.sort()
            self.offset = random.next_int(len(self.brokers))

    def next(self, epoch: int) -> int | None:
        if not self.brokers:
            return None
        if self.epoch != epoch:
            self.epoch, self.given = epoch, 0
            self.offset = (self.offset + 1) % len(self.brokers)
        if self.given >= len(self.brokers):
            return None
        self.given += 1
        return self.brokers[(self.given - 1 + self.offset) % len(self.brokers)]


@dataclass(slots=True)
class _Rack:
    fenced: _BrokerList = field(default_factory=_BrokerList)
    unfenced: _BrokerList = field(default_factory=_BrokerList)

    def next(self, epoch: int) -> int | None:
        found = self.unfenced.next(epoch)
        return self.fenced.next(epoch) if found is None else found


class _RackList:
    """The racks, that take turns. In an order of names; but the generator meets them in a HashMap's order."""

    def __init__(self, brokers: Iterable[Broker], random: Random) -> None:
        self._random = random
        racks: dict[str | None, _Rack] = {}
        map_of_racks: HashMap[_Name, _Rack] = HashMap(hash_code=_Name.hash_code, order=never_ordered, equals=_equal)
        self.total = self.unfenced = 0
        for broker in brokers:
            rack = racks.get(broker.rack)
            if rack is None:
                rack = racks[broker.rack] = _Rack()
                map_of_racks.put(_Name(broker.rack), rack)
            (rack.fenced if broker.fenced else rack.unfenced).brokers.append(broker.id)
            self.total += 1
            self.unfenced += not broker.fenced
        self._mapped = list(map_of_racks.values())
        for rack in self._mapped:
            rack.fenced.start(random)
            rack.unfenced.start(random)
        names = sorted(racks, key=lambda name: (name is not None, utf16_key(name or "")))
        self._order = [racks[name] for name in names]
        self._offset = random.next_int(len(names)) if names else 0
        self._epoch = 0

    def place(self, replication_factor: int) -> list[int]:
        if self._epoch == self.unfenced and self.unfenced > 1:
            self._shuffle()
            self._epoch = 0
        if self._offset == len(self._order):
            self._offset = 0
        start, count, epoch = self._offset, len(self._order), self._epoch
        leading = start
        while (leader := self._order[leading].unfenced.next(epoch)) is None:
            leading = (leading + 1) % count
        replicas, at = [leader], start
        passed_leader = False
        while len(replicas) < replication_factor:
            if at == leading and not passed_leader:
                passed_leader = True  # its rack has had its turn
            elif (broker := self._order[at].next(epoch)) is not None:
                replicas.append(broker)
            at = (at + 1) % count
        self._epoch += 1
        self._offset += 1
        return replicas

    def _shuffle(self) -> None:
        shuffle(self._order, self._random)
        for rack in self._mapped:
            shuffle(rack.fenced.brokers, self._random)
            shuffle(rack.unfenced.brokers, self._random)


@dataclass(frozen=True, slots=True)
class _Name:
    """`Optional<String>` as a key: None must have the hash code 0 of an empty one, and is no null."""

    rack: str | None

    def hash_code(self) -> int:
        return 0 if self.rack is None else hash_of_name(self.rack)


def _equal(a: _Name, b: _Name) -> bool:
    return a == b
