"""The scene `watermarks`: what subtasks behind a source are told of time, and of idleness.

The port answers for the two places where Flink combines: a source's subtask over its splits, and a receiver over its
channels. Between them, Flink passes on what is news (`WatermarkToDataOutput`), to all channels.
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

OPERATIONS: Final = ("flink.watermark.multiplexer", "flink.watermark.valve")

_INTERVAL: Final = 10
"""Milliseconds between two periodic emissions."""

_NO_TIME: Final = -(2**63)
"""The watermark before the first."""

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
            predicted = {name: [events] * script.receivers for name, events in zip(names, told, strict=True)}
            yield Step(script.name, predicted, dict(zip(names, self._observed(script), strict=True)))

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
    """By move, what a receiver is told of time, as the port has it.

    Raises:
        NoPredictionError: The port gave no histories.
    """
    sent: list[list[tuple[int, JSON]]] = [[] for _ in script.moves]
    for subtask in range(script.sources):
        for number, events in _sent(oracle, script, subtask):
            sent[number] += [(subtask, event) for event in events]
    steps = [_arrival(channel, event) for events in sent for channel, event in events]
    answers = oracle.ask("flink.watermark.valve", {"channels": script.sources, "steps": steps}) if steps else []
    told = iter(answers)
    return [[event for _ in events for event in next(told)["emitted"]] for events in sent]


def _sent(oracle: Oracle, script: Script, subtask: int) -> Iterator[tuple[int, list[JSON]]]:
    """What a subtask of the source sends: for some of the moves, by number, events."""
    steps: list[JSON] = [
        {"op": "register", "output": split} for split, owner in sorted(script.splits.items()) if owner == subtask
    ]
    moves: list[int | None] = [None for _ in steps]
    for at, move in enumerate(script.moves):
        if move.subtask == subtask:
            made = list(_multiplexed(move.changes, periodic=script.periodic))
            steps += made
            moves += [at for _ in made]
    if not steps:
        return
    news = _News()
    answers = oracle.ask("flink.watermark.multiplexer", {"steps": steps})
    for number, answer in zip(moves, answers, strict=True):
        events = [one for event in answer["emitted"] for one in news.of(event)]
        if number is not None:
            yield number, events


def _multiplexed(changes: Sequence[Change], *, periodic: bool) -> Iterator[JSON]:
    for change in changes:
        timed = {"deferred": True} if periodic and change.op in {"watermark", "idle", "active"} else {}
        yield {**_fields(change), "op": _CALLED.get(change.op, change.op), "output": change.split, **timed}
    if periodic:
        yield {"op": "periodic"}


def _fields(change: Change) -> dict[str, JSON]:
    timed = {} if change.timestamp is None else {"timestamp": str(change.timestamp)}
    return {"op": change.op, **timed}


def _arrival(channel: int, event: JSON) -> JSON:
    kind, *timestamp = event
    return {"op": kind, "channel": channel} | ({"timestamp": timestamp[0]} if timestamp else {})


class _News:
    """`WatermarkToDataOutput`: passes on greater watermarks, and changes of status; a watermark makes active first."""

    def __init__(self) -> None:
        self._watermark = _NO_TIME
        self._idle = False

    def of(self, event: JSON) -> list[JSON]:
        kind, *timestamp = event
        if kind != "watermark":
            return self._status(idle=kind == "idle")
        if int(timestamp[0]) <= self._watermark:
            return []
        self._watermark = int(timestamp[0])
        return [*self._status(idle=False), event]

    def _status(self, *, idle: bool) -> list[JSON]:
        changed, self._idle = idle != self._idle, idle
        return [["idle" if idle else "active"]] if changed else []
