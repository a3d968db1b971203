"""Each group with each assignor: the port against Java, in turns, and what is asked of it."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bench.benchmark import in_turns, warm
from bench.kit import Limit
from bench.server_assignors import contenders
from bench.server_assignors.contenders import ASSIGNORS, JAVA, PORT
from bench.server_assignors.workloads import Workload

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST: Final = 2.0
"""Times Java's time."""
COUNTS_FROM: Final = 0.003
"""Seconds that Java takes from which on the port is asked to keep up."""
_BUDGET: Final = 4.0
"""Seconds for all rounds of both; a pair that takes longer is timed once, after one run to warm up."""


@dataclass(frozen=True, slots=True)
class Row:
    """A group, an assignor, and both times.

    Attributes:
        workload: The group.
        assignor: `uniform` or `range`.
        joins: The last member joins, and the others have what they were given; else all are new.
        seconds: Each contender's median.
        ratio: The port's time in times of Java's: the median of the rounds' ratios.
    """

    workload: Workload
    assignor: str
    joins: bool
    seconds: Mapping[str, float]
    ratio: float

    def __str__(self) -> str:
        return f"{self.assignor}, {self.workload}, {'one joins' if self.joins else 'all are new'}"

    @property
    def kept(self) -> bool | None:
        """Whether the port keeps up; None where Java is too quick for it to count."""
        return None if self.seconds[JAVA] < COUNTS_FROM else self.ratio <= MOST

    def limit(self) -> Limit | None:
        """What is asked of the port here, if anything is."""
        return None if self.kept is None else Limit(f"{self}, in times of Java's time", "x", MOST, self.ratio)


def grid(*, quick: bool) -> list[tuple[Workload, str, bool]]:
    """Kafka's own sizes; or the small ones."""
    sizes = [(members, topics) for members in (100, 1000, 10_000) for topics in (10, 100, 1000)]
    return [
        (Workload(members, topics, alike), assignor, joins)
        for members, topics in (sizes[:2] if quick else sizes)
        for alike in (True, False)
        for assignor in ASSIGNORS
        for joins in (False, True)
    ]


def measured(groups: Any, rounds: int, warm_up: float, *, quick: bool) -> Iterator[Row]:  # noqa: ANN401 - a Java class
    """Each row, as soon as it is measured.

    Raises:
        ValueError: Port and JAR give different answers.
    """
    for workload, assignor, joins in grid(quick=quick):
        pair = [
            contenders.port(workload, assignor, joins=joins),
            contenders.java(groups, workload, assignor, joins=joins),
        ]
        slowest = max(warm(each, warm_up) for each in pair)
        if not np.array_equal(pair[0].answers(), pair[1].answers()):
            raise ValueError(f"{assignor}, {workload}: port and JAR give different answers")
        taken = in_turns(pair, max(1, min(rounds, int(_BUDGET / max(slowest, 1e-6)))))
        ratios = [mine / java for mine, java in zip(taken[PORT], taken[JAVA], strict=True)]
        seconds = {name: statistics.median(each) for name, each in taken.items()}
        yield Row(workload, assignor, joins, seconds, statistics.median(ratios))
