"""What an enumerator remembers of partitions: three generations, one for each version of its state.

| connector | remembers | starting offsets of partitions that are found later |
|---|---|---|
| up to 3.0 | which partitions readers have | the user's |
| 3.1 to 4.0 | also which of the first ones no reader has yet | earliest (FLIP-288, FLINK-32019) |
| from 5.0 on | whole splits (FLINK-38453) | earliest; an empty first discovery isn't the first (FLINK-38681) |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from copartition.errors import IllegalStateException, NullPointerException
from copartition.flink.kafka_source.hash_orders import partition_order
from copartition.flink.kafka_source.offsets import Earliest
from copartition.flink.kafka_source.releases import Release, parsed
from copartition.flink.kafka_source.split import MIGRATED, KafkaPartitionSplit
from copartition.flink.kafka_source.state_bytes import KafkaSourceEnumState

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from copartition.flink.kafka_source.offsets import OffsetsInitializer
    from copartition.kafka.topic_partition import TopicPartition

    Resolve = Callable[[OffsetsInitializer, Collection[TopicPartition]], Mapping[TopicPartition, int]]

_WITH_STATUS: Final[Release] = (3, 1, 0)
_WITH_SPLITS: Final[Release] = (5, 0, 0)


@dataclass(frozen=True, slots=True)
class PartitionChange:
    """What a discovery found.

    Attributes:
        initial: Partitions that start where the user said, because this is the first discovery, or because a restored
            state doesn't say where they start; always empty up to connector 4.0, which tells them apart by memory.
        new: Other new partitions.
        removed: Known partitions that are gone, and those that the enumerator counts twice. Nothing happens to them.
    """

    initial: tuple[TopicPartition, ...]
    new: tuple[TopicPartition, ...]
    removed: tuple[TopicPartition, ...]

    def __bool__(self) -> bool:
        return bool(self.initial or self.new or self.removed)


class Memory(Protocol):
    """What an enumerator remembers of partitions."""

    def change(self, found: Sequence[TopicPartition], pending: Iterable[TopicPartition]) -> PartitionChange:
        """Compares what is there (each partition once) with what is remembered, and what waits for readers."""

    def starts(self, change: PartitionChange, user: OffsetsInitializer, ask: Resolve) -> Mapping[TopicPartition, int]:
        """The partitions that become splits, and where they start."""

    def initialized(self, splits: Sequence[KafkaPartitionSplit]) -> None:
        """Remembers splits that now have offsets."""

    def waiting(self) -> Sequence[KafkaPartitionSplit]:
        """Restored splits that have offsets, and no reader."""

    def assigned(self, splits: Iterable[KafkaPartitionSplit]) -> None:
        """Remembers splits that a reader has got."""

    def returned(self, splits: Iterable[KafkaPartitionSplit]) -> None:
        """Remembers splits that a reader has no longer."""

    def snapshot(self) -> KafkaSourceEnumState:
        """All that is remembered. Where there are no offsets, splits start at `MIGRATED`."""


def restored_memory(state: KafkaSourceEnumState | None, version: str) -> Memory:
    """The memory of a release's enumerator, new or restored.

    Raises:
        IllegalStateException: From 5.0 on, two splits of the state are of one partition and one status.
    """
    release = parsed(version)
    if release < _WITH_STATUS:
        return AssignedPartitions(() if state is None else state.assigned)
    fresh = KafkaSourceEnumState((), (), initial_discovery_finished=False)
    return (InitialPartitions if release < _WITH_SPLITS else WholeSplits)(fresh if state is None else state)


class AssignedPartitions:
    """Up to connector 3.0: the partitions that readers have, or had."""

    def __init__(self, assigned: Iterable[KafkaPartitionSplit]) -> None:
        self._assigned = dict.fromkeys(split.topic_partition for split in assigned)

    def change(self, found: Sequence[TopicPartition], pending: Iterable[TopicPartition]) -> PartitionChange:
        """A partition that is assigned and pending counts as removed."""
        new, removed = _compared(found, self._assigned, pending)
        return PartitionChange((), new, removed)

    def starts(self, change: PartitionChange, user: OffsetsInitializer, ask: Resolve) -> Mapping[TopicPartition, int]:
        """The user's, whenever a partition is found.

        Raises:
            NullPointerException: The user's initializer leaves a partition out.
        """
        return _of_each(change.new, ask(user, change.new))

    def initialized(self, splits: Sequence[KafkaPartitionSplit]) -> None:
        """They are pending, and not remembered."""

    def waiting(self) -> Sequence[KafkaPartitionSplit]:
        """There are none."""
        return ()

    def assigned(self, splits: Iterable[KafkaPartitionSplit]) -> None:
        """Remembers their partitions."""
        self._assigned.update(dict.fromkeys(split.topic_partition for split in splits))

    def returned(self, splits: Iterable[KafkaPartitionSplit]) -> None:
        """Their partitions stay assigned."""

    def snapshot(self) -> KafkaSourceEnumState:
        """The assigned partitions."""
        return KafkaSourceEnumState(_migrated(self._assigned))


class InitialPartitions(AssignedPartitions):
    """Connectors 3.1 to 4.0: also the partitions of the first discovery that no reader has yet."""

    def __init__(self, state: KafkaSourceEnumState) -> None:
        super().__init__(state.assigned)
        self._unassigned_initial = dict.fromkeys(split.topic_partition for split in state.unassigned)
        self._finished = state.initial_discovery_finished

    def change(self, found: Sequence[TopicPartition], pending: Iterable[TopicPartition]) -> PartitionChange:
        """The first discovery, though it be empty, makes whatever it finds initial."""
        if not self._finished:
            self._unassigned_initial.update(dict.fromkeys(found))
            self._finished = True
        return super().change(found, pending)

    def starts(self, change: PartitionChange, user: OffsetsInitializer, ask: Resolve) -> Mapping[TopicPartition, int]:
        """The user's for all initial partitions without a reader, also those that are gone; earliest for others.

        Whatever partition the user's initializer answers for, asked or not, starts there; one that it leaves out, at
        the earliest offset.
        """
        return _of_each(change.new, {**ask(Earliest(), change.new), **ask(user, tuple(self._unassigned_initial))})

    def assigned(self, splits: Iterable[KafkaPartitionSplit]) -> None:
        """Remembers their partitions, which are no longer unassigned."""
        for split in splits:
            self._assigned[split.topic_partition] = None
            self._unassigned_initial.pop(split.topic_partition, None)

    def snapshot(self) -> KafkaSourceEnumState:
        """Assigned and unassigned partitions."""
        return KafkaSourceEnumState(
            _migrated(self._assigned), _migrated(self._unassigned_initial), initial_discovery_finished=self._finished
        )


class WholeSplits:
    """From connector 5.0 on: splits with their offsets, those that readers have and those that none has."""

    def __init__(self, state: KafkaSourceEnumState) -> None:
        self._assigned = _by_partition(state.assigned)
        self._unassigned = _by_partition(state.unassigned)
        self._finished = state.initial_discovery_finished

    def change(self, found: Sequence[TopicPartition], pending: Iterable[TopicPartition]) -> PartitionChange:
        """Until splits were initialized once, all that is new is initial; so is what came without an offset."""
        new, removed = _compared(found, self._assigned, pending)
        migrated = [partition for partition, split in self._unassigned.items() if split.starting_offset == MIGRATED]
        initial = dict.fromkeys([*(() if self._finished else new), *migrated])
        return PartitionChange(tuple(initial), new if self._finished else (), removed)

    def starts(self, change: PartitionChange, user: OffsetsInitializer, ask: Resolve) -> Mapping[TopicPartition, int]:
        """The user's for initial partitions, earliest for new ones.

        One that the user's initializer leaves out has none, and what it answers for unasked starts, too.
        """
        new = ask(Earliest(), change.new) if change.new else {}
        return {**new, **(ask(user, change.initial) if change.initial else {})}

    def initialized(self, splits: Sequence[KafkaPartitionSplit]) -> None:
        """They are unassigned, and the first discovery is finished."""
        self._finished = True
        for split in splits:
            self._unassigned[split.topic_partition] = split

    def waiting(self) -> Sequence[KafkaPartitionSplit]:
        """Unassigned splits whose offsets are known."""
        return [split for split in self._unassigned.values() if split.starting_offset != MIGRATED]

    def assigned(self, splits: Iterable[KafkaPartitionSplit]) -> None:
        """Moves splits to the assigned ones."""
        for split in splits:
            self._assigned[split.topic_partition] = split
            self._unassigned.pop(split.topic_partition, None)

    def returned(self, splits: Iterable[KafkaPartitionSplit]) -> None:
        """Moves splits, with the offsets that they come with, to the unassigned ones."""
        for split in splits:
            self._unassigned[split.topic_partition] = split
            self._assigned.pop(split.topic_partition, None)

    def snapshot(self) -> KafkaSourceEnumState:
        """Assigned and unassigned splits."""
        assigned, unassigned = tuple(self._assigned.values()), tuple(self._unassigned.values())
        return KafkaSourceEnumState(assigned, unassigned, initial_discovery_finished=self._finished)


def _compared(
    found: Sequence[TopicPartition], assigned: Iterable[TopicPartition], pending: Iterable[TopicPartition]
) -> tuple[tuple[TopicPartition, ...], tuple[TopicPartition, ...]]:
    """What is new, in the order of the original's set, and what is gone or known twice."""
    new = dict.fromkeys(partition_order(found))
    removed: dict[TopicPartition, None] = {}
    for known in (assigned, pending):
        for partition in known:
            if partition in new:
                del new[partition]
            else:
                removed[partition] = None
    return tuple(new), tuple(removed)


def _of_each(partitions: Iterable[TopicPartition], offsets: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
    found: dict[TopicPartition, int] = {}
    for partition in partitions:
        if partition not in offsets:
            raise NullPointerException(f"the starting offsets leave {partition.topic}-{partition.partition} out")
        found[partition] = offsets[partition]
    return found


def _by_partition(splits: Iterable[KafkaPartitionSplit]) -> dict[TopicPartition, KafkaPartitionSplit]:
    found: dict[TopicPartition, KafkaPartitionSplit] = {}
    for split in splits:
        if found.setdefault(split.topic_partition, split) is not split:
            name = f"{split.topic_partition.topic}-{split.topic_partition.partition}"
            raise IllegalStateException(f"Duplicate key {name}: a state must hold one split of a partition and status")
    return found


def _migrated(partitions: Iterable[TopicPartition]) -> tuple[KafkaPartitionSplit, ...]:
    return tuple(KafkaPartitionSplit(partition, MIGRATED) for partition in partitions)
