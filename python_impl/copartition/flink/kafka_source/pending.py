"""Splits that wait for their reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.errors import IllegalStateException
from copartition.flink.kafka_source.hash_orders import sorted_splits, split_order
from copartition.flink.kafka_source.releases import Release, parsed
from copartition.flink.kafka_source.split import NO_STOPPING_OFFSET
from copartition.flink.kafka_source.split_owner import first_owner
from copartition.java.ints import int32, remainder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from copartition.flink.kafka_source.split import KafkaPartitionSplit
    from copartition.kafka.topic_partition import TopicPartition

_CHECKS_OWNERS: Final[Release] = (5, 0, 0)


class PendingSplits:
    """`pendingPartitionSplitAssignment`: by owner, splits that no reader has; a split stands there once.

    Args:
        version: The release of the connector. Up to 4.0 a negative owner is taken, and such a split is never assigned;
            from 5.0 on splits are added in the order of their names.
    """

    def __init__(self, version: str) -> None:
        self._checks_owners = parsed(version) >= _CHECKS_OWNERS
        self._by_owner: dict[int, dict[KafkaPartitionSplit, None]] = {}

    def add(self, splits: Sequence[KafkaPartitionSplit], parallelism: int) -> None:
        """Lets splits wait for their owners.

        Args:
            splits: The splits, in the order in which the original walks them up to 4.0.
            parallelism: The number of the source's subtasks.

        Raises:
            ArithmeticException: `parallelism` is 0, and there are splits.
            IllegalStateException: From 5.0 on, a split's owner is none of the subtasks; splits before it wait.
        """
        self._wait(sorted_splits(splits) if self._checks_owners else splits, parallelism)

    def add_initialized(self, splits: Sequence[KafkaPartitionSplit], parallelism: int) -> None:
        """Lets splits wait that a discovery has found: up to 4.0 the original walks them as a hash set.

        Args:
            splits: The splits, all different, in the order in which they were added to the set.
            parallelism: The number of the source's subtasks.

        Raises:
            ArithmeticException: `parallelism` is 0, and there are splits.
            IllegalStateException: From 5.0 on, a split's owner is none of the subtasks; splits before it wait.
        """
        self._wait(sorted_splits(splits) if self._checks_owners else split_order(splits, len(splits)), parallelism)

    def take(self, reader: int) -> list[KafkaPartitionSplit]:
        """Removes and returns what waits for a reader, in the order in which the original assigns it."""
        waiting = self._by_owner.pop(reader, None)
        return [] if waiting is None else split_order(list(waiting))

    def partitions(self) -> Iterator[TopicPartition]:
        """The partition of every split that waits."""
        return (split.topic_partition for waiting in self._by_owner.values() for split in waiting)

    def _wait(self, splits: Sequence[KafkaPartitionSplit], parallelism: int) -> None:
        first: dict[str, int] = {}
        for split in splits:
            partition = split.topic_partition
            topic = partition.topic
            if topic not in first:
                first[topic] = first_owner(topic, parallelism)
            owner = remainder(int32(first[topic] + partition.partition), parallelism)
            if self._checks_owners and not 0 <= owner < parallelism:
                stop = NO_STOPPING_OFFSET if split.stopping_offset is None else split.stopping_offset
                raise IllegalStateException(
                    f"Invalid split owner {owner} for split [Partition: {topic}-{partition.partition}, StartingOffset: "
                    f"{split.starting_offset}, StoppingOffset: {stop}] with current parallelism {parallelism}"
                )
            self._by_owner.setdefault(owner, {})[split] = None
