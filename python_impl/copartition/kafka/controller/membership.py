"""Which partitions a broker is in sync for, or eligible: `BrokersToIsrs`, `BrokersToElrs`."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Membership:
    """`org.apache.kafka.controller.BrokersToIsrs` and `BrokersToElrs`, of one topic.

    Its arrays are the original's: a partition may stand in one twice, where the original forgets to take it out.
    """

    def __init__(self) -> None:
        self._partitions: defaultdict[int, list[int]] = defaultdict(list)

    def update(self, partition: int, before: Iterable[int], after: Iterable[int]) -> None:
        """`update(Uuid, int, int[], int[])`: a partition's members are others."""
        before, after = {*before}, {*after}
        for broker in before - after:
            self._remove(self._partitions[broker], partition)
        for broker in after - before:
            self._partitions[broker].append(partition)

    def of(self, broker: int) -> tuple[int, ...]:
        """The partitions of a broker, as they came."""
        return tuple(self._partitions[broker])

    @staticmethod
    def _remove(partitions: list[int], removed: int) -> None:
        """An array shorter by one: if the partition stood there twice, a 0 fills what is left of it."""
        left = [partition for partition in partitions if partition != removed]
        partitions[:] = [*left, *[0] * (len(partitions) - 1 - len(left))]
