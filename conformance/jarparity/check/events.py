"""What a run tells beside verdicts: columns that agree, and what is left out, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from jarparity import varying

OF_ONE_JDK: Final = f"holds on Java {varying.JAVA} alone"
"""Begins the reason of a skip that is the kit's own: on another Java the original answers otherwise."""


@dataclass(frozen=True, slots=True)
class BulkAgreement:
    """A whole column on which the port and the original agree, row by row; or other cases, counted.

    Attributes:
        operation: Its name.
        lines: Those that agree.
        reference: Who answered.
        rows: How many.
        drawn: Whether they were drawn in this run; otherwise they are recorded cases.
    """

    operation: str
    lines: tuple[str, ...]
    reference: str
    rows: int
    drawn: bool = True


NOT_CLAIMED: Final = "not claimed by the port"
NO_RELEASE: Final = "in no release that the port claims"
NOT_RECORDED: Final = "nothing is recorded"
NOT_LOCKED: Final = "no release of it is locked: run `jarparity originals lock`"


@dataclass(frozen=True, slots=True)
class NotCompared:
    """An operation of which no recorded case is compared."""

    operation: str
    lines: tuple[str, ...]
    reference: str
    cases: int
    reason: str = NOT_CLAIMED


@dataclass(frozen=True, slots=True)
class CutShort:
    """The time was over before the search and the volume of an operation were through."""

    operation: str
