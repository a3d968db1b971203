"""Which tests never ask the port, and why: recorded, and compared with every run.

A test that stops asking the port is green for nothing; one that starts to ask is judged unnoticed. Either makes a run
fail until `delegation.json` says so, with a reason.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jarparity import data, whole_file
from jarparity.lines import Line
from jarparity.page_section import write_section
from jarparity.report.as_markdown import as_markdown
from jarparity.report.tables import Items, Section, Table, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from jarparity.measures.upstream.run import Ran


FILE: Final = Path(__file__).with_name("delegation.json")
UNEXPLAINED: Final = "unexplained"


@dataclass(frozen=True, slots=True)
class ClassRecord:
    """One class on one line.

    Attributes:
        tests: How many there are, each invocation of a parameterised one counted.
        kept: By method that doesn't ask the port, in any of its invocations: the name of the reason.
        partly: By method of which only some invocations ask the port: the name of the reason.
        operations: What they ask.
    """

    tests: int
    kept: Mapping[str, str]
    partly: Mapping[str, str]
    operations: tuple[str, ...] = ()


_NOTHING: Final = ClassRecord(0, {}, {})


@dataclass(frozen=True, slots=True)
class Delegation:
    """The record.

    Attributes:
        reasons: Sentences by name.
        lines: By line, by class with its package.
    """

    reasons: Mapping[str, str]
    lines: Mapping[str, Mapping[str, ClassRecord]]

    def reason(self, line: str, ran: Ran) -> str | None:
        """Why a test doesn't ask the port, if the record has it."""
        record = self.lines.get(line, {}).get(ran.test_class)
        name = (record.kept.get(ran.method) or record.partly.get(ran.method)) if record else None
        return self.reasons.get(name, name) if name else None


def read(path: Path = FILE) -> Delegation:
    """The record."""
    document = json.loads(path.read_text("utf-8"))
    lines = {
        line: {name: _class_record(found) for name, found in classes.items()}
        for line, classes in document["lines"].items()
    }
    return Delegation(document["reasons"], lines)


def _class_record(found: dict[str, Any]) -> ClassRecord:
    return ClassRecord(
        found["tests"], found.get("kept", {}), found.get("partly", {}), tuple(found.get("operations", ()))
    )


def write(delegation: Delegation, path: Path = FILE) -> None:
    """Writes the record whole or not at all."""
    lines = {
        line: {
            name: {"tests": record.tests, "operations": list(record.operations)}
            | ({"kept": dict(sorted(record.kept.items()))} if record.kept else {})
            | ({"partly": dict(sorted(record.partly.items()))} if record.partly else {})
            for name, record in sorted(classes.items())
        }
        for line, classes in sorted(delegation.lines.items())
    }
    document = {"reasons": dict(sorted(delegation.reasons.items())), "lines": lines}
    whole_file.replace(path, (json.dumps(document, indent=2) + "\n").encode())


def changes(delegation: Delegation, line: str, ran: Sequence[Ran], *, whole: Iterable[str]) -> list[str]:
    """How a run differs from the record, a sentence each.

    Args:
        delegation: The record.
        line: The line of the run.
        ran: What ran. Tests that failed are not looked at: they may have ended before they asked.
        whole: Classes, with their packages, that ran whole, so that their tests can be counted.
    """
    found: list[str] = []
    old = delegation.lines.get(line, {})
    new = _records(ran, old)
    for name, now in new.items():
        then, short = old.get(name, _NOTHING), _short(name)
        passed = {test.method for test in ran if test.test_class == name and test.passed}
        for was, is_now, sentence in (
            (then.kept.keys(), now.kept.keys(), "asks the port nothing"),
            (then.partly.keys(), now.partly.keys(), "asks the port in some of its invocations only"),
        ):
            found += [f"{short}.{method} {sentence}, and no reason is recorded" for method in sorted(is_now - was)]
            gone = sorted((was & passed) - is_now)
            found += [f"{short}.{method} no longer {sentence}, as the record says" for method in gone]
    for name in whole:
        then, now, short = old.get(name, _NOTHING), new.get(name, _NOTHING), _short(name)
        if name in old and now.operations != then.operations and not any(test.failed for test in ran):
            found.append(f"{short} asks {', '.join(now.operations) or 'nothing'}; other is recorded")
        if now.tests != then.tests:
            found.append(f"{short} has {now.tests} tests; {then.tests} are recorded")
    return found


def updated(delegation: Delegation, line: str, ran: Sequence[Ran]) -> Delegation:
    """The record with one line's run in place of what it had; reasons stay, new ones are to be written."""
    records = _records(ran, delegation.lines.get(line, {}))
    return Delegation(delegation.reasons, {**delegation.lines, line: records})


def _records(ran: Sequence[Ran], old: Mapping[str, ClassRecord]) -> dict[str, ClassRecord]:
    """By class, with its package: what its tests asked, with the old reasons."""
    classes: dict[str, list[Ran]] = {}
    for test in ran:
        classes.setdefault(test.test_class, []).append(test)
    return {name: _record(tests, old.get(name, _NOTHING)) for name, tests in classes.items()}


def _record(tests: Sequence[Ran], old: ClassRecord) -> ClassRecord:
    asked: dict[str, set[bool]] = {}
    for test in tests:
        if test.passed and test.method:
            asked.setdefault(test.method, set()).add(test.calls > 0)
    known = {**old.partly, **old.kept}

    def reasons(calls: set[bool]) -> dict[str, str]:
        return {method: known.get(method, UNEXPLAINED) for method in asked if asked[method] == calls}

    operations = tuple(sorted({operation for test in tests for operation in test.operations}))
    return ClassRecord(sum(bool(test.method) for test in tests), reasons({False}), reasons({False, True}), operations)


def _short(name: str) -> str:
    return name.rpartition(".")[2]


SECTION: Final = "upstream"


def page() -> Path:
    """In a checkout; an installed kit has no documents."""
    return data.fixtures().parent / "docs" / "upstream-tests.md"


def write_tables(delegation: Delegation) -> None:
    """Writes the tables into the page.

    Raises:
        SectionError: The page lacks the marks of its section.
    """
    write_section(page(), SECTION, tables(delegation))


def tables(delegation: Delegation) -> str:
    """By line, its classes; then the reasons."""
    lines = sorted(delegation.lines.items(), key=lambda item: Line.parse(item[0]))
    reasons = Items(tuple(f"**{name}**: {reason}" for name, reason in sorted(delegation.reasons.items())))
    sections = (*(Section(line, (_table(classes),)) for line, classes in lines), Section("Reasons", (reasons,)))
    return as_markdown(sections, str, level=3)


def _table(classes: Mapping[str, ClassRecord]) -> Table:
    rows = []
    for name, record in classes.items():
        operations = ", ".join(f"`{operation}`" for operation in record.operations) or "nothing"
        rows.append((f"`{_short(name)}`", f"{record.tests}", operations, _kept(record)))
    together = ("together", f"{sum(record.tests for record in classes.values())}", "", "")
    return Table.of(["class", number("tests"), "asks", "methods that never ask"], [*rows, together])


def _kept(record: ClassRecord) -> str:
    by_reason: dict[str, list[str]] = {}
    for method, reason in record.kept.items():
        by_reason.setdefault(reason, []).append(f"`{method}`")
    for method, reason in record.partly.items():
        by_reason.setdefault(reason, []).append(f"`{method}` (in some invocations)")
    return "; ".join(f"**{reason}**: {', '.join(methods)}" for reason, methods in by_reason.items())
