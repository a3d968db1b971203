"""What the tool takes for moving, beside reassignments that go on: and which replicas it would throttle for that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from copartition.errors import RuntimeException
from copartition.kafka.reassign.tool_text import sorted_partitions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from copartition.kafka.topic_partition import TopicPartition


@dataclass(frozen=True, slots=True)
class Ongoing:
    """A reassignment that goes on: `org.apache.kafka.clients.admin.PartitionReassignment`.

    Attributes:
        replicas: All replicas now, those that are added among them.
        adding: Those that are added.
        removing: Those that are to go.
    """

    replicas: tuple[int, ...]
    adding: tuple[int, ...]
    removing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PartitionMove:
    """From where to where a partition moves.

    Attributes:
        sources: The brokers that have it.
        destinations: The brokers that get it.
    """

    sources: frozenset[int]
    destinations: frozenset[int]


@dataclass(frozen=True, slots=True)
class ProposedMoves:
    """All moves, proposed ones and those that go on.

    Attributes:
        by_partition: The moves, in the tool's order of partitions.
    """

    by_partition: Mapping[TopicPartition, PartitionMove]

    def leader_throttles(self) -> dict[str, str]:
        """`calculateLeaderThrottles`: by topic `leader.replication.throttled.replicas`, such as `0:1,0:2`."""
        return self._throttles((partition, broker) for partition, m in self._moves() for broker in m.sources)

    def follower_throttles(self) -> dict[str, str]:
        """`calculateFollowerThrottles`: by topic `follower.replication.throttled.replicas`."""
        return self._throttles(
            (partition, broker) for partition, m in self._moves() for broker in m.destinations - m.sources
        )

    def brokers(self) -> list[int]:
        """`calculateReassigningBrokers`: who takes part, sorted."""
        return sorted({broker for _, move in self._moves() for broker in move.sources | move.destinations})

    def _moves(self) -> Iterable[tuple[TopicPartition, PartitionMove]]:
        return self.by_partition.items()

    def _throttles(self, replicas: Iterable[tuple[TopicPartition, int]]) -> dict[str, str]:
        named: dict[str, set[str]] = {partition.topic: set() for partition in self.by_partition}
        for partition, broker in replicas:
            named[partition.topic].add(f"{partition.partition}:{broker}")
        return {topic: ",".join(sorted(texts)) for topic, texts in named.items()}


def proposed_moves(
    current: Mapping[TopicPartition, Sequence[int]],
    proposed: Mapping[TopicPartition, Sequence[int]],
    ongoing: Mapping[TopicPartition, Ongoing] | None = None,
) -> ProposedMoves:
    """`ReassignPartitionsCommand.calculateProposedMoveMap`.

    Args:
        current: By partition the brokers of its replicas, now.
        proposed: The same as it shall be, of those partitions that change.
        ongoing: What is being reassigned; of such a partition the sources are those without replicas that are added.

    Raises:
        RuntimeException: A proposed partition has no replicas now.
    """
    moves = {
        partition: PartitionMove(frozenset(moving.replicas) - frozenset(moving.adding), frozenset(moving.adding))
        for partition, moving in (ongoing or {}).items()
    }
    for partition, replicas in proposed.items():
        if partition in moves:
            sources = moves[partition].sources
        elif partition in current:
            sources = frozenset(current[partition])
        else:
            name = f"{partition.topic}-{partition.partition}"
            raise RuntimeException(f"Trying to reassign a topic partition {name} with 0 replicas")
        moves[partition] = PartitionMove(sources, frozenset(replicas) - sources)
    return ProposedMoves({partition: moves[partition] for partition in sorted_partitions(moves)})
