"""Verdicts: what became of one case on one line (or on a group of lines that agree)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from jarparity.grades import Grade

if TYPE_CHECKING:
    from jarparity.answers import Answer, Reply
    from jarparity.cases import Case


@dataclass(frozen=True, slots=True)
class Agrees:
    """The port and the original gave the same answer."""

    name: ClassVar = "agrees"
    case: Case
    lines: tuple[str, ...]
    reference: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class Differs:
    """The port gave another answer than the original; `grade` says how good it is all the same."""

    name: ClassVar = "differs"
    case: Case
    lines: tuple[str, ...]
    reference: str
    expected: Answer
    got: Reply
    grade: Grade = Grade.WRONG


@dataclass(frozen=True, slots=True)
class Errored:
    """No comparison was possible: the port broke, or the references disagree with each other.

    `dissenter` names the reference that stands alone where references disagree; then the kit is at fault.
    """

    name: ClassVar = "errored"
    case: Case
    lines: tuple[str, ...]
    reference: str
    reason: str
    detail: str = ""
    dissenter: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """The port declined, and said why."""

    name: ClassVar = "skipped"
    case: Case
    lines: tuple[str, ...]
    reference: str
    reason: str
    issue_url: str | None = None


@dataclass(frozen=True, slots=True)
class KnownDivergence:
    """The port differs, and its divergences file says so."""

    name: ClassVar = "known"
    case: Case
    lines: tuple[str, ...]
    reference: str
    entry: str


Verdict: TypeAlias = Agrees | Differs | Errored | Skipped | KnownDivergence
VERDICTS: tuple[type[Verdict], ...] = (Agrees, Differs, Errored, Skipped, KnownDivergence)
