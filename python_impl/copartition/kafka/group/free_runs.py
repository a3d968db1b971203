"""Free partitions, in the order in which they are handed out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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

    def parts(self, size: int, most: int) -> Iterator[tuple[Uuid, Iterable[Sequence[int]]]]:
        """The next parts of just this size, by topic: so many at most, and only of runs that are cut evenly."""
        while most and self:
            topic, run = self._runs[self._place]
            count = min((len(run) - self._start) // size, most)
            most -= count
            start = self._start
            self._start += count * size
            yield topic, _parts(run, range(start, self._start, size))
            if self._start < len(run):
                return
            self._place += 1
            self._start = 0

    def take(self, most: int) -> tuple[Uuid, Sequence[int]]:
        """The next partitions of a topic, at most so many."""
        topic, run = self._runs[self._place]
        part = run[self._start : self._start + most]
        self._start += len(part)
        if self._start == len(run):
            self._place += 1
            self._start = 0
        return topic, part


def _parts(run: Sequence[int], starts: range) -> Iterable[Sequence[int]]:
    """Parts of a run; those of a range that starts at 0 are ranges."""
    if isinstance(run, range):
        return map(range, starts, range(starts.start + starts.step, starts.stop + starts.step, starts.step))
    return (run[start : start + starts.step] for start in starts)
