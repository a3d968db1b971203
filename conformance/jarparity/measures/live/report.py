"""A live run's outcome as text and JSON: each step with what was predicted and what was seen."""

from __future__ import annotations

import shlex
import time
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from jarparity import __version__
from jarparity.answers import canonical
from jarparity.check.outcome import Exit
from jarparity.child_process.worker import RefusedError
from jarparity.measures.live.scenario import LiveError, NoPredictionError, NotRun, Step
from jarparity.report.as_text import as_text
from jarparity.report.tables import Document, Fields, Section
from jarparity.report.text import shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jarparity.measures.live.scenario import Scenario
    from jarparity.ports import PortInfo
    from jarparity.report.tables import Block


@dataclass(frozen=True, slots=True)
class Done:
    """A finished step.

    Attributes:
        scenario: The scenario's name.
        step: What was predicted and observed, or why that can't be.
        seconds: Since the step before.
    """

    scenario: str
    step: Step | NotRun
    seconds: float


@dataclass(frozen=True, slots=True)
class LiveOutcome:
    """A finished run.

    Attributes:
        cluster: `kafka` or `flink`.
        originals: The sets of JARs that ran.
        port: What predicted.
        port_options: How the port was named on the command line.
        done: All steps.
        figures: What was measured, with its unit.
        broken: What kept the run from its end; None where nothing did.
        interrupted: Whether the user stopped it.
    """

    cluster: str
    originals: tuple[str, ...]
    port: PortInfo
    port_options: tuple[str, ...]
    done: tuple[Done, ...]
    figures: Mapping[str, str]
    broken: str | None = None
    interrupted: bool = False

    @property
    def wrong(self) -> tuple[Done, ...]:
        """The steps that differ from the prediction."""
        return tuple(done for done in self.done if isinstance(done.step, Step) and not done.step.agrees)

    @property
    def steps(self) -> tuple[Done, ...]:
        """The steps that ran."""
        return tuple(done for done in self.done if isinstance(done.step, Step))

    @property
    def idle(self) -> set[str]:
        """The scenarios of which no step could run."""
        return {done.scenario for done in self.done} - {done.scenario for done in self.steps}

    @property
    def exit_code(self) -> Exit:
        """As `check`: a cluster that broke is no difference of the port.

        No step at all is not green, nor is a scenario of which none could run.
        """
        if self.interrupted:
            return Exit.INTERRUPTED
        if self.broken is not None:
            return Exit.INTERNAL
        if self.wrong:
            return Exit.DIFFERS
        return Exit.OK if self.steps and not self.idle else Exit.NOTHING_CHECKED


def run(scenarios: Mapping[str, Scenario], progress: Callable[[str], None]) -> Iterator[Done]:
    """Runs the scenarios in order; one whose port gives no prediction ends with a wrong step, and the next begins.

    Raises:
        LiveError: The cluster broke, or refused what a scenario needs of it.
    """
    for name, scenario in scenarios.items():
        since = time.monotonic()
        progress(name)
        try:
            for step in scenario():
                now = time.monotonic()
                yield Done(name, step, now - since)
                progress(f"{name}: {step.name}")
                since = time.monotonic()
        except NoPredictionError as none:
            step = Step("prediction", str(none), None, "the scenario can't go on without it")
            yield Done(name, step, time.monotonic() - since)
        except RefusedError as refused:
            raise LiveError(f"{name}: the cluster refused {refused}") from refused


FORMATS: Final = ("text", "json")

_SHOWN: Final = 5
"""Differences of a step that the text shows; JSON has both sides whole."""

_SCHEMA: Final = "jarparity-live-1"


def report(outcome: LiveOutcome, form: str) -> str:
    """The outcome in one of `FORMATS`."""
    document = Document(tuple(_blocks(outcome)), _document(outcome))
    return document.json() if form == "json" else as_text(document.blocks)


def _blocks(outcome: LiveOutcome) -> Iterator[Block]:
    for scenario, steps in groupby(outcome.done, key=lambda done: done.scenario):
        yield Section(scenario, tuple(_step(outcome, done) for done in steps))
    yield from (f"{name}: {figure}" for name, figure in outcome.figures.items())
    if outcome.broken is not None:
        yield f"BROKEN: {outcome.broken}"
    if outcome.interrupted:
        yield "interrupted"
    yield f"port: {outcome.port.name} {outcome.port.version}; on {', '.join(outcome.originals)}"
    seconds = sum(done.seconds for done in outcome.done)
    not_run = f", {count} not run" if (count := len(outcome.done) - len(outcome.steps)) else ""
    yield f"{len(outcome.steps)} steps, {len(outcome.wrong)} differ from the prediction{not_run}, {seconds:.1f} s"


def _step(outcome: LiveOutcome, done: Done) -> Section:
    step = done.step
    if isinstance(step, NotRun):
        return Section(f"NOT RUN {step.name}", tuple(step.reason.splitlines()))
    notes = step.note.splitlines()
    if step.agrees:
        return Section(f"ok      {step.name}: {shorten(canonical(step.observed))} ({done.seconds:.1f} s)", tuple(notes))
    differences = list(step.differences())
    rows: list[tuple[str, str]] = []
    for path, predicted, observed in differences[:_SHOWN]:
        rows += [("at", path)] if path else []
        rows += [("predicted", shorten(canonical(predicted))), ("observed", shorten(canonical(observed)))]
    if len(differences) > _SHOWN:
        rows.append(("", f"… and {len(differences) - _SHOWN} more differences"))
    again = ["jarparity", "live", outcome.cluster, "--scenario", done.scenario, *outcome.port_options]
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
        "steps": [_row(done.scenario, done.step, done.seconds) for done in outcome.done if isinstance(done.step, Step)],
        "notRun": [
            {"scene": done.scenario, "step": done.step.name, "reason": done.step.reason}
            for done in outcome.done
            if isinstance(done.step, NotRun)
        ],
    }


def _row(scenario: str, step: Step, seconds: float) -> dict[str, Any]:
    row = {
        "scene": scenario,
        "step": step.name,
        "agrees": step.agrees,
        "predicted": step.predicted,
        "observed": step.observed,
        "seconds": round(seconds, 3),
    }
    return row | ({"note": step.note} if step.note else {})
