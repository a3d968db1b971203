"""The enumerator of a Kafka source, of the newest connector: the model, with the switches of `EnumeratorRules`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.bugs import map_order, source_bytes
from jarparity.bugs.kafka_source import split_owner
from jarparity.bugs.rules import ThrownError
from jarparity.source_bytes import NO_STOP, write_split, write_state
from jarparity.utf16 import signed, string_hash, units

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.bugs.rules import Rules

_Partition: TypeAlias = tuple[str, int]
_Split: TypeAlias = tuple[str, int, int, int]
"""Topic, partition, starting and stopping offset."""

_EARLIEST: Final = -2
_MARKERS: Final = {"earliest": _EARLIEST, "committed": -3}
_NEWEST: Final = 3
_DEFAULT_INTERVAL: Final = 300_000


def history(document: JSON, rules: Rules) -> list[JSON]:
    """One observation a step."""
    world = _World(document, rules)
    observations = []
    for step in document["steps"]:
        world.assigned, world.told = [], []
        try:
            state = world.make(step)
        except ThrownError as thrown:
            observations.append({"error": {"kind": thrown.kind}})
            continue
        seen: JSON = {
            "assign": [{r: list(map(_shown, splits)) for r, splits in each.items()} for each in world.assigned],
            "noMoreSplits": list(world.told),
        }
        if document.get("events"):
            seen["events"] = [{r: _event(splits) for r, splits in each.items()} for each in world.assigned]
        observations.append(seen if state is None else {**seen, "state": state})
    return observations


class _World:
    """An enumerator, its job and its cluster."""

    def __init__(self, document: JSON, rules: Rules) -> None:
        self.document, self.rules, self.how = document, rules, rules.enumerator
        interval = document["discoveryIntervalMs"]
        self.interval = _DEFAULT_INTERVAL if interval is None else int(interval)
        self.snapshot: JSON = None
        self.assigned: list[dict[str, list[_Split]]] = []
        self.told: list[int] = []
        self.open(document["parallelism"], {"splits": [], "initialDiscoveryFinished": False})

    def open(self, parallelism: int, state: JSON) -> None:
        kept: dict[str, dict[_Partition, _Split]] = {"ASSIGNED": {}, "UNASSIGNED": {}}
        for topic, partition, start, stop, status in state["splits"]:
            if (topic, partition) in kept[status]:
                raise ThrownError("IllegalStateException")
            kept[status][topic, partition] = (topic, partition, int(start), NO_STOP if stop is None else int(stop))
        self.having, self.lacking = kept["ASSIGNED"], kept["UNASSIGNED"]
        self.parallelism, self.finished = parallelism, state["initialDiscoveryFinished"]
        self.pending: dict[int, list[_Split]] = {}
        self.readers: dict[int, None] = {}
        self.scheduled, self.over = 0, False
        self.found: list[tuple[list[_Partition], list[_Partition]]] = []

    def make(self, step: JSON) -> JSON:
        match step["op"]:
            case "start":
                if self.how.unassigned == "kept":
                    self.wait([split for split in self.lacking.values() if split[2] != NO_STOP])
                self.scheduled += 1
            case "discover" if self.scheduled:
                self.discover(step)
            case "initialize":
                self.initialize()
            case "addReader":
                self.readers.update({step["reader"]: None} if step.get("registered", True) else {})
                self.assign([step["reader"]])
            case "removeReader":
                self.readers.pop(step["reader"], None)
            case "addSplitsBack":
                self.give_back(step)
            case "snapshot":
                self.snapshot = self.state()
                return self.snapshot
            case "restore":
                self.restore(step)
        return None

    def discover(self, step: JSON) -> None:
        if self.interval <= 0:
            self.scheduled -= 1
        if step.get("fails"):
            raise ThrownError("FlinkRuntimeException")
        left = dict.fromkeys((topic, partition) for topic, partition in step["partitions"])
        pending = [split[:2] for waiting in self.pending.values() for split in waiting]
        gone = [known for known in [*self.having, *pending] if left.pop(known, left) is left]
        if self.how.removed == "forgotten":
            for known in gone:
                self.having.pop(known, None)
        migrated = [known for known, split in self.lacking.items() if split[2] == NO_STOP]
        first = not self.finished or self.how.later == "as-first"
        initial, new = (list(left), []) if first else ([], list(left))
        if self.how.empty_first == "counts":
            self.finished = True
        initial = list(dict.fromkeys(initial + migrated))
        if initial or new or gone:
            self.found.append((initial, new))
        elif self.how.empty_bounded == "ends" and self.interval <= 0:
            self.over = True
            self.assign(self.walked())
        while self.found and step.get("initialize", True):
            self.initialize()

    def initialize(self) -> None:
        if not self.found:
            return
        initial, new = self.found.pop(0)
        starts = dict.fromkeys(new, _EARLIEST)
        stop = self.document["stop"]
        stops = {**self.resolved(stop, new), **self.resolved(stop, initial)} if stop else {}
        starts.update(self.resolved(self.document["start"], initial))
        splits = [(*partition, start, stops.get(partition, NO_STOP)) for partition, start in starts.items()]
        for split in splits:
            source_bytes.check(split[2], split[3], self.rules.source_bytes)
        self.finished = True
        if self.interval <= 0 and not (self.interval == 0 and self.how.zero == "goes-on"):
            self.over = True
        self.lacking.update({split[:2]: split for split in splits})
        self.wait(splits)
        self.assign(self.walked())

    def resolved(self, how: JSON, partitions: list[_Partition]) -> dict[_Partition, int]:
        if not partitions:
            return {}
        match how["type"]:
            case "latest" if self.how.latest == "marker":
                return dict.fromkeys(partitions, -1)
            case "latest":
                return self.asked("endOffsets", partitions)
            case "timestamp":
                ends, times = self.asked("endOffsets", partitions), self.answers("timestampOffsets")
                return {p: times[p] if times.get(p, -1) >= 0 else ends[p] for p in partitions}
            case "offsets":
                return self.specified(how, partitions)
            case kind:
                return dict.fromkeys(partitions, _MARKERS[kind])

    def specified(self, how: JSON, partitions: list[_Partition]) -> dict[_Partition, int]:
        given = {(topic, partition): int(offset) for topic, partition, offset in how["offsets"]}
        found = {p: given[p] for p in partitions if p in given}
        missing = [p for p in partitions if p not in given]
        if missing:
            committed = self.answers("committedOffsets")
            found.update({p: committed[p] for p in missing if p in committed})
            left = [p for p in missing if p not in committed]
            reset = how.get("reset", "earliest")
            if reset == "none":
                raise ThrownError("FlinkRuntimeException")
            found.update(self.asked("endOffsets" if reset == "latest" else "beginningOffsets", left))
        return found

    def answers(self, name: str) -> dict[_Partition, int]:
        return {(topic, partition): int(offset) for topic, partition, offset in self.document.get(name, [])}

    def asked(self, name: str, partitions: list[_Partition]) -> dict[_Partition, int]:
        answers = self.answers(name)
        if any(partition not in answers for partition in partitions):
            raise ThrownError("FlinkRuntimeException")
        return {partition: answers[partition] for partition in partitions}

    def wait(self, splits: list[_Split]) -> None:
        for split in sorted(splits, key=lambda split: (units(split[0]), split[1])):
            readers = len(self.readers) or self.parallelism if self.how.owners == "of-those-there" else self.parallelism
            owner = split_owner(split[0], split[1], readers, self.rules.source)
            if not 0 <= owner < self.parallelism and self.how.bad_owner == "refused":
                raise ThrownError("IllegalStateException")
            waiting = self.pending.setdefault(owner, [])
            if split not in waiting:
                waiting.append(split)

    def assign(self, readers: list[int]) -> None:
        given: dict[str, list[_Split]] = {}
        for reader in readers:
            if reader not in self.readers:
                raise ThrownError("IllegalStateException")
            splits = self.walked_splits(self.pending.pop(reader, []))
            if splits:
                given[str(reader)] = splits
                for split in splits:
                    self.having[split[:2]] = split
                    self.lacking.pop(split[:2], None)
        if given:
            self.assigned.append(given)
        if self.over and self.document["boundedness"] == "BOUNDED":
            self.told += readers if self.how.told == "again" or given else []

    def give_back(self, step: JSON) -> None:
        splits = []
        for topic, partition, start, stop in step["splits"]:
            splits.append((topic, partition, int(start), NO_STOP if stop is None else int(stop)))
            source_bytes.check(*splits[-1][2:], self.rules.source_bytes)
        for split in splits:
            self.lacking[split[:2]] = split
            self.having.pop(split[:2], None)
        self.wait(splits)
        if self.how.returned == "to-all":
            self.assign(self.walked())
        elif step["reader"] in self.readers:
            self.assign([step["reader"]])

    def walked(self) -> list[int]:
        """Readers, as a `HashMap` of integers has them."""
        codes = [(str(reader), reader) for reader in self.readers]
        return [int(str(reader)) for reader in map_order.order_of_hashed(codes, self.rules.map)]

    def walked_splits(self, splits: list[_Split]) -> list[_Split]:
        if self.how.order == "sorted":
            return splits
        named = {str(place): split for place, split in enumerate(splits)}
        codes = [(name, _hash(split)) for name, split in named.items()]
        return [named[str(name)] for name in map_order.order_of_hashed(codes, self.rules.map)]

    def state(self) -> JSON:
        rows = [[*_shown(split), "ASSIGNED"] for split in self.having.values()]
        rows += [[*_shown(split), "UNASSIGNED"] for split in self.lacking.values()]
        return {"splits": sorted(rows, key=source_bytes.order), "initialDiscoveryFinished": self.finished}

    def restore(self, step: JSON) -> None:
        state = self.snapshot or self.state()
        marked = [(row[:4], int(row[4] == "UNASSIGNED")) for row in state["splits"]]
        data = write_state(_NEWEST, marked, finished=int(state["initialDiscoveryFinished"])).hex()
        given = {"direction": "decode", "version": step.get("version", _NEWEST), "bytes": step.get("state", data)}
        restored = source_bytes.state_bytes(given, self.rules.source_bytes)
        self.open(step.get("parallelism", self.parallelism), restored)


def _shown(split: _Split) -> list[JSON]:
    topic, partition, start, stop = split
    return [topic, partition, str(start), None if stop == NO_STOP else str(stop)]


def _event(splits: list[_Split]) -> JSON:
    return {"version": 0, "splits": [write_split(_shown(split)).hex() for split in splits]}


def _hash(split: _Split) -> int:
    """`Objects.hash` of the partition and both offsets."""
    topic, partition, start, stop = split
    code = 31 * (31 + partition) + string_hash(topic)
    for offset in (start, stop):
        code = 31 * code + signed(offset ^ offset >> 32)
    return signed(31**3 + code)
