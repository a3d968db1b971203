"""What crosses a bridge, and how much at once: batches of inputs as JSON text, columns in slices."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from jarparity.answers import Error, Value
from jarparity.columns import DTYPES, Column
from jarparity.references import BridgeError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.answers import JSON, Answer

TEXT = 8 * 2**20
"""Characters of inputs in a crossing; answers, rarely five times as long, then stay below 64 MB."""

INPUTS = 50_000
"""Inputs in a crossing: bounds the answers where each is an error with its message."""


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
        case {"error": {"kind": str(kind), "message": str() | None as message}}:
            return Error(kind, message)
        case {"value": value}:
            return Value(value)
    raise BridgeError(f"the bridge gave {document!r} for an answer")
