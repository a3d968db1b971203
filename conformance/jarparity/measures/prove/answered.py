"""What was answered to a block: int32 numbers side by side, or one canonical JSON text an input."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from jarparity.answers import Error, Fault, Skip, canonical, to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from jarparity.answers import JSON, Reply


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """Answers that are int32 numbers.

    Attributes:
        numbers: int32, rows x width, flat; 0 where a row was answered with something else.
        width: Numbers in an answer.
        names: The fields of an answer that is an object; none, where it is a bare number.
        odd: By row, what was answered in place of int32 numbers: another JSON value, an error, a fault.
    """

    numbers: np.ndarray
    width: int = 1
    names: tuple[str, ...] = ()
    odd: Mapping[int, JSON] = field(default_factory=dict)

    def digest(self) -> str | None:
        """SHA-256 of the numbers, little-endian; None where a row has other answers."""
        if self.odd:
            return None
        return hashlib.sha256(self.numbers.astype("<i4", copy=False).tobytes()).hexdigest()

    def shown(self, row: int) -> JSON:
        """The answer to an input as JSON."""
        if row in self.odd:
            return self.odd[row]
        numbers = self.numbers[row * self.width : (row + 1) * self.width].tolist()
        return dict(zip(self.names, numbers, strict=True)) if self.names else numbers[0]


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Answers that are documents.

    Attributes:
        texts: By row the canonical JSON of `{"value": …}` or `{"error": {"kind": …}}`: an error's message is left out.
        odd: By row, what is no answer: a fault, or that the port declined.
    """

    texts: tuple[str, ...]
    odd: Mapping[int, JSON] = field(default_factory=dict)

    @classmethod
    def of(cls, replies: Iterable[Reply]) -> Texts:
        """Notes replies, in order."""
        texts: list[str] = []
        odd: dict[int, JSON] = {}
        for row, reply in enumerate(replies):
            document = {"error": {"kind": reply.kind}} if isinstance(reply, Error) else to_json(reply)
            if isinstance(reply, Skip | Fault):
                odd[row] = document
            texts.append(canonical(document))
        return cls(tuple(texts), odd)

    def digest(self) -> str | None:
        """SHA-256 of the texts, a line feed after each; None where a row has no answer."""
        if self.odd:
            return None
        return hashlib.sha256("".join(f"{text}\n" for text in self.texts).encode("ascii")).hexdigest()

    def shown(self, row: int) -> JSON:
        """The answer to an input: its value, or the object in its place."""
        document = json.loads(self.texts[row])
        return document["value"] if document.keys() == {"value"} else document


@dataclass(frozen=True, slots=True)
class Broken:
    """The port gave no answers to a block as a whole; `reason` is a sentence."""

    reason: str


Answers: TypeAlias = Numbers | Texts


def differing(ours: Answers, theirs: Answers) -> list[int]:
    """The rows on which two answers to one block differ, in order.

    Raises:
        TypeError: They are of two kinds.
    """
    match ours, theirs:
        case Numbers(), Numbers():
            differs = (ours.numbers != theirs.numbers).reshape(-1, ours.width).any(axis=1)
            differs[[*ours.odd, *theirs.odd]] = True
            return [int(row) for row in np.flatnonzero(differs)]
        case Texts(), Texts():
            return [row for row, (a, b) in enumerate(zip(ours.texts, theirs.texts, strict=True)) if a != b]
    raise TypeError("numbers and documents can't be compared")
