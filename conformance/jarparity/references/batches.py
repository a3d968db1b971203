"""What crosses a bridge, and how much at once: batches of inputs as JSON text, columns in slices."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from jarparity.answers import Error, Value
from jarparity.columns import DTYPES, Column
from jarparity.references import BridgeError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from jarparity.answers import JSON, Answer
    from jarparity.lines import Line
    from jarparity.references import Groups

TEXT = 8 * 2**20
"""Characters of inputs in a round trip; answers, rarely five times as long, then stay below 64 MB."""

INPUTS = 50_000
"""Inputs in a round trip: bounds the answers where each is an error with its message."""


_ENCODE = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def batches(inputs: Sequence[JSON], text: int = TEXT, most: int = INPUTS) -> Iterator[tuple[str, int]]:
    """JSON arrays of the inputs, in order, and how many each has; an input above the limit crosses alone."""
    batch: list[str] = []
    length = 0
    for document in inputs:
        # ASCII only: lone surrogates travel as escapes, and no bridge has to encode anything.
        one = _ENCODE(document)
        if batch and (length + len(one) > text or len(batch) == most):
            yield f"[{','.join(batch)}]", len(batch)
            batch, length = [], 0
        batch.append(one)
        length += len(one) + 1
    if batch:
        yield f"[{','.join(batch)}]", len(batch)


def read_answers(text: str, count: int) -> list[Answer]:
    """The bridge's answers to a batch of `count` inputs.

    Raises:
        BridgeError: They are not what the bridge has to give.
    """
    answers = [_answer(document) for document in json.loads(text)]
    if len(answers) != count:
        raise BridgeError(f"the bridge gave {len(answers)} answers to {count} inputs")
    return answers


class Bridged(ABC):
    """What both routes to the bridge do alike: `_call` is all that tells them apart.

    Attributes:
        lines: The lines that can be asked.
    """

    __slots__ = ()
    lines: Sequence[Line]

    @abstractmethod
    def _call(self, method: str, *arguments: Any) -> Any:  # noqa: ANN401 - Java's values
        """What the bridge's method of this name gives.

        Raises:
            BridgeError: It threw, or the JVM has gone.
        """

    def opened(self, jars: Mapping[Line, Sequence[Path]]) -> Self:
        """Opens the lines, each with its JARs."""
        for line in self.lines:
            self._call("open", str(line), json.dumps([str(path) for path in jars[line]]))
        return self

    def answers(self, operation: str, line: Line, inputs: Sequence[JSON]) -> list[Answer]:
        """See `LiveReference.answers`."""
        found: list[Answer] = []
        for text, count in batches(inputs):
            found += read_answers(str(self._call("answers", str(line), operation, text)), count)
        return found

    def answers_of_lines(
        self, operation: str, eligible: Mapping[Line, Sequence[int]], inputs: Sequence[JSON]
    ) -> list[Groups]:
        """See `LiveReference.answers_of_lines`."""
        lines = list(eligible)
        found: list[Groups] = []
        for text, count in batches(inputs):
            start, end = len(found), len(found) + count
            places = {str(line): _within(taken, start, end) for line, taken in eligible.items()}
            answered = self._call("answersOfLines", operation, json.dumps(places), text)
            found += read_groups(str(answered), count, lines)
        return found

    def operations(self, line: Line) -> list[str]:
        """The operations that the bridge serves on a line.

        Raises:
            BridgeError: The line isn't open.
        """
        served: list[str] = json.loads(str(self._call("operations", str(line))))
        return served

    def about(self) -> Mapping[str, str]:
        """See `LiveReference.about`."""
        said: dict[str, str] = json.loads(str(self._call("about")))
        return said


def said(thrown: Any) -> str:  # noqa: ANN401 - a Java exception
    """The sentence of a BridgeException; anything else with its class, which the sentence would hide."""
    name = str(thrown.getClass().getName())
    if name == "java.lang.reflect.InvocationTargetException":
        return said(thrown.getCause())
    message = thrown.getMessage()
    if name == "io.jarparity.bridge.BridgeException":
        return str(message)
    return f"{name}: {message}" if message is not None else name


def _within(places: Sequence[int], start: int, end: int) -> list[int] | None:
    """Those of the places, ascending, that are within a batch, counted from its start; None for all of it."""
    first, last = bisect_left(places, start), bisect_left(places, end)
    return None if last - first == end - start else [place - start for place in places[first:last]]


def read_groups(text: str, count: int, lines: Sequence[Line]) -> list[Groups]:
    """What the bridge's `answersOfLines` gave for `count` inputs and these lines.

    Raises:
        BridgeError: It is not what the bridge has to give.
    """
    rows, patterns = json.loads(text)
    if len(rows) != count:
        raise BridgeError(f"the bridge gave answers to {len(rows)} of {count} inputs")
    grouped = [_grouped(pattern, lines) for pattern in patterns]
    return [tuple(zip(grouped[row[0]], map(_answer, row[1:]), strict=True)) for row in rows]


def _grouped(pattern: Sequence[int], lines: Sequence[Line]) -> list[tuple[Line, ...]]:
    """By number of an answer the lines that gave it."""
    return [
        tuple(line for line, theirs in zip(lines, pattern, strict=True) if theirs == number)
        for number in range(max(pattern, default=-1) + 1)
    ]


def parameters_json(column: Column, parameters: Mapping[str, JSON], width: int) -> str:
    """What the bridge has to know of a column beside its bytes."""
    return json.dumps({"kind": column.kind, "rows": column.rows, "width": width, **parameters})


def slices(column: Column, most: int) -> Iterator[Column]:
    """The column in pieces of at most `most` bytes (but never less than a row), in order."""
    if len(column.data) <= most:
        yield column
    elif column.kind in ("utf8", "binary"):
        yield from _string_slices(column, most)
    else:
        row = DTYPES[column.kind].itemsize if column.kind in DTYPES else len(column.data) // column.rows
        step = max(1, most // row)
        for start in range(0, column.rows, step):
            rows = min(step, column.rows - start)
            yield Column(column.kind, rows, column.data[start * row : (start + rows) * row])


def _string_slices(column: Column, most: int) -> Iterator[Column]:
    offsets, data = column.split()
    # What the rows before each row's end take: their bytes, and an offset each.
    taken = offsets[1:].astype(np.int64) + 4 * np.arange(1, column.rows + 1)
    start = 0
    while start < column.rows:
        before = int(taken[start - 1]) if start else 0
        end = max(start + 1, int(np.searchsorted(taken, before + most - 4, side="right")))
        first, last = int(offsets[start]), int(offsets[end])
        yield Column.of_packed(column.kind, offsets[start : end + 1] - first, data[first:last])
        start = end


def _answer(document: JSON) -> Answer:
    match document:
        case {"value": value}:
            return Value(value)
        case {"error": {"kind": str(kind), "message": str() | None as message}}:
            return Error(kind, message)
    raise BridgeError(f"the bridge gave {document!r} for an answer")
