"""`KafkaSourceEnumStateSerializer`: what the enumerator of the Kafka source remembers, as bytes.

| version | written by | what is in it |
|---|---|---|
| 0 | up to 1.12 | by reader, its splits |
| 1 | 1.13 to 3.0 | assigned partitions |
| 2 | 3.1 to 4.0 | partitions, assigned and not, and whether the first discovery is finished |
| 3 | 5.0 | the same with whole splits |

A release reads its own version and all before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.errors import IllegalArgumentException, IOException, NegativeArraySizeException
from copartition.flink.kafka_source.releases import NEWEST, parsed
from copartition.flink.kafka_source.split import MIGRATED, KafkaPartitionSplit
from copartition.flink.kafka_source.split_bytes import SPLIT_VERSION, encode_split, read_split
from copartition.java.data_streams import DataInput, int32_bytes, utf_bytes
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_WITH_STATUS: Final = (3, 1, 0)
_LISTS_V1: Final = (3, 3, 0)
"""From here on version 1 is read into what has a status, each unlike any other; before, into a set of partitions."""
_WITH_SPLITS: Final = (5, 0, 0)

_ASSIGNED: Final = 0
_UNASSIGNED: Final = 1


@dataclass(frozen=True, slots=True)
class KafkaSourceEnumState:
    """A snapshot of an enumerator.

    Attributes:
        assigned: The splits that readers have. Where a version of the bytes, or a release, has no offsets, splits
            start at `MIGRATED`.
        unassigned: The splits of the first discovery that no reader has yet; always empty up to connector 3.0.
        initial_discovery_finished: Whether the first discovery is finished; always true up to connector 3.0.

    Raises:
        WrongTypeError: Splits are something else, or have no order, as in a set; or whether the discovery is finished
            is no bool.
    """

    assigned: tuple[KafkaPartitionSplit, ...]
    unassigned: tuple[KafkaPartitionSplit, ...] = ()
    initial_discovery_finished: bool = True

    def __post_init__(self) -> None:
        for name in ("assigned", "unassigned"):
            splits = _arguments.tuple_of(name, getattr(self, name), KafkaPartitionSplit, ordered=True)
            object.__setattr__(self, name, splits)
        finished = _arguments.boolean("initial_discovery_finished", self.initial_discovery_finished)
        object.__setattr__(self, "initial_discovery_finished", finished)


def state_version(version: str = NEWEST) -> int:
    """`KafkaSourceEnumStateSerializer.getVersion()`: the version that a release of the connector writes.

    Raises:
        ValueError: The release isn't known.
    """
    release = parsed(version)
    if release < _WITH_STATUS:
        return 1
    return 2 if release < _WITH_SPLITS else 3


def encode_state(state: KafkaSourceEnumState, version: str = NEWEST) -> bytes:
    """`KafkaSourceEnumStateSerializer.serialize(KafkaSourceEnumState)`, in the version that the release writes.

    An enumerator keeps its splits in hash sets, from 3.1 on ordered by identity, so that the originals' bytes differ
    from run to run: these have the order of `state`, assigned splits first.

    Args:
        state: The state.
        version: The release of the connector.

    Raises:
        UTFDataFormatException: A topic takes more than 65535 bytes.
        FlinkRuntimeException: From 5.0 on, an offset is negative, and no marker.
        ValueError: The release isn't known, or its state has no unassigned splits, or no unfinished discovery.
    """
    written = state_version(version)
    if written == 1:
        return _encode_v1(state)
    splits = [(split, _ASSIGNED) for split in state.assigned]
    splits += [(split, _UNASSIGNED) for split in state.unassigned]
    parts = [int32_bytes(len(splits))]
    if written == 2:  # noqa: PLR2004 - the version
        parts += [_partition_bytes(split.topic_partition) + int32_bytes(status) for split, status in splits]
    else:
        parts.append(int32_bytes(SPLIT_VERSION))
        for split, status in splits:
            data = encode_split(split, version)
            parts += [int32_bytes(len(data)), data, int32_bytes(status)]
    return b"".join([*parts, bytes([state.initial_discovery_finished])])


def decode_state(written: int, data: bytes, version: str = NEWEST) -> KafkaSourceEnumState:
    """`KafkaSourceEnumStateSerializer.deserialize(int, byte[])`.

    Args:
        written: The version of the bytes.
        data: The bytes.
        version: The release of the connector that reads them.

    Raises:
        IOException: The release doesn't know the version, or bytes follow the state (which version 0 allows).
        EOFException: The bytes end too early; the message names the field and its offset.
        UTFDataFormatException: A topic is no modified UTF-8.
        IllegalArgumentException: A number of elements, or in version 3 of a split's bytes, is negative, or a status
            is neither 0 nor 1.
        NegativeArraySizeException: In version 0, a number of a split's bytes is negative.
        FlinkRuntimeException: In versions 0 and 3, an offset is negative, and no marker.
        ValueError: The release isn't known.
    """
    newest = state_version(version)
    if not 0 <= written <= newest:
        raise IOException(f"connector {version} reads state of the versions 0 to {newest}, not {written}")
    source = DataInput(data)
    if written == 0:
        return KafkaSourceEnumState(tuple(_read_v0(source, version)))  # bytes may follow
    if written == 1:
        state = KafkaSourceEnumState(tuple(_read_v1(source, version)))
    else:
        state = _read_statuses(source, _splits_v2 if written == 2 else _splits_v3, version)  # noqa: PLR2004 - the version
    if source.available:
        raise IOException(f"{source.available} bytes follow the state, which ends at offset {source.position}")
    return state


def _encode_v1(state: KafkaSourceEnumState) -> bytes:
    if state.unassigned or not state.initial_discovery_finished:
        raise ValueError(
            "state must have no unassigned splits and a finished discovery: up to connector 3.0 it is no more than a "
            "set of assigned partitions"
        )
    partitions = dict.fromkeys(split.topic_partition for split in state.assigned)
    return int32_bytes(len(partitions)) + b"".join(map(_partition_bytes, partitions))


def _partition_bytes(partition: TopicPartition) -> bytes:
    return utf_bytes(partition.topic, "a split's topic") + int32_bytes(partition.partition)


def _count(number: int, what: str, ends: int) -> int:
    """A number of elements, which sizes a hash table before the first one is read."""
    if number < 0:
        raise IllegalArgumentException(f"{what} must not be negative, and is {number} at offset {ends - 4}")
    return number


def _read_v0(source: DataInput, version: str) -> Iterator[KafkaPartitionSplit]:
    """By reader, its splits; of a reader that stands there twice, the last ones."""
    readers = _count(source.int32("the number of readers"), "the number of readers", source.position)
    source.int32("the splits' version")
    by_reader: dict[int, list[KafkaPartitionSplit]] = {}
    for place in range(readers):
        reader = source.int32(f"the id of reader {place}")
        what = f"the number of splits of reader {place}"
        count = _count(source.int32(what), what, source.position)
        by_reader[reader] = [_sized_split(source, f"split {i} of reader {place}", version) for i in range(count)]
    splits = (split for given in by_reader.values() for split in given)
    if parsed(version) < _WITH_SPLITS:
        return map(_migrated, dict.fromkeys(split.topic_partition for split in splits))
    return iter(dict.fromkeys(splits))


def _sized_split(source: DataInput, what: str, version: str) -> KafkaPartitionSplit:
    """A split after its size, which must be there whole."""
    size = source.int32(f"the size of {what}")
    if size < 0:
        raise NegativeArraySizeException(
            f"the size of {what} must not be negative, and is {size} at offset {source.position - 4}"
        )
    start = source.position
    source.skip(size, what)
    return read_split(source.within(start, size), what, version)


def _read_v1(source: DataInput, version: str) -> Iterable[KafkaPartitionSplit]:
    what = "the number of partitions"
    count = _count(source.int32(what), what, source.position)
    partitions = [_read_partition(source, place) for place in range(count)]
    return map(_migrated, partitions if parsed(version) >= _LISTS_V1 else dict.fromkeys(partitions))


def _read_partition(source: DataInput, place: int) -> TopicPartition:
    topic = source.utf(f"the topic of partition {place}")
    return TopicPartition(topic, source.int32(f"the number of partition {place}"))


def _migrated(partition: TopicPartition) -> KafkaPartitionSplit:
    return KafkaPartitionSplit(partition, MIGRATED)


def _read_statuses(
    source: DataInput, read: Callable[[DataInput, str], Iterator[KafkaPartitionSplit]], version: str
) -> KafkaSourceEnumState:
    """Splits, each before its status, and whether the first discovery is finished."""
    by_status: dict[int, list[KafkaPartitionSplit]] = {_ASSIGNED: [], _UNASSIGNED: []}
    for place, split in enumerate(read(source, version)):
        status = source.int32(f"the status of split {place}")
        if status not in by_status:
            raise IllegalArgumentException(
                f"the status of split {place} must be {_ASSIGNED} (assigned) or {_UNASSIGNED} (unassigned), and is "
                f"{status} at offset {source.position - 4}"
            )
        by_status[status].append(split)
    finished = source.boolean("whether the first discovery is finished")
    return KafkaSourceEnumState(tuple(by_status[_ASSIGNED]), tuple(by_status[_UNASSIGNED]), finished)


def _splits_v2(source: DataInput, _version: str) -> Iterator[KafkaPartitionSplit]:
    what = "the number of partitions"
    for place in range(_count(source.int32(what), what, source.position)):
        yield _migrated(_read_partition(source, place))


def _splits_v3(source: DataInput, version: str) -> Iterator[KafkaPartitionSplit]:
    number = source.int32("the number of splits")
    source.int32("the splits' version")
    for place in range(_count(number, "the number of splits", 4)):
        size = source.int32(f"the size of split {place}")
        if size < 0:
            raise IllegalArgumentException(
                f"the size of split {place} must not be negative, and is {size} at offset {source.position - 4}"
            )
        start = source.position
        taken = min(size, source.available)  # as many as there are: what is missing is missed by the split
        source.skip(taken, f"split {place}")
        yield read_split(source.within(start, taken), f"split {place}", version)
