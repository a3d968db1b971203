"""Results as JUnit XML, which CI systems show beside other tests."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from xml.etree import ElementTree as ET

from jarparity.report.machine import document
from jarparity.report.results import Result, Status, row_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from jarparity.check.outcome import Outcome

Ended: TypeAlias = Literal["failure", "error", "skipped"]
"""What a test case ends with that doesn't pass."""


@dataclass(frozen=True, slots=True)
class JunitCase:
    """A test case.

    Attributes:
        class_name: What it is of.
        name: Its name.
        ended: What it ended with; None where it passed.
        message: Why, in a line.
        text: Why, in full.
        output: What it printed.
        seconds: How long it took, where that is known.
    """

    class_name: str
    name: str
    ended: Ended | None = None
    message: str = ""
    text: str | None = None
    output: str | None = None
    seconds: float | None = None


def xml(
    name: str, suites: Iterable[tuple[str, Sequence[JunitCase], float | None]], seconds: float | None = None
) -> str:
    """Test suites as JUnit XML.

    Args:
        name: Of all of them.
        suites: For each its name, its cases, and how long it took, where that is known.
        seconds: How long all took, where that is known.
    """
    root = ET.Element("testsuites", {"name": name, **_time(seconds)})
    for suite_name, cases, took in suites:
        ended = Counter(case.ended for case in cases)
        counts = {"failures": ended["failure"], "errors": ended["error"], "skipped": ended["skipped"]}
        counted = {name: f"{count}" for name, count in ({"tests": len(cases)} | counts).items()}
        suite = ET.SubElement(root, "testsuite", {"name": _text(suite_name), **counted, **_time(took)})
        for case in cases:
            _add(suite, case)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True)


def _add(suite: ET.Element, case: JunitCase) -> None:
    about = {"classname": case.class_name, "name": _text(case.name), **_time(case.seconds)}
    made = ET.SubElement(suite, "testcase", about)
    if case.ended is not None:
        why = ET.SubElement(made, case.ended, message=_text(case.message))
        why.text = None if case.text is None else _text(case.text)
    if case.output is not None:
        ET.SubElement(made, "system-out").text = _text(case.output)


def _time(seconds: float | None) -> dict[str, str]:
    return {} if seconds is None else {"time": f"{seconds:.3f}"}


def as_junit(outcome: Outcome) -> str:
    """The report of one run."""
    return junit([Result(outcome.port.name, document(outcome))])


def junit(results: Sequence[Result]) -> str:
    """A test suite an operation; a test case for what agreed, or for its most telling failures.

    Where there are several results, a suite's name begins with the result's label.
    """
    suites: list[tuple[str, Sequence[JunitCase], float | None]] = []
    for result in results:
        prefix = f"{result.label}: " if len(results) > 1 else ""
        suites += [(prefix + name, [_case(result, name)], None) for name in result.operations]
        if result.unfinished:
            error = JunitCase("jarparity", "the whole run", "error", result.unfinished, result.unfinished)
            suites.append((f"{prefix}the run", [error], None))
        for entry in result.document["divergences"]:
            suites.append((f"{prefix}known divergence {entry['divergence']}", [_entry(entry)], None))
    return xml("jarparity", suites, sum(result.document["seconds"] for result in results))


def _case(result: Result, operation: str) -> JunitCase:
    class_name = f"jarparity.{result.document['reference']}"
    output = ", ".join(f"{count} {verdict}" for verdict, count in result.operations[operation].items())
    rows = result.most_telling(operation) if result.is_failed(operation) else []
    if rows:
        text = "\n\n".join(row_text(row, total) for row, total in rows)
        ended: Ended = "failure" if rows[0][0]["verdict"] == "differs" else "error"
        return JunitCase(class_name, operation, ended, text.partition("\n")[0], text, output)
    if result.statuses.get(operation) in {None, Status.SKIPPED}:
        reasons = "; ".join(result.reasons(operation)) or "nothing compared"
        return JunitCase(class_name, operation, "skipped", reasons, None, output)
    return JunitCase(class_name, operation, output=output)


def _entry(entry: Mapping[str, Any]) -> JunitCase:
    problem = entry["problem"]
    if not problem and "unjudged" in entry:
        return JunitCase("jarparity.divergences", entry["operation"], "skipped", f"not judged: {entry['unjudged']}")
    if not problem:
        return JunitCase("jarparity.divergences", entry["operation"])
    return JunitCase("jarparity.divergences", entry["operation"], "failure", problem, problem)


def _text(text: str) -> str:
    """XML has no control characters; inputs are already ASCII, but a port's words may not be."""
    return "".join(c if c in "\n\t" or " " <= c <= "\ud7ff" or c >= "\ue000" else f"\\u{ord(c):04x}" for c in text)
