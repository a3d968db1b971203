"""What the enumerator of a Kafka source needs of a job: `SplitEnumeratorContext`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from copartition import _arguments
from copartition.flink.kafka_source.offsets import PartitionOffsetsRetriever

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from copartition.flink.kafka_source.offsets import OffsetsInitializer
    from copartition.flink.kafka_source.split import KafkaPartitionSplit
    from copartition.kafka.topic_partition import TopicPartition


class Boundedness(Enum):
    """`Boundedness`: whether a source ends."""

    BOUNDED = "BOUNDED"
    CONTINUOUS_UNBOUNDED = "CONTINUOUS_UNBOUNDED"


@dataclass(frozen=True, slots=True)
class KafkaSourceSettings:
    """What the user of a Kafka source has said.

    Attributes:
        starting: Where splits start.
        stopping: Where splits stop; None for nowhere.
        discovery_interval_ms: How often partitions are looked for; 0 or less for once. None is the default: five
            minutes from 3.1 on; before, there is none.
        boundedness: Whether readers are told that no splits will follow, after a single discovery.

    Raises:
        WrongTypeError: The interval is no integer, or `boundedness` is no `Boundedness`.
        ValueError: The interval doesn't fit 64 bits.
    """

    starting: OffsetsInitializer
    stopping: OffsetsInitializer | None = None
    discovery_interval_ms: int | None = None
    boundedness: Boundedness = Boundedness.CONTINUOUS_UNBOUNDED

    def __post_init__(self) -> None:
        if self.discovery_interval_ms is not None:
            interval = _arguments.int64("discovery_interval_ms", self.discovery_interval_ms)
            object.__setattr__(self, "discovery_interval_ms", interval)
        _arguments.instance("boundedness", self.boundedness, Boundedness, "write Boundedness.BOUNDED")


class KafkaCluster(PartitionOffsetsRetriever, Protocol):
    """What an enumerator asks Kafka. Whatever it raises is wrapped in a `FlinkRuntimeException`."""

    def subscribed_partitions(self) -> Iterable[TopicPartition]:
        """The partitions that exist now, in the order in which the original's `KafkaSubscriber` adds them to its set.

        Up to 4.0 the order of splits within an assignment depends on it, where hash codes meet; nothing else does.
        """


class SplitEnumeratorContext(Protocol):
    """The part of a job that an enumerator talks to. Flink calls it, and the enumerator, from one thread."""

    def current_parallelism(self) -> int:
        """The number of the source's subtasks."""

    def registered_readers(self) -> Collection[int]:
        """The subtasks whose readers are there; splits are assigned to them in this order."""

    def assign_splits(self, assignment: Mapping[int, Sequence[KafkaPartitionSplit]]) -> None:
        """Takes new splits, by subtask."""

    def signal_no_more_splits(self, reader: int) -> None:
        """Hears that a subtask gets no split any more."""
