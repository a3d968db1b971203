"""The outcome of a run: everything that a report needs, and the exit code (pytest's six)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from jarparity.grades import Grade
from jarparity.verdicts import Agrees, Differs, KnownDivergence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.answers import Answer
    from jarparity.check.tally import Tally
    from jarparity.ports import PortInfo


class Exit(IntEnum):
    """What the process says when it ends."""

    OK = 0
    DIFFERS = 1
    INTERRUPTED = 2
    INTERNAL = 3
    USAGE = 4
    NOTHING_CHECKED = 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished run.

    Attributes:
        tally: Counts and failures.
        port: What was checked.
        port_options: How the port was named on the command line, for the reproducing command.
        about: For each live reference, Java's version and so on.
        unavailable: References that were wanted but can't be had, and why.
        seed: The seed of search and volume.
        seconds: Wall clock.
        interrupted: Whether the user stopped it.
        required: The grade that the port is to have; an answer below it is a failure.
        ended: When, in UTC, as ISO 8601 writes it; empty where the clock was not looked at.
        asked_first: By operation what a program answers to its smallest failing case when that is asked first; nothing
            where that is the same answer.
        filters: By option of `jarparity check` the globs that chose what is compared.
    """

    tally: Tally
    port: PortInfo
    port_options: tuple[str, ...]
    seed: int
    seconds: float
    about: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    unavailable: Mapping[str, str] = field(default_factory=dict)
    interrupted: bool = False
    required: Grade = Grade.EXACT
    ended: str = ""
    filters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    asked_first: Mapping[str, Answer] = field(default_factory=dict)

    @property
    def references(self) -> str:
        """The references that answered: `golden`, `jpype`, or `golden+jpype`."""
        return "+".join(self.tally.answered) or "none"

    def failing(self) -> Iterator[str]:
        """The operations below the required grade."""
        return (operation for operation, grade in self.tally.grades.items() if grade < self.required)

    @property
    def exit_code(self) -> Exit:
        """Nothing compared is not green, and references that disagree are the kit's own failure.

        A known divergence is no failure, but one that has had its day is.
        """
        totals = self.tally.totals
        if self.interrupted:
            return Exit.INTERRUPTED
        if self.tally.kit_is_at_fault():
            return Exit.INTERNAL
        poor = any(grade < self.required for grade in self.tally.grades.values())
        if poor or any(watched.problem for watched in self.tally.watched):
            return Exit.DIFFERS
        compared = totals[Agrees.name] + totals[Differs.name] + totals[KnownDivergence.name]
        return Exit.OK if compared else Exit.NOTHING_CHECKED
