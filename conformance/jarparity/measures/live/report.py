"""A live run's outcome as text and JSON: each step with what was predicted and what was seen."""

from __future__ import annotations

import shlex
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from jarparity import __version__
from jarparity.answers import canonical
from jarparity.report.as_text import as_text
from jarparity.report.failure import shorten
from jarparity.report.tables import Document, Fields, Section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.measures.live.run import Done, LiveOutcome
    from jarparity.report.tables import Block

FORMATS: Final = ("text", "json")

_SHOWN: Final = 5
"""Differences of a step that the text shows; JSON has both sides whole."""

_SCHEMA: Final = "jarparity-live-1"


def report(outcome: LiveOutcome, form: str) -> str:
    """The outcome in one of `FORMATS`."""
    document = Document(tuple(_blocks(outcome)), _document(outcome))
    return document.json() if form == "json" else as_text(document.blocks)


def _blocks(outcome: LiveOutcome) -> Iterator[Block]:
    for scene, steps in groupby(outcome.done, key=lambda done: done.scenario):
        yield Section(scene, tuple(_step(outcome, done) for done in steps))
    yield from (f"{name}: {figure}" for name, figure in outcome.figures.items())
    if outcome.broken is not None:
        yield f"BROKEN: {outcome.broken}"
    if outcome.interrupted:
        yield "interrupted"
    yield f"port: {outcome.port.name} {outcome.port.version}; on {', '.join(outcome.originals)}"
    seconds = sum(done.seconds for done in outcome.done)
    yield f"{len(outcome.done)} steps, {len(outcome.wrong)} differ from the prediction, {seconds:.1f} s"


def _step(outcome: LiveOutcome, done: Done) -> Section:
    step, notes = done.step, done.step.note.splitlines()
    if step.agrees:
        return Section(f"ok      {step.name}: {shorten(canonical(step.observed))} ({done.seconds:.1f} s)", tuple(notes))
    differences = list(step.differences())
    rows: list[tuple[str, str]] = []
    for path, predicted, observed in differences[:_SHOWN]:
        rows += [("at", path)] if path else []
        rows += [("predicted", shorten(canonical(predicted))), ("observed", shorten(canonical(observed)))]
    if len(differences) > _SHOWN:
        rows.append(("", f"… and {len(differences) - _SHOWN} more differences"))
    again = ["jarparity", "live", outcome.cluster, "--scene", done.scenario, *outcome.port_options]
    rows.append(("reproduce", shlex.join(again)))
    return Section(f"DIFFERS {step.name} ({done.seconds:.1f} s)", (Fields.of(rows), *notes))


def _document(outcome: LiveOutcome) -> dict[str, Any]:
    return {
        "schema": _SCHEMA,
        "cluster": outcome.cluster,
        "kit": __version__,
        "originals": list(outcome.originals),
        "port": {"name": outcome.port.name, "version": outcome.port.version, "language": outcome.port.language},
        "exit": int(outcome.exit_code),
        "broken": outcome.broken,
        "figures": dict(outcome.figures),
        "steps": [_row(done) for done in outcome.done],
    }


def _row(done: Done) -> dict[str, Any]:
    step = done.step
    row = {
        "scene": done.scenario,
        "step": step.name,
        "agrees": step.agrees,
        "predicted": step.predicted,
        "observed": step.observed,
        "seconds": round(done.seconds, 3),
    }
    return row | ({"note": step.note} if step.note else {})
