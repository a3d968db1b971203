"""Pairs of answers to one input: of two neighbouring lines of a family, at whose boundary something may change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity.answers import same

if TYPE_CHECKING:
    from jarparity.answers import JSON, Answer
    from jarparity.lines import Line
    from jarparity.operations import Operation


@dataclass(frozen=True, slots=True)
class Boundary:
    """Between an older line and the next newer one.

    Attributes:
        older: The line before the change.
        newer: The line after it.
    """

    older: Line
    newer: Line

    def __str__(self) -> str:
        moved = self.newer.family != self.older.family
        return f"{self.older} -> {self.newer if moved else self.newer.version}"


@dataclass(frozen=True, slots=True)
class AnswerPair:
    """One input, and what both lines answer.

    Attributes:
        operation: What was asked.
        boundary: Of whom.
        input: The input of the newer line.
        narrowed: The input of the older one: the same, less the fields that it doesn't carry.
        before: The older line's answer.
        after: The newer line's answer.
    """

    operation: Operation
    boundary: Boundary
    input: JSON
    narrowed: JSON
    before: Answer
    after: Answer

    @property
    def differs(self) -> bool:
        """Whether the lines disagree; messages count where the operation says that they are deterministic."""
        return not same(self.before, self.after, messages=self.operation.messages)
