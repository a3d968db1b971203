"""How the cost grows: the same group with twice the members, or twice the partitions, again and again."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bench.assignors import contenders
from bench.assignors.contenders import JAVA, PORT
from bench.assignors.pairings import STICKY, Pairing
from bench.assignors.workloads import Kind, Workload
from bench.benchmark import in_turns, warm

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.assignors.contenders import JavaGroups

_TOPICS: Final = 100
_MEMBERS: Final = (100, 200, 400, 800)
_PARTITIONS: Final = (10, 20, 40, 80)
_ROUNDS: Final = 5
_SLOW: Final = 1.0
"""Seconds; what takes longer is timed once."""


@dataclass(frozen=True, slots=True)
class Growth:
    """One assignor along one axis.

    Attributes:
        what: The assignor and the kind of group.
        axis: What doubles.
        sizes: How much there is of it.
        seconds: By contender, the medians at each size.
    """

    what: str
    axis: str
    sizes: Sequence[int]
    seconds: dict[str, list[float]]

    def exponent(self, contender: str) -> float:
        """The slope of the best line through the logarithms: 1 is linear, 2 is quadratic."""
        across = [math.log(size) for size in self.sizes]
        up = [math.log(seconds) for seconds in self.seconds[contender]]
        return statistics.linear_regression(across, up).slope


def growths(groups: JavaGroups, warm_up: float) -> Iterator[Growth]:
    """The sticky assignor's two algorithms, and Range, along both axes.

    Args:
        groups: Java's groups.
        warm_up: For how many seconds each contender runs before.
    """
    asked = [("range", Kind.HALVES, False)]
    asked += [(STICKY[0], kind, again) for kind in (Kind.UNIFORM, Kind.HALVES) for again in (False, True)]
    for assignor, kind, again in asked:
        along_members = [Workload(members, _TOPICS, 20, kind) for members in _MEMBERS]
        along_partitions = [Workload(200, _TOPICS, partitions, kind) for partitions in _PARTITIONS]
        for axis, sizes, workloads in (
            (f"members, with {_TOPICS} topics of 20", _MEMBERS, along_members),
            (f"partitions a topic, with {_TOPICS} topics and 200 members", _PARTITIONS, along_partitions),
        ):
            taken = [_medians(groups, Pairing(workload, assignor, again), warm_up) for workload in workloads]
            mode = Pairing(workloads[0], assignor, again).mode
            seconds = {contender: [each[contender] for each in taken] for contender in (PORT, JAVA)}
            yield Growth(f"{assignor}{mode}, {kind.value}", axis, sizes, seconds)


def _medians(groups: JavaGroups, pairing: Pairing, warm_up: float) -> dict[str, float]:
    both = [
        contenders.port(pairing.workload, pairing.assignor, again=pairing.again),
        contenders.java(groups, pairing.workload, pairing.assignor, again=pairing.again),
    ]
    slowest = max(warm(contender, warm_up) for contender in both)
    taken = in_turns(both, 1 if slowest > _SLOW else _ROUNDS)
    return {name: statistics.median(seconds) for name, seconds in taken.items()}
