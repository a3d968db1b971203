"""Grades: how good an answer is that is not the original's, where more than one is correct."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Grade(IntEnum):
    """From wrong to exact; only operations with a grader (`Operation.grader`) know the two in between."""

    WRONG = 0
    """Something is lost, given twice, given to a member that didn't ask for it, or thrown."""

    VALID = 1
    """Every partition once, to subscribers only."""

    EQUIVALENT = 2
    """Valid, and as good: what that means is the operation's (`jarparity.areas.kafka_assignors.grades`)."""

    EXACT = 3
    """The original's answer."""

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def of(cls, name: str) -> Grade:
        """The grade of this name."""
        return cls[name.upper()]


REQUIRED: Final = tuple(str(grade) for grade in sorted(Grade, reverse=True) if grade)
"""What can be asked of a port, the best first."""
