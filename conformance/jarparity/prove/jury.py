"""Who is wrong where a port's digest is not the recorded one: the port, or the file?

Two that work without a JVM are asked: `copartition`, and the kit's own model of the originals. Whoever has the recorded
digest gives the original's answers. Where neither has it, the file is doubted, and the port is not blamed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from jarparity.answers import Value
from jarparity.bugs import model
from jarparity.bugs.rules import TRUE, NotModelledError
from jarparity.check.volume import row_input
from jarparity.prove.asking import bulk_input
from jarparity.prove.digests import digest

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.prove.domains import Block, Domain

Witness: TypeAlias = "Callable[[Block], np.ndarray | None]"


def model_answers(domain: Domain) -> Witness:
    """The kit's own model of the originals; some seconds a block."""

    def ask(block: Block) -> np.ndarray | None:
        bulk, column = bulk_input(domain), domain.column(block)
        numbers = np.empty((block.rows, domain.width), np.int32)
        for row in range(block.rows):
            try:
                answer = model.answer(domain.operation, row_input(bulk, {}, column, row), TRUE)
            except NotModelledError:
                return None
            if not isinstance(answer, Value):
                return None
            numbers[row] = [answer.value[name] for name in bulk.answer] if bulk.answer else answer.value
        return numbers.reshape(-1)

    return ask


class Jury:
    """Decides about blocks, one after the other.

    The slower witness is asked about the first doubtful block only; if it has the recorded digest, the file is
    believed from then on.
    """

    def __init__(self, witness: Witness | None, second: Witness | None) -> None:
        """Names who may be asked.

        Args:
            witness: Quick; None where it is the port itself, whose own word proves nothing.
            second: Slow, and independent of the first.
        """
        self._witness = witness
        self._second = second
        self._file_is_right = False

    def truth(self, block: Block, recorded: str, ours: np.ndarray | None) -> np.ndarray | str | None:
        """The original's answers to a block; a sentence where the file is doubted; None where it is not, but no more.

        Args:
            block: The block.
            recorded: Its recorded digest.
            ours: The port's answers; None where it gave none that could be right.
        """
        theirs = self._witness(block) if self._witness else None
        if theirs is not None and digest(theirs) == recorded:
            return theirs
        second, self._second = self._second, None
        seconds = second(block) if second else None
        if seconds is not None and digest(seconds) == recorded:
            self._file_is_right = True
            return seconds
        if self._file_is_right:
            return None
        digests = [digest(answers) for answers in (ours, theirs, seconds) if answers is not None]
        if len(digests) > len(set(digests)):
            who = _agreeing([("the port", ours), ("copartition", theirs), ("the kit's model", seconds)])
            return f"the recorded digest looks edited: {who} agree on another"
        return "nobody can be believed: neither the port nor a witness has the recorded digest, and they differ"


def _agreeing(voices: list[tuple[str, np.ndarray | None]]) -> str:
    by_digest: dict[str, list[str]] = {}
    for name, answers in voices:
        if answers is not None:
            by_digest.setdefault(digest(answers), []).append(name)
    most: list[str] = max(by_digest.values(), key=len)
    return " and ".join(most)
