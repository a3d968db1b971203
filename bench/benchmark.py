"""Benchmarks: several ways to the same answers, timed in turns, so that a busy machine slows all of them alike."""

from __future__ import annotations

import gc
import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray


class MissingToolchainError(RuntimeError):
    """What is timed can't be built here, and why."""


@dataclass(frozen=True, slots=True)
class Contender:
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
        contender: Whose.
        at_least: The ratio to `of`, or million rows per second where `of` is None.
        of: The name of the contender that it is compared with.
    """

    contender: str
    at_least: float
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Runners with the same task, and what is asked of them."""

    task: str
    contenders: tuple[Contender, ...]
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """What came of a benchmark.

    Attributes:
        rates: Each contender's median, in million rows per second.
        reached: Each target's figure: the median of the rounds' ratios, or million rows per second. Both contenders
            of a ratio ran in the same second of the same machine, so it stands when the rates don't.
    """

    benchmark: Benchmark
    rates: dict[str, float]
    reached: dict[Target, float]


T = TypeVar("T")


def timed(
    name: str,
    rows: int,
    compute: Callable[[], T],
    told: Callable[[T], NDArray[np.int32]] = lambda answers: answers,  # type: ignore[assignment,return-value]  # T is one
) -> Contender:
    """A contender that is a Python function, timed from outside.

    Args:
        name: What it is called in the report.
        rows: How many rows a run takes.
        compute: Does it once.
        told: What is compared, made of the last run's result; it isn't timed. By default the result itself.
    """
    kept: list[T] = []

    def run() -> float:
        start = time.perf_counter()
        answers = compute()
        taken = time.perf_counter() - start
        kept[:] = [answers]
        return taken

    return Contender(name, rows, run, lambda: told(kept[0]))


def hold(benchmark: Benchmark, rounds: int, warm_up: float) -> Figures:
    """Warms every contender up, requires that their answers are the same, then times them in turns.

    Args:
        benchmark: The contenders.
        rounds: How often each is timed.
        warm_up: For how many seconds each runs before.

    Raises:
        ValueError: Two contenders disagree.
    """
    for contender in benchmark.contenders:
        warm(contender, warm_up)
    _require_agreement(benchmark)
    seconds = in_turns(benchmark.contenders, rounds)
    rates = {r.name: r.rows / statistics.median(seconds[r.name]) / 1e6 for r in benchmark.contenders}
    rows = {contender.name: contender.rows for contender in benchmark.contenders}

    def figure(target: Target) -> float:
        if target.of is None:
            return rates[target.contender]
        pairs = zip(seconds[target.contender], seconds[target.of], strict=True)
        return statistics.median(theirs / mine for mine, theirs in pairs) * rows[target.contender] / rows[target.of]

    return Figures(benchmark, rates, {target: figure(target) for target in benchmark.targets})


def warm(contender: Contender, seconds: float) -> float:
    """Runs it for so long, at least twice unless it takes that long at once; returns the last run's seconds."""
    start = time.perf_counter()
    last = contender.run()
    if time.perf_counter() - start < seconds:
        last = contender.run()
    while time.perf_counter() - start < seconds:
        last = contender.run()
    return last


def in_turns(contenders: Sequence[Contender], rounds: int) -> dict[str, list[float]]:
    """By name, the seconds of each round.

    Python's collector looks through what comes up meanwhile, but not through what this process was before: the kit, its
    libraries and other parts' groups are no work of a contender's.
    """
    seconds: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    gc.collect()
    gc.freeze()
    try:
        for _ in range(rounds):
            for contender in contenders:
                seconds[contender.name].append(contender.run())
    finally:
        gc.unfreeze()
    return seconds


def _require_agreement(benchmark: Benchmark) -> None:
    first = benchmark.contenders[0]
    for contender in benchmark.contenders[1:]:
        rows = min(first.rows, contender.rows)
        if not np.array_equal(first.answers()[:rows], contender.answers()[:rows]):
            raise ValueError(f"{benchmark.task}: {contender.name} and {first.name} give different answers")
