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

    Seen: TypeAlias = tuple[str, JSON, Answer]
    """Operation, input, and what the port answered."""

_AT_ONCE: Final = 64
"""Cases that are asked at once at most; most faults are ruled out by the first few."""


class Agreements:
    """What was found of faults and cases, kept: a diagnosis looks at most cases several times, in one part or another.

    An input object stands for its case, so it is the same one each time.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], dict[int, tuple[JSON, bool | None]]] = {}

    def of(self, faults: Sequence[Fault], cases: Sequence[Seen]) -> Iterator[bool | None]:
        """Case by case whether a port with these faults gives the answer; None where they say nothing."""
        known = self._known.setdefault(tuple(fault.tag for fault in faults), {})
        at, size = 0, 1
        while faults and at < len(cases):
            if kept := known.get(id(cases[at][1])):
                yield kept[1]
                at += 1
                continue
            operation = cases[at][0]
            _, same_operation = next(groupby(cases[at : at + size], lambda case: case[0]))
            batch = list(same_operation)
            try:
                wrong = answers(faults, operation, [document for _, document, _ in batch])
            except TargetError:  # two of them rewrite one place
                yield from (False for _ in cases[at:])
                return
            for case, answer in zip(batch, wrong, strict=True):
                agrees = None if isinstance(answer, NotApplicable) else _gives(faults, case, answer)
                known[id(case[1])] = case[1], agrees  # beside its input, which therefore stays where it is
                yield agrees
            at, size = at + len(batch), min(2 * size, _AT_ONCE)


def _gives(faults: Sequence[Fault], case: Seen, answer: Answer) -> bool:
    """Whether a port gave the answer of these faults, or of a fault without a tag in whichever release."""
    operation, document, got = case
    if any(fault.alike(answer, got) for fault in faults):
        return True
    if any(fault.tagged for fault in faults):
        return False
    others = (answers(faults, operation, [document], line)[0] for line in lines_of(operation))
    return any(fault.alike(other, got) for fault in faults for other in others if not isinstance(other, NotApplicable))
