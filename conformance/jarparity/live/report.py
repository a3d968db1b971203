"""A live run as text and as JSON (`jarparity-live-1`)."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

from jarparity import __version__
from jarparity.answers import canonical
from jarparity.report.failure import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.live.steps import LiveOutcome, Step

FORMATS = ("text", "json")
_SHOWN = 10
"""Differences of a step that are shown in the text; JSON has both sides whole."""


def report(outcome: LiveOutcome, form: str) -> str:
    """The outcome in one of `FORMATS`."""
    if form == "json":
        return json.dumps(_document(outcome), indent=2)
    return "\n".join([row for step in outcome.steps for row in _rows(outcome, step)] + list(_closing(outcome)))


def _rows(outcome: LiveOutcome, step: Step) -> Iterator[str]:
    yield f"{'agrees ' if step.agrees else 'DIFFERS'}  {step.scene}: {step.name}"
    if step.agrees:
        yield f"         predicted and observed: {shorten(canonical(step.observed))}"
        return
    found = list(step.differences())
    for path, predicted, observed in found[:_SHOWN]:
        yield f"         {path or 'all'}: predicted {shorten(canonical(predicted))}"
        yield f"         {' ' * len(path or 'all')}   observed {shorten(canonical(observed))}"
    if len(found) > _SHOWN:
        yield f"         … and {len(found) - _SHOWN} more"
    command = ["jarparity", "live", outcome.cluster, "--scene", step.scene, *outcome.options]
    yield f"         reproduce: {shlex.join(command)}"


def _closing(outcome: LiveOutcome) -> Iterator[str]:
    agreeing = sum(step.agrees for step in outcome.steps)
    differing = len(outcome.steps) - agreeing
    if outcome.interrupted:
        yield "interrupted"
    if outcome.about:
        yield "really ran: " + ", ".join(f"{name} {version}" for name, version in outcome.about.items())
    counts = f"{agreeing} agree, {differing} differ" if outcome.steps else "nothing compared"
    port = outcome.port
    yield f"{port.name} {port.version}: {len(outcome.steps)} steps, {counts} in {outcome.seconds:.1f} s"


def _document(outcome: LiveOutcome) -> dict[str, Any]:
    port = outcome.port
    return {
        "schema": "jarparity-live-1",
        "cluster": outcome.cluster,
        "kit": __version__,
        "port": {"name": port.name, "version": port.version, "language": port.language},
        "exit": int(outcome.exit_code),
        "seconds": round(outcome.seconds, 3),
        "about": dict(outcome.about),
        "steps": [
            {
                "scene": step.scene,
                "name": step.name,
                "agrees": step.agrees,
                "predicted": step.predicted,
                "observed": step.observed,
            }
            for step in outcome.steps
        ],
    }
