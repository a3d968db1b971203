"""A summary in Markdown, for the page of a CI run."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from jarparity.report.as_markdown import as_markdown
from jarparity.report.results import all_operations, row_text
from jarparity.report.standing import Standing
from jarparity.report.tables import Code, Column, Section, Table, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.report.results import Result
    from jarparity.report.tables import Block

BYTES: Final = 900_000
"""GitHub refuses a summary of more than 1 MiB."""


def markdown(results: Sequence[Result], title: str) -> str:
    """The ports, the operations that don't agree, and the smallest failing case of each."""
    stale = [
        f"{result.label}: known divergence {name}: {problem}" for result in results for name, problem in result.stale
    ]
    parts, left_out = [as_markdown([Section(title, (_ports(results), _operations(results), *stale))], level=1)], 0
    size = _size(parts[0])
    for result in results:
        for operation in result.operations:
            part = as_markdown(_failure(result, row) for row in result.failures(operation)[:1])
            size += _size(part)
            if size <= BYTES:
                parts += [part] if part else []
            else:
                left_out += bool(part)
    if left_out:
        parts.append(f"{left_out:,} more failing operations are not shown: a summary can't be longer.")
    return "\n\n".join(parts) + "\n"


def _size(text: str) -> int:
    return len(text.encode("utf-8", "backslashreplace"))


def _ports(results: Sequence[Result]) -> Table:
    columns = ("port", "operations", number("inputs"), "compared with", number("exit"))
    return Table.of(columns, map(_port, results))


def _port(result: Result) -> tuple[str | int, ...]:
    counts, document = Counter(result.standings.values()), result.document
    standings = ", ".join(f"{s.symbol} {counts[s]:,} {s.value}" for s in Standing if counts[s]) or "none"
    return result.label, standings, sum(document["inputs"].values()), document["reference"], document["exit"]


def _operations(results: Sequence[Result]) -> Block:
    red = [
        name
        for name in all_operations(results)
        if any(not s.is_green and s is not Standing.SKIPPED for r in results if (s := r.standings.get(name)))
    ]
    if not red:
        return "Nothing that was compared differs."
    rows = ([name, *(_cell(result, name) for result in results)] for name in red)
    return Table.of([Column("operation"), *(Column(result.label) for result in results)], rows)


def _cell(result: Result, operation: str) -> str:
    standing = result.standings.get(operation)
    if standing is None:
        return ""
    return f"{standing.symbol} {result.operations[operation][standing.verdict]:,} {standing.value}"


def _failure(result: Result, row: dict[str, Any]) -> Section:
    text = row_text(row, result.failed(row["operation"]))
    head = f"{row['verdict']}: {row['operation']}, {result.label} [{row['id']}]"
    return Section(head, (Code(text),), folded=True)
