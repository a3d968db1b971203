"""A run's outcome as text, JSON and JUnit XML."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from jarparity import __version__
from jarparity.check.outcome import Exit
from jarparity.report.as_text import as_text
from jarparity.report.junit import JunitCase, xml
from jarparity.report.tables import Column, Document, Fields, Section, Table, number
from jarparity.report.text import shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.measures.upstream.delegation import Delegation
    from jarparity.measures.upstream.run import Ran
    from jarparity.ports import PortInfo
    from jarparity.report.junit import Ended
    from jarparity.report.tables import Block


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


FORMATS: Final = ("text", "json", "junit")
SHOWN: Final = 10
"""Failures of a line that are shown in the text; all are counted, and the other formats have every one."""

_NO_REASON: Final = "no reason is recorded"


def report(outcome: UpstreamOutcome, delegation: Delegation, form: str) -> str:
    """The outcome in one of `FORMATS`."""
    if form == "junit":
        suites = [(line.line, list(_cases(line, delegation)), line.seconds) for line in outcome.lines]
        return xml(f"jarparity upstream {outcome.original}", suites)
    document = Document(tuple(_blocks(outcome, delegation)), _document(outcome, delegation))
    return document.json() if form == "json" else as_text(document.blocks)


def _blocks(outcome: UpstreamOutcome, delegation: Delegation) -> Iterator[Block]:
    for line in outcome.lines:
        yield from _failures(outcome, line)
        yield _classes(line)
        yield from _kept(line, delegation)
        yield from (f"CHANGED {line.line}: {change}" for change in line.changes)
    yield from map(_total, outcome.lines)
    if outcome.interrupted:
        yield "interrupted"
    yield f"port: {outcome.port.name} {outcome.port.version}"


def _failures(outcome: UpstreamOutcome, line: LineOutcome) -> Iterator[Block]:
    for test in line.failures[:SHOWN]:
        chosen = ["--line", line.line, "--class", test.simple_class, *(["--test", test.method] if test.method else [])]
        again = shlex.join(["jarparity", "upstream", outcome.original, *chosen, *outcome.options])
        yield Section(
            f"{test.status} {line.line} {test.simple_class}.{test.method} {test.name}",
            (shorten(test.message or "no message"), Fields((("reproduce", again),))),
        )
    if len(line.failures) > SHOWN:
        yield f"… and {len(line.failures) - SHOWN} more"


def _classes(line: LineOutcome) -> Table:
    rows = []
    for name in dict.fromkeys(test.simple_class for test in line.ran):
        ran = [test for test in line.ran if test.simple_class == name]
        seconds = sum(test.milliseconds for test in ran) / 1000
        rows.append((name, len(ran), *_counts(ran), sum(test.calls > 0 for test in ran), f"{seconds:.1f}"))
    names = ("tests", "passed", "failed", "left out", "asked the port", "seconds")
    return Table.of([Column(line.line), *map(number, names)], rows)


def _counts(ran: Iterable[Ran]) -> tuple[int, int, int]:
    """How many passed, failed, and were left out by the original itself."""
    kinds = Counter((test.passed, test.failed) for test in ran)
    return kinds[True, False], kinds[False, True], kinds[False, False]


def _kept(line: LineOutcome, delegation: Delegation) -> Iterator[Block]:
    """Tests that didn't ask, under their reasons."""
    reasons: dict[str, Counter[str]] = {}
    for test in line.ran:
        if test.passed and not test.calls:
            why = delegation.reason(line.line, test) or _NO_REASON
            reasons.setdefault(why, Counter())[f"{test.simple_class}.{test.method}"] += 1
    if reasons:
        sections = (
            Section(why, tuple(f"{test}{f' ({count} times)' if count > 1 else ''}" for test, count in tests.items()))
            for why, tests in reasons.items()
        )
        yield Section(f"not delegated: {sum(map(Counter.total, reasons.values()))} tests", tuple(sections))
    for test in line.ran:
        if test.left_out:
            yield f"left out by the original: {test.simple_class}.{test.method}: {shorten(test.message or test.status)}"


def _total(line: LineOutcome) -> str:
    passed, failed, left_out = _counts(line.ran)
    asked = sum(test.calls > 0 for test in line.ran)
    calls = sum(test.calls for test in line.ran)
    without = f", {left_out} left out by the original" if left_out else ""
    return (
        f"{line.line}: {len(line.ran)} tests, {passed} passed, {failed} failed{without} in {line.seconds:.1f} s; "
        f"{asked} asked the port, {calls:,} times"
    )


def _document(outcome: UpstreamOutcome, delegation: Delegation) -> dict[str, Any]:
    return {
        "schema": "jarparity-upstream-1",
        "original": outcome.original,
        "kit": __version__,
        "port": {"name": outcome.port.name, "version": outcome.port.version, "language": outcome.port.language},
        "exit": int(outcome.exit_code),
        "lines": [
            {
                "line": line.line,
                "seconds": round(line.seconds, 3),
                "tests": len(line.ran),
                "failed": len(line.failures),
                "notDelegated": sum(test.passed and not test.calls for test in line.ran),
                "changes": list(line.changes),
                "ran": [_test(line, test, delegation) for test in line.ran],
            }
            for line in outcome.lines
        ],
    }


def _test(line: LineOutcome, test: Ran, delegation: Delegation) -> dict[str, Any]:
    row: dict[str, Any] = {
        "class": test.test_class,
        "method": test.method,
        "name": test.name,
        "status": test.status.lower(),
        "milliseconds": test.milliseconds,
        "calls": test.calls,
    }
    if test.message is not None:
        row["message"] = test.message
    if not test.calls and test.passed:
        row["notDelegated"] = delegation.reason(line.line, test)
    return row


def _cases(line: LineOutcome, delegation: Delegation) -> Iterator[JunitCase]:
    for test in line.ran:
        name = f"{test.method} {test.name}" if test.name != f"{test.method}()" else test.name
        ended: Ended | None = "skipped" if test.left_out else "failure" if test.failed else None
        asked = test.calls or ended
        output = None if asked else f"not delegated: {delegation.reason(line.line, test) or _NO_REASON}"
        message = test.message or test.status
        yield JunitCase(test.test_class, name, ended, message, output=output, seconds=test.milliseconds / 1000)
    for change in line.changes:
        yield JunitCase("delegation", change, "error", change)
