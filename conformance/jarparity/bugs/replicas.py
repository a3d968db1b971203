"""Placing replicas, with the switches of `ReplicaRules`: `AdminUtils`, and KRaft's placer with its generator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.bugs.ints import remainder
from jarparity.bugs.map_order import order_of_hashed
from jarparity.bugs.rules import MapRules, NotModelledError, ThrownError
from jarparity.utf16 import signed, string_hash, units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.bugs.map_tree import Key
    from jarparity.bugs.rules import ReplicaRules

_STATE: Final = (1 << 48) - 1
_MAX_INT: Final = (1 << 31) - 1


def assign(document: JSON, rules: ReplicaRules) -> JSON:
    """The answer to `kafka.replicas.assign`."""
    brokers, wanted, factor = document["brokers"], document["partitions"], document["replicationFactor"]
    racks = {broker["id"]: broker.get("rack") for broker in brokers}
    named = [broker for broker in brokers if broker.get("rack") is not None]
    if wanted <= 0:
        raise ThrownError("InvalidPartitionsException")
    if factor <= 0 or factor > len(brokers):
        raise ThrownError("InvalidReplicationFactorException")
    if named and len(named) < len(brokers):
        raise ThrownError("AdminOperationException")
    line = _alternating(racks, rules) if named else [broker["id"] for broker in brokers]
    if rules.line == "sorted":
        line.sort()
    # A negative one is drawn; only where there is nothing to draw is it asked for.
    start = max(0, document["startIndex"])
    distance = 0 if rules.distance == "from-0" else start
    first = max(0, document["startPartition"])
    placed = {}
    for partition in range(first, first + wanted):
        if partition > 0 and partition % len(line) == 0 and rules.distance != "fixed":
            distance += 1
        counted = partition - first if rules.start_partition == "name-only" else partition
        if counted + start > _MAX_INT:
            raise NotModelledError("a partition's number overflows: releases name that error differently")
        at = (counted + start) % len(line)
        placed[str(partition)] = _replicas(line, racks if named else {}, at, distance, factor, rules)
    return placed


def _alternating(racks: dict[int, str], rules: ReplicaRules) -> list[int]:
    if rules.line == "by-rack":
        return sorted(racks, key=lambda broker: (units(racks[broker]), broker))
    by_rack: dict[str, list[int]] = {}
    for broker in sorted(racks):
        by_rack.setdefault(racks[broker], []).append(broker)
    names = sorted(by_rack) if rules.names == "code-points" else sorted(by_rack, key=units)
    rounds = range(max(map(len, by_rack.values())))
    return [by_rack[name][i] for i in rounds for name in names if i < len(by_rack[name])]


def _replicas(  # noqa: PLR0913 - what the choice hangs on
    line: list[int], racks: dict[int, str], at: int, distance: int, factor: int, rules: ReplicaRules
) -> list[int]:
    replicas = [line[at]]
    aware = bool(racks) and rules.racks == "first"
    many = len(set(racks.values()))
    shift = signed(distance * many) if aware and rules.shift == "times-racks" else distance
    others = _others(line, at, shift, rules)
    while len(replicas) < factor:
        broker = next(others)
        met = {racks[replica] for replica in replicas} if aware else set()
        if aware and len(met) < many and racks[broker] in met:
            continue
        if aware and len(set(replicas)) < len(line) and broker in replicas:
            continue
        replicas.append(broker)
    return replicas


def _others(line: list[int], at: int, shift: int, rules: ReplicaRules) -> Iterator[int]:
    around = len(line) if rules.around == "all" else len(line) - 1
    step = 0
    while True:
        index = remainder(at + 1 + remainder(signed(shift + step), around), len(line))
        if index < 0:
            raise NotModelledError("the distance overflows: releases name that error differently")
        yield line[index]
        step += 1


class _Generator:
    """`java.util.Random`."""

    def __init__(self, seed: int, rules: ReplicaRules) -> None:
        self.state = seed if rules.seed == "plain" else (seed ^ 0x5DEECE66D) & _STATE
        self.rules = rules

    def below(self, bound: int) -> int:
        while True:
            self.state = (self.state * 0x5DEECE66D + 11) & _STATE
            drawn = self.state >> 17
            if bound & (bound - 1) == 0 and self.rules.draw == "upper-bits":
                return (bound * drawn) >> 31
            if drawn - drawn % bound + bound - 1 <= _MAX_INT:
                return drawn % bound

    def shuffle(self, items: list[JSON]) -> None:
        places = range(len(items), 1, -1) if self.rules.shuffle == "downwards" else range(2, len(items) + 1)
        for size in places:
            other = self.below(size)
            items[size - 1], items[other] = items[other], items[size - 1]


class _Turn:
    """Brokers that take turns."""

    def __init__(self) -> None:
        self.brokers: list[int] = []
        self.offset = self.epoch = self.given = 0

    def next(self, epoch: int) -> int | None:
        if not self.brokers:
            return None
        if epoch != self.epoch:
            self.epoch, self.given, self.offset = epoch, 0, (self.offset + 1) % len(self.brokers)
        if self.given == len(self.brokers):
            return None
        self.given += 1
        return self.brokers[(self.given - 1 + self.offset) % len(self.brokers)]


def place(document: JSON, rules: ReplicaRules) -> JSON:
    """The answer to `kafka.replicas.place`."""
    return _Placer(document, rules).place()


class _Placer:
    def __init__(self, document: JSON, rules: ReplicaRules) -> None:
        self.document, self.rules = document, rules
        self.random = _Generator(int(document["seed"]), rules)
        self.turns: dict[tuple[str | None, bool], _Turn] = {}
        racks: dict[str | None, None] = {}
        for broker in document["brokers"]:
            racks[broker.get("rack")] = None
            fenced = broker.get("fenced", False) and rules.fenced != "as-others"
            self.turns.setdefault((broker.get("rack"), fenced), _Turn()).brokers.append(broker["id"])
        self.names: list[str | None] = sorted(racks, key=lambda name: () if name is None else (-1, *units(name)))
        self.met = self._met(racks)
        self.unfenced = sum(len(turn.brokers) for (_, fenced), turn in self.turns.items() if not fenced)

    def _met(self, racks: dict[str | None, None]) -> list[str | None]:
        """The racks in the order in which they draw numbers."""
        match self.rules.drawn:
            case "hash-map":
                keys: dict[Key, str | None] = {(name or "", int(name is None)): name for name in racks}
                codes = [(key, 0 if name is None else string_hash(name)) for key, name in keys.items()]
                return [keys[key] for key in order_of_hashed(codes, MapRules())]
            case "as-met":
                return list(racks)
            case "sorted":
                return self.names.copy()

    def place(self) -> JSON:
        for turn in self._lists():
            turn.brokers.sort()
            turn.offset = self.random.below(len(turn.brokers))
        offset = self.random.below(len(self.names)) if self.names else 0
        wanted, factor, first = (self.document[name] for name in ("partitions", "replicationFactor", "startPartition"))
        if factor <= 0 or self.unfenced == 0 or factor > len(self.document["brokers"]):
            raise ThrownError("InvalidReplicationFactorException")
        if wanted < 0:
            raise ThrownError("IllegalArgumentException")
        placed, epoch = {}, 0
        for number in range(wanted):
            if epoch == self.unfenced > 1 and self.rules.again == "shuffles":
                self.random.shuffle(self.names)
                for turn in self._lists():
                    self.random.shuffle(turn.brokers)
                epoch = 0
            offset = 0 if offset == len(self.names) else offset
            name = (first + number + 2**31) % 2**32 - 2**31
            placed[str(name)] = self._replicas(offset, epoch, factor)
            epoch += 1
            offset += self.rules.rack_turn == "next"
        return placed

    def _lists(self) -> list[_Turn]:
        keys = ((name, fenced) for name in self.met for fenced in (True, False))
        return [self.turns[key] for key in keys if key in self.turns]

    def _next(self, at: int, epoch: int, *, leads: bool) -> int | None:
        for fenced in (False,) if leads else (False, True):
            turn = self.turns.get((self.names[at % len(self.names)], fenced))
            found = turn.next(epoch) if turn else None
            if found is not None:
                return found
        return None

    def _replicas(self, offset: int, epoch: int, factor: int) -> list[int]:
        many = len(self.names)
        leading = offset
        while (leader := self._next(leading, epoch, leads=True)) is None:
            leading += 1
        replicas, at = [leader], offset
        had_its_turn = self.rules.leader_rack == "again"
        while len(replicas) < factor:
            if at % many == leading % many and not had_its_turn:
                had_its_turn = True
            elif (found := self._next(at, epoch, leads=False)) is not None:
                replicas.append(found)
            at += 1
        return replicas
