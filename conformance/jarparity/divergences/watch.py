"""What a run sees of known divergences: failures inside are known, and an entry that has had its day is a failure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from jarparity.verdicts import Differs, Errored, KnownDivergence, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.divergences.file import Entry
    from jarparity.verdicts import Verdict

WIDEST: Final = 0.5
"""The part of an operation's inputs that one entry may cover: beyond it, the port is not checked any more."""

JUDGED_FROM: Final = 20
"""Inputs from which on the part that is covered says anything."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What became of one entry in a run.

    Attributes:
        entry: The entry.
        inside: Inputs inside of its region that were compared.
        failed: How many of them fail.
        compared: Inputs that were compared in all, inside and outside.
        drawn: Inputs that the search drew in all; 0 without a search.
        drawn_inside: How many of them are inside.
    """

    entry: Entry
    inside: int
    failed: int
    compared: int
    drawn: int = 0
    drawn_inside: int = 0

    @property
    def stale(self) -> bool:
        """Whether nothing fails inside any more."""
        return self.failed == 0

    @property
    def problem(self) -> str | None:
        """Why the entry fails the run; None where it is as it should be."""
        if self.inside == 0:
            where = "recorded or drawn" if self.drawn else "recorded"
            return f"matches none of the {self.compared:,} inputs that are {where}: mend its `where`, or remove it"
        if self.failed == 0:
            return f"no longer fails: the port agrees on all {self.inside:,} inputs inside; remove the entry"
        for inside, of in ((self.inside, self.compared), (self.drawn_inside, self.drawn)):
            if of >= JUDGED_FROM and inside > WIDEST * of:
                much = f"covers too much: {inside:,} of {of:,} inputs"
                return f"{much}, and an entry may cover {WIDEST:.0%}; narrow its `where`"
        return None


@dataclass(slots=True)
class Watch:
    """The entries of one operation while it is compared.

    Attributes:
        entries: The entries.
        red: Whether the port fails elsewhere.
    """

    entries: Sequence[Entry]
    red: bool = False
    _drawn: int = 0
    _drawn_inside: Counter[str] = field(default_factory=Counter)
    _inside: dict[str, set[str]] = field(default_factory=dict)
    _failed: dict[str, set[str]] = field(default_factory=dict)
    _compared: set[str] = field(default_factory=set)

    def seen(self, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
        """The same verdicts, where failures inside of a region are known divergences."""
        for verdict in verdicts:
            yield self._seen(verdict) if self.entries else verdict

    def outside(self, document: JSON) -> bool:
        """Whether the search is to look at an input that it drew: nothing is known of it."""
        covering = [entry.name for entry in self.entries if entry.covers(document)]
        self._drawn += 1
        self._drawn_inside.update(covering)
        return not covering

    def unproven(self) -> list[Entry]:
        """Entries inside of which nothing has failed so far."""
        return [entry for entry in self.entries if not self._failed.get(entry.name)]

    def result(self) -> list[Watched]:
        """What became of each entry."""
        return [
            Watched(
                entry,
                len(self._inside.get(entry.name, ())),
                len(self._failed.get(entry.name, ())),
                len(self._compared),
                self._drawn,
                self._drawn_inside[entry.name],
            )
            for entry in self.entries
        ]

    def _seen(self, verdict: Verdict) -> Verdict:
        if isinstance(verdict, Skipped) or (isinstance(verdict, Errored) and verdict.dissenter):
            return verdict
        case = verdict.case
        self._compared.add(case.id)
        covering = [entry for entry in self.entries if entry.covers(case.input)]
        fails = isinstance(verdict, Differs | Errored)
        for entry in covering:
            self._inside.setdefault(entry.name, set()).add(case.id)
            if fails:
                self._failed.setdefault(entry.name, set()).add(case.id)
        if covering and fails:
            return KnownDivergence(case, verdict.lines, verdict.reference, covering[0].name)
        self.red |= fails
        return verdict
