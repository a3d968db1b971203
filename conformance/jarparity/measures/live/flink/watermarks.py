"""The scenario `watermarks`: what subtasks behind a source receive of time, and of idleness.

The port answers for each place on the way: a source's subtask combines its splits, sends what is news to all channels,
and each receiver combines its channels again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.measures.live.flink.time_scripts import scripts
from jarparity.measures.live.scenario import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.measures.live.flink.cluster import FlinkCluster, Job
    from jarparity.measures.live.flink.time_scripts import Change, Move, Script
    from jarparity.measures.live.scenario import Oracle

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
