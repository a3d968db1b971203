"""The scenario `watermarks`: what subtasks behind a source receive of time, and of idleness.

The port answers for each place on the way: a source's subtask combines its splits, sends what is news to all channels,
and each receiver combines its channels again.

What the splits of a source do in time: scripts of watermarks and idleness for the scenario `watermarks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from jarparity.measures.live.scenario import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.measures.live.flink.cluster import FlinkCluster, Job
    from jarparity.measures.live.scenario import Oracle


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


OPERATIONS: Final = ("flink.watermark.multiplexer", "flink.watermark.broadcast", "flink.watermark.valve")

_INTERVAL: Final = 10
"""Milliseconds between two periodic emissions."""

_CALLED: Final = {"release": "unregister"}
"""What the operation calls a change otherwise."""


@dataclass(frozen=True, slots=True)
class WatermarksScenario:
    """Jobs with a scripted source.

    Attributes:
        cluster: Where they run.
        oracle: The port, as of the cluster's release.
    """

    cluster: FlinkCluster
    oracle: Oracle

    def __call__(self) -> Iterator[Step]:
        """A step a script: by move, what each receiver got."""
        for script in scripts():
            predicted = predicted_events(self.oracle, script)
            names = [f"{number} {move}" for number, move in enumerate(script.moves, 1)]
            observed = self._observed(script)
            yield Step(script.name, dict(zip(names, predicted, strict=True)), dict(zip(names, observed, strict=True)))

    def _observed(self, script: Script) -> list[JSON]:
        job = self.cluster.submit(
            "watermarks",
            operators=script.receivers,
            sources=script.sources,
            receivers=script.receivers,
            splits=dict(script.splits),
            watermarkIntervalMs=_INTERVAL if script.periodic else 0,
        )
        seen = [_moved(job, script, number, move) for number, move in enumerate(script.moves, 1)]
        job.cancel()
        return seen


def _moved(job: Job, script: Script, number: int, move: Move) -> JSON:
    """Makes a move; what each receiver got until all got its end."""
    for change in move.changes:
        if change.op == "register":
            job.add_split(change.split, move.subtask)
    changes = [{**_fields(change), "split": change.split, "deferred": script.periodic} for change in move.changes]
    job.apply(move.subtask, number, changes, ticks=script.periodic)
    received: list[list[JSON]] = [[] for _ in range(script.receivers)]
    for one in job.observations("end", script.receivers):
        match one["kind"]:
            case "watermark":
                received[one["subtask"]].append(["watermark", one["timestamp"]])
            case "idle" | "active" as status:
                received[one["subtask"]].append([status])
    return received


def predicted_events(oracle: Oracle, script: Script) -> list[JSON]:
    """By move, what each receiver gets of time, by the port.

    Raises:
        NoPredictionError: The port gave no histories.
    """
    sent: list[list[tuple[int, JSON]]] = [[] for _ in script.moves]
    for subtask in range(script.sources):
        for number, channels in _sent(oracle, script, subtask):
            sent[number].append((subtask, channels))
    by_receiver = [_received(oracle, script, receiver, sent) for receiver in range(script.receivers)]
    return [list(events) for events in zip(*by_receiver, strict=True)]


def _received(
    oracle: Oracle, script: Script, receiver: int, sent: Sequence[Sequence[tuple[int, JSON]]]
) -> list[list[JSON]]:
    """By move, what a receiver's operator gets of what came over its channels."""
    arrivals = [
        [{**_event(event), "channel": subtask} for subtask, channels in of_move for event in channels[receiver]]
        for of_move in sent
    ]
    answers = _history(oracle, "flink.watermark.valve", [step for steps in arrivals for step in steps], script.sources)
    return [[event for _ in steps for event in next(answers)["emitted"]] for steps in arrivals]


def _sent(oracle: Oracle, script: Script, subtask: int) -> Iterator[tuple[int, JSON]]:
    """What a subtask of the source sends: the number of a move, and by channel, events."""
    steps: list[JSON] = [
        {"op": "register", "output": split} for split, owner in sorted(script.splits.items()) if owner == subtask
    ]
    moves: list[int | None] = [None for _ in steps]
    for at, move in enumerate(script.moves):
        if move.subtask == subtask:
            made = list(_multiplexed(move.changes, periodic=script.periodic))
            steps += made
            moves += [at for _ in made]
    combined = _history(oracle, "flink.watermark.multiplexer", steps)
    emitted = [
        (number, _event(event)) for number, answer in zip(moves, combined, strict=True) for event in answer["emitted"]
    ]
    sent = _history(oracle, "flink.watermark.broadcast", [event for _, event in emitted], script.receivers)
    for (number, _), answer in zip(emitted, sent, strict=True):
        if number is not None:
            yield number, answer["received"]


def _history(oracle: Oracle, operation: str, steps: list[JSON], channels: int | None = None) -> Iterator[JSON]:
    if not steps:
        return iter(())
    return iter(oracle.ask(operation, {"steps": steps} | ({} if channels is None else {"channels": channels})))


def _event(event: JSON) -> dict[str, JSON]:
    kind, *timestamp = event
    return {"op": kind} | ({"timestamp": timestamp[0]} if timestamp else {})


def _multiplexed(changes: Sequence[Change], *, periodic: bool) -> Iterator[JSON]:
    for change in changes:
        timed = {"deferred": True} if periodic and change.op in {"watermark", "idle", "active"} else {}
        yield {**_fields(change), "op": _CALLED.get(change.op, change.op), "output": change.split, **timed}
    if periodic:
        yield {"op": "periodic"}


def _fields(change: Change) -> dict[str, JSON]:
    timed = {} if change.timestamp is None else {"timestamp": str(change.timestamp)}
    return {"op": change.op, **timed}
