"""The prover: every block of a domain, port against original.

The port is asked in the caller's thread, block after block; the originals answer and digests are made beside it.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np

from jarparity.check.volume import row_input
from jarparity.prove.asking import (
    Answered,
    Broken,
    NoBulkFormError,
    NotOfferedError,
    PortAnswers,
    bulk_input,
    port_answers,
)
from jarparity.prove.digests import Digests, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Future

    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.prove.domains import Block, Domain
    from jarparity.prove.jury import Jury
    from jarparity.references import LiveReference

__all__ = [
    "Answers",
    "Doubtful",
    "Equal",
    "Finding",
    "NoBulkFormError",
    "NotOfferedError",
    "Unequal",
    "compare",
    "compare_digests",
    "digests_of",
    "original_answers",
    "port_answers",
]

WORKERS = 2
"""Threads of originals and digests; also how many blocks they may be ahead."""

T = TypeVar("T")
R = TypeVar("R")

Answers: TypeAlias = "Callable[[Block], np.ndarray]"


@dataclass(frozen=True, slots=True)
class Equal:
    """On this block port and original agree on every input."""

    block: Block


@dataclass(frozen=True, slots=True)
class Unequal:
    """On this block they don't; the first wrong input, where it is known.

    Attributes:
        block: The block.
        wrong: How many inputs of the block are known to differ, or None where only digests were compared.
        input: The first input that differs.
        expected: The original's answer to it; None where it is not known.
        got: The port's: a number, a range, or whatever stands in its place (`{"error": …}`, `{"fault": …}`, …).
        reason: What else is to be said, such as why the port gave no answers at all.
    """

    block: Block
    wrong: int | None = None
    input: JSON = None
    expected: JSON = None
    got: JSON = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """What is recorded of this block can't be believed, so nothing is said of the port.

    Attributes:
        block: The block.
        reason: Who agrees with whom.
    """

    block: Block
    reason: str


Finding: TypeAlias = Equal | Unequal | Doubtful


def original_answers(reference: LiveReference, line: Line, domain: Domain) -> Answers:
    """Asks the live original for a block."""
    return lambda block: reference.bulk(domain.operation, line, {}, domain.column(block), domain.width)


def compare(domain: Domain, blocks: Sequence[Block], port: PortAnswers, original: Answers) -> Iterator[Finding]:
    """Compares block by block, input by input."""
    for block, theirs in _beside(original, blocks):
        ours = port(block)
        if isinstance(ours, Broken):
            yield Unequal(block, reason=ours.reason)
        elif ours.odd or not np.array_equal(ours.numbers, theirs):
            yield _locate(domain, block, ours, theirs)
        else:
            yield Equal(block)


def digests_of(blocks: Sequence[Block], answers: Answers) -> Iterator[tuple[Block, str]]:
    """The digest of every block, in order."""
    return _beside(lambda block: digest(answers(block)), blocks)


def compare_digests(
    domain: Domain, blocks: Sequence[Block], port: PortAnswers, recorded: Digests, jury: Jury
) -> Iterator[Finding]:
    """Compares each block's digest with the recorded one; the jury looks into a block that differs."""
    answered = ((block, port(block)) for block in blocks)
    for (block, ours), found in _beside(_digest_of, answered):
        if isinstance(ours, Broken):
            yield Unequal(block, reason=ours.reason)
        elif found == recorded.blocks[block.name]:
            yield Equal(block)
        else:
            yield _judged(domain, block, ours, jury.truth(block, recorded.blocks[block.name], _sound(ours)))


def _judged(domain: Domain, block: Block, ours: Answered, truth: np.ndarray | str | None) -> Finding:
    if isinstance(truth, np.ndarray):
        return _locate(domain, block, ours, truth)
    if ours.odd:  # wrong whatever the original says
        first = min(ours.odd)
        return Unequal(block, len(ours.odd), _input(domain, block, first), None, ours.odd[first], truth or "")
    return Unequal(block) if truth is None else Doubtful(block, truth)


def _digest_of(pair: tuple[Block, Answered | Broken]) -> str | None:
    numbers = None if isinstance(pair[1], Broken) else _sound(pair[1])
    return None if numbers is None else digest(numbers)


def _sound(answered: Answered) -> np.ndarray | None:
    return None if answered.odd else answered.numbers


def _locate(domain: Domain, block: Block, ours: Answered, theirs: np.ndarray) -> Unequal:
    """The first wrong input of a block."""
    names = bulk_input(domain).answer
    a, b = ours.numbers.reshape(-1, domain.width), theirs.reshape(-1, domain.width)
    differs = (a != b).any(axis=1)
    differs[list(ours.odd)] = True
    wrong = np.flatnonzero(differs)
    first = int(wrong[0])

    def answer(row: np.ndarray) -> JSON:
        return dict(zip(names, row.tolist(), strict=True)) if names else int(row[0])

    got = ours.odd[first] if first in ours.odd else answer(a[first])
    return Unequal(block, len(wrong), _input(domain, block, first), answer(b[first]), got)


def _input(domain: Domain, block: Block, row: int) -> JSON:
    return row_input(bulk_input(domain), {}, domain.column(block), row)


def _beside(work: Callable[[T], R], items: Iterable[T]) -> Iterator[tuple[T, R]]:
    """Each item with the result of its work, in order; the work is done in threads, the items are taken in this one."""
    waiting: deque[tuple[T, Future[R]]] = deque()
    with ThreadPoolExecutor(WORKERS) as pool:
        try:
            for item in items:
                waiting.append((item, pool.submit(work, item)))
                if len(waiting) > WORKERS:
                    done, future = waiting.popleft()
                    yield done, future.result()
            while waiting:
                done, future = waiting.popleft()
                yield done, future.result()
        finally:
            for _, future in waiting:
                future.cancel()
