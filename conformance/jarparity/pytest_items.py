"""The tests that the pytest plugin adds: one a group of recorded vectors, and one an operation on the real JARs."""

from __future__ import annotations

import faulthandler
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

import pytest

from jarparity.check.counts import in_order
from jarparity.check.outcome import Exit
from jarparity.check.plan import VOLUME, Plan
from jarparity.check.search import FIXED_SEED, Budget
from jarparity.check.session import Session
from jarparity.cli.options import port_arguments
from jarparity.conformance import ConformanceError, claimed, required
from jarparity.divergences.file import NONE, load
from jarparity.environment import under_ci
from jarparity.fixtures.format import FixtureError
from jarparity.grades import Grade
from jarparity.originals import OriginalsError, locked_lines
from jarparity.ports import PortError
from jarparity.ports.claims import line_is_claimed, require_known
from jarparity.ports.load import open_port
from jarparity.pytest_plugin import DECLINED
from jarparity.references import BRIEF, ReferenceUnavailableError
from jarparity.references.factory import ROUTES, open_reference
from jarparity.references.golden import GoldenReference
from jarparity.report.as_text import as_text
from jarparity.report.text import entries

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from jarparity.cases import Vector
    from jarparity.check.outcome import Outcome
    from jarparity.divergences.file import Divergences
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references import LiveReference

GROUPS: Final = ("published", "worked", "edge", "error", "change", "fault", "regression", "generated")
"""First parts of ids that mean the same in every operation; all other vectors are the group `examples`."""

EXAMPLES: Final = "examples"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line and the settings say.

    Attributes:
        port: `module:attribute` of a port in this process, or None.
        command: A program that speaks the protocol, or None.
        operations: Globs; all that the port claims, where there are none.
        reference: `golden`, `jpype`, `gateway` or `auto`.
        required: Whether missing Java fails.
        grade: What is good enough where several answers are right.
        divergences: The file of the port's known divergences, or None.
    """

    port: str | None
    command: str | None
    operations: Sequence[str]
    reference: str
    required: bool
    grade: str = "exact"
    divergences: Path | None = None


@dataclass(slots=True)
class _Shared:
    """What the tests of a run share.

    Attributes:
        port: What is under test.
        named: How the reproducing command names it.
        golden: The recorded vectors.
        required: Whether missing Java fails.
        known: Where the port is known to differ.
        operations: What is compared.
        grade: What is good enough.
    """

    port: Port
    named: tuple[str, ...]
    golden: GoldenReference
    required: bool
    known: Divergences
    operations: Sequence[Operation]
    grade: Grade
    _live: dict[str, LiveReference | ReferenceUnavailableError] = field(default_factory=dict)

    def live(self, route: str) -> LiveReference:
        """The real JARs, opened once.

        Raises:
            ReferenceUnavailableError: They can't be had.
        """
        if route not in self._live:
            # A JVM uses SIGSEGV for itself; Python's handler would take each for a crash.
            faulthandler.disable()
            claimed_lines = (line for line in locked_lines() if line_is_claimed(self.port, line))
            lines = [line for line in claimed_lines if any(operation.has(line) for operation in self.operations)]
            try:
                self._live[route] = open_reference(route, lines=lines, options=BRIEF)
            except ReferenceUnavailableError as error:
                self._live[route] = error
        found = self._live[route]
        if isinstance(found, ReferenceUnavailableError):
            raise found
        return found

    def close(self) -> None:
        """Ends what was started for the real JARs."""
        for found in self._live.values():
            if not isinstance(found, ReferenceUnavailableError):
                found.close()


@dataclass(frozen=True, slots=True)
class _Part:
    """Some vectors of one operation: what `jarparity.check.run.run` reads in place of all."""

    recorded: Sequence[Vector]
    name: str = GoldenReference.name

    def vectors(self, _: str) -> list[Vector]:
        return list(self.recorded)

    def extent(self, _: str) -> tuple[tuple[str, ...], int]:
        lines = {line for vector in self.recorded for recorded in vector.answers for line in recorded.lines}
        return tuple(in_order(lines)), len(self.recorded)


class _Conformance(pytest.Collector):
    """The tests' parent: it has no file."""

    def collect(self) -> list[pytest.Item]:
        """Nothing: `collect` of this module adds the tests, for no argument of the command line names them."""
        return []


class _Test(pytest.Item):
    """A part of the comparison."""

    def __init__(self, *, operation: Operation, shared: _Shared, **node: Any) -> None:  # noqa: ANN401 - pytest's own
        super().__init__(**node)
        self._operation = operation
        self._shared = shared
        self.add_marker("jarparity")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:  # noqa: ANN401
        """The kit's own report; a traceback of the kit says nothing of the port."""
        if isinstance(excinfo.value, ConformanceError | ReferenceUnavailableError | OriginalsError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, None, str]:
        """What headlines name; apart from the group, for pytest takes dots in the last part of an id for classes'."""
        return "jarparity", None, self.name.replace("[", " [")

    def _compare(self, recorded: Sequence[Vector], live: Sequence[LiveReference] = (), *, judged: bool = True) -> None:
        outcome = self._outcome(recorded, live, judged=judged)
        totals = outcome.tally.totals
        if outcome.exit_code is Exit.OK and not (totals["agrees"] or totals["differs"]):
            known = self._shared.known.of(self._operation.name)
            pytest.xfail("; ".join(f"{entry.name}: {entry.issue}" for entry in known))
        if outcome.exit_code is Exit.NOTHING_CHECKED:
            self.user_properties.append((DECLINED, True))
            pytest.skip(
                "; ".join(outcome.tally.skips) or "the port claims none of the releases that have these vectors"
            )
        required(outcome)

    def _outcome(
        self, recorded: Sequence[Vector], live: Sequence[LiveReference] = (), *, judged: bool = True
    ) -> Outcome:
        lines = frozenset(line for line in locked_lines() if self._operation.has(line))
        budget = Budget(None, None, FIXED_SEED)
        shared = self._shared
        plan = Plan(
            (self._operation,),
            lines,
            budget,
            VOLUME if live else 0,
            golden=not live,
            required=shared.grade,
            divergences=shared.known,
            judged=judged,
        )
        return Session(plan, shared.port, shared.named, _Part(recorded), live).to_its_end()


class _Recorded(_Test):
    """A group of vectors against the recorded answers."""

    def __init__(self, *, recorded: Sequence[Vector], **node: Any) -> None:  # noqa: ANN401 - as above
        super().__init__(**node)
        self._recorded = recorded

    def runtest(self) -> None:
        """Raises `ConformanceError` where the port differs."""
        self._compare(self._recorded, judged=False)


class _Known(_Test):
    """Whether the known divergences of an operation are still as the file says, by the recorded answers."""

    def __init__(self, *, route: str | None, **node: Any) -> None:  # noqa: ANN401 - as above
        super().__init__(**node)
        self._route = route

    def runtest(self) -> None:
        """Raises `ConformanceError` where one has had its day; skips where the real JARs say more."""
        if self._route is not None:
            with suppress(ReferenceUnavailableError):
                self._shared.live(self._route)
                pytest.skip(f"[{self._route}] judges them")
        outcome = self._outcome(self._shared.golden.vectors(self._operation.name))
        if any(watched.problem for watched in outcome.tally.watched):
            raise ConformanceError(as_text(entries(outcome)), outcome)


class _Live(_Test):
    """All vectors of an operation, and a search, on the real JARs."""

    def __init__(self, *, route: str, **node: Any) -> None:  # noqa: ANN401 - as above
        super().__init__(**node)
        self._route = route
        self.add_marker("jarparity_live")

    def runtest(self) -> None:
        """Raises `ConformanceError` where the port differs; skips where the JARs can't be had, unless required."""
        try:
            live = self._shared.live(self._route)
        except ReferenceUnavailableError as error:
            if self._shared.required:
                raise
            pytest.skip(f"{self._route}: {error}")
        self._compare(self._shared.golden.vectors(self._operation.name), (live,))


def collect(session: pytest.Session, wanted: Wanted) -> list[pytest.Item]:
    """The tests for a port.

    Raises:
        pytest.UsageError: The port can't be had, or claims nothing of what is wanted; or vectors can't be read.
    """
    try:
        port = open_port(wanted.port, wanted.command)
        session.config.add_cleanup(port.close)
        require_known(port.info)
        operations = claimed(port, wanted.operations)
        known = load(wanted.divergences) if wanted.divergences else NONE
        known.require_claimed(port.info.operations)
    except (PortError, ValueError) as error:
        raise pytest.UsageError(f"jarparity: {error}") from None
    shared = _Shared(
        port,
        port_arguments(wanted.port, wanted.command),
        GoldenReference.default(),
        wanted.required or under_ci() or wanted.reference in ROUTES,  # what is named must be there
        known,
        operations,
        Grade.of(wanted.grade),
    )
    session.config.add_cleanup(shared.close)
    parent = _Conformance.from_parent(session, name="jarparity", nodeid="jarparity")
    try:
        return [item for operation in operations for item in _tests(parent, operation, shared, wanted.reference)]
    except FixtureError as error:
        raise pytest.UsageError(f"jarparity: {error}") from None


def named(items: list[pytest.Item], ids: Sequence[str]) -> list[pytest.Item]:
    """Those of the tests that the command line names, by a whole id, or by one without its group; else all.

    Raises:
        pytest.UsageError: A name is of none of them.
    """
    for id_ in ids:
        if not any(_is_named(item, id_) for item in items):
            near = get_close_matches(id_, [item.nodeid for item in items], n=1)
            raise pytest.UsageError(f"{id_}: no such test{f'; did you mean {near[0]}' if near else ''}")
    return [item for item in items if not ids or any(_is_named(item, id_) for id_ in ids)]


def _is_named(item: pytest.Item, id_: str) -> bool:
    return item.nodeid == id_ or item.nodeid.startswith(f"{id_}[")


def _tests(parent: pytest.Collector, operation: Operation, shared: _Shared, reference: str) -> Iterator[pytest.Item]:
    if reference in ("golden", "auto"):
        for group, recorded in _groups(shared.golden.vectors(operation.name)).items():
            name = f"{operation.name}[{group}]"
            yield _Recorded.from_parent(parent, name=name, operation=operation, shared=shared, recorded=recorded)
    route = {"auto": "jpype", "golden": None}.get(reference, reference)
    if shared.known.of(operation.name) and reference in ("golden", "auto"):
        name = f"{operation.name}[divergences]"
        yield _Known.from_parent(parent, name=name, operation=operation, shared=shared, route=route)
    if route is not None:
        name = f"{operation.name}[{route}]"
        yield _Live.from_parent(parent, name=name, operation=operation, shared=shared, route=route)


def _groups(vectors: Sequence[Vector]) -> dict[str, list[Vector]]:
    """The vectors by what kind of case they are, in the order of `GROUPS`, the examples first."""
    found: dict[str, list[Vector]] = {group: [] for group in (EXAMPLES, *GROUPS)}
    for vector in vectors:
        first = vector.case.id.partition("/")[0]
        found[first if first in GROUPS else EXAMPLES].append(vector)
    return {group: members for group, members in found.items() if members}
