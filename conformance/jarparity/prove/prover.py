"""The prover: every block of a domain, port against original, two blocks at a time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from jarparity import catalogue
from jarparity.answers import Value
from jarparity.check.volume import row_input
from jarparity.prove.digests import Digests, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.operations import BulkInput
    from jarparity.ports import Port
    from jarparity.prove.domains import Block, Domain
    from jarparity.references import LiveReference

WORKERS = 2
ONE_BY_ONE = 1 << 22
"""Inputs that a port without a bulk form is asked one by one at most."""

Answers: TypeAlias = "Callable[[Block], np.ndarray]"


class NoBulkFormError(ValueError):
    """The port can only be asked one by one, and the domain is too large for that."""


@dataclass(frozen=True, slots=True)
class Equal:
    """On this block port and original agree on every input."""

    block: Block


@dataclass(frozen=True, slots=True)
class Unequal:
    """On this block they don't; the first wrong input, where it is known.

    Attributes:
        block: The block.
        wrong: How many inputs of the block differ, or None where only digests were compared.
        input: The first input that differs.
        expected: The original's answer to it.
        got: The port's.
    """

    block: Block
    wrong: int | None = None
    input: JSON = None
    expected: JSON = None
    got: JSON = None


Finding: TypeAlias = Equal | Unequal


def port_answers(port: Port, domain: Domain, blocks: Sequence[Block]) -> Answers:
    """Asks the port for a block: by its bulk form, or one by one where there are few inputs.

    Raises:
        NoBulkFormError: There is no bulk form and the blocks hold more inputs than can be asked one by one.
    """
    operation = catalogue.operation(domain.operation)
    probe = min(blocks, key=lambda b: b.rows)
    if port.bulk(operation.name, {}, domain.column(probe), domain.width) is not None:

        def whole(block: Block) -> np.ndarray:
            answers = port.bulk(operation.name, {}, domain.column(block), domain.width)
            if answers is None:
                raise NoBulkFormError(
                    f"{port.info.name} answered one block of {operation.name} in bulk, but not the next"
                )
            return answers

        return whole
    rows = sum(b.rows for b in blocks)
    if rows > ONE_BY_ONE:
        raise NoBulkFormError(
            f"{port.info.name} has no bulk form of {operation.name}, and {rows:,} inputs are too many to ask one by "
            f"one: give it one, choose blocks with --blocks, or compute the digests in its own language (see docs)"
        )
    bulk = operation.bulk
    if bulk is None:
        raise NoBulkFormError(f"{operation.name} is declared without a bulk input")

    def each(block: Block) -> np.ndarray:
        column = domain.column(block)
        inputs = [row_input(bulk, {}, column, row) for row in range(block.rows)]
        replies = port.replies(operation.name, None, inputs)
        flat: list[int] = []
        for document, reply in zip(inputs, replies, strict=True):
            if not isinstance(reply, Value):
                raise ValueError(f"the port answered {reply} to {document}; an integer was expected")  # noqa: TRY004
            flat += [reply.value[name] for name in bulk.answer] if bulk.answer else [reply.value]
        return np.array(flat, np.int64).astype(np.int32)

    return each


def original_answers(reference: LiveReference, line: Line, domain: Domain) -> Answers:
    """Asks the live original for a block."""
    return lambda block: reference.bulk(domain.operation, line, {}, domain.column(block), domain.width)


def compare(domain: Domain, blocks: Sequence[Block], port: Answers, original: Answers) -> Iterator[Finding]:
    """Compares block by block, input by input."""

    def one(block: Block) -> Finding:
        theirs, ours = original(block), port(block)
        return Equal(block) if np.array_equal(theirs, ours) else locate(domain, block, ours, theirs)

    with ThreadPoolExecutor(WORKERS) as pool:
        yield from pool.map(one, blocks)


def digests_of(blocks: Sequence[Block], answers: Answers) -> Iterator[tuple[Block, str]]:
    """The digest of every block, in order."""
    with ThreadPoolExecutor(WORKERS) as pool:
        yield from zip(blocks, pool.map(lambda block: digest(answers(block)), blocks), strict=True)


def compare_digests(
    domain: Domain, blocks: Sequence[Block], port: Answers, recorded: Digests, witness: Answers | None
) -> Iterator[Finding]:
    """Compares each block's digest with the recorded one.

    A block that differs is looked into with the `witness`: answers whose own digest of that block is the recorded
    one, and which therefore are the original's.
    """

    def one(block: Block) -> Finding:
        ours = port(block)
        if digest(ours) == recorded.blocks[block.name]:
            return Equal(block)
        theirs = witness(block) if witness else None
        if theirs is None or digest(theirs) != recorded.blocks[block.name]:
            return Unequal(block)
        return locate(domain, block, ours, theirs)

    with ThreadPoolExecutor(WORKERS) as pool:
        yield from pool.map(one, blocks)


def locate(domain: Domain, block: Block, ours: np.ndarray, theirs: np.ndarray) -> Unequal:
    """The first wrong input of a block."""
    bulk: BulkInput | None = catalogue.operation(domain.operation).bulk
    if bulk is None or ours.shape != theirs.shape:
        return Unequal(block)
    a, b = ours.reshape(-1, domain.width), theirs.reshape(-1, domain.width)
    wrong = np.flatnonzero((a != b).any(axis=1))
    first = int(wrong[0])

    def answer(row: np.ndarray) -> JSON:
        return dict(zip(bulk.answer, row.tolist(), strict=True)) if bulk.answer else int(row[0])

    document = row_input(bulk, {}, domain.column(block), first)
    return Unequal(block, len(wrong), document, answer(b[first]), answer(a[first]))
