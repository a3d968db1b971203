"""Volume: seeded columns of keys, compared with the original a million at a time.

Nothing here shrinks; rows that differ become single cases, smallest first, and are judged like any other.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from jarparity.answers import Skip, Value, canonical
from jarparity.cases import FOUND, Case
from jarparity.check.events import BulkAgreement
from jarparity.columns import Column, row_input
from jarparity.ports import PortBulkError
from jarparity.verdicts import Differs, Errored, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.answers import JSON, Reply
    from jarparity.check.asking import Comparison
    from jarparity.check.search import Budget
    from jarparity.columns import Kind
    from jarparity.operations import BulkInput

ROWS = 250_000
"""Rows a column at most: a few megabytes, well above the cost of a round trip."""

_NO_ANSWER = 2**40
"""Stands for an answer that is no integer of 32 bits, in a column of wider ones."""

DIFFERENCES = 200
"""Rows of a column that are looked at for the smallest difference."""

_UNLIKE_SINGLE_FORM = (
    "the bulk forms differ, though the single forms agree",
    "the port's or the bridge's bulk form of this operation contradicts its own single form",
)
_UNLIKE_ITSELF = (
    "the port answers the same input differently",
    "a whole column differed from the original; asked about these rows again, the port agrees",
)

_ALPHABETS = (
    np.arange(0x20, 0x7F),
    np.concatenate([np.arange(0x20, 0x7F), np.arange(0xA0, 0x250), np.arange(0x4E00, 0x4F00)]),
    np.concatenate([np.arange(0x61, 0x7B), np.arange(0x1F600, 0x1F640), np.arange(0xE000, 0xE010)]),
)


def sweep(comparison: Comparison, rows: int, budget: Budget) -> Iterator[Verdict | BulkAgreement]:
    """Compares `rows` seeded rows of each kind of column that the operation takes; nothing, where it takes none."""
    operation, bulk = comparison.operation, comparison.operation.bulk
    if bulk is None or rows <= 0:
        return
    for kind in bulk.kinds:
        random = np.random.default_rng([budget.seed, zlib.crc32(f"{operation.name}/{kind}".encode())])
        for start in range(0, rows, ROWS):
            if budget.over():
                return
            parameters = random_parameters(bulk, random)
            column = random_column(kind, min(ROWS, rows - start), random, bulk)
            verdicts = list(_of_column(comparison, bulk, parameters, column))
            yield from verdicts
            if not verdicts or not all(isinstance(verdict, BulkAgreement) for verdict in verdicts):
                return


def _of_column(
    comparison: Comparison, bulk: BulkInput, parameters: Mapping[str, JSON], column: Column
) -> Iterator[Verdict | BulkAgreement]:
    """One column on each line, up to the first that differs; nothing, where the port declines it."""
    operation, reference, lines = comparison.operation, comparison.reference, comparison.lines
    try:
        whole = comparison.port.bulk(operation.name, parameters, column, bulk.width)
    except PortBulkError as error:
        case = Case.generated(operation.name, row_input(bulk, parameters, column, 0), FOUND)
        yield Errored(case, (str(lines[-1]),), reference.name, "the port's bulk form failed", str(error))
        return
    inputs = _all_rows(bulk, parameters, column) if whole is None else []
    newest = singly(comparison, bulk, inputs) if whole is None else whole
    if newest is None:
        return
    for line in lines:
        theirs = reference.bulk(operation.name, line, parameters, column, bulk.width)
        differing = _differing(newest, theirs, bulk)
        if whole is None and len(differing) and line != lines[-1]:
            # The port was asked as the newest release; it may tell this one apart.
            own = singly(comparison.on(line), bulk, inputs)
            if own is None:
                continue
            differing = _differing(own, theirs, bulk)
        yield BulkAgreement(operation.name, (str(line),), reference.name, column.rows - len(differing))
        if len(differing):
            rows = _rows(bulk, parameters, column, differing)
            yield from _explain(comparison.on(line), rows, single=whole is None)
            return


def _differing(ours: np.ndarray, theirs: np.ndarray, bulk: BulkInput) -> np.ndarray:
    """The rows whose answers differ."""
    return np.flatnonzero((ours != theirs).reshape(-1, bulk.width).any(axis=1))


def singly(comparison: Comparison, bulk: BulkInput, inputs: Sequence[JSON]) -> np.ndarray | None:
    """What a port without a bulk form answers to each row as the newest line; None where it declines one.

    An answer that is no 32-bit integer is one that the original doesn't give, so the row is looked at by itself.
    """
    answers: list[int] = []
    for reply in comparison.port.replies(comparison.operation.name, comparison.lines[-1], inputs):
        if isinstance(reply, Skip):
            return None
        answers += _numbers(reply, bulk)
    return np.array(answers, np.int64)


def _numbers(reply: Reply, bulk: BulkInput) -> list[int]:
    found = reply.value if isinstance(reply, Value) else None
    if bulk.answer:
        found = [found.get(name) for name in bulk.answer] if isinstance(found, dict) else []
    numbers: list[Any] = found if isinstance(found, list) else [found]
    fit = len(numbers) == bulk.width and all(type(n) is int and -(2**31) <= n < 2**31 for n in numbers)
    return numbers if fit else [_NO_ANSWER] * bulk.width


def _explain(comparison: Comparison, inputs: list[dict[str, JSON]], *, single: bool) -> Iterator[Verdict]:
    """Single verdicts for rows on which columns differ, smallest first."""
    cases = [
        Case.generated(comparison.operation.name, i, FOUND)
        for i in sorted(inputs, key=lambda i: (len(canonical(i)), canonical(i)))
    ]
    bad = [v for v in comparison.verdicts(cases) if isinstance(v, Differs | Errored)]
    if bad:
        yield from bad
        return
    # One by one everything agrees.
    reason, detail = _UNLIKE_ITSELF if single else _UNLIKE_SINGLE_FORM
    yield Errored(cases[0], tuple(map(str, comparison.lines)), comparison.reference.name, reason, detail)


def random_parameters(bulk: BulkInput, random: np.random.Generator) -> Mapping[str, JSON]:
    """The fields of the input that stay the same for a column."""
    return {} if bulk.parameters is None else bulk.parameters(random)


def random_column(  # noqa: PLR0911 - one return a kind
    kind: Kind, rows: int, random: np.random.Generator, bulk: BulkInput
) -> Column:
    """A seeded column: half of its numbers are small or near an edge, its strings are of every plane."""
    if bulk.rows is not None:
        return Column.of_rows(bulk.rows(random, rows))
    match kind:
        case "long":
            wide = random.integers(-(2**63), 2**63, rows, np.int64, endpoint=False)
            return Column.of_array(kind, np.where(_half(rows, random), wide, wide >> random.integers(1, 63, rows)))
        case "integer":
            return Column.of_array(kind, random.integers(-(2**31), 2**31, rows, np.int32, endpoint=False))
        case "double":
            bits = random.integers(-(2**63), 2**63, rows, np.int64, endpoint=False)
            whole = random.integers(-(10**6), 10**6, rows).astype(np.float64) / 4
            return Column.of_array(kind, np.where(_half(rows, random), bits.view(np.float64), whole))
        case "boolean":
            return Column.of_array(kind, random.integers(0, 2, rows, np.uint8))
        case "utf8":
            return _strings(rows, random)
        case "binary":
            lengths = random.integers(0, 41, rows)
            offsets = np.concatenate([[0], np.cumsum(lengths)])
            return Column.of_packed(kind, offsets, random.integers(0, 256, int(offsets[-1]), np.uint8))
        case _:
            raise ValueError(f"no column of the kind {kind!r} can be drawn")


def _half(rows: int, random: np.random.Generator) -> np.ndarray:
    return random.integers(0, 2, rows, np.uint8).view(bool)


def _strings(rows: int, random: np.random.Generator) -> Column:
    ends = np.cumsum(random.integers(0, 24, rows))
    alphabet = _ALPHABETS[int(random.integers(len(_ALPHABETS)))]
    codes = random.choice(alphabet, int(ends[-1])).astype("<u4")
    text = codes.tobytes().decode("utf-32-le").encode()
    wide = np.add.reduce([codes >= first for first in (0, 0x80, 0x800, 0x10000)], dtype=np.int64)
    offsets = np.concatenate([[0], np.cumsum(wide)])[np.concatenate([[0], ends])]
    return Column.of_packed("utf8", offsets, np.frombuffer(text, np.uint8))


def _rows(bulk: BulkInput, parameters: Mapping[str, JSON], column: Column, which: np.ndarray) -> list[dict[str, JSON]]:
    """The inputs of single cases for some rows of a column."""
    return [row_input(bulk, parameters, column, int(row)) for row in which[:DIFFERENCES]]


def _all_rows(bulk: BulkInput, parameters: Mapping[str, JSON], column: Column) -> list[dict[str, JSON]]:
    """The inputs of single cases for all rows of a column."""
    return [row_input(bulk, parameters, column, row) for row in range(column.rows)]
