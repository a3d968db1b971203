"""Free partitions, in the order in which they are handed out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from copartition.kafka.uuid import Uuid


class FreeRuns:
    """Partitions that are free, as runs of one topic's each: what members get are parts of few runs."""

    def __init__(self) -> None:
        self._runs: list[tuple[Uuid, Sequence[int]]] = []
        self._place = 0
        self._start = 0

    def __bool__(self) -> bool:
        """Whether there are any left."""
        return self._place < len(self._runs)

    def append(self, topic: Uuid, run: Sequence[int]) -> None:
        """These come after all others."""
        if run:
            self._runs.append((topic, run))

    def parts_left(self, size: int) -> int:
        """How many parts of this size the first run has."""
        return (len(self._runs[self._place][1]) - self._start) // size

    def take(self, size: int, times: int = 1) -> tuple[Uuid, Iterable[Sequence[int]], int]:
        """The next parts of a size.

        Returns:
            Their topic, the parts, and how many partitions are in one: fewer than `size` where the run ends.
        """
        topic, run = self._runs[self._place]
        start = self._start
        size = min(size, len(run) - start)
        stop = self._start = start + size * times
        if stop == len(run):
            self._place += 1
            self._start = 0
        return topic, _parts(run, range(start, stop, size)), size


def _parts(run: Sequence[int], starts: range) -> Iterable[Sequence[int]]:
    """Parts of a run; those of a range that starts at 0 are ranges."""
    if isinstance(run, range):
        return map(range, starts, range(starts.start + starts.step, starts.stop + starts.step, starts.step))
    return (run[start : start + starts.step] for start in starts)
