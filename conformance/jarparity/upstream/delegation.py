"""Which tests never ask the port, and why: recorded, and compared with every run.

A test that stops asking the port is green for nothing; one that starts to ask is judged unnoticed. Either makes a run
fail until `delegation.json` says so, with a reason.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jarparity import whole_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from jarparity.upstream.run import Ran

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
    """What a run did otherwise than the record says, a sentence each.

    Args:
        delegation: The record.
        line: The line of the run.
        ran: What ran. Tests that failed are not looked at: they may have ended before they asked.
        whole: Classes, with their packages, that ran whole, so that their tests can be counted.
    """
    found: list[str] = []
    recorded = delegation.lines.get(line, {})
    for name, now in observed(ran).items():
        then = recorded.get(name, ClassRecord(0, {}, {}))
        short = name.rpartition(".")[2]
        for kind, sentence in (
            ("kept", "asks the port nothing"),
            ("partly", "asks the port in some of its invocations only"),
        ):
            was, now_is = getattr(then, kind), getattr(now, kind)
            found += [
                f"{short}.{method} {sentence}, and no reason is recorded" for method in sorted(now_is - was.keys())
            ]
            methods = {test.method for test in ran if test.test_class == name and test.passed}
            found += [
                f"{short}.{method} no longer {sentence}, as the record says"
                for method in sorted((was.keys() & methods) - now_is)
            ]
    for name in whole:
        asked = {operation for test in ran if test.test_class == name for operation in test.operations}
        if name in recorded and asked != set(recorded[name].operations) and not any(test.failed for test in ran):
            found.append(f"{name.rpartition('.')[2]} asks {', '.join(sorted(asked)) or 'nothing'}; other is recorded")
        tests = sum(test.test_class == name and bool(test.method) for test in ran)
        was_tests = recorded[name].tests if name in recorded else 0
        if tests != was_tests:
            found.append(f"{name.rpartition('.')[2]} has {tests} tests; {was_tests} are recorded")
    return found


def updated(delegation: Delegation, line: str, ran: Sequence[Ran]) -> Delegation:
    """The record with one line's run in place of what it had; reasons stay, new ones are to be written."""
    old = delegation.lines.get(line, {})
    classes: dict[str, ClassRecord] = {}
    for name, now in observed(ran).items():
        before = old.get(name, ClassRecord(0, {}, {}))
        known = {**before.partly, **before.kept}
        classes[name] = ClassRecord(
            sum(test.test_class == name for test in ran),
            {method: known.get(method, UNEXPLAINED) for method in now.kept},
            {method: known.get(method, UNEXPLAINED) for method in now.partly},
            tuple(sorted({operation for test in ran if test.test_class == name for operation in test.operations})),
        )
    return Delegation(delegation.reasons, {**delegation.lines, line: classes})


@dataclass(frozen=True, slots=True)
class Observed:
    """The methods of a class that ask nothing, or in some invocations only."""

    kept: frozenset[str]
    partly: frozenset[str]


def observed(ran: Sequence[Ran]) -> dict[str, Observed]:
    """By class, with its package: what its passed tests asked."""
    asked: dict[str, dict[str, set[bool]]] = {}
    for test in ran:
        methods = asked.setdefault(test.test_class, {})
        if test.passed and test.method:
            methods.setdefault(test.method, set()).add(test.calls > 0)
    return {
        name: Observed(
            frozenset(method for method, calls in methods.items() if calls == {False}),
            frozenset(method for method, calls in methods.items() if len(calls) > 1),
        )
        for name, methods in asked.items()
    }
