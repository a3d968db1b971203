"""The file of known divergences, which belongs to the port: read at the edge, written whole.

What a run sees of known divergences: failures inside are known, and an entry that has had its day is a failure.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jarparity import data, plain_json, registry, whole_file
from jarparity.check.events import OF_ONE_JDK
from jarparity.divergences.shapes import Shape
from jarparity.divergences.syntax import RegionError, parse
from jarparity.errors import UserError
from jarparity.grades import Grade
from jarparity.operation_documents import with_definitions
from jarparity.verdicts import Differs, Errored, KnownDivergence, Skipped

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.divergences.regions import Region
    from jarparity.verdicts import Verdict


SCHEMA: Final = "jarparity-divergences-1"


class DivergencesError(UserError, ValueError):
    """A file of known divergences is not what it has to be; the message names the entry, the field and the fix."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A known divergence.

    Attributes:
        name: What reports call it.
        operation: The operation's name.
        where: The region as text.
        reason: Why the port differs there.
        issue: The address of the port's issue.
        region: The region, read.
    """

    name: str
    operation: str
    where: str
    reason: str
    issue: str
    region: Region = field(repr=False, compare=False)

    def document(self) -> dict[str, str]:
        """The entry as the file has it."""
        return {name: getattr(self, name) for name in ("name", "operation", "where", "reason", "issue")}

    def covers(self, document: JSON) -> bool:
        """Whether an input of the operation is inside."""
        return self.region.of(document) is True


@dataclass(frozen=True, slots=True)
class Divergences:
    """A port's known divergences.

    Attributes:
        path: The file; None where there is none.
        entries: In the order of the file.
    """

    path: Path | None = None
    entries: tuple[Entry, ...] = ()

    def of(self, operation: str) -> tuple[Entry, ...]:
        """Those of an operation."""
        return tuple(entry for entry in self.entries if entry.operation == operation)

    def require_claimed(self, claims: Sequence[str]) -> None:
        """An entry of an operation that the port doesn't claim would never be looked at.

        Args:
            claims: Names or globs of operations, as in `PortInfo`.

        Raises:
            DivergencesError: There is one.
        """
        for entry in self.entries:
            if not registry.operation(entry.operation).matches(claims):
                raise DivergencesError(
                    f"{self.path}: {entry.name}: operation: the port doesn't claim {entry.operation}; remove the entry"
                )

    def without(self, names: Collection[str]) -> Divergences:
        """The others."""
        return Divergences(self.path, tuple(entry for entry in self.entries if entry.name not in names))

    def write(self) -> None:
        """Puts the file in place of the old one, whole.

        Raises:
            OSError: It can't be written.
            ValueError: There is no file.
        """
        if self.path is None:
            raise ValueError("there is no file of divergences to write")
        rows = [entry.document() for entry in self.entries]
        text = json.dumps({"schema": SCHEMA, "divergences": rows}, indent=2, ensure_ascii=False)
        whole_file.replace(self.path, f"{text}\n".encode())


NONE: Final = Divergences()


def load(path: Path | str) -> Divergences:
    """Reads a file.

    Raises:
        DivergencesError: It can't be read, or isn't one.
    """
    place = Path(path)
    try:
        document = plain_json.parse(place.read_bytes())
    except OSError as error:
        raise DivergencesError(f"{place}: {error.strerror}") from None
    except ValueError as error:
        raise DivergencesError(f"{place}: {error}") from None
    _validate(place, document)
    entries = tuple(_entry(place, row) for row in document["divergences"])
    names = [entry.name for entry in entries]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise DivergencesError(f"{place}: two entries have the name {twice!r}; rename one of them")
    return Divergences(place, entries)


def _entry(place: Path, row: dict[str, Any]) -> Entry:
    try:
        shape = Shape.of(with_definitions(registry.operation(row["operation"]).input))
        return Entry(**row, region=parse(row["where"], shape))
    except KeyError as error:
        raise DivergencesError(f"{place}: {row['name']}: operation: {error.args[0]}") from None
    except RegionError as error:
        raise DivergencesError(f"{place}: {row['name']}: where: {error}") from None


def _validate(place: Path, document: JSON) -> None:
    """Whether the file is in form; all that is wrong is said at once."""
    problems = [_problem(error) for error in data.validator("divergences.schema.json").iter_errors(document)]
    if problems:
        raise DivergencesError("\n".join(f"{place}: {problem}" for problem in problems))


_PARTS: Final = {"schema": f'"schema": "{SCHEMA}"', "divergences": '"divergences": [], a list of entries'}


def _problem(error: Any) -> str:  # noqa: ANN401 - a jsonschema ValidationError, which is imported lazily
    where = ".".join(map(str, error.absolute_path)) or "the file"
    known = error.schema if isinstance(error.schema, dict) else {}
    fix = known.get("description", "")
    if error.validator == "required":
        name = error.message.split("'")[1]
        fix = known["properties"][name].get("description", _PARTS.get(name, ""))
        return f"{where}: {name!r} is missing; add {fix}"
    if not error.absolute_path and error.validator == "type":
        fix = f"an object with {' and '.join(_PARTS.values())}"
    return f"{where}: {error.message}" + (f"; write {fix}" if fix else "")


WIDEST: Final = 0.5
"""The part of an operation's inputs that its entries may cover: beyond it, the port is not checked any more."""

JUDGED_FROM: Final = 20
"""Inputs from which on the part that is covered says anything."""


@dataclass(frozen=True, slots=True)
class Covered:
    """How much of some inputs of an operation is inside of an entry.

    Attributes:
        entry: Those inside of the entry.
        all: Those inside of any entry of the operation.
        of: All of them.
    """

    entry: int
    all: int
    of: int

    @property
    def problem(self) -> str | None:
        """Why that is too much; None where it isn't."""
        if self.of < JUDGED_FROM:
            return None
        if self.entry > WIDEST * self.of:
            much = f"covers too much: {self.entry:,} of {self.of:,} inputs"
            return f"{much}, and an entry may cover {WIDEST:.0%}; narrow its `where`"
        if self.all > WIDEST * self.of:
            much = f"covers too much together with the operation's other entries: {self.all:,} of {self.of:,} inputs"
            return f"{much}, and all may cover {WIDEST:.0%}; narrow their `where`"
        return None


@dataclass(frozen=True, slots=True)
class Watched:
    """What became of one entry in a run.

    Attributes:
        entry: The entry.
        inside: Inputs inside of its region that were compared.
        failed: How many of them fail.
        compared: Inputs that were compared in all, inside and outside.
        drawn: Inputs that the search drew in all; 0 without a search.
        covered: How much it covers.
        unjudged: Why the run can't tell whether it has had its day; empty where it can.
        declined: Inputs inside that the port declined.
    """

    entry: Entry
    inside: int = 0
    failed: int = 0
    compared: int = 0
    drawn: int = 0
    covered: tuple[Covered, ...] = ()
    unjudged: str = ""
    declined: int = 0

    @property
    def stale(self) -> bool:
        """Whether nothing fails inside any more."""
        return self.failed == 0 and not self.unjudged

    @property
    def problem(self) -> str | None:
        """Why the entry fails the run; None where it is as it should be."""
        if self.inside == 0 and not self.unjudged:
            if self.declined:
                inputs = f"all {self.declined:,} inputs inside" if self.declined > 1 else "the one input inside"
                return f"the port declines {inputs}: what is declined is no divergence, remove the entry"
            if not self.compared:
                of = self.entry.operation
                return f"nothing of {of} was compared: the port doesn't claim it, or declines it all; remove the entry"
            where = "recorded or drawn" if self.drawn else "recorded"
            return f"matches none of the {self.compared:,} inputs that are {where}: fix its `where`, or remove it"
        if self.stale:
            return f"no longer fails: the port is right on all {self.inside:,} inputs inside; remove the entry"
        return next(filter(None, (covered.problem for covered in self.covered)), None)


@dataclass(slots=True)
class Watch:
    """The entries of one operation while it is compared.

    Attributes:
        entries: The entries.
        required: What is below this grade fails.
    """

    entries: Sequence[Entry]
    required: Grade = Grade.EXACT
    _drawn: int = 0
    _drawn_inside_any: int = 0
    _drawn_inside: Counter[str] = field(default_factory=Counter)
    _inside: dict[str, set[str]] = field(default_factory=dict)
    _failed: dict[str, set[str]] = field(default_factory=dict)
    _declined: dict[str, set[str]] = field(default_factory=dict)
    _compared: set[str] = field(default_factory=set)

    def seen(self, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
        """The same verdicts, where failures inside of a region are known divergences."""
        for verdict in verdicts:
            yield self._seen(verdict) if self.entries else verdict

    def outside(self, document: JSON) -> bool:
        """Whether the search is to look at an input that it drew: nothing is known of it."""
        covering = [entry.name for entry in self.entries if entry.covers(document)]
        self._drawn += 1
        self._drawn_inside_any += bool(covering)
        self._drawn_inside.update(covering)
        return not covering

    def unproven(self) -> list[Entry]:
        """Entries inside of which nothing has failed so far."""
        return [entry for entry in self.entries if not self._failed.get(entry.name)]

    def result(self, unjudged: str = "", recorded: Iterable[JSON] = ()) -> list[Watched]:
        """What became of each entry.

        Args:
            unjudged: Why the run can't tell whether one has had its day.
            recorded: In such a run all recorded inputs of the operation: what the entries cover of them is judged,
                for it doesn't depend on what was compared.
        """
        inside, compared = {name: len(ids) for name, ids in self._inside.items()}, len(self._compared)
        covered, in_any, of = inside, len(set().union(*self._inside.values())), compared
        if unjudged:
            covering = [[entry.name for entry in self.entries if entry.covers(document)] for document in recorded]
            covered, in_any, of = Counter(chain.from_iterable(covering)), sum(map(bool, covering)), len(covering)
        return [
            Watched(
                entry,
                inside.get(entry.name, 0),
                len(self._failed.get(entry.name, ())),
                compared,
                self._drawn,
                (
                    Covered(covered.get(entry.name, 0), in_any, of),
                    Covered(self._drawn_inside[entry.name], self._drawn_inside_any, self._drawn),
                ),
                unjudged,
                len(self._declined.get(entry.name, ())),
            )
            for entry in self.entries
        ]

    def _seen(self, verdict: Verdict) -> Verdict:
        if isinstance(verdict, Errored) and verdict.dissenter:
            return verdict
        case = verdict.case
        covering = [entry for entry in self.entries if entry.covers(case.input)]
        if isinstance(verdict, Skipped):
            for entry in () if verdict.reason.startswith(OF_ONE_JDK) else covering:
                self._declined.setdefault(entry.name, set()).add(case.id)
            return verdict
        self._compared.add(case.id)
        fails = isinstance(verdict, Errored) or (isinstance(verdict, Differs) and verdict.grade < self.required)
        for entry in covering:
            self._inside.setdefault(entry.name, set()).add(case.id)
            if fails:
                self._failed.setdefault(entry.name, set()).add(case.id)
        if covering and fails:
            return KnownDivergence(case, verdict.lines, verdict.reference, covering[0].name)
        return verdict
