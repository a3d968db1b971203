"""Results as JUnit XML, which CI systems show beside other tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from jarparity.report.machine import document
from jarparity.report.results import Result, row_lines
from jarparity.report.standing import Standing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.check.outcome import Outcome


def as_junit(outcome: Outcome) -> str:
    """The report of one run."""
    return junit([Result(outcome.port.name, document(outcome))])


def junit(results: Sequence[Result]) -> str:
    """A test suite an operation; a test case for what agreed, or for its smallest failure.

    Where there are several results, a suite's name begins with the result's label.
    """
    seconds = sum(result.document["seconds"] for result in results)
    root = ET.Element("testsuites", name="jarparity", time=f"{seconds:.3f}")
    for result in results:
        prefix = f"{result.label}: " if len(results) > 1 else ""
        for operation in result.operations:
            _add_operation(root, result, operation, prefix)
        for entry in result.document["divergences"]:
            _add_entry(root, entry, prefix)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True)


def _add_operation(root: ET.Element, result: Result, operation: str, prefix: str) -> None:
    counts = result.operations[operation]
    rows = result.failures(operation) if result.is_failed(operation) else []
    differs = bool(rows) and rows[0]["verdict"] == "differs"
    only_skipped = result.standings.get(operation) in {None, Standing.SKIPPED}
    suite = ET.SubElement(
        root,
        "testsuite",
        name=xml_text(prefix + operation),
        tests="1",
        failures=str(int(differs)),
        errors=str(int(bool(rows) and not differs)),
        skipped=str(int(only_skipped)),
    )
    case = ET.SubElement(suite, "testcase", classname=f"jarparity.{result.document['reference']}", name=operation)
    if rows:
        lines = row_lines(rows[0], result.failed(operation))
        tag = "failure" if differs else "error"
        ET.SubElement(case, tag, message=xml_text(lines[0])).text = xml_text("\n".join(lines))
    elif only_skipped:
        reasons = "; ".join(result.reasons(operation)) or "nothing compared"
        ET.SubElement(case, "skipped", message=xml_text(reasons))
    ET.SubElement(case, "system-out").text = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())


def _add_entry(root: ET.Element, entry: Mapping[str, Any], prefix: str) -> None:
    name, problem = f"{prefix}known divergence {entry['divergence']}", entry["problem"]
    failed = str(int(problem is not None))
    suite = ET.SubElement(root, "testsuite", name=xml_text(name), tests="1", failures=failed, errors="0", skipped="0")
    case = ET.SubElement(suite, "testcase", classname="jarparity.divergences", name=entry["operation"])
    if problem:
        ET.SubElement(case, "failure", message=xml_text(problem)).text = xml_text(problem)


def xml_text(text: str) -> str:
    """XML has no control characters; inputs are already ASCII, but a port's words may not be."""
    return "".join(c if c in "\n\t" or " " <= c <= "\ud7ff" or c >= "\ue000" else f"\\u{ord(c):04x}" for c in text)
