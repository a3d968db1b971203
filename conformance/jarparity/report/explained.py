"""Recorded cases and known bugs, explained."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Final

from jarparity import faults, registry
from jarparity.answers import canonical, to_json
from jarparity.originals import locked_lines
from jarparity.report.tables import Document, Fields, Section
from jarparity.report.text import lines_in_short, shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.answers import JSON
    from jarparity.cases import Vector
    from jarparity.faults import Fault
    from jarparity.report.tables import Block

_SHOWN: Final = 20
"""Cases that people are shown."""
_EXAMPLES: Final = 3
"""Cases that show a bug."""


def cases(found: Sequence[Vector]) -> Document:
    """Inputs, answers by line, and the bugs that the cases catch."""
    rest = f"… and {len(found) - _SHOWN:,} more; narrow the glob, or name an --operation"
    blocks: tuple[Block, ...] = (*map(_case, found[:_SHOWN]), *([rest] if len(found) > _SHOWN else []))
    return Document(blocks, [_case_document(vector) for vector in found])


def bug(fault: Fault, found: Sequence[Vector]) -> Document:
    """What a port with the bug does, what Java does, and the smallest of the cases that catch it."""
    smallest = sorted(found, key=lambda v: (len(canonical(v.case.input)), v.case.id))[:_EXAMPLES]
    return Document((_tag(fault, len(found), smallest),), _tag_document(fault, len(found), smallest))


def bugs(found: Sequence[Fault]) -> Document:
    """The names of bugs, and what a port with each does."""
    names = [{"tag": fault.tag, "title": fault.title, "operations": list(fault.operations)} for fault in found]
    return Document((Fields.of((fault.tag, fault.title) for fault in found),), names)


def _case(vector: Vector) -> Section:
    case = vector.case
    operation = registry.operation(case.operation)
    rows = [("input", canonical(case.input))]
    every = [str(line) for line in locked_lines()]
    for recorded in vector.answers:
        rows += [("answer", canonical(to_json(recorded.answer))), ("", lines_in_short(recorded.lines, every))]
    rows += [("java", operation.original), ("python", operation.python)]
    rows += [("source", case.source)] if case.source else []
    for name in case.tags:
        fault = faults.named(name)
        rows.append(("catches", f"{name}: {fault.title}" + (f" ({', '.join(fault.sources)})" if fault.sources else "")))
    rows.append(("reproduce", _reproduce(vector)))
    return Section(f"{case.operation} [{case.id}]", (Fields.of(rows),))


def _case_document(vector: Vector) -> dict[str, JSON]:
    case = vector.case
    operation = registry.operation(case.operation)
    return {
        "operation": case.operation,
        "id": case.id,
        "input": case.input,
        "answers": [{"lines": list(r.lines), **to_json(r.answer)} for r in vector.answers],
        "java": operation.original,
        "python": operation.python,
        "source": case.source,
        "tags": {name: list(faults.named(name).sources) for name in case.tags},
        "reproduce": _reproduce(vector),
    }


def _reproduce(vector: Vector) -> str:
    return shlex.join(["jarparity", "check", "--operation", vector.case.operation, "--case", vector.case.id])


def _tag(fault: Fault, caught: int, shown: Sequence[Vector]) -> Section:
    rows = [("the port", fault.title), ("Java", fault.explanation), ("sources", ", ".join(fault.sources) or "none")]
    rows += [
        ("operations", ", ".join(fault.operations)),
        ("caught by", f"{caught:,} recorded case{'s' * (caught != 1)}"),
    ]
    for vector in shown:
        wrong = fault.answer(vector.case.operation, vector.case.input)
        said = "nothing" if isinstance(wrong, faults.NotApplicable) else shorten(canonical(to_json(wrong)))
        true = shorten(canonical(to_json(vector.answers[-1].answer)))
        rows.append(("example", f"{vector.case.operation} [{vector.case.id}] {shorten(canonical(vector.case.input))}"))
        rows.append(("", f"Java {true}, the port {said}"))
    rows.append(("try it", f"jarparity check --port {_port(fault)} --operation {fault.operations[0]}"))
    return Section(fault.tag, (Fields.of(rows),))


def _tag_document(fault: Fault, caught: int, shown: Sequence[Vector]) -> dict[str, JSON]:
    return {
        "tag": fault.tag,
        "title": fault.title,
        "explanation": fault.explanation,
        "sources": list(fault.sources),
        "operations": list(fault.operations),
        "cases": caught,
        "examples": [{"operation": v.case.operation, "id": v.case.id} for v in shown],
        "port": _port(fault),
    }


def _port(fault: Fault) -> str:
    return f"jarparity.faults.ports:{fault.tag.replace('-', '_')}"
