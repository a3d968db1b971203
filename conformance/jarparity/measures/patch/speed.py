"""How fast the patched line is beside its release: pairs of runs on the same inputs, in one JVM, taken in turn.

What is taken is the processor time of the thread that asks, so that a busy machine does no harm; the collector and the
compiler of the JVM have threads of their own. The median of many pairs counts, and how far the middle of them reaches.
Reading inputs and writing answers is the same for both and is part of each run, so a ratio is nearer to 1 than that of
the classes alone.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity.answers import Value
from jarparity.shrinking import size

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jarparity.answer_pairs import Boundary
    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.references import LiveReference

_DRAWN: Final = 600
_KEPT: Final = 60
"""The largest of so many inputs are asked: with small ones, the way to the JVM and back takes most of the time."""
_WARM: Final = 0.4
"""Seconds for which each line is asked before: the JVM compiles what is called often."""
_MOST_TIMES: Final = 200
_RUN: Final = 0.03
"""Seconds that a run takes at least: shorter ones are the clock's and the collector's."""


@dataclass(frozen=True, slots=True)
class Speed:
    """The time of the patched line, over that of the release.

    Attributes:
        operation: What was asked.
        inputs: How many inputs a run has, some of them several times.
        pairs: How many pairs of runs were taken.
        milliseconds: Of the release's run, in the middle.
        ratio: In the middle of all pairs.
        low: The ratio below which a twentieth of the medians of such measurements lie, by order statistics.
        high: That above which a twentieth lie.
    """

    operation: str
    inputs: int
    pairs: int
    milliseconds: float
    ratio: float
    low: float
    high: float

    def is_slower_than(self, limit: float) -> bool:
        """Whether it surely is: the whole interval lies above."""
        return self.low > limit


def measure(  # noqa: PLR0913 - the parts of a measurement
    operation: Operation,
    reference: LiveReference,
    boundary: Boundary,
    seed: int,
    pairs: int,
    clock: Callable[[], float] = time.thread_time,
) -> Speed | None:
    """Times both lines; None where no input has an answer that is no error, and the same one on both.

    Raises:
        BridgeError: The bridge failed.
    """
    inputs = _inputs(operation, reference, boundary, seed)
    if not inputs:
        return None

    def run(line: Line, inputs: Sequence[JSON]) -> float:
        start = clock()
        reference.answers(operation.name, line, inputs)
        return clock() - start

    warmed = min(_warmed(partial(run, line, inputs)) for line in (boundary.older, boundary.newer))
    inputs = [*inputs] * max(1, min(_MOST_TIMES, math.ceil(_RUN / max(warmed, _RUN / _MOST_TIMES))))
    taken: list[tuple[float, float]] = []
    for pair in range(pairs):
        # Who comes first has a colder cache.
        order = (boundary.older, boundary.newer) if pair % 2 else (boundary.newer, boundary.older)
        took = {line: run(line, inputs) for line in order}
        taken.append((took[boundary.older], took[boundary.newer]))
    ratios = sorted(patched / release for release, patched in taken if release)
    if not ratios:
        return None
    edge = _edge(len(ratios))
    middle = statistics.median(release for release, _ in taken)
    return Speed(
        operation.name, len(inputs), pairs, 1000 * middle, statistics.median(ratios), ratios[edge], ratios[-1 - edge]
    )


def _warmed(run: Callable[[], float]) -> float:
    """What a run takes, once it has been run for a while."""
    took = [run()]
    while sum(took) < _WARM and len(took) < _MOST_TIMES:
        took.append(run())
    return min(took)


def _inputs(operation: Operation, reference: LiveReference, boundary: Boundary, seed: int) -> Sequence[JSON]:
    seeded = random.Random(f"{seed} speed {operation.name}")  # noqa: S311 - reproducible, not secret
    drawn = [operation.draw(seeded) for _ in range(_DRAWN)]
    taken = [document for document in drawn if operation.takes(boundary.older, document)]
    taken.sort(key=lambda document: size(operation, document)[2], reverse=True)
    before, after = (reference.answers(operation.name, line, taken) for line in (boundary.older, boundary.newer))
    same = (d for d, a, b in zip(taken, before, after, strict=True) if isinstance(a, Value) and a == b)
    return [document for _, document in zip(range(_KEPT), same, strict=False)]


def _edge(pairs: int) -> int:
    """The place from either end of the sorted ratios between which the true median lies, 9 times of 10."""
    # Half of the pairs, less 1.645 standard deviations of a fair coin's heads.
    return max(0, int(pairs / 2 - 1.645 * (pairs**0.5) / 2))
