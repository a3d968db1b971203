"""An original's own published tests on its patched classes; what fails there, once more on the release as it is."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from jarparity import data
from jarparity.measures.upstream.run import Prepared, Ran, run
from jarparity.measures.upstream.suite import FLINK_SUITES, KAFKA_SUITES
from jarparity.originals.build import compile_java, overlaid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from jarparity.lines import Line
    from jarparity.measures.patch.classes import Patch
    from jarparity.measures.upstream.suite import Suite
    from jarparity.originals import Originals, Progress

SUITES: Final = (*KAFKA_SUITES, *FLINK_SUITES)


@dataclass(frozen=True, slots=True)
class OwnTests:
    """What the original's own tests said.

    Attributes:
        suite: Whose tests: a release's.
        ran: How many tests ran on the patched classes.
        failed: Those that fail there, and pass on the release.
        failed_before: How many fail on the release, too.
    """

    suite: Line
    ran: int
    failed: tuple[Ran, ...]
    failed_before: int = 0


def suite_of(line: Line) -> Suite | None:
    """The tests for a line: its own, else those of the nearest older release of the family, if there is one."""
    older = [suite for suite in SUITES if suite.line.family == line.family and not line < suite.line]
    return max(older, key=lambda suite: suite.line, default=None)


def chosen_suite(line: Line, patterns: Sequence[str]) -> Suite | None:
    """The tests for a line, of those classes; None where there are none."""
    suite = suite_of(line)
    chosen = None if suite is None else suite.chosen(patterns)
    return chosen if chosen is not None and chosen.classes else None


def own_tests(  # noqa: PLR0913 - what a run takes
    originals: Originals, patch: Patch, suite: Suite, folder: Path, progress: Progress, *, limits: bool = False
) -> OwnTests:
    """Runs the tests on the patched classes, and on the release those classes of tests that have a failure.

    Args:
        originals: Where JARs are.
        patch: What is put in front.
        suite: What runs.
        folder: An empty folder to work in.
        progress: Told what goes on.
        limits: Whether the tests' own time limits hold; a busy machine breaks them with any class.

    Raises:
        OriginalsError: JARs or a compiler are missing.
        WorkerError: The tests didn't run to their end.
    """
    with _prepared(originals, patch.line, suite, folder, progress) as ready:
        patched = replace(ready, class_path=(patch.jar, *ready.class_path))
        ran = [event for event in _ran(patched, progress, limits=limits) if not event.left_out]
        red = [one for one in ran if one.failed]
        if not red:
            return OwnTests(suite.tests, len(ran), ())
        again = replace(ready, suite=suite.chosen([one.test_class for one in red]))
        before = {(one.test_class, one.method, one.name) for one in _ran(again, progress, limits=limits) if one.failed}
        new = tuple(one for one in red if (one.test_class, one.method, one.name) not in before)
        return OwnTests(suite.tests, len(ran), new, len(red) - len(new))


def _ran(ready: Prepared, progress: Progress, *, limits: bool) -> Iterator[Ran]:
    for number, event in enumerate(run(ready, limits=limits)):
        if isinstance(event, Ran):
            yield event
        else:
            progress(f"{number // 2} tests; {event.test_class.rpartition('.')[2]} {event.name}")


@contextmanager
def _prepared(originals: Originals, line: Line, suite: Suite, folder: Path, progress: Progress) -> Iterator[Prepared]:
    """As `upstream.run.prepared`, but nothing is delegated: the tests run on the original's own classes."""
    originals.ensure([line, suite.tests], progress)
    jars = [*originals.jars(line), *originals.jars(suite.tests)]
    classes = folder / "test-classes"
    classes.mkdir()
    progress("compiling what runs the tests")
    sources = overlaid([data.java() / "upstream" / "common"])
    compile_java(sources.values(), jars, classes, "the classes that run the tests")
    yield Prepared(suite, (classes, *jars))
