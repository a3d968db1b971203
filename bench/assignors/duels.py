"""One group, one assignor: the port against Java and the other clients, in turns, and what is asked of it."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from bench.assignors import clients, sides
from bench.assignors.sides import JAVA, PORT
from bench.assignors.worlds import Kind, World
from bench.race import in_turns, warm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.assignors.sides import JavaGroups
    from bench.race import Runner

FORGETFUL: Final = ("range", "round-robin")
STICKY: Final = ("sticky", "cooperative-sticky")
_BUDGET: Final = 6.0
"""Seconds for all rounds of a runner; one that takes longer is timed once, after one run to warm up."""

_GENERAL_FROM: Final = (1000, 100, 50)
"""Members, topics and partitions a topic from which on the general algorithm must be faster than Java's."""

_CLIENTS_AT_MOST: Final = 1_000_000
"""Members times partitions: the other clients take seconds at that size, and minutes beyond."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What is measured.

    Attributes:
        world: The group.
        assignor: Its assignor.
        again: The first member has left, and the others tell what they had; else all join for the first time.
    """

    world: World
    assignor: str
    again: bool = False

    def __str__(self) -> str:
        return f"{self.world}, {self.assignor}{self.mode}"

    @property
    def mode(self) -> str:
        """What the assignors with a memory are asked; nothing for the others."""
        return "" if self.assignor in FORGETFUL else ", one has left" if self.again else ", all join"

    def most(self, rival: str) -> float | None:
        """The most that the port may take, in times of the rival's time; None where nothing is asked."""
        world, sticky = self.world, self.assignor in STICKY
        if rival != JAVA:
            asked = sticky and world == World(100, 100, 10, Kind.UNIFORM) and not self.again
            return 1 / 50 if asked else None
        if world.kind is Kind.UNIFORM:
            return 2.0
        sizes = zip((world.members, world.topics, world.partitions), _GENERAL_FROM, strict=True)
        if not sticky or self.again or any(size < least for size, least in sizes):
            return None
        return 1 / 5 if world == World(1000, 1000, 50, Kind.HALVES) else 1.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a duel.

    Attributes:
        duel: What was measured.
        seconds: Each side's median.
        ratios: The port's time in times of each rival's: the median of the rounds' ratios.
        failed: The clients that can't do it, each with what they say.
    """

    duel: Duel
    seconds: dict[str, float]
    ratios: dict[str, float]
    failed: dict[str, str] = field(default_factory=dict)

    def verdicts(self) -> dict[str, bool]:
        """By rival of whom something is asked, whether it was reached."""
        asked = {rival: self.duel.most(rival) for rival in self.ratios}
        return {rival: self.ratios[rival] <= most for rival, most in asked.items() if most is not None}


def fought(duel: Duel, groups: JavaGroups, rivals: Sequence[str], rounds: int, warm_up: float) -> Outcome:
    """Hold one.

    Args:
        duel: What to measure.
        groups: Java's groups.
        rivals: The clients that can be measured.
        rounds: How often each side is timed, if it is quick.
        warm_up: For how many seconds each side runs before, at least once.

    Raises:
        ValueError: Port and JAR give different answers.
    """
    world, assignor, again = duel.world, duel.assignor, duel.again
    mine = sides.port(world, assignor, again=again)
    java = sides.java(groups, world, assignor, again=again)
    slowest = max(warm(mine, warm_up), warm(java, warm_up))
    if not np.array_equal(mine.answers(), java.answers()):
        raise ValueError(f"{duel}: port and JAR give different answers")
    seconds: dict[str, float] = {}
    ratios: dict[str, float] = {}
    failed: dict[str, str] = {}
    _time([mine, java], _rounds(rounds, slowest), seconds, ratios)
    for client in rivals:
        if clients.knows(client, assignor) and world.members * world.total <= _CLIENTS_AT_MOST:
            try:
                with clients.limited():
                    rival = clients.runner(client, world, assignor, again=again)
                    once = warm(rival, 0)
            except clients.NoEndError as error:
                failed[client] = str(error)
            except (KeyError, ValueError) as error:  # what their assignors raise on lawful groups
                failed[client] = f"{type(error).__name__}: {error}"
            else:
                _time([mine, rival], _rounds(rounds, once), seconds, ratios)
    return Outcome(duel, seconds, ratios, failed)


def _rounds(rounds: int, seconds: float) -> int:
    return max(1, min(rounds, int(_BUDGET / max(seconds, 1e-6))))


def _time(pair: Sequence[Runner], rounds: int, seconds: dict[str, float], ratios: dict[str, float]) -> None:
    mine, rival = pair
    taken = in_turns(pair, rounds)
    seconds.setdefault(PORT, statistics.median(taken[mine.name]))
    seconds[rival.name] = statistics.median(taken[rival.name])
    ratios[rival.name] = statistics.median(a / b for a, b in zip(taken[mine.name], taken[rival.name], strict=True))


def grid(*, quick: bool) -> list[Duel]:
    """Kafka's own sizes, or three of them."""
    sizes = [(m, t, p) for m in (100, 1000) for t in (100, 1000) for p in (10, 50)]
    if quick:
        sizes = [(100, 100, 10), (1000, 100, 50)]
    worlds = [World(*size, kind) for size in sizes for kind in Kind]
    if quick:
        worlds = [world for world in worlds if world.members < 1000 or world.kind is not Kind.BUCKETS]  # noqa: PLR2004
    return [duel for world in worlds for duel in _of_world(world)]


def _of_world(world: World) -> list[Duel]:
    remembering = [Duel(world, assignor, again) for assignor in STICKY for again in (False, True)]
    return [*(Duel(world, assignor) for assignor in FORGETFUL), *remembering]
