"""Whether ports with known faults give the answers that were seen; each is asked a case once."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.faults.applying import TargetError
from jarparity.faults.fault import NotApplicable, answers
from jarparity.faults.releases import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.faults.fault import Fault
    from jarparity.lines import Line

    Seen: TypeAlias = tuple[str, JSON, Answer]
    """Operation, input, and what the port answered."""

_AT_ONCE: Final = 64
"""Cases that are asked at once at most; most faults are ruled out by the first few."""


class Agreements:
    """What was found of faults and cases, kept: a diagnosis looks at most cases several times, in one part or another.

    A case is known by its objects, so it pays where they are the same ones each time.

    Args:
        line: The release that the answers are of; the newest, where none is named.
    """

    def __init__(self, line: Line | None = None) -> None:
        self._line = line
        self._known: dict[tuple[str, ...], dict[tuple[str, int, int], tuple[Seen, bool | None]]] = {}

    def of(self, faults: Sequence[Fault], cases: Sequence[Seen]) -> Iterator[bool | None]:
        """Case by case whether a port with these faults gives the answer; None where they say nothing."""
        known = self._known.setdefault(tuple(fault.tag for fault in faults), {})
        at, size = 0, 1
        while faults and at < len(cases):
            if kept := known.get(_key(cases[at])):
                yield kept[1]
                at += 1
                continue
            operation = cases[at][0]
            _, same_operation = next(groupby(cases[at : at + size], lambda case: case[0]))
            batch = list(same_operation)
            try:
                wrong = answers(faults, operation, [document for _, document, _ in batch], self._line)
            except TargetError:  # two of them rewrite one place
                yield from (False for _ in cases[at:])
                return
            for case, answer in zip(batch, wrong, strict=True):
                agrees = None if isinstance(answer, NotApplicable) else _gives(faults, case, answer)
                known[_key(case)] = case, agrees  # beside the case, whose objects therefore stay where they are
                yield agrees
            at, size = at + len(batch), min(2 * size, _AT_ONCE)

    def of_any(self, faults: Sequence[Fault], cases: Sequence[Seen]) -> Iterator[bool]:
        """Case by case whether a port with these faults gives the answer, or one with one of them alone.

        Where another fault changes the answer of one, a port may show either.
        """
        each = [self.of([fault], cases) for fault in faults] if len(faults) > 1 else []
        for agreeing in zip(self.of(faults, cases), *each, strict=True):
            yield any(agrees is True for agrees in agreeing)

    def explained(self, faults: Sequence[Fault], cases: Sequence[Seen], most: int = -1) -> int:
        """How many answers these faults together give; counted no further once it can't be more than `most`."""
        explained, left = 0, len(cases)
        for agrees in self.of(faults, cases):
            explained += agrees is True
            left -= agrees is not True
            if left <= most:
                break
        return explained


def _key(case: Seen) -> tuple[str, int, int]:
    operation, document, got = case
    return operation, id(document), id(got)


def _gives(faults: Sequence[Fault], case: Seen, answer: Answer) -> bool:
    """Whether a port gave the answer of these faults, or of a fault without a tag in whichever release."""
    operation, document, got = case
    if any(fault.alike(answer, got) for fault in faults):
        return True
    if any(fault.tagged for fault in faults):
        return False
    others = (answers(faults, operation, [document], line)[0] for line in lines_of(operation))
    return any(fault.alike(other, got) for fault in faults for other in others if not isinstance(other, NotApplicable))
