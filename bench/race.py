"""Races: several ways to the same answers, timed in turns, so that a busy machine slows all of them alike."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Runner:
    """One way.

    Attributes:
        name: What it is called in the report.
        rows: How many rows a run takes.
        run: Does it once; returns the seconds.
        answers: The answers of the last run, at least of its first rows.
    """

    name: str
    rows: int
    run: Callable[[], float]
    answers: Callable[[], NDArray[np.int32]]


@dataclass(frozen=True, slots=True)
class Target:
    """A figure to reach.

    Attributes:
        runner: Whose.
        at_least: The ratio to `of`, or million rows per second where `of` is None.
        of: The name of the runner that it is compared with.
    """

    runner: str
    at_least: float
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Race:
    """Runners with the same task, and what is asked of them."""

    task: str
    runners: tuple[Runner, ...]
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """What came of a race.

    Attributes:
        rates: Each runner's median, in million rows per second.
        reached: Each target's figure: the median of the rounds' ratios, or million rows per second. Both runners
            of a ratio ran in the same second of the same machine, so it stands when the rates don't.
    """

    race: Race
    rates: dict[str, float]
    reached: dict[Target, float]

    def misses(self) -> list[Target]:
        """The targets that were not reached."""
        return [target for target, figure in self.reached.items() if figure < target.at_least]


def timed(name: str, rows: int, compute: Callable[[], NDArray[np.int32]]) -> Runner:
    """A runner that is a Python function, timed from outside."""
    kept: list[NDArray[np.int32]] = []

    def run() -> float:
        start = time.perf_counter()
        answers = compute()
        seconds = time.perf_counter() - start
        kept[:] = [answers]
        return seconds

    return Runner(name, rows, run, lambda: kept[0])


def hold(race: Race, rounds: int, warm_up: float) -> Figures:
    """Warms every runner up, requires that their answers are the same, then times them in turns.

    Args:
        race: The runners.
        rounds: How often each is timed.
        warm_up: For how many seconds each runs before.

    Raises:
        ValueError: Two runners disagree.
    """
    for runner in race.runners:
        warm(runner, warm_up)
    _require_agreement(race)
    seconds = in_turns(race.runners, rounds)
    rates = {r.name: r.rows / statistics.median(seconds[r.name]) / 1e6 for r in race.runners}
    rows = {runner.name: runner.rows for runner in race.runners}

    def figure(target: Target) -> float:
        if target.of is None:
            return rates[target.runner]
        pairs = zip(seconds[target.runner], seconds[target.of], strict=True)
        return statistics.median(theirs / mine for mine, theirs in pairs) * rows[target.runner] / rows[target.of]

    return Figures(race, rates, {target: figure(target) for target in race.targets})


def warm(runner: Runner, seconds: float) -> float:
    """Runs it for so long, at least twice unless it takes that long at once; returns the last run's seconds."""
    start = time.perf_counter()
    last = runner.run()
    if time.perf_counter() - start < seconds:
        last = runner.run()
    while time.perf_counter() - start < seconds:
        last = runner.run()
    return last


def in_turns(runners: Sequence[Runner], rounds: int) -> dict[str, list[float]]:
    """By name, the seconds of each round."""
    seconds: dict[str, list[float]] = {runner.name: [] for runner in runners}
    for _ in range(rounds):
        for runner in runners:
            seconds[runner.name].append(runner.run())
    return seconds


def _require_agreement(race: Race) -> None:
    first = race.runners[0]
    for runner in race.runners[1:]:
        rows = min(first.rows, runner.rows)
        if not np.array_equal(first.answers()[:rows], runner.answers()[:rows]):
            raise ValueError(f"{race.task}: {runner.name} and {first.name} give different answers")
