"""Operations as JSON documents, for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.operations import Operation


def document(operation: Operation, lines: Iterable[Line]) -> dict[str, JSON]:
    """What an operation compares, on which of the lines, and the JSON Schemas of its inputs and answers."""
    return {
        "operation": operation.name,
        "summary": operation.summary,
        "original": operation.original,
        "python": operation.python,
        "lines": [str(line) for line in lines if operation.has(line)],
        "input": operation.input,
        "answer": operation.answer,
    }
