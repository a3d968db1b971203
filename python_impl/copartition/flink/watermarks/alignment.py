"""Watermark alignment: what a source's coordinator adds up, and what a source operator compares with it."""

from __future__ import annotations

import heapq
from collections import deque
from typing import TYPE_CHECKING, Final, Generic, SupportsIndex, TypeVar

from copartition import _arguments
from copartition.errors import NoSuchElementException, noted
from copartition.flink.watermarks.combined import MIN_TIMESTAMP

if TYPE_CHECKING:
    from collections.abc import Hashable

K = TypeVar("K", bound="Hashable")

_CROWDED: Final = 4
"""So many times as many entries as keys are too many: most of them are reports that were replaced."""


class WatermarkAggregator(Generic[K]):
    """`SourceCoordinator.WatermarkAggregator`: the least of the watermarks that subtasks, or sources, reported last.

    Unlike a combined watermark it goes back when a report does. A report costs O(log n), amortised.

    Attributes:
        watermark: `getAggregatedWatermark()`: `MIN_TIMESTAMP` before the first report.
    """

    def __init__(self) -> None:
        self.watermark = MIN_TIMESTAMP
        self._reported: dict[K, tuple[int, int]] = {}
        self._heap: list[tuple[int, int, K]] = []
        self._reports = 0

    def aggregate(self, key: K, timestamp: SupportsIndex) -> int | None:
        """`aggregate(T, Watermark)`: a report, which replaces the last one of this key.

        Returns:
            The new least watermark; None where it stays as it is.

        Raises:
            WrongTypeError: The timestamp is no integer.
            ValueError: It doesn't fit 64 bits.
        """
        timestamp = _arguments.int64("timestamp", timestamp)
        self._reports += 1
        self._reported[key] = timestamp, self._reports
        heapq.heappush(self._heap, (timestamp, self._reports, key))
        if len(self._heap) > _CROWDED * len(self._reported):
            self._heap = [(least, number, of) for of, (least, number) in self._reported.items()]
            heapq.heapify(self._heap)
        while self._reported[self._heap[0][2]] != self._heap[0][:2]:
            heapq.heappop(self._heap)
        before, self.watermark = self.watermark, self._heap[0][0]
        return None if before == self.watermark else self.watermark


class WatermarkSampler:
    """`WatermarkSampler`, from 2.3 on: a source pauses on the oldest of its samples, not on its latest watermark.

    Attributes:
        latest: `getLatest()`: the watermark that came last.

    Args:
        capacity: How many samples are kept; without any, the oldest is the latest watermark itself.

    Raises:
        WrongTypeError: The capacity is no integer.
        ValueError: It doesn't fit 32 bits.
    """

    def __init__(self, capacity: SupportsIndex) -> None:
        capacity = _arguments.int32("capacity", capacity)
        self.latest = MIN_TIMESTAMP
        self._samples = deque([MIN_TIMESTAMP] * capacity, maxlen=max(capacity, 0))
        self._capacity = capacity

    def add_latest(self, timestamp: SupportsIndex) -> None:
        """`addLatest(long)`.

        Raises:
            WrongTypeError: The timestamp is no integer.
            ValueError: It doesn't fit 64 bits.
        """
        timestamp = _arguments.int64("timestamp", timestamp)
        self.latest = timestamp

    def sample(self) -> None:
        """`sample()`: keeps the latest watermark, and lets the oldest sample go."""
        self._samples.append(self.latest)

    @property
    def oldest_sample(self) -> int:
        """`getOldestSample()`: `MIN_TIMESTAMP` until so many samples were taken.

        Raises:
            NoSuchElementException: `capacity` is negative; the original notices it here only.
        """
        if self._capacity < 0:
            raise noted(NoSuchElementException(), f"capacity is {self._capacity}: write 0 or more")
        return self._samples[0] if self._samples else self.latest
