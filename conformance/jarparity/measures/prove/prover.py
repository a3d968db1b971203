"""The prover: every block of a domain, port against original.

The port is asked in the caller's thread, block after block; the originals answer and digests are made beside it.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from jarparity.domains import ColumnDomain
from jarparity.measures.prove.answered import Answers, Broken, Numbers, Texts, differing
from jarparity.measures.prove.asking import NoBulkFormError, NotOfferedError, PortAnswers, port_answers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Future

    from jarparity.answers import JSON
    from jarparity.domains import Block, Domain
    from jarparity.lines import Line
    from jarparity.measures.prove.jury import Jury
    from jarparity.references import LiveReference

__all__ = [
    "Doubtful",
    "Equal",
    "Finding",
    "NoBulkFormError",
    "NotOfferedError",
    "OriginalAnswers",
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

OriginalAnswers: TypeAlias = "Callable[[Block], Answers]"


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


def original_answers(reference: LiveReference, line: Line, domain: Domain) -> OriginalAnswers:
    """Asks the live original for a block."""

    def ask(block: Block) -> Answers:
        if isinstance(domain, ColumnDomain):
            numbers = reference.bulk(domain.operation, line, {}, domain.column(block), domain.width)
            return Numbers(numbers, domain.width, domain.bulk.answer)
        return Texts.of(reference.answers(domain.operation, line, domain.documents(block)))

    return ask


def compare(domain: Domain, blocks: Sequence[Block], port: PortAnswers, original: OriginalAnswers) -> Iterator[Finding]:
    """Compares block by block, input by input."""
    for block, theirs in _beside(original, blocks):
        ours = port(block)
        if isinstance(ours, Broken):
            yield Unequal(block, reason=ours.reason)
        else:
            yield _compared(domain, block, ours, theirs)


def digests_of(blocks: Sequence[Block], answers: OriginalAnswers) -> Iterator[tuple[Block, str]]:
    """The digest of every block, in order.

    Raises:
        ValueError: A block has no digest: something in it is no answer.
    """
    for block, found in _beside(lambda block: answers(block).digest(), blocks):
        if found is None:
            raise ValueError(f"block {block.name}: the original gave what is no answer")
        yield block, found


def compare_digests(
    domain: Domain, blocks: Sequence[Block], port: PortAnswers, recorded: Mapping[str, str], jury: Jury
) -> Iterator[Finding]:
    """Compares each block's digest with the recorded one; the jury looks into a block that differs.

    Args:
        domain: What is compared.
        blocks: The blocks.
        port: What is under test.
        recorded: By block name its digest.
        jury: Who knows a block's true answers.
    """
    answered = ((block, port(block)) for block in blocks)
    for (block, ours), found in _beside(_digest_of, answered):
        if isinstance(ours, Broken):
            yield Unequal(block, reason=ours.reason)
        elif found == recorded[block.name]:
            yield Equal(block)
        else:
            truth = jury.truth(block, recorded[block.name], None if ours.odd else ours)
            yield _judged(domain, block, ours, truth)


def _judged(domain: Domain, block: Block, ours: Answers, truth: Answers | str | None) -> Finding:
    if isinstance(truth, Numbers | Texts):
        return _compared(domain, block, ours, truth)
    if ours.odd:  # wrong whatever the original says
        first = min(ours.odd)
        return Unequal(block, len(ours.odd), domain.document(block, first), None, ours.odd[first], truth or "")
    return Unequal(block) if truth is None else Doubtful(block, truth)


def _digest_of(pair: tuple[Block, Answers | Broken]) -> str | None:
    return None if isinstance(pair[1], Broken) else pair[1].digest()


def _compared(domain: Domain, block: Block, ours: Answers, theirs: Answers) -> Finding:
    """Equal, or the first wrong input of a block."""
    wrong = differing(ours, theirs)
    if not wrong:
        return Equal(block)
    first = wrong[0]
    return Unequal(block, len(wrong), domain.document(block, first), theirs.shown(first), ours.shown(first))


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
