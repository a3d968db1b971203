"""What a run covers, and what it gives: the plan, its stages, and events."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, TypeVar

from jarparity.check.events import BulkAgreement, CutShort, NotCompared
from jarparity.divergences.file import NONE, Divergences, Watched
from jarparity.grades import Grade
from jarparity.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.cases import Case, Vector
    from jarparity.check.search import Budget
    from jarparity.lines import Line
    from jarparity.operations import Operation

Event: TypeAlias = Verdict | BulkAgreement | NotCompared | CutShort | Watched
EventT = TypeVar("EventT", bound=Event)
VOLUME: Final = 10_000
"""Rows compared in bulk, where no number is given."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run covers.

    Attributes:
        operations: In the order of the run.
        lines: The lines wanted; what a reference doesn't have is not asked.
        budget: Examples, time and seed of the search.
        volume: Rows of each kind of column that are compared in bulk; 0 for none. An operation without columns
            compares as many inputs as cost as much (`Operation.volume_rows`).
        golden: Whether the port is compared with the recorded answers; their inputs are asked of live references
            all the same.
        only: Globs of case ids; the search and volume are left out where there are any.
        cases: Cases given by hand in place of the recorded ones; needs a live reference.
        fail_fast: Stop at the first failure.
        required: What is below this grade is a failure.
        divergences: Where the port is known to differ.
        judged: Whether known divergences are judged.
        whole: Whether nothing is filtered, so that a known divergence that no longer shows has had its day; otherwise
            only how much it covers is judged.
        quick: Whether of recorded answers only the newest line's of each group that agrees is compared.
        written: Whether live references are asked hand-written cases, too, that are not recorded yet.
        again: Whether live references are asked all that is recorded of them. Otherwise they are asked what the port
            answers otherwise than recorded: the same JARs on the same Java answer the rest as they have before.
    """

    operations: tuple[Operation, ...]
    lines: frozenset[Line]
    budget: Budget
    volume: int = 0
    golden: bool = True
    only: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()
    fail_fast: bool = False
    required: Grade = Grade.EXACT
    divergences: Divergences = NONE
    judged: bool = True
    whole: bool = True
    quick: bool = False
    written: bool = False
    again: bool = False


class Recordings(Protocol):
    """Recorded vectors: those of `GoldenReference`, or a part of them."""

    @property
    def name(self) -> str:
        """Who answered, in verdicts."""

    def vectors(self, operation: str) -> list[Vector]:
        """An operation's vectors."""

    def extent(self, operation: str) -> tuple[tuple[str, ...], int]:
        """The lines of which answers of an operation are recorded, and how many cases there are."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a run is.

    Attributes:
        live: Whether the originals themselves are asked; before, the port is compared with what they answered.
        operation: What is compared now.
        number: Its place among the operations that the port claims, as they come, from 1 on.
        of: How many these are.
    """

    live: bool
    operation: str
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages of a run: it passes over operations that the port doesn't claim.

    Attributes:
        claimed: The names of those that it claims, in the order of the run.
        seen: Told of each stage before its first event.
    """

    claimed: tuple[str, ...]
    seen: Callable[[Stage], None]
    _begun: Counter[bool] = field(default_factory=Counter)

    def begin(self, operation: Operation, *, live: bool) -> None:
        """An operation comes next."""
        if operation.name in self.claimed:
            self._begun[live] += 1
            self.seen(Stage(live, operation.name, self._begun[live], len(self.claimed)))
