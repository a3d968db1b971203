"""The operation `flink.kafka-source.enumerator`: what happens to the enumerator of a Kafka source, step by step."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from copartition.errors import FlinkRuntimeException, IllegalStateException
from copartition.flink.kafka_source import (
    SPLIT_VERSION,
    AtTimestamp,
    Boundedness,
    Committed,
    Earliest,
    KafkaSourceEnumerator,
    KafkaSourceSettings,
    Latest,
    OffsetReset,
    SpecifiedOffsets,
    decode_state,
    encode_split,
    encode_state,
    state_version,
)
from copartition.flink.kafka_source.releases import parsed
from copartition.flink.kafka_source.split import check_offsets
from copartition.java import HashMap
from copartition.kafka.topic_partition import TopicPartition
from copartition.port import inputs
from copartition.port.kafka_source_bytes import checked_split, connector_release, split_document, state_document

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from copartition.flink.kafka_source import (
        KafkaPartitionSplit,
        KafkaSourceEnumState,
        OffsetsInitializer,
        PartitionChange,
    )
    from copartition.port.inputs import JSON

_STOPS_AT_0: Final = (1, 16, 0)
_OFFSETS: Final = ("beginningOffsets", "endOffsets", "timestampOffsets", "committedOffsets")


class _Context:
    """A job that writes down what it is told; its readers are walked as those of a `HashMap`."""

    def __init__(self, parallelism: int) -> None:
        self.parallelism = parallelism
        self.readers: HashMap[int, bool] = HashMap(hash_code=lambda reader: reader)
        self.assigned: list[Mapping[int, Sequence[KafkaPartitionSplit]]] = []
        self.no_more: list[JSON] = []

    def current_parallelism(self) -> int:
        return self.parallelism

    def registered_readers(self) -> Collection[int]:
        return tuple(self.readers)

    def assign_splits(self, assignment: Mapping[int, Sequence[KafkaPartitionSplit]]) -> None:
        self.assigned.append(assignment)

    def signal_no_more_splits(self, reader: int) -> None:
        self.no_more.append(reader)


class _Cluster:
    """Kafka, as far as the input says what it answers."""

    def __init__(self, document: JSON) -> None:
        self.there: list[TopicPartition] = []
        self.fails = False
        beginnings, ends, times, committed = (_offsets(document, name) for name in _OFFSETS)
        self._beginnings, self._ends, self._times, self._committed = beginnings, ends, times, committed

    def subscribed_partitions(self) -> Iterable[TopicPartition]:
        if self.fails:
            raise IllegalStateException("the cluster can't be asked")
        return self.there

    def beginning_offsets(self, partitions: Collection[TopicPartition]) -> Mapping[TopicPartition, int]:
        return {partition: self._beginnings[partition] for partition in partitions}

    def end_offsets(self, partitions: Collection[TopicPartition]) -> Mapping[TopicPartition, int]:
        return {partition: self._ends[partition] for partition in partitions}

    def offsets_for_time(self, partitions: Collection[TopicPartition], timestamp: int) -> Mapping[TopicPartition, int]:
        del timestamp
        return {partition: self._times.get(partition, -1) for partition in partitions}

    def committed_offsets(self, partitions: Collection[TopicPartition]) -> Mapping[TopicPartition, int]:
        return {partition: self._committed[partition] for partition in partitions if partition in self._committed}


@dataclass(frozen=True, slots=True)
class _Step:
    """A step's fields, each of which must be of its kind."""

    fields: JSON
    path: str

    def int32(self, name: str) -> int:
        return inputs.checked_int32(inputs.field(self.fields, name, self.path), f"{self.path}.{name}")

    def flag(self, name: str, *, default: bool) -> bool:
        return inputs.checked_boolean(self.fields.get(name, default), f"{self.path}.{name}")

    def items(self, name: str) -> list[JSON]:
        return inputs.checked_items(inputs.field(self.fields, name, self.path), f"{self.path}.{name}")


class _History:
    """An enumerator, and its job."""

    def __init__(self, document: JSON, version: str) -> None:
        self._version = version
        self._cluster = _Cluster(document)
        self._settings = _settings(document)
        self._events = inputs.checked_boolean(document.get("events", False), "input.events")
        self._snapshot: bytes | None = None
        self._open(inputs.int32(document, "parallelism"), None)

    def _open(self, parallelism: int, state: KafkaSourceEnumState | None) -> None:
        context = _Context(parallelism)
        self._enumerator = KafkaSourceEnumerator(context, self._cluster, self._settings, state, self._version)
        self._context = context
        self._discoveries = 0
        self._waiting: deque[PartitionChange] = deque()

    def make(self, step: _Step, op: str) -> JSON:
        """Makes a step, and gives its observation."""
        self._context.assigned.clear()
        self._context.no_more.clear()
        state = _STEPS[op](self, step)
        seen: dict[str, JSON] = {
            "assign": [
                {str(reader): [self._split(split) for split in splits] for reader, splits in assignment.items()}
                for assignment in self._context.assigned
            ],
            "noMoreSplits": list(self._context.no_more),
        }
        if self._events:
            seen["events"] = [
                {
                    str(reader): {
                        "version": SPLIT_VERSION,
                        "splits": [encode_split(split, self._version).hex() for split in splits],
                    }
                    for reader, splits in assignment.items()
                }
                for assignment in self._context.assigned
            ]
        return seen if state is None else {**seen, "state": state}

    def _split(self, split: KafkaPartitionSplit) -> JSON:
        document = split_document(split)
        if split.stopping_offset == 0 and parsed(self._version) < _STOPS_AT_0:
            document[3] = None
        return document

    def start(self, _step: _Step) -> None:
        self._enumerator.start()
        self._discoveries += 1

    def discover(self, step: _Step) -> None:
        there = [_partition(item, f"{step.path}.partitions[{i}]") for i, item in enumerate(step.items("partitions"))]
        self._cluster.there, self._cluster.fails = there, step.flag("fails", default=False)
        initializes = step.flag("initialize", default=True)
        if not self._discoveries:
            return
        if self._enumerator.discovery_period_ms is None:
            self._discoveries -= 1
        change = self._enumerator.find_changes()
        if change is not None:
            self._waiting.append(change)
        while initializes and self._waiting:
            self.initialize(step)

    def initialize(self, _step: _Step) -> None:
        if not self._waiting:
            return
        change = self._waiting.popleft()
        try:
            splits = self._enumerator.initialize_splits(change)
        except (RuntimeError, LookupError, ValueError) as error:
            raise FlinkRuntimeException("Failed to initialize partition splits due to ") from error
        self._enumerator.add_initialized(splits)

    def add_reader(self, step: _Step) -> None:
        reader = step.int32("reader")
        if step.flag("registered", default=True):
            self._context.readers.put(reader, True)  # noqa: FBT003 - any value: only the keys are asked for
        self._enumerator.add_reader(reader)

    def remove_reader(self, step: _Step) -> None:
        self._context.readers.remove(step.int32("reader"))

    def add_splits_back(self, step: _Step) -> None:
        reader = step.int32("reader")
        splits = [checked_split(item, f"{step.path}.splits[{i}]") for i, item in enumerate(step.items("splits"))]
        for split in splits:
            check_offsets(split, self._version)
        self._enumerator.add_splits_back(splits, reader)

    def close(self, _step: _Step) -> None:
        """What the original closes, its client, is the job's here: nothing."""

    def snapshot(self, _step: _Step) -> JSON:
        state = self._enumerator.snapshot_state()
        self._snapshot = encode_state(state, self._version)
        return state_document(state, self._version)

    def restore(self, step: _Step) -> None:
        version = step.int32("version") if "version" in step.fields else state_version(self._version)
        parallelism = step.int32("parallelism") if "parallelism" in step.fields else self._context.parallelism
        if "state" in step.fields:
            data = inputs.checked_hex(step.fields["state"], f"{step.path}.state")
        elif self._snapshot is not None:
            data = self._snapshot
        else:
            data = encode_state(self._enumerator.snapshot_state(), self._version)
        self._open(parallelism, decode_state(version, data, self._version))


_STEPS: Final[Mapping[str, Callable[[_History, _Step], JSON]]] = {
    "start": _History.start,
    "discover": _History.discover,
    "initialize": _History.initialize,
    "addReader": _History.add_reader,
    "removeReader": _History.remove_reader,
    "addSplitsBack": _History.add_splits_back,
    "close": _History.close,
    "snapshot": _History.snapshot,
    "restore": _History.restore,
}


def _enumerator(document: JSON, line: str | None = None) -> JSON:
    history = _History(document, connector_release(line))
    observations: list[JSON] = []
    for i, fields in enumerate(inputs.items(document, "steps")):
        path = f"input.steps[{i}]"
        op = inputs.field(fields, "op", path)
        if op not in _STEPS:
            raise inputs.wrong(f"{path}.op", " or ".join(_STEPS), op)
        try:
            observations.append(history.make(_Step(fields, path), op))
        except (ValueError, RuntimeError, ArithmeticError) as error:
            kind = getattr(error, "kind", None)
            if kind is None:
                raise
            observations.append({"error": {"kind": kind}})
    return observations


def _settings(document: JSON) -> KafkaSourceSettings:
    interval = inputs.field(document, "discoveryIntervalMs")
    boundedness, stop = inputs.text(document, "boundedness"), inputs.field(document, "stop")
    if boundedness not in Boundedness.__members__:
        raise inputs.wrong("input.boundedness", " or ".join(Boundedness.__members__), boundedness)
    return KafkaSourceSettings(
        _initializer(inputs.field(document, "start"), "input.start"),
        None if stop is None else _initializer(stop, "input.stop"),
        None if interval is None else inputs.checked_decimal(interval, "input.discoveryIntervalMs"),
        Boundedness[boundedness],
    )


def _initializer(value: JSON, path: str) -> OffsetsInitializer:
    match inputs.field(value, "type", path):
        case "earliest":
            return Earliest()
        case "latest":
            return Latest()
        case "committed":
            return Committed()
        case "timestamp":
            return AtTimestamp(inputs.checked_decimal(inputs.field(value, "timestamp", path), f"{path}.timestamp"))
        case "offsets":
            reset = value.get("reset", "earliest")
            if reset not in {known.value for known in OffsetReset}:
                raise inputs.wrong(f"{path}.reset", "earliest, latest or none", reset)
            return SpecifiedOffsets(_offset_map(inputs.field(value, "offsets", path), path), OffsetReset(reset))
        case other:
            raise inputs.wrong(f"{path}.type", "earliest, latest, committed, timestamp or offsets", other)


def _offsets(document: JSON, name: str) -> dict[TopicPartition, int]:
    return _offset_map(document.get(name, []), f"input.{name}")


def _offset_map(value: JSON, path: str) -> dict[TopicPartition, int]:
    found = {}
    for i, item in enumerate(inputs.checked_items(value, path)):
        place = f"{path}[{i}]"
        if len(inputs.checked_items(item, place)) != 3:  # noqa: PLR2004 - topic, partition and offset
            raise inputs.wrong(place, "a topic, a partition and an offset", item)
        found[_partition(item[:2], place)] = inputs.checked_decimal(item[2], f"{place}[2]")
    return found


def _partition(value: JSON, path: str) -> TopicPartition:
    fields = inputs.checked_items(value, path)
    if len(fields) != 2:  # noqa: PLR2004 - topic and partition
        raise inputs.wrong(path, "a topic and a partition", value)
    return TopicPartition(inputs.checked_text(fields[0], f"{path}[0]"), inputs.checked_int32(fields[1], f"{path}[1]"))


OPERATIONS: Mapping[str, Callable[..., JSON]] = {
    "flink.kafka-source.enumerator": _enumerator,
}
