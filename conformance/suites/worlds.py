"""Two worlds side by side, the port's and the original's, for state machines whose runs are histories."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from jarparity.cases import Case
from jarparity.check.judge import judge
from jarparity.check.search import ask
from jarparity.check.smallest import made_small
from jarparity.report.failure import failure_lines
from jarparity.verdicts import Agrees, Differs, Errored

if TYPE_CHECKING:
    from jarparity.operations import Operation

STEPS = 25


@dataclass
class Worlds:
    """The port and the lines of the original, and the smallest history in which they were found to differ."""

    operation: Operation
    port: object
    reference: object
    newest_only: bool = False
    smallest: Differs | Errored | None = None
    histories: int = 0
    lines: set[str] = field(default_factory=set)

    def compare(self, document):
        case = Case.generated(self.operation.name, document, "found")
        lines = sorted(line for line in self.reference.lines if self.operation.has(line))
        truths = ask(self.reference, self.operation, lines[-1:] if self.newest_only else lines, [case])
        for verdict in judge(self.operation, self.port, truths, self.reference.name):
            self.lines.update(verdict.lines)
            if isinstance(verdict, Differs | Errored):
                self.smallest = made_small(self.operation, self.port, self.reference, verdict)
                # The last line is the command that reproduces it; with one word more it becomes a fixture.
                pytest.fail("\n".join(failure_lines(self.smallest, 1, (), [])) + " --save", pytrace=False)
            assert isinstance(verdict, Agrees)
        self.histories += 1


def live(machine, worlds, examples):
    """Lets so many runs of a machine happen in these worlds."""
    living = type(machine.__name__, (machine,), {"worlds": worlds})
    chosen = settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        database=None,
        deadline=None,
        phases=[Phase.generate],  # `made_small` shrinks the history itself, in a hundredth of the time
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(seed(20261121)(living), settings=chosen)
