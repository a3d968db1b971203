"""What the splits of a source do in time: scripts of watermarks and idleness for the scenario `watermarks`."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SEED: Final = 20261121
_MOVES: Final = 300
_TOGETHER: Final = 4
"""Changes at most that a seeded move makes before Flink next asks for periodic watermarks."""


@dataclass(frozen=True, slots=True)
class Change:
    """What happens to a split: `watermark`, `idle`, `active`, `register` or `release`."""

    op: str
    split: str
    timestamp: int | None = None

    def __str__(self) -> str:
        return f"{self.op} {self.split}" if self.timestamp is None else f"{self.split} at {self.timestamp}"


@dataclass(frozen=True, slots=True)
class Move:
    """Changes that a subtask of the source makes together."""

    subtask: int
    changes: tuple[Change, ...]

    def __str__(self) -> str:
        return f"subtask {self.subtask}: {', '.join(map(str, self.changes))}"


@dataclass(frozen=True, slots=True)
class Script:
    """A whole history.

    Attributes:
        name: What it shows.
        sources: Subtasks of the source.
        receivers: Subtasks that all of them send to.
        splits: The splits that are there from the start, and the subtask of each.
        moves: One after the other.
        periodic: Whether watermarks are emitted when Flink asks, at an interval; else with each record.
    """

    name: str
    sources: int
    receivers: int
    splits: Mapping[str, int]
    moves: tuple[Move, ...]
    periodic: bool = False


def scripts() -> list[Script]:
    """All of them: what the documentation speaks of, then seeded histories."""
    splits = {"a": 0, "b": 0, "c": 1}
    least = _moves("0 a 10", "0 b 5", "1 c 7", "0 b 12", "1 c 11", "0 a 9", "1 c 20", "0 a 30")
    idle = _moves(
        "0 a 10", "0 b 3", "1 c 8", "0 b idle", "1 c idle", "0 a 15", "1 c 12", "0 b 13", "0 a idle", "0 b 16"
    )
    all_idle = _moves(
        "0 a 10", "0 b 3", "0 a idle", "0 b idle", "1 c 12", "1 c idle", "0 b 4", "0 b 11", "1 c active", "1 c 20"
    )
    slowest = _moves("0 a 10", "0 b 10", "1 c 20", "1 c idle", "0 a idle", "0 b idle", "1 c 21")
    behind = _moves("0 a 10", "1 b 20", "2 c 5", "2 c idle", "1 b idle", "2 c 7", "0 a idle", "2 c idle", "1 b 30")
    changing = _moves(
        "0 a 10",
        "0 b 20",
        "1 c 30",
        "0 d register",
        "0 d 15",
        "0 a release",
        "0 d 25",
        "1 e register",
        "1 c 40",
        "1 e 35",
    )
    return [
        Script("the least of splits and channels", 2, 2, splits, least),
        Script("idle splits, idle channels", 2, 2, splits, idle),
        Script("all idle, and back (FLINK-38454, FLINK-40504)", 2, 2, splits, all_idle),
        Script("the last channel to idle is the slowest", 2, 2, splits, slowest),
        Script("the last channel to idle is behind", 3, 1, {"a": 0, "b": 1, "c": 2}, behind),
        Script("splits that come and go", 2, 2, splits, changing),
        Script("a subtask without splits holds all back", 3, 1, splits, least),
        Script("periodic: idle splits, idle channels", 2, 2, splits, idle, periodic=True),
        Script("periodic: all idle, and back", 2, 2, splits, all_idle, periodic=True),
        _seeded(Random(_SEED), periodic=False),  # noqa: S311 - the same history in every run
        _seeded(Random(_SEED + 1), periodic=True),  # noqa: S311
    ]


def _moves(*texts: str) -> tuple[Move, ...]:
    """Reads `0 a 10`, `0 a idle`: a subtask, a split, and its watermark or another change."""
    return tuple(_move(*text.split()) for text in texts)


def _move(subtask: str, split: str, what: str) -> Move:
    change = Change("watermark", split, int(what)) if what.isdigit() else Change(what, split)
    return Move(int(subtask), (change,))


def _seeded(random: Random, *, periodic: bool) -> Script:
    splits = {"a": 0, "b": 0, "c": 1, "d": 1, "e": 2}
    moves = tuple(_seeded_moves(random, dict(splits), most=_TOGETHER if periodic else 1))
    name = f"{'periodic: ' if periodic else ''}{len(moves)} seeded moves of {max(splits.values()) + 1} subtasks"
    return Script(name, max(splits.values()) + 1, 2, splits, moves, periodic)


def _seeded_moves(random: Random, splits: dict[str, int], most: int) -> Iterator[Move]:
    clock = 0
    for number in range(_MOVES):
        clock += random.randrange(4)
        if random.randrange(20) == 0:
            name = f"n{number}"
            splits[name] = random.choice(list(splits.values()))
            yield Move(splits[name], (Change("register", name),))
            continue
        subtask = random.choice(list(splits.values()))
        own = [split for split, owner in splits.items() if owner == subtask]
        if len(own) > 1 and random.randrange(20) == 0:
            gone = random.choice(own)
            del splits[gone]
            yield Move(subtask, (Change("release", gone),))
            continue
        changes = tuple(_seeded_change(random, random.choice(own), clock) for _ in range(random.randint(1, most)))
        yield Move(subtask, changes)


def _seeded_change(random: Random, split: str, clock: int) -> Change:
    op = random.choices(("watermark", "idle", "active"), (6, 3, 1))[0]
    return Change(op, split, max(0, clock + random.randint(-6, 6)) if op == "watermark" else None)
