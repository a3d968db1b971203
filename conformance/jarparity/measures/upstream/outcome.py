"""What became of a run of suites."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity.check.outcome import Exit

if TYPE_CHECKING:
    from jarparity.measures.upstream.run import Ran
    from jarparity.ports import PortInfo


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """One line's tests.

    Attributes:
        line: The line.
        ran: Every test that ran.
        seconds: Wall clock.
        changes: What asked the port otherwise than recorded.
    """

    line: str
    ran: tuple[Ran, ...]
    seconds: float
    changes: tuple[str, ...]

    @property
    def failures(self) -> tuple[Ran, ...]:
        """What is red."""
        return tuple(test for test in self.ran if test.failed)


@dataclass(frozen=True, slots=True)
class UpstreamOutcome:
    """A finished run.

    Attributes:
        original: `kafka` or `flink`.
        port: What was under test.
        options: How the port was named on the command line.
        lines: Line by line.
        interrupted: Whether the user stopped it.
    """

    original: str
    port: PortInfo
    options: tuple[str, ...]
    lines: tuple[LineOutcome, ...]
    interrupted: bool = False

    @property
    def exit_code(self) -> Exit:
        """As `check`: red where a test is red, or one asks otherwise than recorded; nothing run is not green."""
        if self.interrupted:
            return Exit.INTERRUPTED
        if any(line.failures or line.changes for line in self.lines):
            return Exit.DIFFERS
        asked = any(test.calls for line in self.lines for test in line.ran)
        return Exit.OK if asked else Exit.NOTHING_CHECKED
