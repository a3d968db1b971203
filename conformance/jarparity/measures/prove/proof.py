"""What a comparison on a domain came to: equal, wrong and doubtful blocks, and the first wrong input."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from jarparity.answers import canonical
from jarparity.check.outcome import Exit
from jarparity.measures.prove import prover
from jarparity.report.tables import Document, Fields, Section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from jarparity.answers import JSON
    from jarparity.domains import Block
    from jarparity.measures.prove.prover import Finding
    from jarparity.report.tables import Block as Part

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
    wrong: list[prover.Unequal] = field(default_factory=list)
    doubtful: list[prover.Doubtful] = field(default_factory=list)
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
                case prover.Equal(block):
                    proof.equal += block.rows
                case prover.Unequal():
                    proof.wrong.append(finding)
                case prover.Doubtful():
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

    def _head(self, what: str, found: Sequence[prover.Unequal | prover.Doubtful]) -> str:
        share = f"{len(found):,} of {len(self.blocks):,} blocks"
        return f"{what} {self.operation}: {share}; first block {found[0].block.name}"


def _difference(first: prover.Unequal) -> Iterator[Part]:
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
