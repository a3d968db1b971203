"""The forms in which results can be shown."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from jarparity.report.as_markdown import as_markdown
from jarparity.report.junit import junit
from jarparity.report.page.page import TITLE, page
from jarparity.report.results import Status, all_operations, row_text
from jarparity.report.tables import Code, Column, Section, Table, number
from jarparity.verdicts import VERDICTS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jarparity.report.results import Result
    from jarparity.report.tables import Block


BYTES: Final = 900_000
"""GitHub refuses a summary of more than 1 MiB."""


def markdown(results: Sequence[Result], title: str) -> str:
    """The ports, the operations that don't agree, and the most telling failing case of each kind."""
    stale = [
        f"{result.label}: known divergence {name}: {problem}" for result in results for name, problem in result.stale
    ]
    unfinished = [f"{result.label}: {result.unfinished}" for result in results if result.unfinished]
    said = (_ports(results), *unfinished, _operations(results), *stale)
    parts, left_out = [as_markdown([Section(title, said)], level=1)], 0
    size = _size(parts[0])
    for result in results:
        for operation in result.operations:
            part = as_markdown(_failure(result, row, total) for row, total in result.most_telling(operation))
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
    counts, document = Counter(result.statuses.values()), result.document
    statuses = ", ".join(f"{s.symbol} {counts[s]:,} {s.value}" for s in Status if counts[s]) or "none"
    return result.label, statuses, sum(document["inputs"].values()), document["reference"], document["exit"]


def _operations(results: Sequence[Result]) -> Block:
    red = [
        name
        for name in all_operations(results)
        if any(not s.is_green and s is not Status.SKIPPED for r in results if (s := r.statuses.get(name)))
    ]
    if not red:
        return "Nothing that was compared differs."
    rows = ([name, *(_cell(result, name) for result in results)] for name in red)
    return Table.of([Column("operation"), *(Column(result.label) for result in results)], rows)


def _cell(result: Result, operation: str) -> str:
    status = result.statuses.get(operation)
    if status is None:
        return ""
    return f"{status.symbol} {result.operations[operation][status.verdict]:,} {status.value}"


def _failure(result: Result, row: dict[str, Any], total: int) -> Section:
    text = row_text(row, total)
    head = f"{row['verdict']}: {row['operation']}, {result.label} [{row['id']}]"
    return Section(head, (Code(text),), folded=True)


def badge(results: Sequence[Result]) -> str:
    """How many operations agree, of those that were compared; the colour is that of the exit codes."""
    statuses = [status for result in results for status in result.statuses.values()]
    compared = [status for status in statuses if status is not Status.SKIPPED]
    green = sum(status.is_green for status in compared)
    partly = compared.count(Status.PARTLY)
    unfinished = any(result.unfinished for result in results)
    if not compared:
        message, colour = "nothing compared", "lightgrey"
    else:
        noun = "operation" if len(compared) == 1 else "operations"
        message = f"{green:,} of {len(compared):,} {noun} agree" + (f", {partly:,} in part" if partly else "")
        message += ", not finished" if unfinished else ""
        failed = any(result.document["exit"] for result in results)
        colour = "red" if failed else "yellow" if partly or green < len(compared) else "brightgreen"
    return json.dumps({"schemaVersion": 1, "label": "jarparity", "message": message, "color": colour}) + "\n"


def cells(results: Sequence[Result]) -> str:
    """Every cell of the matrix that was asked."""
    rows = [
        {
            "port": result.document["port"]["name"],
            "version": result.document["port"]["version"],
            "reference": result.document["reference"],
            "operation": operation,
            "line": line,
            "status": status.value,
            **{verdict.name: counts.get(verdict.name, 0) for verdict in VERDICTS},
        }
        for operation in all_operations(results)
        for result in results
        for line, counts in result.lines(operation).items()
        if (status := Status.of(counts, result.grade(operation))) is not None
    ]
    return "".join(json.dumps(row, ensure_ascii=True) + "\n" for row in rows)


FORMATS: Final[Mapping[str, Callable[[Sequence[Result], str], str]]] = {
    "html": page,
    "markdown": lambda results, title: markdown(results, title or TITLE),
    "junit": lambda results, _: junit(results) + "\n",
    "ndjson": lambda results, _: cells(results),
    "badge": lambda results, _: badge(results),
}

TITLED: Final = ("html", "markdown")
"""Those of them that have a heading."""


def rendered(name: str, results: Sequence[Result], title: str | None = None) -> str:
    """The results in one of `FORMATS`."""
    return FORMATS[name](results, title or "")
