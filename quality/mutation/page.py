"""Outcomes counted, and the measure's part of `docs/quality.md`."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from jarparity.report.tables import Code, Column, Items, Section, Table, number
from quality.mutation.results import Died, Killed, Survived
from quality.mutation.scope import OUTSIDE
from quality.pages import markdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from jarparity.report.tables import Block, Cell
    from quality.mutation.mutants import Mutant
    from quality.mutation.results import TrialOutcome

DECLARED: Final = ("equivalent", "unproven", "unrecorded")
COLUMNS: Final = ("killed", *DECLARED, "survived", "not reached", "no verdict", "not tried")
_INTRODUCTION: Final = (
    "The port's placement logic is changed in one small place at a time; the golden vectors alone judge it, without a "
    "JVM. *Killed*: an answer is another one, or never comes. *Equivalent*: no input can tell; each has its reason in "
    "`quality/mutation/equivalent.json`. *Unproven*: no input that was found tells, but nothing proves that none can; "
    "the file names each search. *Unrecorded*: only one release tells, and no recorded line is this release; the file "
    "names it. *Survived*: the vectors run the changed line and agree. *Not reached*: no vector runs it."
)
_EVERYWHERE: Final = (
    "Everywhere: types, imports, decorators, assertions and `__repr__`; checks of a Python caller's types; defaults "
    "of parameters and fields, which no vector leaves to the port; the arguments `strict`, `compare` and `repr`, which "
    "change no answer; an error's words, which live suites compare (recorded vectors compare its kind); the numbers of "
    "a release: `tox -e versions` asks the releases on both sides."
)


@dataclass
class Tally:
    """What a run came to.

    Attributes:
        operations: By operation, the mutants of modules that only its cases reach: how many of each of `COLUMNS`.
        modules: By module, those that several operations reach, or none.
        survivors: Mutants that should have died, with what became of them.
        total: All of them.
    """

    operations: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    modules: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    survivors: list[tuple[Mutant, str]] = field(default_factory=list)
    total: Counter[str] = field(default_factory=Counter)

    @property
    def left(self) -> int:
        """How many mutants neither died nor are declared."""
        return self.total.total() - sum(self.total[column] for column in ("killed", *DECLARED))


def tally(
    mutants: Iterable[Mutant],
    outcomes: Mapping[str, TrialOutcome],
    declared: Mapping[str, str],
    reaching: Mapping[str, set[str]],
) -> Tally:
    """Counts.

    Args:
        mutants: Those that were tried, in the order of the port's modules.
        outcomes: By mutant's name; one that has none wasn't tried.
        declared: By the name of a mutant that may survive, which of `DECLARED`.
        reaching: By module, the operations whose cases run it.
    """
    found = Tally()
    for mutant in mutants:
        operations = reaching.get(mutant.module, set())
        column = _column(outcomes.get(mutant.ident), declared.get(mutant.ident))
        row = found.operations[min(operations)] if len(operations) == 1 else found.modules[mutant.module]
        row[column] += 1
        found.total[column] += 1
        if column in {"survived", "not reached", "no verdict"}:
            found.survivors.append((mutant, column))
    return found


def _column(outcome: TrialOutcome | None, declared: str | None) -> str:
    match outcome:
        case Killed():
            return "killed"
        case Died():
            return "no verdict"
        case Survived(asked):
            return declared or ("survived" if asked else "not reached")
        case None:
            return "not tried"


def text(tally: Tally, bugs: Mapping[str, int]) -> str:
    """The section, in Markdown.

    Args:
        tally: The mutants.
        bugs: By tag, how many operations have a vector that rejects the known wrong port.
    """
    counts = ", ".join(f"{tally.total[column]:,} {column}" for column in COLUMNS)
    verdict = f"**{tally.left:,} mutants are left.**" if tally.left else "Every mutant dies, or is declared."
    modules = {name.removeprefix("copartition."): row for name, row in tally.modules.items()}
    outside = [f"{', '.join(f'`{name}`' for name in out.names)}: {out.reason}." for out in OUTSIDE]
    blocks: list[Block] = [
        _INTRODUCTION,
        f"{tally.total.total():,} mutants: {counts}. {verdict}",
        Section("By operation, in modules that only it reaches", (_counts("operation", tally.operations),)),
        Section("In modules that several operations share", (_counts("module", modules),)),
        Section("Wrong ports with a name", (_rejected(bugs),)),
        Section("Not mutated", (Items((*outside, _EVERYWHERE)),)),
    ]
    if tally.survivors:
        lines = [f"{one.module} {one.number}: {one.line}  # {one.label}: {what}" for one, what in tally.survivors]
        blocks.append(Section("What is left", (Code("\n".join(lines)),)))
    return markdown(*blocks)


def _counts(what: str, rows: Mapping[str, Counter[str]]) -> Table:
    cells: list[list[Cell]] = [
        [name, row.total(), *(row[column] for column in COLUMNS)] for name, row in sorted(rows.items())
    ]
    return Table.of([Column(what, code=True), *map(number, ("mutants", *COLUMNS))], cells)


def missed(bugs: Mapping[str, int]) -> list[str]:
    """The known wrong ports that the vectors don't reject."""
    return [tag for tag, rejecting in bugs.items() if not rejecting]


def _rejected(bugs: Mapping[str, int]) -> str:
    passed = missed(bugs)
    verdict = f"**not rejected: {', '.join(passed)}.**" if passed else "each is rejected by the vectors alone."
    return f"{len(bugs)} known wrong ports of `jarparity.faults`; {verdict}"
