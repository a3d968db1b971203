"""One group, one assignor: the port against Java and the other clients, in turns, and what is asked of it."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from bench.assignors import clients, contenders
from bench.assignors.contenders import JAVA, PORT
from bench.assignors.workloads import Kind, Workload
from bench.benchmark import in_turns, warm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.assignors.contenders import JavaGroups
    from bench.benchmark import Contender

FORGETFUL: Final = ("range", "round-robin")
STICKY: Final = ("sticky", "cooperative-sticky")
_BUDGET: Final = 6.0
"""Seconds for all rounds of a contender; one that takes longer is timed once, after one run to warm up."""

_GENERAL_FROM: Final = (1000, 100, 50)
"""Members, topics and partitions a topic from which on the general algorithm must be faster than Java's."""

_MOST: Final = 2.0
"""Times of Java's time, where all subscribe to the same topics, and wherever Java takes as long as `_LONG`."""

_LONG: Final = 3e-3
"""Seconds."""

_CLIENTS_AT_MOST: Final = 1_000_000
"""Members times partitions: the other clients take seconds at that size, and minutes beyond."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """What is measured.

    Attributes:
        workload: The group.
        assignor: Its assignor.
        again: The first member has left, and the others tell what they had; else all join for the first time.
    """

    workload: Workload
    assignor: str
    again: bool = False

    def __str__(self) -> str:
        return f"{self.workload}, {self.assignor}{self.mode}"

    @property
    def mode(self) -> str:
        """What the assignors with a memory are asked; nothing for the others."""
        return "" if self.assignor in FORGETFUL else ", one has left" if self.again else ", all join"

    def most(self, rival: str, seconds: float) -> float | None:
        """The most that the port may take, in times of the rival's, which is given; None where nothing is asked."""
        workload, sticky = self.workload, self.assignor in STICKY
        if rival != JAVA:
            asked = sticky and workload == Workload(100, 100, 10, Kind.UNIFORM) and not self.again
            return 1 / 50 if asked else None
        if workload.kind is Kind.UNIFORM:
            return _MOST
        sizes = zip((workload.members, workload.topics, workload.partitions), _GENERAL_FROM, strict=True)
        if not sticky or self.again or any(size < least for size, least in sizes):
            return _MOST if seconds >= _LONG else None
        return 1 / 5 if workload == Workload(1000, 1000, 50, Kind.HALVES) else 1.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a pairing.

    Attributes:
        pairing: What was measured.
        seconds: Each contender's median.
        ratios: The port's time in times of each rival's: the median of the rounds' ratios.
        failed: The clients that can't do it, each with what they say.
    """

    pairing: Pairing
    seconds: dict[str, float]
    ratios: dict[str, float]
    failed: dict[str, str] = field(default_factory=dict)

    def asked(self) -> dict[str, float]:
        """By rival of whom something is asked, the most that the port may take, in times of the rival's time."""
        most = {rival: self.pairing.most(rival, self.seconds[rival]) for rival in self.ratios}
        return {rival: times for rival, times in most.items() if times is not None}

    def verdicts(self) -> dict[str, bool]:
        """By rival of whom something is asked, whether it was reached."""
        return {rival: self.ratios[rival] <= most for rival, most in self.asked().items()}


def fought(pairing: Pairing, groups: JavaGroups, rivals: Sequence[str], rounds: int, warm_up: float) -> Outcome:
    """Hold one.

    Args:
        pairing: What to measure.
        groups: Java's groups.
        rivals: The clients that can be measured.
        rounds: How often each contender is timed, if it is quick.
        warm_up: For how many seconds each contender runs before, at least once.

    Raises:
        ValueError: Port and JAR give different answers.
    """
    workload, assignor, again = pairing.workload, pairing.assignor, pairing.again
    mine = contenders.port(workload, assignor, again=again)
    java = contenders.java(groups, workload, assignor, again=again)
    slowest = max(warm(mine, warm_up), warm(java, warm_up))
    if not np.array_equal(mine.answers(), java.answers()):
        raise ValueError(f"{pairing}: port and JAR give different answers")
    seconds: dict[str, float] = {}
    ratios: dict[str, float] = {}
    failed: dict[str, str] = {}
    _time([mine, java], _rounds(rounds, slowest), seconds, ratios)
    for client in rivals:
        if clients.knows(client, assignor) and workload.members * workload.total <= _CLIENTS_AT_MOST:
            try:
                with clients.limited():
                    rival = clients.contender(client, workload, assignor, again=again)
                    once = warm(rival, 0)
            except clients.NoEndError as error:
                failed[client] = str(error)
            except (KeyError, ValueError) as error:  # what their assignors raise on valid groups
                failed[client] = f"{type(error).__name__}: {error}"
            else:
                _time([mine, rival], _rounds(rounds, once), seconds, ratios)
    return Outcome(pairing, seconds, ratios, failed)


def _rounds(rounds: int, seconds: float) -> int:
    return max(1, min(rounds, int(_BUDGET / max(seconds, 1e-6))))


def _time(pair: Sequence[Contender], rounds: int, seconds: dict[str, float], ratios: dict[str, float]) -> None:
    mine, rival = pair
    taken = in_turns(pair, rounds)
    seconds.setdefault(PORT, statistics.median(taken[mine.name]))
    seconds[rival.name] = statistics.median(taken[rival.name])
    ratios[rival.name] = statistics.median(a / b for a, b in zip(taken[mine.name], taken[rival.name], strict=True))


def grid(*, quick: bool) -> list[Pairing]:
    """Kafka's own sizes, or three of them."""
    sizes = [(m, t, p) for m in (100, 1000) for t in (100, 1000) for p in (10, 50)]
    if quick:
        sizes = [(100, 100, 10), (1000, 100, 50)]
    workloads = [Workload(*size, kind) for size in sizes for kind in Kind]
    if quick:
        workloads = [workload for workload in workloads if workload.members < 1000 or workload.kind is not Kind.BUCKETS]  # noqa: PLR2004
    return [pairing for workload in workloads for pairing in _of_workload(workload)]


def _of_workload(workload: Workload) -> list[Pairing]:
    remembering = [Pairing(workload, assignor, again) for assignor in STICKY for again in (False, True)]
    return [*(Pairing(workload, assignor) for assignor in FORGETFUL), *remembering]
