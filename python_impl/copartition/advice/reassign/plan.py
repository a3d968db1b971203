"""A plan: the replicas now, and those that shall replace them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from copartition.advice.reassign.moves import BrokerTraffic, Move, moves, traffic
from copartition.kafka.reassign.tool_text import reassignment_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.kafka.topic_partition import TopicPartition


@dataclass(frozen=True, slots=True)
class Plan:
    """A reassignment that has not begun.

    Attributes:
        current: By partition the brokers of its replicas now, of all partitions that were asked about.
        proposed: The same as it shall be, only of partitions that change.
        fenced: The brokers that are fenced.
    """

    current: Mapping[TopicPartition, tuple[int, ...]]
    proposed: Mapping[TopicPartition, tuple[int, ...]]
    fenced: frozenset[int] = frozenset()

    def reassignment_json(self, log_dirs: Mapping[tuple[TopicPartition, int], str] | None = None) -> str:
        """What the tool's `--execute` takes. With no partitions it would refuse it: see `proposed` before.

        Args:
            log_dirs: By partition and broker the log directory; where none is named, any will do.
        """
        return reassignment_json(self.proposed, log_dirs)

    def rollback_json(self, log_dirs: Mapping[tuple[TopicPartition, int], str] | None = None) -> str:
        """What moves everything back: the JSON that `--execute` prints.

        Args:
            log_dirs: By partition and broker the log directory, as the brokers report it. The tool prints them from
                4.2 on.
        """
        return reassignment_json({partition: self.current[partition] for partition in self.proposed}, log_dirs)

    def moves(self, sizes: Mapping[TopicPartition, int] | None = None) -> list[Move]:
        """The replicas that are copied; `sizes` are the bytes of one replica, by partition.

        Raises:
            WrongTypeError: `sizes` is no mapping from `TopicPartition` to integers.
            ValueError: A size is negative, or doesn't fit 64 bits.
        """
        return moves(self.current, self.proposed, sizes, fenced=self.fenced)

    def traffic(self, sizes: Mapping[TopicPartition, int] | None = None) -> list[BrokerTraffic]:
        """What the plan does to each broker; `sizes`, and errors, as for `moves`."""
        return traffic(self.current, self.proposed, sizes, fenced=self.fenced)
