"""The scene `watermarks`: what subtasks behind a source are told of time, and of idleness.

The port answers for each place on the way: a source's subtask combines its splits, sends what is news to all channels,
and each receiver combines its channels again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.live.flink.time_scripts import scripts
from jarparity.live.steps import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.live.flink.cluster import FlinkCluster, Job
    from jarparity.live.flink.time_scripts import Change, Move, Script
    from jarparity.live.steps import Oracle

OPERATIONS: Final = ("flink.watermark.multiplexer", "flink.watermark.broadcast", "flink.watermark.valve")

_INTERVAL: Final = 10
"""Milliseconds between two periodic emissions."""

_CALLED: Final = {"release": "unregister"}
"""What the operation calls a change otherwise."""


class WatermarksScene:
    """Plays it."""

    def __init__(self, cluster: FlinkCluster, oracle: Oracle) -> None:
        """Takes the cluster, and the port as an oracle of the cluster's line."""
        self._cluster = cluster
        self._oracle = oracle

    def __call__(self) -> Iterator[Step]:
        """Yields what it saw, a step a script: by move, what each receiver was told."""
        for script in scripts():
            told = predicted_events(self._oracle, script)
            names = [f"{number} {move}" for number, move in enumerate(script.moves, 1)]
            observed = self._observed(script)
            yield Step(script.name, dict(zip(names, told, strict=True)), dict(zip(names, observed, strict=True)))

    def _observed(self, script: Script) -> list[JSON]:
        job = self._cluster.submit(
            "watermarks",
            operators=script.receivers,
            sources=script.sources,
            receivers=script.receivers,
            splits=dict(script.splits),
            watermarkIntervalMs=_INTERVAL if script.periodic else 0,
        )
        seen = [_played(job, script, number, move) for number, move in enumerate(script.moves, 1)]
        job.cancel()
        return seen


def _played(job: Job, script: Script, number: int, move: Move) -> JSON:
    """Makes a move; what each receiver was told until all heard of its end."""
    for change in move.changes:
        if change.op == "register":
            job.add_split(change.split, move.subtask)
    changes = [{**_fields(change), "split": change.split, "deferred": script.periodic} for change in move.changes]
    job.play(move.subtask, number, changes, ticks=script.periodic)
    told: list[list[JSON]] = [[] for _ in range(script.receivers)]
    for one in job.observations("end", script.receivers):
        match one["kind"]:
            case "watermark":
                told[one["subtask"]].append(["watermark", one["timestamp"]])
            case "idle" | "active" as status:
                told[one["subtask"]].append([status])
    return told


def predicted_events(oracle: Oracle, script: Script) -> list[JSON]:
    """By move, what each receiver is told of time, as the port has it.

    Raises:
        NoPredictionError: The port gave no histories.
    """
    received: list[list[tuple[int, JSON]]] = [[] for _ in script.moves]
    for subtask in range(script.sources):
        for number, channels in _sent(oracle, script, subtask):
            received[number].append((subtask, channels))
    told = [_told(oracle, script, receiver, received) for receiver in range(script.receivers)]
    return [list(events) for events in zip(*told, strict=True)]


def _told(
    oracle: Oracle, script: Script, receiver: int, received: Sequence[Sequence[tuple[int, JSON]]]
) -> list[list[JSON]]:
    """By move, what a receiver's operator is told of what came over its channels."""
    arrivals = [
        [{**_event(event), "channel": subtask} for subtask, channels in of_move for event in channels[receiver]]
        for of_move in received
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
