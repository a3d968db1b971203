"""A summary in Markdown, for the page of a CI run."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from jarparity.report.results import all_operations, row_lines
from jarparity.report.standing import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.report.results import Result

BYTES: Final = 900_000
"""GitHub refuses a summary of more than 1 MiB."""
_SPECIAL: Final = re.compile(r"[\\`*_{}\[\]<>()#+!|~&$@:]")


def markdown(results: Sequence[Result], title: str) -> str:
    """The ports, the operations that don't agree, and the smallest failing case of each."""
    head = "\n".join([f"# {plain(title)}", "", *_ports(results), "", *_operations(results), "", *_stale(results)])
    parts, size, left_out = [head], _size(head), 0
    for result in results:
        for operation in result.operations:
            part = "".join(_failure(result, row) for row in result.failures(operation)[:1])
            size += _size(part)
            if size <= BYTES:
                parts.append(part)
            else:
                left_out += bool(part)
    if left_out:
        parts.append(f"{left_out:,} more failing operations are not shown: a summary can't be longer.\n")
    return "".join(parts)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "backslashreplace"))


def plain(text: str) -> str:
    """Text that Markdown and HTML leave as it is, on one line."""
    return _SPECIAL.sub(lambda match: f"&#{ord(match[0])};", " ".join(text.split()))


def _ports(results: Sequence[Result]) -> Iterator[str]:
    yield "| port | operations | inputs | answered by | exit |"
    yield "|---|---|---:|---|---:|"
    for result in results:
        counts = Counter(result.standings.values())
        standings = ", ".join(f"{s.symbol} {counts[s]:,} {s.value}" for s in Standing if counts[s]) or "none"
        inputs, answered = sum(result.document["inputs"].values()), plain(result.document["reference"])
        yield f"| {plain(result.label)} | {standings} | {inputs:,} | {answered} | {result.document['exit']} |"


def _operations(results: Sequence[Result]) -> Iterator[str]:
    red = [
        name
        for name in all_operations(results)
        if any(not s.is_green and s is not Standing.SKIPPED for r in results if (s := r.standings.get(name)))
    ]
    if not red:
        yield "Nothing that was compared differs."
        return
    yield f"| operation | {' | '.join(plain(result.label) for result in results)} |"
    yield "|---|" + "---|" * len(results)
    for name in red:
        yield f"| {plain(name)} | {' | '.join(_cell(result, name) for result in results)} |"


def _stale(results: Sequence[Result]) -> Iterator[str]:
    for result in results:
        for name, problem in result.stale:
            yield f"{plain(result.label)}: known divergence {plain(name)}: {plain(problem)}\n"


def _cell(result: Result, operation: str) -> str:
    standing = result.standings.get(operation)
    if standing is None:
        return ""
    return f"{standing.symbol} {result.operations[operation][standing.verdict]:,} {standing.value}"


def _failure(result: Result, row: dict[str, Any]) -> str:
    text = "\n".join(row_lines(row, result.failed(row["operation"])))
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", text))])
    head = f"{row['verdict']}: {row['operation']}, {result.label} [{row['id']}]"
    return f"\n<details><summary>{plain(head)}</summary>\n\n{fence}\n{text}\n{fence}\n</details>\n"
