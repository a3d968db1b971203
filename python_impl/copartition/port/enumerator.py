"""The operation `flink.kafka-source.enumerator`: what happens to the enumerator of a Kafka source, step by step."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from copartition.errors import FlinkRuntimeException, IllegalStateException, NullPointerException
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
from copartition.port.fields import Fields, array, boolean, entry, hexed, int32, int64, nullable, one_of, text
from copartition.port.keys import topic_partition
from copartition.port.rows import CONNECTOR, answer, history
from copartition.port.splits import split_document, splits, state_document

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from copartition.flink.kafka_source import (
        KafkaPartitionSplit,
        KafkaSourceEnumState,
        OffsetsInitializer,
        PartitionChange,
        PartitionOffsetsRetriever,
    )
    from copartition.port.fields import JSON
    from copartition.port.rows import Handler, Operation

_STOPS_AT_0: Final = (1, 16, 0)
_OFFSETS: Final = ("beginningOffsets", "endOffsets", "timestampOffsets", "committedOffsets")


class _Context:
    """A job that records what it is notified of; its readers are walked as those of a `HashMap`."""

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

    def __init__(self, document: Fields) -> None:
        self.there: list[TopicPartition] = []
        self.fails = False
        beginnings, ends, times, committed = (document.get(name, _offsets, {}) for name in _OFFSETS)
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


class _History:
    """An enumerator, and its job."""

    def __init__(self, document: Fields, version: str) -> None:
        self._version = version
        self._cluster = _Cluster(document)
        self._settings = _settings(document)
        self._events = document.get("events", boolean, default=False)
        self._snapshot: bytes | None = None
        self._open(document.get("parallelism", int32), None)

    def _open(self, parallelism: int, state: KafkaSourceEnumState | None) -> None:
        context = _Context(parallelism)
        self._enumerator = KafkaSourceEnumerator(context, self._cluster, self._settings, state, self._version)
        self._context = context
        self._discoveries = 0
        self._waiting: deque[PartitionChange] = deque()

    def observe(self, make: Handler, step: Fields) -> JSON:
        """Makes a step, and gives its observation."""
        self._context.assigned.clear()
        self._context.no_more.clear()
        state = make(step)
        seen: dict[str, JSON] = {
            "assign": self._by_reader(lambda splits: [self._split(split) for split in splits]),
            "noMoreSplits": list(self._context.no_more),
        }
        if self._events:
            seen["events"] = self._by_reader(self._event)
        return seen if state is None else {**seen, "state": state}

    def _by_reader(self, write: Callable[[Sequence[KafkaPartitionSplit]], JSON]) -> JSON:
        return [
            {str(reader): write(splits) for reader, splits in assignment.items()}
            for assignment in self._context.assigned
        ]

    def _event(self, splits: Sequence[KafkaPartitionSplit]) -> JSON:
        return {"version": SPLIT_VERSION, "splits": [encode_split(split, self._version).hex() for split in splits]}

    def _split(self, split: KafkaPartitionSplit) -> JSON:
        document = split_document(split)
        if split.stopping_offset == 0 and parsed(self._version) < _STOPS_AT_0:
            document[3] = None
        return document

    def start(self, _step: Fields) -> None:
        self._enumerator.start()
        self._discoveries += 1

    def discover(self, step: Fields) -> None:
        there = step.get("partitions", array(topic_partition))
        self._cluster.there, self._cluster.fails = there, step.get("fails", boolean, default=False)
        initializes = step.get("initialize", boolean, default=True)
        if not self._discoveries:
            return
        if self._enumerator.discovery_period_ms is None:
            self._discoveries -= 1
        change = self._enumerator.find_changes()
        if change is not None:
            self._waiting.append(change)
        while initializes and self._waiting:
            self.initialize(step)

    def initialize(self, _step: Fields) -> None:
        if not self._waiting:
            return
        change = self._waiting.popleft()
        try:
            splits = self._enumerator.initialize_splits(change)
        except (RuntimeError, LookupError, ValueError, NullPointerException) as error:
            raise FlinkRuntimeException("Failed to initialize partition splits due to ") from error
        self._enumerator.add_initialized(splits)

    def add_reader(self, step: Fields) -> None:
        reader = step.get("reader", int32)
        if step.get("registered", boolean, default=True):
            self._context.readers.put(reader, True)  # noqa: FBT003 - any value: only the keys are asked for
        self._enumerator.add_reader(reader)

    def remove_reader(self, step: Fields) -> None:
        self._context.readers.remove(step.get("reader", int32))

    def add_splits_back(self, step: Fields) -> None:
        reader = step.get("reader", int32)
        returned = step.get("splits", splits)
        for split in returned:
            check_offsets(split, self._version)
        self._enumerator.add_splits_back(returned, reader)

    def snapshot(self, _step: Fields) -> JSON:
        state = self._enumerator.snapshot_state()
        self._snapshot = encode_state(state, self._version)
        return state_document(state, self._version)

    def restore(self, step: Fields) -> None:
        version = step.get("version", int32, state_version(self._version))
        parallelism = step.get("parallelism", int32, self._context.parallelism)
        if "state" in step:
            data = step.get("state", hexed)
        elif self._snapshot is not None:
            data = self._snapshot
        else:
            data = encode_state(self._enumerator.snapshot_state(), self._version)
        self._open(parallelism, decode_state(version, data, self._version))


def enumerator(document: Fields, version: str) -> JSON:
    """The observations of a history of an enumerator.

    Raises:
        ValueError: A field is missing or of another type; the message names it.
    """
    job = _History(document, version)
    handlers: dict[str, Handler] = {
        "start": job.start,
        "discover": job.discover,
        "initialize": job.initialize,
        "addReader": job.add_reader,
        "removeReader": job.remove_reader,
        "addSplitsBack": job.add_splits_back,
        "close": lambda _: None,  # what the original closes, its client, is the job's here
        "snapshot": job.snapshot,
        "restore": job.restore,
    }
    return history(document, handlers, job.observe)


def _settings(document: Fields) -> KafkaSourceSettings:
    return KafkaSourceSettings(
        document.get("start", _initializer),
        document.get("stop", nullable(_initializer)),
        document.get("discoveryIntervalMs", nullable(int64)),
        document.get("boundedness", one_of(Boundedness.__members__)),
    )


def _initializer(value: JSON, path: str) -> OffsetsInitializer:
    fields = Fields(value, path)
    return fields.get("type", _known_initializer)(fields)


def _specified(fields: Fields) -> OffsetsInitializer:
    return SpecifiedOffsets(fields.get("offsets", _offsets), fields.get("reset", _reset, OffsetReset.EARLIEST))


class _Custom:
    """An initializer of the user's own, which gives the same offsets whatever it is asked."""

    def __init__(self, fields: Fields) -> None:
        self._given = fields.get("offsets", _offsets)

    def partition_offsets(
        self, partitions: Collection[TopicPartition], cluster: PartitionOffsetsRetriever, version: str
    ) -> Mapping[TopicPartition, int]:
        del partitions, cluster, version
        return self._given


_INITIALIZERS: Final[Mapping[str, Callable[[Fields], OffsetsInitializer]]] = {
    "earliest": lambda _: Earliest(),
    "latest": lambda _: Latest(),
    "committed": lambda _: Committed(),
    "timestamp": lambda fields: AtTimestamp(fields.get("timestamp", int64)),
    "offsets": _specified,
    "custom": _Custom,
}
_known_initializer: Final = one_of(_INITIALIZERS)
_reset: Final = one_of({reset.value: reset for reset in OffsetReset})
_entries: Final = array(entry("a topic, a partition and an offset", text, int32, int64))


def _offsets(value: JSON, path: str) -> dict[TopicPartition, int]:
    return {TopicPartition(topic, partition): offset for topic, partition, offset in _entries(value, path)}


OPERATIONS: Final[Mapping[str, Operation]] = {
    "flink.kafka-source.enumerator": answer(enumerator, CONNECTOR),
}
