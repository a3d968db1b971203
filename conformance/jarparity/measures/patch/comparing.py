"""A release and its patched line, asked the same: recorded inputs, drawn ones, exhaustive small scopes."""

from __future__ import annotations

import random
import time
from bisect import bisect
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate, zip_longest
from typing import TYPE_CHECKING, Final

from jarparity.answer_pairs import AnswerPair, Boundary
from jarparity.answers import Error
from jarparity.domains import ROWS_A_BLOCK, ColumnDomain
from jarparity.measures.prove import digests
from jarparity.measures.prove.asking import differing
from jarparity.measures.prove.prover import original_answers
from jarparity.shrinking import shrunk, size

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.cases import Vector
    from jarparity.domains import Block
    from jarparity.grades import Grade
    from jarparity.lines import Line
    from jarparity.measures.patch.expected import Expected
    from jarparity.operations import Operation
    from jarparity.original_faults import OriginalFault
    from jarparity.references import LiveReference

RECORDED: Final = "recorded"
DRAWN: Final = "drawn"
SMALL_SCOPE: Final = "small scope"
STAGES: Final = (RECORDED, DRAWN, SMALL_SCOPE)

BATCH: Final = 500
"""Inputs in one round trip."""

_TRIES: Final = 1500
"""Smaller inputs that are looked at for an example."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is asked.

    Attributes:
        drawn: Inputs of each operation, and as many again that come near each fault.
        scope: Inputs of each operation's exhaustive small scope; None for all.
        seed: Everything that is drawn follows from it.
        deadline: `time.monotonic()` value after which nothing more is drawn, or None.
    """

    drawn: int
    scope: int | None
    seed: int
    deadline: float | None = None

    @property
    def over(self) -> bool:
        """Whether the time is used up."""
        return self.deadline is not None and time.monotonic() >= self.deadline


@dataclass(slots=True)
class FaultCount:
    """What was seen of a fault in one operation.

    Attributes:
        release: By stage how many inputs show it on the release.
        patched: By stage how many show it on the patched line.
        example: The smallest input that does so.
    """

    release: Counter[str] = field(default_factory=Counter)
    patched: Counter[str] = field(default_factory=Counter)
    example: AnswerPair | None = None


@dataclass(slots=True)
class Compared:
    """What came of one operation.

    Attributes:
        operation: Which.
        asked: By stage how many inputs were asked.
        changed: By stage and reason (None for an unexpected change) how many answers are others.
        grades: By reason and grade how good the other answers are, of operations that grade them.
        examples: By reason the smallest input whose answer changed; of unexpected ones made smaller still.
        faults: By fault's name what was seen of it.
        complete: Whether all of the small scope was asked; None where it has none.
        cut_short: Whether the time was over before all was asked.
    """

    operation: Operation
    asked: Counter[str] = field(default_factory=Counter)
    changed: Counter[tuple[str, str | None]] = field(default_factory=Counter)
    grades: Counter[tuple[str | None, Grade]] = field(default_factory=Counter)
    examples: dict[str | None, AnswerPair] = field(default_factory=dict)
    faults: dict[str, FaultCount] = field(default_factory=dict)
    complete: bool | None = None
    cut_short: bool = False

    def unexpected(self) -> int:
        """How many answers changed that were not to change."""
        return sum(count for (_, reason), count in self.changed.items() if reason is None)

    def expected(self) -> int:
        """How many answers changed that a fix may change."""
        return sum(count for (_, reason), count in self.changed.items() if reason is not None)


def compare(  # noqa: PLR0913 - the parts of a comparison
    operation: Operation,
    reference: LiveReference,
    boundary: Boundary,
    vectors: Sequence[Vector],
    recorded_scope: Mapping[str, str],
    expected: Expected,
    effort: Effort,
) -> Compared:
    """Asks both lines of one operation.

    Args:
        operation: What is asked.
        reference: Where both lines are open.
        boundary: The release, and its patched line.
        vectors: The golden vectors; the patched line alone is asked them.
        recorded_scope: By block of the small scope the digest of the release's answers; where they are the patched
            line's, too, the release isn't asked.
        expected: What may change.
        effort: How much is asked.

    Raises:
        BridgeError: The bridge failed.
    """
    one = _One(operation, reference, boundary, expected, effort)
    one.recorded(vectors)
    one.drawn()
    one.small_scope(recorded_scope)
    one.shrink()
    return one.compared


class _One:
    """One operation while it is compared."""

    def __init__(
        self, operation: Operation, reference: LiveReference, boundary: Boundary, expected: Expected, effort: Effort
    ) -> None:
        self._operation, self._reference, self._boundary = operation, reference, boundary
        self._expected, self._effort = expected, effort
        self.compared = Compared(operation)
        self._faults = expected.of_operation(operation)
        self.compared.faults = {fault.name: FaultCount() for fault in self._faults}

    def recorded(self, vectors: Sequence[Vector]) -> None:
        release = str(self._boundary.older)
        known = [
            (vector.case.input, recorded.answer)
            for vector in vectors
            for recorded in vector.answers
            if release in recorded.lines
        ]
        for start in range(0, len(known), BATCH):
            documents, before = zip(*known[start : start + BATCH], strict=True)
            after = self._ask(self._boundary.newer, documents)
            self._look(RECORDED, list(map(self._pair, documents, before, after)))

    def drawn(self) -> None:
        seeded = random.Random(f"{self._effort.seed} patch {self._operation.name}")  # noqa: S311 - reproducible
        sources: list[Callable[[], JSON]] = [lambda: self._operation.draw(seeded)]
        sources += [_near(fault, self._operation.name, seeded) for fault in self._faults if fault.draw]
        for draw in sources:
            for start in range(0, self._effort.drawn, BATCH):
                if self._effort.over:
                    self.compared.cut_short = True
                    return
                count = min(BATCH, self._effort.drawn - start)
                self._both(DRAWN, [self._taken(draw()) for _ in range(count)])

    def small_scope(self, recorded: Mapping[str, str]) -> None:
        domain = digests.DOMAINS.get(self._operation.name)
        if domain is None:
            return
        release, patched = self._boundary.older, self._boundary.newer
        theirs, ours = (original_answers(self._reference, line, domain) for line in (release, patched))
        every = digests.blocks_of(domain.blocks(), release)
        chosen = _spread(every, self._effort.scope)
        self.compared.complete = len(chosen) == len(every)
        for block in chosen:
            if self._effort.over:
                self.compared.cut_short, self.compared.complete = True, False
                return
            now = ours(block)
            self.compared.asked[SMALL_SCOPE] += block.rows
            if recorded.get(block.name) == now.digest():
                continue
            rows = differing(now, theirs(block))
            if isinstance(domain, ColumnDomain):
                # A column has millions of rows: these are enough for an example.
                rows = rows[:BATCH]
            self._both(SMALL_SCOPE, [domain.document(block, row) for row in rows], count=False)

    def shrink(self) -> None:
        """The example of an unexpected change, on an input that is as small as it gets."""
        if (found := self.compared.examples.get(None)) is not None:
            self.compared.examples[None] = self._shrunk(found, lambda one: one.differs and self._reason(one) is None)
        for fault in self._faults:
            count = self.compared.faults[fault.name]
            if count.example is not None:
                count.example = self._shrunk(count.example, _still_shows(fault))

    def _shrunk(self, found: AnswerPair, still: Callable[[AnswerPair], bool]) -> AnswerPair:
        smallest = found

        def first(documents: Sequence[JSON]) -> JSON:
            nonlocal smallest
            for looked_at in self._asked(documents):
                if still(looked_at):
                    smallest = looked_at
                    return looked_at.input
            return None

        shrunk(self._operation, found.input, first, tries=_TRIES if not self._effort.over else 0)
        return smallest

    def _both(self, stage: str, documents: Sequence[JSON], *, count: bool = True) -> None:
        self._look(stage, self._asked(documents), count=count)

    def _asked(self, documents: Sequence[JSON]) -> list[AnswerPair]:
        """What both lines answer; inputs that they don't take are left out."""
        taken = [document for document in documents if self._operation.takes(self._boundary.older, document)]
        before, after = (self._ask(line, taken) for line in (self._boundary.older, self._boundary.newer))
        return list(map(self._pair, taken, before, after))

    def _ask(self, line: Line, documents: Sequence[JSON]) -> list[Answer]:
        return self._reference.answers(self._operation.name, line, documents) if documents else []

    def _taken(self, document: JSON) -> JSON:
        """The input as the release can be asked it."""
        release = self._boundary.older
        return document if self._operation.takes(release, document) else self._operation.projected(release, document)

    def _look(self, stage: str, asked: Sequence[AnswerPair], *, count: bool = True) -> None:
        if count:
            self.compared.asked[stage] += len(asked)
        for one in asked:
            for fault in self._faults:
                self._note_fault(stage, fault, one)
            if one.differs:
                self._note_change(stage, one)

    def _note_fault(self, stage: str, fault: OriginalFault, one: AnswerPair) -> None:
        seen = self.compared.faults[fault.name]
        seen.release[stage] += fault.shown(one.input, one.before)
        if fault.shown(one.input, one.after):
            seen.patched[stage] += 1
            seen.example = self._smaller(seen.example, one)

    def _note_change(self, stage: str, change: AnswerPair) -> None:
        reason = self._reason(change)
        self.compared.changed[stage, reason] += 1
        if self._operation.grader is not None:
            self.compared.grades[reason, self._operation.grade(change.input, change.before, change.after)] += 1
        self.compared.examples[reason] = self._smaller(self.compared.examples.get(reason), change)

    def _smaller(self, one: AnswerPair | None, other: AnswerPair) -> AnswerPair:
        if one is None:
            return other
        return min((one, other), key=lambda found: size(self._operation, found.input))

    def _reason(self, change: AnswerPair) -> str | None:
        """Why the answer may be another one. An error where there was none may not be, but where a fault says so."""
        if _throws_anew(change):
            return self._expected.refusal(self._operation, change.input, change.before)
        return self._expected.reason(self._operation, change.input, change.before)

    def _pair(self, document: JSON, before: Answer, after: Answer) -> AnswerPair:
        return AnswerPair(self._operation, self._boundary, document, document, before, after)


def _throws_anew(change: AnswerPair) -> bool:
    """Whether the patched line throws where the release doesn't: at once, or at a step of a history."""
    before, after = ([*_failures(answer)] for answer in (change.before, change.after))
    return any(now and not was for was, now in zip_longest(before, after))


def _failures(answer: Answer) -> Iterator[bool]:
    if isinstance(answer, Error):
        yield True
    elif isinstance(answer.value, list):
        yield from (isinstance(entry, dict) and "error" in entry for entry in answer.value)


def _still_shows(fault: OriginalFault) -> Callable[[AnswerPair], bool]:
    return lambda one: fault.shown(one.input, one.after)


def _near(fault: OriginalFault, operation: str, seeded: random.Random) -> Callable[[], JSON]:
    draw = fault.draw
    assert draw is not None, fault.name  # noqa: S101 - the caller has looked
    return lambda: draw(operation, seeded)


def _spread(blocks: Sequence[Block], rows: int | None) -> list[Block]:
    """Blocks of about so many inputs, evenly spread: at least one, if any are wanted."""
    total = sum(block.rows for block in blocks)
    if rows is None or total <= rows:
        return list(blocks)
    count = -(-rows // ROWS_A_BLOCK)
    ends = list(accumulate(block.rows for block in blocks))
    # The block in the middle of each of so many parts of the domain.
    return [blocks[place] for place in sorted({bisect(ends, (2 * i + 1) * total // (2 * count)) for i in range(count)})]
