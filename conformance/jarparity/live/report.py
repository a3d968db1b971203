"""A live run's outcome as text and JSON: each step with what was predicted and what was seen."""

from __future__ import annotations

import json
import shlex
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from jarparity import __version__
from jarparity.answers import canonical
from jarparity.report.failure import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.live.play import Done, LiveOutcome

FORMATS: Final = ("text", "json")

_SHOWN: Final = 5
"""Differences of a step that the text shows; JSON has both sides whole."""

_SCHEMA: Final = "jarparity-live-1"


def report(outcome: LiveOutcome, form: str) -> str:
    """The outcome in one of `FORMATS`."""
    return {"text": _text, "json": _json}[form](outcome)


def _text(outcome: LiveOutcome) -> str:
    rows: list[str] = []
    for scene, steps in groupby(outcome.done, key=lambda done: done.scene):
        rows.append(scene)
        for done in steps:
            rows += _step(outcome, done)
    rows += [f"{name}: {figure}" for name, figure in outcome.figures.items()]
    if outcome.broken is not None:
        rows.append(f"BROKEN: {outcome.broken}")
    if outcome.interrupted:
        rows.append("interrupted")
    seconds = sum(done.seconds for done in outcome.done)
    rows.append(f"{len(outcome.done)} steps, {len(outcome.wrong)} seen otherwise than predicted, {seconds:.1f} s")
    rows.append(f"port: {outcome.port.name} {outcome.port.version}; on {', '.join(outcome.originals)}")
    return "\n".join(rows)


def _step(outcome: LiveOutcome, done: Done) -> Iterator[str]:
    step = done.step
    if step.agrees:
        yield f"  ok      {step.name}: {shorten(canonical(step.observed))} ({done.seconds:.1f} s)"
    else:
        yield f"  DIFFERS {step.name} ({done.seconds:.1f} s)"
        differences = list(step.differences())
        for path, predicted, observed in differences[:_SHOWN]:
            if path:
                yield f"    at {path}"
            yield f"    predicted {shorten(canonical(predicted))}"
            yield f"    observed  {shorten(canonical(observed))}"
        if len(differences) > _SHOWN:
            yield f"    … and {len(differences) - _SHOWN} more differences"
        again = ["jarparity", "live", outcome.cluster, "--scene", done.scene, *outcome.port_options]
        yield f"    reproduce: {shlex.join(again)}"
    yield from (f"    {line}" for line in step.note.splitlines())


def _json(outcome: LiveOutcome) -> str:
    document = {
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
    return json.dumps(document, indent=2)


def _row(done: Done) -> dict[str, Any]:
    step = done.step
    row = {
        "scene": done.scene,
        "step": step.name,
        "agrees": step.agrees,
        "predicted": step.predicted,
        "observed": step.observed,
        "seconds": round(done.seconds, 3),
    }
    return row | ({"note": step.note} if step.note else {})
