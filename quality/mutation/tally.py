"""Outcomes counted: by operation where only one operation reaches a module, by module elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quality.mutation.outcome import Died, Killed, Survived

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from quality.mutation.mutants import Mutant
    from quality.mutation.outcome import Outcome


@dataclass
class Row:
    """One line of the table."""

    mutants: int = 0
    killed: int = 0
    equivalent: int = 0
    unproven: int = 0
    survived: int = 0
    unreached: int = 0
    died: int = 0
    untried: int = 0

    def add(self, other: Row) -> None:
        """Sums up."""
        self.mutants += other.mutants
        self.killed += other.killed
        self.equivalent += other.equivalent
        self.unproven += other.unproven
        self.survived += other.survived
        self.unreached += other.unreached
        self.died += other.died
        self.untried += other.untried

    def count(self, outcome: Outcome | None, *, equivalent: bool, unproven: bool = False) -> None:
        """Counts one mutant."""
        self.mutants += 1
        match outcome:
            case Killed():
                self.killed += 1
            case Died():
                self.died += 1
            case Survived() if equivalent:
                self.equivalent += 1
            case Survived() if unproven:
                self.unproven += 1
            case Survived(0):
                self.unreached += 1
            case Survived():
                self.survived += 1
            case None:
                self.untried += 1


@dataclass
class Tally:
    """What a run came to.

    Attributes:
        operations: By operation, the mutants of modules that only its cases reach.
        modules: By module, those that several operations reach, or none.
        survivors: Mutants that should have died.
        total: All of them.
    """

    operations: dict[str, Row] = field(default_factory=dict)
    modules: dict[str, Row] = field(default_factory=dict)
    survivors: list[tuple[Mutant, Outcome]] = field(default_factory=list)
    total: Row = field(default_factory=Row)

    @property
    def passes(self) -> bool:
        """Whether every mutant died or is declared."""
        return self.total.killed + self.total.equivalent + self.total.unproven == self.total.mutants


def tally(
    mutants: Iterable[Mutant],
    outcomes: Mapping[str, Outcome],
    equivalents: frozenset[str],
    reaching: Mapping[str, set[str]],
    unproven: frozenset[str] = frozenset(),
) -> Tally:
    """Counts.

    Args:
        mutants: Those that were tried, in the order of the port's modules.
        outcomes: By mutant's name; one that has none wasn't tried.
        equivalents: Names of mutants that are declared equivalent.
        reaching: By module, the operations whose cases run it.
        unproven: Names of mutants that are declared as searched for in vain.
    """
    found = Tally()
    for mutant in mutants:
        outcome = outcomes.get(mutant.ident)
        operations = reaching.get(mutant.module, set())
        if len(operations) == 1:
            row = found.operations.setdefault(next(iter(operations)), Row())
        else:
            row = found.modules.setdefault(mutant.module, Row())
        one = Row()
        one.count(outcome, equivalent=mutant.ident in equivalents, unproven=mutant.ident in unproven)
        row.add(one)
        found.total.add(one)
        if outcome is not None and not (one.killed or one.equivalent or one.unproven):
            found.survivors.append((mutant, outcome))
    return found
