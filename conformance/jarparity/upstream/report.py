"""A run's outcome as text, JSON and JUnit XML."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from jarparity import __version__
from jarparity.report.failure import shorten
from jarparity.report.junit import xml_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.upstream.delegation import Delegation
    from jarparity.upstream.outcome import LineOutcome, UpstreamOutcome
    from jarparity.upstream.run import Ran

FORMATS = ("text", "json", "junit")
SHOWN = 10
"""Failures of a line that are shown in the text; all are counted, and the other formats have every one."""


def report(outcome: UpstreamOutcome, delegation: Delegation, form: str) -> str:
    """The outcome in one of `FORMATS`."""
    make = {"text": _text, "json": _json, "junit": _junit}
    return make[form](outcome, delegation)


def _text(outcome: UpstreamOutcome, delegation: Delegation) -> str:
    rows: list[str] = []
    for line in outcome.lines:
        rows += [*_failures(outcome, line), *_classes(line), *_kept(line, delegation), ""]
        rows += [f"CHANGED {line.line}: {change}" for change in line.changes]
    rows += [_total(line) for line in outcome.lines]
    if outcome.interrupted:
        rows.append("interrupted")
    rows.append(f"port: {outcome.port.name} {outcome.port.version}")
    return "\n".join(rows)


def _failures(outcome: UpstreamOutcome, line: LineOutcome) -> Iterator[str]:
    for test in line.failures[:SHOWN]:
        yield f"{test.status} {line.line} {test.simple_class}.{test.method} {test.name}"
        yield f"  {shorten(test.message or 'no message')}"
        yield f"  reproduce: {_reproduce(outcome, line, test)}"
    if len(line.failures) > SHOWN:
        yield f"… and {len(line.failures) - SHOWN} more"


def _reproduce(outcome: UpstreamOutcome, line: LineOutcome, test: Ran) -> str:
    chosen = ["--line", line.line, "--class", test.simple_class, *(["--test", test.method] if test.method else [])]
    return shlex.join(["jarparity", "upstream", outcome.original, *chosen, *outcome.options])


def _classes(line: LineOutcome) -> Iterator[str]:
    yield f"{line.line:<42}{'tests':>7}{'passed':>8}{'failed':>8}{'left out':>10}{'asked the port':>16}{'seconds':>9}"
    for name in dict.fromkeys(test.simple_class for test in line.ran):
        ran = [test for test in line.ran if test.simple_class == name]
        passed, failed, left_out = _counts(ran)
        asked = sum(test.calls > 0 for test in ran)
        seconds = sum(test.milliseconds for test in ran) / 1000
        yield f"  {name:<40}{len(ran):>7}{passed:>8}{failed:>8}{left_out:>10}{asked:>16}{seconds:>9.1f}"


def _counts(ran: Iterable[Ran]) -> tuple[int, int, int]:
    """How many passed, failed, and were left out by the original itself."""
    kinds = Counter((test.passed, test.failed) for test in ran)
    return kinds[True, False], kinds[False, True], kinds[False, False]


def _kept(line: LineOutcome, delegation: Delegation) -> Iterator[str]:
    """Tests that didn't ask, under their reasons."""
    reasons: dict[str, Counter[str]] = {}
    for test in line.ran:
        if test.passed and not test.calls:
            why = delegation.reason(line.line, test) or "no reason is recorded"
            reasons.setdefault(why, Counter())[f"{test.simple_class}.{test.method}"] += 1
    if reasons:
        yield f"not delegated: {sum(sum(tests.values()) for tests in reasons.values())} tests"
    for why, tests in reasons.items():
        yield f"  {why}"
        yield from (f"    {test}{f' ({count} times)' if count > 1 else ''}" for test, count in tests.items())
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


def _json(outcome: UpstreamOutcome, delegation: Delegation) -> str:
    document = {
        "schema": "jarparity-upstream-1",
        "original": outcome.original,
        "kit": __version__,
        "port": {"name": outcome.port.name, "version": outcome.port.version, "language": outcome.port.language},
        "exit": int(outcome.exit_code),
        "lines": [_line(line, delegation) for line in outcome.lines],
    }
    return json.dumps(document, indent=2)


def _line(line: LineOutcome, delegation: Delegation) -> dict[str, Any]:
    return {
        "line": line.line,
        "seconds": round(line.seconds, 3),
        "tests": len(line.ran),
        "failed": len(line.failures),
        "notDelegated": sum(test.passed and not test.calls for test in line.ran),
        "changes": list(line.changes),
        "ran": [_test(line, test, delegation) for test in line.ran],
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


def _junit(outcome: UpstreamOutcome, delegation: Delegation) -> str:
    root = ET.Element("testsuites", name=f"jarparity upstream {outcome.original}")
    for line in outcome.lines:
        suite = ET.SubElement(
            root,
            "testsuite",
            name=line.line,
            tests=str(len(line.ran)),
            failures=str(len(line.failures)),
            errors=str(len(line.changes)),
            skipped=str(_counts(line.ran)[2]),
            time=f"{line.seconds:.3f}",
        )
        for test in line.ran:
            name = f"{test.method} {test.name}" if test.name != f"{test.method}()" else test.name
            case = ET.SubElement(
                suite,
                "testcase",
                classname=test.test_class,
                name=xml_text(name),
                time=f"{test.milliseconds / 1000:.3f}",
            )
            if test.left_out:
                ET.SubElement(case, "skipped", message=xml_text(test.message or test.status))
            elif test.failed:
                ET.SubElement(case, "failure", message=xml_text(test.message or test.status))
            elif not test.calls:
                why = delegation.reason(line.line, test) or "no reason is recorded"
                ET.SubElement(case, "system-out").text = xml_text(f"not delegated: {why}")
        for change in line.changes:
            case = ET.SubElement(suite, "testcase", classname="delegation", name=xml_text(change))
            ET.SubElement(case, "error", message=xml_text(change))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True)
