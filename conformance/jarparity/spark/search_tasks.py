"""What a task of the search does: it draws cases, and compares the port with what the originals said to them.

Between the two, Spark's own JVM asks the originals. Nothing here needs Spark: rows come and go as Python values.
"""

from __future__ import annotations

import json
import pickle
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from jarparity import catalogue
from jarparity.cases import Case
from jarparity.check.drawing import Chunk, chunks
from jarparity.check.judge import Truth, group_lines, judge
from jarparity.check.run import line_is_claimed
from jarparity.check.tally import size
from jarparity.lines import Line
from jarparity.ports.load import open_port
from jarparity.references.crossing import batches, read_answers
from jarparity.verdicts import Agrees, Differs, Errored, Skipped, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.operations import Operation
    from jarparity.ports import Port

REFERENCE: Final = "gateway"
"""The route: the originals are asked inside Spark's JVMs."""

EXAMPLES: Final = 3
"""Failures of a kind that a part keeps, the smallest; all are counted."""

_TEXT: Final = 2**20
"""Characters of inputs in a part: the answers of many lines to them stand in memory at once."""


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched; a task needs no more to know its share.

    Attributes:
        operations: Their names.
        lines: The lines that are asked.
        seed: Everything that is drawn follows from it.
        cases: Of each operation.
        port: `module:attribute` of the port; None for the kit's own, or where there is a command.
        command: A program that is the port, or None.
        timeout: Seconds that the program has for a case.
        folder: Where the port's module is, if executors find it there.
    """

    operations: tuple[str, ...]
    lines: tuple[str, ...]
    seed: int
    cases: int
    port: str | None = None
    command: str | None = None
    timeout: float = 10.0
    folder: str | None = None

    def open_port(self) -> Port:
        """The port, opened once in a process."""
        return _port(self.port, self.command, self.timeout, self.folder)

    def chunks(self) -> tuple[Chunk, ...]:
        """All of the work, in order."""
        return _chunks(self.operations, self.cases)

    def questions(self, number: int) -> Iterator[Question]:
        """The parts of a chunk: inputs that the same lines take."""
        chunk = self.chunks()[number]
        port = self.open_port()
        wanted = [line for line in map(Line.parse, self.lines) if line_is_claimed(port, line)]
        by_takers: dict[tuple[str, ...], list[JSON]] = defaultdict(list)
        for document in chunk.draw(self.seed):
            by_takers[tuple(map(str, chunk.operation.takers(wanted, document)))].append(document)
        texts = [(lines, text) for lines, inputs in by_takers.items() for text, _ in batches(inputs, _TEXT)]
        for part, (lines, text) in enumerate(texts):
            yield Question(number, part, len(texts), chunk.operation.name, lines, text)

    def compared(self, question: Question, said: Sequence[str | None]) -> list[Found]:
        """What came of a part, a row for each kind of verdict and group of lines.

        Args:
            question: The part.
            said: By line of the search, the bridge's answers to it as text; None for a line that was not asked.
        """
        operation = catalogue.operation(question.operation)
        cases = [Case(operation.name, "", document) for document in json.loads(question.inputs)]
        answers = {Line.parse(line): text for line, text in zip(self.lines, said, strict=True) if text is not None}
        counts: Counter[tuple[type[Verdict], tuple[str, ...], str]] = Counter()
        kept: dict[tuple[type[Verdict], tuple[str, ...], str], list[Verdict]] = defaultdict(list)
        for verdict in judge(operation, self.open_port(), _truths(cases, answers), REFERENCE):
            kind = type(verdict), verdict.lines, verdict.reason if isinstance(verdict, Skipped) else ""
            counts[kind] += 1
            # Agreement is kept only as a witness: of a few cases, for a known bug would have got some of them wrong.
            if not isinstance(verdict, Agrees) or counts[kind] <= EXAMPLES:
                kept[kind].append(verdict)
        place = question.chunk, question.part, question.parts
        red = any(issubclass(kind, Differs | Errored) for kind, _, _ in counts)
        found = []
        for told, count in counts.items():
            examples = kept[told] if red or told[0] is not Agrees else []
            found.append(Found(*place, operation.name, told[0].name, told[1], count, _examples(examples)))
        # A part that no line takes says that it was there, too: the driver counts parts.
        return found or [Found(*place, operation.name, Agrees.name, (), 0, b"")]


@dataclass(frozen=True, slots=True)
class Question:
    """A part of a chunk: what the originals are asked at once.

    Attributes:
        chunk: The chunk's place among all.
        part: The part's place in the chunk.
        parts: How many the chunk has.
        operation: The operation's name.
        lines: Those that take all of these inputs.
        inputs: A JSON array.
    """

    chunk: int
    part: int
    parts: int
    operation: str
    lines: tuple[str, ...]
    inputs: str


@dataclass(frozen=True, slots=True)
class Found:
    """So many cases of a part came to one verdict on one group of lines.

    Attributes:
        chunk: As in `Question`; so are `part`, `parts` and `operation`.
        verdict: Its name.
        lines: The group.
        count: How many cases.
        examples: The smallest failures, one skip, or agreeing neighbours of failures, as `examples_of` reads them.
    """

    chunk: int
    part: int
    parts: int
    operation: str
    verdict: str
    lines: tuple[str, ...]
    count: int
    examples: bytes


Failure: TypeAlias = Differs | Errored


def examples_of(found: Found) -> list[Any]:
    """The verdicts that a row carries."""
    verdicts: list[Any] = pickle.loads(found.examples) if found.examples else []  # noqa: S301 - our own task's
    return verdicts


def _examples(verdicts: Sequence[Verdict]) -> bytes:
    if not verdicts:
        return b""
    failures = sorted((v for v in verdicts if isinstance(v, Differs | Errored)), key=size)
    others = verdicts[: 1 if isinstance(verdicts[0], Skipped) else EXAMPLES]
    return pickle.dumps([_named(failure) for failure in failures[:EXAMPLES]] or others)


def _named(failure: Failure) -> Failure:
    """With an id: only what is kept pays for the hash of its content."""
    case = Case.generated(failure.case.operation, failure.case.input, "found")
    if isinstance(failure, Differs):
        return Differs(case, failure.lines, failure.reference, failure.expected, failure.got)
    return Errored(case, failure.lines, failure.reference, failure.reason, failure.detail, failure.dissenter)


def _truths(cases: Sequence[Case], said: Mapping[Line, str]) -> list[Truth]:
    """What the lines answered; most lines give the same text, which is then read once."""
    lines_of: dict[str, list[Line]] = defaultdict(list)
    for line in sorted(said):
        lines_of[said[line]].append(line)
    together = {lines[0]: tuple(lines) for lines in lines_of.values()}
    read = {lines[0]: read_answers(text, len(cases)) for text, lines in lines_of.items()}
    return [Truth(case, _groups({first: read[first][i] for first in read}, together)) for i, case in enumerate(cases)]


def _groups(
    answers: Mapping[Line, Answer], together: Mapping[Line, tuple[Line, ...]]
) -> tuple[tuple[tuple[Line, ...], Answer], ...]:
    """As `group_lines`, where one line speaks for all whose texts are the same."""
    if len(answers) == 1:
        ((first, answer),) = answers.items()
        return ((together[first], answer),)
    return tuple(
        (tuple(sorted(line for first in firsts for line in together[first])), answer)
        for firsts, answer in group_lines(answers)
    )


@lru_cache(maxsize=4)
def _chunks(operations: tuple[str, ...], cases: int) -> tuple[Chunk, ...]:
    chosen: list[Operation] = [catalogue.operation(name) for name in operations]
    return tuple(chunks(chosen, cases))


@lru_cache(maxsize=1)
def _port(port: str | None, command: str | None, timeout: float, folder: str | None) -> Port:
    if folder is not None and folder not in sys.path:
        sys.path.append(folder)
    return open_port(port, command, timeout)
