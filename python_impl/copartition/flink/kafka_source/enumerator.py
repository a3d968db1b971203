"""`KafkaSourceEnumerator`: finds the partitions of a Kafka source and hands them to its readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.errors import FlinkRuntimeException, IllegalStateException, NullPointerException
from copartition.flink.kafka_source.context import Boundedness
from copartition.flink.kafka_source.memory import restored_memory
from copartition.flink.kafka_source.pending import PendingSplits
from copartition.flink.kafka_source.releases import NEWEST, Release, parsed
from copartition.flink.kafka_source.split import KafkaPartitionSplit, check_offsets

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from copartition.flink.kafka_source.context import KafkaCluster, KafkaSourceSettings, SplitEnumeratorContext
    from copartition.flink.kafka_source.memory import PartitionChange
    from copartition.flink.kafka_source.offsets import OffsetsInitializer
    from copartition.flink.kafka_source.state_bytes import KafkaSourceEnumState
    from copartition.kafka.topic_partition import TopicPartition

DEFAULT_DISCOVERY_INTERVAL_MS: Final = 300_000
"""How often partitions are looked for where nothing is said, from 3.1 on (FLINK-32020)."""

_ZERO_IS_ONCE: Final[Release] = (1, 16, 2)
_HAS_DEFAULT: Final[Release] = (3, 1, 0)


class KafkaSourceEnumerator:
    """The enumerator of a Kafka source, without threads or a broker: it says what it wants, and is told.

    It equals the original of the release `version`, faults included:

    - up to 1.16.1 a bounded source with an interval of 0 never ends (FLINK-31319);
    - up to 1.16.2 one that starts at a time fails on partitions without a later record (FLINK-28185);
    - up to 4.0 a split that came back counts as assigned and as waiting, and its partition as removed; a negative owner
      is taken, and its split never assigned;
    - in all, removed partitions stay, and a bounded source whose first discovery is empty never ends.

    After `start()`, `discover()` is due once at once, and then every `discovery_period_ms` milliseconds if that isn't
    None. Who looks for partitions and offsets in another thread calls `find_changes`, `initialize_splits` and
    `add_initialized` in its place; only `initialize_splits` changes nothing, and may run elsewhere.

    Args:
        context: The job.
        cluster: Kafka.
        settings: What the user has said.
        state: What `snapshot_state` of an enumerator gave, for one that is restored.
        version: The release of the connector.

    Raises:
        NullPointerException: Up to 3.0, `settings.discovery_interval_ms` is None: there is no default.
        IllegalStateException: From 5.0 on, `state` has two splits of one partition and status.
        ValueError: The release isn't known.
    """

    def __init__(
        self,
        context: SplitEnumeratorContext,
        cluster: KafkaCluster,
        settings: KafkaSourceSettings,
        state: KafkaSourceEnumState | None = None,
        version: str = NEWEST,
    ) -> None:
        release = parsed(version)
        interval = settings.discovery_interval_ms
        if interval is None and release < _HAS_DEFAULT:
            raise NullPointerException("discovery_interval_ms must not be None: connectors up to 3.0 know no default")
        self._context = context
        self._cluster = cluster
        self._settings = settings
        self._version = version
        self._interval = DEFAULT_DISCOVERY_INTERVAL_MS if interval is None else interval
        self._discovers_once = self._interval < (1 if release >= _ZERO_IS_ONCE else 0)
        self._bounded = settings.boundedness is Boundedness.BOUNDED
        self._memory = restored_memory(state, version)
        self._pending = PendingSplits(version)
        self._no_more = False

    @property
    def discovery_period_ms(self) -> int | None:
        """The period of discoveries in milliseconds; None where there is one discovery."""
        return self._interval if self._interval > 0 else None

    def start(self) -> None:
        """`start()`: from 5.0 on, restored splits without a reader wait for one; then a discovery is due.

        Raises:
            ArithmeticException: The parallelism is 0, and there are such splits.
            IllegalStateException: The owner of such a split is no subtask.
        """
        waiting = self._memory.waiting()
        if waiting:
            self._pending.add(waiting, self._context.current_parallelism())

    def add_reader(self, reader: int) -> None:
        """`addReader(int)`: a reader has registered, and gets what waits for it.

        Raises:
            IllegalStateException: The context doesn't have it.
        """
        self._assign((reader,))

    def add_splits_back(self, splits: Sequence[KafkaPartitionSplit], reader: int) -> None:
        """`addSplitsBack(List, int)`: a reader has failed; splits that no checkpoint of it has come back.

        They wait for their owners, of which only `reader` gets them at once, if it is there again.

        Raises:
            ArithmeticException: The parallelism is 0.
            IllegalStateException: From 5.0 on, a split's owner is no subtask.
        """
        self._memory.returned(splits)
        self._pending.add(splits, self._context.current_parallelism())
        if reader in self._context.registered_readers():
            self._assign((reader,))

    def snapshot_state(self) -> KafkaSourceEnumState:
        """`snapshotState(long)`: what an enumerator that is restored must know."""
        return self._memory.snapshot()

    def discover(self) -> None:
        """A discovery, from the question to the assignment: see `find_changes` and the two after it."""
        change = self.find_changes()
        if change is None:
            return
        try:
            splits = self.initialize_splits(change)
        except Exception as error:
            raise FlinkRuntimeException("Failed to initialize partition splits due to ") from error
        self.add_initialized(splits)

    def find_changes(self) -> PartitionChange | None:
        """`checkPartitionChanges`: asks for the partitions that exist; None if nothing has changed.

        Raises:
            FlinkRuntimeException: They can't be had.
        """
        try:
            found = list(dict.fromkeys(self._cluster.subscribed_partitions()))
        except Exception as error:
            raise FlinkRuntimeException("Failed to list subscribed topic partitions due to ") from error
        return self._memory.change(found, self._pending.partitions()) or None

    def initialize_splits(self, change: PartitionChange) -> list[KafkaPartitionSplit]:
        """`initializePartitionSplits`: splits of new partitions, with their offsets.

        Raises:
            FlinkRuntimeException: An offset is negative, and no marker.
            NullPointerException: Up to 3.0, the starting offsets leave a new partition out.
            Exception: Whatever an initializer or the cluster raises.
        """
        starts = self._memory.starts(change, self._settings.starting, self._ask)
        stops: dict[TopicPartition, int] = {}
        if self._settings.stopping is not None:
            for partitions in (change.new, change.initial):
                stops.update(self._ask(self._settings.stopping, partitions))
        splits = [KafkaPartitionSplit(partition, start, stops.get(partition)) for partition, start in starts.items()]
        for split in splits:
            check_offsets(split, self._version)
        return splits

    def add_initialized(self, splits: Sequence[KafkaPartitionSplit]) -> None:
        """`handlePartitionSplitChanges`: splits wait for their owners, and all readers that are there get theirs.

        Raises:
            ArithmeticException: The parallelism is 0, and there are splits.
            IllegalStateException: From 5.0 on, a split's owner is no subtask.
        """
        if self._discovers_once:
            self._no_more = True
        self._memory.initialized(splits)
        self._pending.add_initialized(splits, self._context.current_parallelism())
        self._assign(tuple(self._context.registered_readers()))

    def _ask(
        self, initializer: OffsetsInitializer, partitions: Collection[TopicPartition]
    ) -> Mapping[TopicPartition, int]:
        return initializer.partition_offsets(partitions, self._cluster, self._version)

    def _assign(self, readers: Sequence[int]) -> None:
        """`assignPendingPartitionSplits(Set)`."""
        registered = self._context.registered_readers()
        assignment: dict[int, list[KafkaPartitionSplit]] = {}
        for reader in readers:
            if reader not in registered:
                raise IllegalStateException(f"Reader {reader} is not registered to source coordinator")
            splits = self._pending.take(reader)
            if splits:
                assignment[reader] = splits
                self._memory.assigned(splits)
        if assignment:
            self._context.assign_splits(assignment)
        if self._no_more and self._bounded:
            for reader in readers:
                self._context.signal_no_more_splits(reader)
