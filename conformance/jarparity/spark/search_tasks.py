"""What a task of the search does: it draws cases, and compares the port's answers with the originals'.

Between the two, Spark's own JVM asks the originals. Nothing here needs Spark: rows come and go as Python values.
"""

from __future__ import annotations

import json
import pickle
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from jarparity import registry
from jarparity.cases import FOUND, Case
from jarparity.check.asking import PortReplies, by_eligible_line
from jarparity.check.drawing import Chunk, chunks
from jarparity.check.events import BulkAgreement
from jarparity.check.judging import Truth
from jarparity.check.tally import size
from jarparity.lines import Line
from jarparity.ports.claims import line_is_claimed
from jarparity.references.batches import batches, read_groups
from jarparity.spark.blocks import Rows
from jarparity.spark.worker_port import WorkerPort
from jarparity.verdicts import Agrees, Differs, Errored, Skipped, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


REFERENCE: Final = "gateway"
"""The route: the originals are asked inside Spark's JVMs."""

EXAMPLES: Final = 3
"""Failures of a kind that a part keeps, the smallest; all are counted."""

_TEXT: Final = 2**20
"""Characters of inputs in a part: the answers of many lines to them are in memory at once."""

QUESTIONS: Final = Rows.of(chunk="int", part="int", parts="int", operation="string", eligible="string", inputs="string")
"""The columns of questions."""

RESULTS: Final = Rows.of(chunk="int", part="int", parts="int", counts="binary")
"""The columns of results."""

Counts: TypeAlias = "list[tuple[list[Verdict | BulkAgreement], int]]"
"""Verdicts, and how many more there were like the last of them."""


class Question(NamedTuple):
    """A part of a chunk: what the originals are asked at once.

    Attributes:
        chunk: The chunk's place among all.
        part: The part's place in the chunk.
        parts: How many the chunk has.
        operation: The operation's name.
        eligible: A JSON object: by line the places of the inputs that it takes.
        inputs: A JSON array.
    """

    chunk: int
    part: int
    parts: int
    operation: str
    eligible: str
    inputs: str


class Result(NamedTuple):
    """What came of a part.

    Attributes:
        chunk: As in `Question`; so are `part` and `parts`.
        counts: `Counts`, pickled.
    """

    chunk: int
    part: int
    parts: int
    counts: bytes


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched; a task needs no more to know its share.

    Attributes:
        operations: Their names.
        lines: The lines that are asked.
        seed: Everything that is drawn follows from it.
        cases: Of each operation.
        port: The port.
        part: Only these of its chunks, from the first to before the second; None for all.
    """

    operations: tuple[str, ...]
    lines: tuple[str, ...]
    seed: int
    cases: int
    port: WorkerPort = field(default_factory=WorkerPort)
    part: tuple[int, int] | None = None

    def chunks(self) -> tuple[Chunk, ...]:
        """All of the work, in order, whichever part of it is wanted."""
        return _chunks(self.operations, self.cases)

    @property
    def numbers(self) -> range:
        """The places of the chunks that are wanted."""
        every = range(len(self.chunks()))
        return every if self.part is None else every[slice(*self.part)]

    def questions(self, number: int) -> Iterator[Question]:
        """The parts of a chunk."""
        chunk = self.chunks()[number]
        port = self.port.open()
        claimed = [line for line in map(Line.parse, self.lines) if line_is_claimed(port, line)]
        texts = [text for text, _ in batches(chunk.draw(self.seed), _TEXT)]
        for part, text in enumerate(texts):
            eligible = by_eligible_line(chunk.operation, claimed, _cases(chunk.operation.name, text))
            places = {str(line): list(places) for line, places in eligible.items()}
            yield Question(number, part, len(texts), chunk.operation.name, json.dumps(places), text)

    def result(self, question: Question, answers: str) -> Result:
        """What came of a part.

        Args:
            question: The part.
            answers: The bridge's answers to it.
        """
        cases = _cases(question.operation, question.inputs)
        lines = [Line.parse(line) for line in json.loads(question.eligible)]
        truths = list(map(Truth, cases, read_groups(answers, len(cases), lines)))
        kinds: dict[tuple[type[Verdict], tuple[str, ...], str], list[Verdict]] = defaultdict(list)
        replies = PortReplies(registry.operation(question.operation), self.port.open())
        for verdict in replies.verdicts(truths, REFERENCE):
            kinds[type(verdict), verdict.lines, _detail(verdict)].append(verdict)
        red = any(issubclass(kind, Differs | Errored) for kind, _, _ in kinds)
        counts: Counts = [_count(verdicts, red=red) for verdicts in kinds.values()]
        return Result(*question[:3], pickle.dumps(counts))


def counts_of(result: Result) -> Counts:
    """The verdicts that a result carries."""
    counts: Counts = pickle.loads(result.counts)  # noqa: S301 - our own task's
    return counts


def _cases(operation: str, inputs: str) -> list[Case]:
    return [Case(operation, str(i), document) for i, document in enumerate(json.loads(inputs))]


def _detail(verdict: Verdict) -> str:
    match verdict:
        case Skipped():
            return verdict.reason
        case Differs():
            return str(verdict.grade)
    return ""


def _count(verdicts: Sequence[Verdict], *, red: bool) -> tuple[list[Verdict | BulkAgreement], int]:
    """Verdicts of one kind as few: the smallest failures, one skip, and some agreeing neighbours of failures."""
    first = verdicts[0]
    if isinstance(first, Agrees):
        # For the diagnosis: a known bug would have got some of these wrong.
        kept = list(verdicts[: EXAMPLES if red else 0])
        rest = len(verdicts) - len(kept)
        return [*kept, *([BulkAgreement(first.case.operation, first.lines, REFERENCE, rest)] if rest else [])], 0
    if isinstance(first, Differs | Errored):
        failures = sorted((verdict for verdict in verdicts if isinstance(verdict, Differs | Errored)), key=size)
        return [_named(failure) for failure in failures[:EXAMPLES]], max(0, len(verdicts) - EXAMPLES)
    return [first], len(verdicts) - 1


def _named(failure: Differs | Errored) -> Differs | Errored:
    """With an id: only what is kept pays for the hash of its content."""
    return replace(failure, case=Case.generated(failure.case.operation, failure.case.input, FOUND))


@lru_cache(maxsize=4)
def _chunks(operations: tuple[str, ...], cases: int) -> tuple[Chunk, ...]:
    return tuple(chunks([registry.operation(name) for name in operations], cases))
