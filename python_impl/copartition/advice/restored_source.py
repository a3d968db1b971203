"""Which subtask of a Kafka source reads what after a restore at another parallelism: the owners hold no longer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, SupportsIndex

from copartition.advice.source_placement import SourcePlacement, place_source
from copartition.flink.kafka_source.memory import restored_memory
from copartition.flink.kafka_source.offsets import Earliest
from copartition.flink.kafka_source.pending import PendingSplits
from copartition.flink.kafka_source.releases import NEWEST
from copartition.flink.kafka_source.split import EARLIEST_OFFSET, KafkaPartitionSplit
from copartition.flink.rescale_operator_state import (
    OperatorStateHandle,
    OperatorStateMode,
    StateOffsets,
    repartition_operator_state,
)
from copartition.kafka.assignors.java_order import in_put_order

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.topic_partition import TopicPartition

_STATE: Final = "SourceReaderState"


def restore_source(
    topics: Mapping[str, SupportsIndex],
    old_parallelism: SupportsIndex,
    parallelism: SupportsIndex,
    version: str = NEWEST,
) -> SourcePlacement:
    """Who reads what in a job that started at one parallelism, and goes on from a checkpoint or savepoint at another.

    Readers keep splits in a hash map by their names, and write them as a list in its order. Flink deals the elements of
    all lists round the new subtasks (`RoundRobinOperatorStateRepartitioner`). Partitions that are found later have
    their owners by `getSplitOwner`, at the new parallelism; so `starts` and `added` are those of `place_source`.

    All partitions were there at the first start, which was at the earliest offsets. Others may exchange splits whose
    names share a bin of a reader's hash map; partitions that were added while the job ran come later in their lists.

    Args:
        topics: By topic, its number of partitions.
        old_parallelism: The source's parallelism at its first start, 1 to 32768.
        parallelism: Its parallelism after the restore, 1 to 32768.
        version: The release of the connector with which it started.

    Raises:
        IllegalArgumentException: A parallelism is out of bounds.
        WrongTypeError: `topics` is no mapping, a topic no str, or a number no integer.
        ValueError: A number of partitions is negative, or the release isn't known.
    """
    before, after = place_source(topics, old_parallelism), place_source(topics, parallelism)
    ranks = {partition: rank for rank, partition in enumerate(_all(before))}
    lists = _in_state(list(ranks), len(before.subtasks), version)
    handles = [
        [OperatorStateHandle(str(reader), {_STATE: StateOffsets(OperatorStateMode.SPLIT_DISTRIBUTE, range(len(has)))})]
        for reader, has in enumerate(lists)
    ]
    dealt = repartition_operator_state(handles, len(lists), len(after.subtasks))
    subtasks = [
        [lists[int(one.name)][at] for one in given for state in one.states.values() for at in state.offsets]
        for given in dealt
    ]
    return SourcePlacement(
        tuple(tuple(sorted(read, key=ranks.__getitem__)) for read in subtasks), after.starts, after.added
    )


def _all(placed: SourcePlacement) -> list[TopicPartition]:
    """All partitions, topic by topic."""
    ranks = {topic: rank for rank, topic in enumerate(placed.starts)}
    read = [partition for partitions in placed.subtasks for partition in partitions]
    return sorted(read, key=lambda partition: (ranks[partition.topic], partition.partition))


def _in_state(partitions: Sequence[TopicPartition], readers: int, version: str) -> list[list[TopicPartition]]:
    """By reader its partitions, in the order in which it writes their splits."""
    memory, pending = restored_memory(None, version), PendingSplits(version)
    change = memory.change(partitions, ())
    starts = memory.starts(change, Earliest(), lambda _, asked: dict.fromkeys(asked, EARLIEST_OFFSET))
    pending.add_initialized([KafkaPartitionSplit(partition, start) for partition, start in starts.items()], readers)
    given = ([split.topic_partition for split in pending.take(reader)] for reader in range(readers))
    return [in_put_order(mine, [f"{one.topic}-{one.partition}" for one in mine]) for mine in given]
