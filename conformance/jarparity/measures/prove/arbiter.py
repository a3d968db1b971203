"""Who is wrong where a port's digest is not the recorded one: the port, or the file?

Two that work without a JVM are asked: `copartition`, and the kit's own model of the originals. Whoever has the recorded
digest gives the original's answers. Where neither has it, the file is doubted, and the port is not blamed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jarparity import models
from jarparity.answers import Value
from jarparity.domains import ColumnDomain
from jarparity.measures.prove.asking import Answers, Numbers, Texts

if TYPE_CHECKING:
    from jarparity.domains import Block, Domain
    from jarparity.measures.prove.asking import BlockAnswers


def model_answers(domain: Domain) -> BlockAnswers:
    """The kit's own model of the newest originals; some seconds a block. It has no model of some operations."""

    def ask(block: Block) -> Answers | None:
        try:
            answers = [models.answer(domain.operation, document) for document in domain.documents(block)]
        except models.NotModelledError:
            return None
        if not isinstance(domain, ColumnDomain):
            return Texts.of(answers)
        names = domain.bulk.answer
        values = [answer.value for answer in answers if isinstance(answer, Value)]
        if len(values) < block.rows:
            return None
        rows = [[value[name] for name in names] for value in values] if names else values
        return Numbers(np.array(rows, np.int32).reshape(-1), domain.width, names)

    return ask


class Arbiter:
    """Decides about blocks, one after the other.

    The slower oracle is asked about the first doubtful block only; if it has the recorded digest, the file is
    believed from then on.
    """

    def __init__(self, oracle: BlockAnswers | None, second: BlockAnswers | None) -> None:
        """Names who may be asked.

        Args:
            oracle: Quick; None where it is the port itself, whose own word proves nothing.
            second: Slow, and independent of the first.
        """
        self._oracle = oracle
        self._second = second
        self._file_is_right = False

    def truth(self, block: Block, recorded: str, ours: Answers | None) -> Answers | str | None:
        """The original's answers to a block; a sentence where the file is doubted; None where it is not, but no more.

        Args:
            block: The block.
            recorded: Its recorded digest.
            ours: The port's answers; None where it gave none that could be right.
        """
        theirs = self._oracle(block) if self._oracle else None
        if theirs is not None and theirs.digest() == recorded:
            return theirs
        second, self._second = self._second, None
        seconds = second(block) if second else None
        if seconds is not None and seconds.digest() == recorded:
            self._file_is_right = True
            return seconds
        if self._file_is_right:
            return None
        digests = [answers.digest() for answers in (ours, theirs, seconds) if answers is not None]
        if len(digests) > len(set(digests)):
            who = _agreeing([("the port", ours), ("copartition", theirs), ("the kit's model", seconds)])
            return f"the recorded digest looks edited: {who} agree on another"
        return "no answer can be believed: neither the port nor the oracle has the recorded digest, and they differ"


def _agreeing(answered: list[tuple[str, Answers | None]]) -> str:
    by_digest: dict[str | None, list[str]] = {}
    for name, answers in answered:
        if answers is not None:
            by_digest.setdefault(answers.digest(), []).append(name)
    most: list[str] = max(by_digest.values(), key=len)
    return " and ".join(most)
