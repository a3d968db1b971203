"""A run: scenarios one after the other, each step with its time; and its outcome."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity.check.outcome import Exit
from jarparity.child_process.worker import RefusedError
from jarparity.measures.live.scenario import LiveError, NoPredictionError, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jarparity.measures.live.scenario import Scenario
    from jarparity.ports import PortInfo


@dataclass(frozen=True, slots=True)
class Done:
    """A finished step.

    Attributes:
        scenario: The scenario's name.
        step: What was predicted and observed.
        seconds: Since the step before.
    """

    scenario: str
    step: Step
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
        return tuple(done for done in self.done if not done.step.agrees)

    @property
    def exit_code(self) -> Exit:
        """As `check`: a cluster that broke is no difference of the port, and no step at all is not green."""
        if self.interrupted:
            return Exit.INTERRUPTED
        if self.broken is not None:
            return Exit.INTERNAL
        if self.wrong:
            return Exit.DIFFERS
        return Exit.OK if self.done else Exit.NOTHING_CHECKED


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
