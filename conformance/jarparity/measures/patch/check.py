"""A check of a patch, from the classes to the result: what is opened, asked, run and timed, in this order."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity import data, registry
from jarparity.answer_pairs import Boundary
from jarparity.fixtures.format import FixtureError
from jarparity.measures.patch.comparing import compare
from jarparity.measures.patch.own_tests import own_tests
from jarparity.measures.patch.program import run_program
from jarparity.measures.patch.result import Result
from jarparity.measures.patch.speed import measure
from jarparity.measures.prove import digests
from jarparity.references.golden import GoldenReference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from jarparity.lines import Line
    from jarparity.measures.patch.classes import Patch
    from jarparity.measures.patch.comparing import Compared, Effort
    from jarparity.measures.patch.expected import Expected
    from jarparity.measures.upstream.suite import Suite
    from jarparity.operations import Operation
    from jarparity.originals import Originals, Progress
    from jarparity.references import LiveReference


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is checked, and how far.

    Attributes:
        operations: Those that are asked, of those that the release has.
        expected: What may change.
        effort: How much is asked.
        pairs: Pairs of runs that are timed; 0 for none.
        slower_than: The ratio above which it is too slow; None for no limit.
        programs: Programs that show the fault.
        class_path: More JARs for them.
        beside: Locked sets of JARs for them, too.
        suite: The original's own tests; None for none.
        no_tests: Why there are none.
    """

    operations: tuple[Operation, ...]
    expected: Expected
    effort: Effort
    pairs: int = 0
    slower_than: float | None = None
    programs: tuple[Path, ...] = ()
    class_path: tuple[Path, ...] = ()
    beside: tuple[Line, ...] = ()
    suite: Suite | None = None
    no_tests: str = ""


def open_both(originals: Originals, patch: Patch, progress: Progress) -> LiveReference:
    """The release and its patched line in this process's JVM.

    Raises:
        OriginalsError: JARs or a compiler are missing.
        ReferenceUnavailableError: There is no JVM.
        BridgeError: A line can't be opened.
    """
    from jarparity.references.jpype import JPypeReference  # noqa: PLC0415 - the tests of the parts need no JVM

    bridge = originals.bridge(progress)
    release = originals.class_paths([patch.line], progress)[patch.line]
    return JPypeReference.open({patch.line: release, patch.patched: [patch.jar, *release]}, bridge)


def check(  # noqa: PLR0913 - what a check takes
    originals: Originals, patch: Patch, wanted: Wanted, reference: LiveReference, folder: Path, progress: Progress
) -> Result:
    """Checks a patch.

    Args:
        originals: Where JARs are.
        patch: What is checked.
        wanted: How far.
        reference: Where the release and the patched line are open.
        folder: An empty folder to work in.
        progress: Told what goes on.

    Raises:
        BridgeError: The bridge failed.
        PatchError: A program says neither yes nor no.
        WorkerError: The original's own tests didn't run to their end.
        OriginalsError: JARs are missing.
    """
    started = time.monotonic()
    boundary = Boundary(patch.line, patch.patched)
    golden = GoldenReference.default()
    compared: list[Compared] = []
    for operation in wanted.operations:
        progress(operation.name)
        vectors = golden.vectors(operation.name)
        scope = recorded_scope(operation, patch.line)
        compared.append(compare(operation, reference, boundary, vectors, scope, wanted.expected, wanted.effort))
    speeds = []
    for operation in reaching(wanted.operations, patch) if wanted.pairs else ():
        progress(f"timing {operation.name}")
        if (speed := measure(operation, reference, boundary, wanted.effort.seed, wanted.pairs)) is not None:
            speeds.append(speed)
    programs = []
    for place in wanted.programs:
        progress(f"running {place}")
        programs.append(run_program(place, _program_path(originals, patch, wanted), patch.jar, folder))
    tests = None
    if wanted.suite is not None:
        progress(f"the tests of {wanted.suite.line}")
        tests = own_tests(originals, patch, wanted.suite, folder, progress)
    return Result(
        patch,
        wanted.expected.faults,
        tuple(compared),
        tuple(speeds),
        wanted.slower_than,
        tuple(programs),
        tests,
        wanted.no_tests,
        wanted.effort.seed,
        time.monotonic() - started,
    )


def reaching(operations: Sequence[Operation], patch: Patch) -> Sequence[Operation]:
    """The operations that reach what the patch touches, as their areas say; all, where no area names the classes."""
    found = [operation for operation in operations if any(_reaches(operation, one.name) for one in patch.touched)]
    return found or operations


def _reaches(operation: Operation, touched: str) -> bool:
    watched = registry.area_of(operation.name).watched
    return any(operation.matches(one.operations) and one.holds(touched) for one in watched)


def recorded_scope(operation: Operation, line: Line) -> Mapping[str, str]:
    """By block of an operation's small scope the recorded digest of a release's answers; empty where none are."""
    domain = digests.DOMAINS.get(operation.name)
    if domain is None:
        return {}
    try:
        recorded = digests.read(digests.path_of(data.root_of(operation.name).fixtures, operation.name), domain)
        return recorded.of(line)
    except (FixtureError, KeyError):
        return {}


def _program_path(originals: Originals, patch: Patch, wanted: Wanted) -> list[Path]:
    originals.ensure(wanted.beside)
    sets = [jar for beside in wanted.beside for jar in originals.jars(beside)]
    return [*originals.jars(patch.line), *wanted.class_path, *sets]
