"""Boundaries between neighbouring lines of an operation, and what both answer."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from jarparity.answer_pairs import AnswerPair, Boundary

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.references import LiveReference


def boundaries(operation: Operation, lines: Iterable[Line]) -> list[Boundary]:
    """The boundaries between those of the lines that have the operation, oldest first."""
    having = sorted((line for line in lines if operation.has(line)), key=lambda line: line.age)
    return [Boundary(a, b) for a, b in pairwise(having)]


def compare(
    reference: LiveReference, operation: Operation, among: Sequence[Boundary], documents: Sequence[JSON]
) -> list[AnswerPair]:
    """Asks both lines of every boundary; inputs that one of the two doesn't take are left out.

    Each line is asked once, in one round trip, however many boundaries it belongs to.

    Raises:
        BridgeError: The bridge failed.
    """
    asked = _Questions(operation)
    rows = [
        (boundary, document, narrow)
        for document in documents
        for boundary in among
        if (narrow := asked.put(boundary, document)) is not None
    ]
    answers = asked.answers(reference)
    return [
        AnswerPair(
            operation,
            boundary,
            document,
            narrow,
            answers[boundary.older, id(narrow)],
            answers[boundary.newer, id(document)],
        )
        for boundary, document, narrow in rows
    ]


class _Questions:
    """What each line is asked: every input once."""

    def __init__(self, operation: Operation) -> None:
        self._operation = operation
        self._by_line: dict[Line, dict[int, JSON]] = {}

    def put(self, boundary: Boundary, document: JSON) -> JSON | None:
        """Notes one input; returns how the older line gets it, or None where one of the two can't be asked."""
        operation = self._operation
        if not operation.takes(boundary.newer, document):
            return None
        narrow = document
        if not operation.takes(boundary.older, document):
            narrow = operation.projected(boundary.older, document)
            if narrow == document or not operation.takes(boundary.older, narrow):
                return None
        self._by_line.setdefault(boundary.older, {})[id(narrow)] = narrow
        self._by_line.setdefault(boundary.newer, {})[id(document)] = document
        return narrow

    def answers(self, reference: LiveReference) -> dict[tuple[Line, int], Answer]:
        """By line and input the answer."""
        found: dict[tuple[Line, int], Answer] = {}
        for line, inputs in self._by_line.items():
            replies = reference.answers(self._operation.name, line, list(inputs.values()))
            found.update(((line, key), reply) for key, reply in zip(inputs, replies, strict=True))
        return found
