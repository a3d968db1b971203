"""The prover: every block of a domain, port against original.

The port is asked in the caller's thread, block after block; the originals answer and digests are made beside it.

What a comparison on a domain came to: equal, wrong and doubtful blocks, and the first wrong input.
"""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from jarparity.answers import canonical
from jarparity.check.outcome import Exit
from jarparity.domains import ColumnDomain
from jarparity.measures.prove.asking import (
    Answers,
    Broken,
    NoBulkFormError,
    NotOfferedError,
    Numbers,
    PortAnswers,
    Texts,
    differing,
    port_answers,
)
from jarparity.report.tables import Document, Fields, Section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Future

    from jarparity.answers import JSON
    from jarparity.domains import Block, Domain
    from jarparity.lines import Line
    from jarparity.measures.prove.arbiter import Arbiter
    from jarparity.references import LiveReference
    from jarparity.report.tables import Block as Part


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
    domain: Domain, blocks: Sequence[Block], port: PortAnswers, recorded: Mapping[str, str], arbiter: Arbiter
) -> Iterator[Finding]:
    """Compares each block's digest with the recorded one; the arbiter looks into a block that differs.

    Args:
        domain: What is compared.
        blocks: The blocks.
        port: What is under test.
        recorded: By block name its digest.
        arbiter: Who knows a block's true answers.
    """
    answered = ((block, port(block)) for block in blocks)
    for (block, ours), found in _beside(_digest_of, answered):
        if isinstance(ours, Broken):
            yield Unequal(block, reason=ours.reason)
        elif found == recorded[block.name]:
            yield Equal(block)
        else:
            truth = arbiter.truth(block, recorded[block.name], None if ours.odd else ours)
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


_WIDTH: Final = 500
"""Characters of an answer that are shown."""


@dataclass(slots=True)
class Proof:
    """What was found.

    Attributes:
        operation: Its name.
        blocks: Those that were compared.
        equal: Inputs of blocks that are equal.
        wrong: Blocks that aren't.
        doubtful: Blocks whose recorded digest is doubtful.
        seconds: Wall clock.
    """

    operation: str
    blocks: Sequence[Block]
    equal: int = 0
    wrong: list[Unequal] = field(default_factory=list)
    doubtful: list[Doubtful] = field(default_factory=list)
    seconds: float = 0.0

    @classmethod
    def of(
        cls, operation: str, blocks: Sequence[Block], findings: Iterable[Finding], step: Callable[[str, int], None]
    ) -> Proof:
        """All findings, as they come."""
        started, proof = time.monotonic(), cls(operation, blocks)
        for finding in findings:
            step(finding.block.name, 1)
            match finding:
                case Equal(block):
                    proof.equal += block.rows
                case Unequal():
                    proof.wrong.append(finding)
                case Doubtful():
                    proof.doubtful.append(finding)
        proof.seconds = time.monotonic() - started
        return proof

    @property
    def exit_code(self) -> Exit:
        """A digest that is doubtful is the kit's failure, not the port's."""
        return Exit.DIFFERS if self.wrong else Exit.INTERNAL if self.doubtful else Exit.OK

    def document(self, port: str, reference: str) -> Document:
        """For people.

        Args:
            port: Its name.
            reference: What the port was compared with.
        """
        parts: list[Part] = []
        if self.wrong:
            parts.append(Section(self._head("DIFFERS", self.wrong), tuple(_difference(self.wrong[0]))))
        if self.doubtful:
            again = (
                f"run `jarparity fixtures verify --operation {self.operation} --every-block`, or ask the original:",
                f"`jarparity prove {self.operation} --reference jpype`",
            )
            parts.append(Section(self._head("DOUBTFUL", self.doubtful), (self.doubtful[0].reason, *again)))
        inputs = sum(block.rows for block in self.blocks)
        equal = f"{port}: equal on {self.equal:,} of {inputs:,} inputs in {self.seconds:.1f} s"
        return Document((*parts, f"reference: {reference}", equal))

    def _head(self, what: str, found: Sequence[Unequal | Doubtful]) -> str:
        share = f"{len(found):,} of {len(self.blocks):,} blocks"
        return f"{what} {self.operation}: {share}; first block {found[0].block.name}"


def _difference(first: Unequal) -> Iterator[Part]:
    if first.input is not None:
        yield Fields(
            (
                ("first wrong input", _shown(first.input)),
                ("port", _shown(first.got)),
                ("original", "not known" if first.expected is None else _shown(first.expected)),
                ("wrong in block", f"{first.wrong:,} of {first.block.rows:,} inputs"),
            )
        )
    if first.reason:
        yield first.reason


def _shown(document: JSON) -> str:
    text = canonical(document)
    return text if len(text) <= _WIDTH else f"{text[:_WIDTH]}…"
