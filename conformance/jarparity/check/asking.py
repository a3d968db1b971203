"""Asking: the originals, every line of them at once, and the port, once for each question."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from jarparity.cases import FOUND, Case
from jarparity.check.judging import Truth, judge, questions
from jarparity.ports import TellsLinesApart
from jarparity.verdicts import Differs, Errored

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from concurrent.futures import Future

    from jarparity.answers import JSON, Reply
    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references import LiveReference
    from jarparity.verdicts import Verdict


def by_eligible_line(operation: Operation, lines: Iterable[Line], cases: Sequence[Case]) -> dict[Line, Sequence[int]]:
    """By line, in order, the places of the cases that can be put to it; lines without any are left out."""
    having = [line for line in sorted(lines) if operation.has(line)]
    if operation.min_version is None:
        return dict.fromkeys(having if cases else (), range(len(cases)))
    taken: dict[Line, list[int]] = {line: [] for line in having}
    for i, case in enumerate(cases):
        for line in operation.eligible_lines(having, case.input):
            taken[line].append(i)
    return {line: places for line, places in taken.items() if places}


def ask(reference: LiveReference, operation: Operation, lines: Iterable[Line], cases: Sequence[Case]) -> list[Truth]:
    """What every line of the live originals that takes a case answers to it, from one round trip.

    Cases with the same id have the same input, which is asked once.

    Raises:
        BridgeError: The bridge failed.
    """
    once = list({case.id: case for case in cases}.values())
    eligible = by_eligible_line(operation, lines, once)
    if not eligible:
        return [Truth(case, ()) for case in cases]
    groups = reference.answers_of_lines(operation.name, eligible, [case.input for case in once])
    if len(once) == len(cases):
        return list(map(Truth, cases, groups))
    known = {case.id: found for case, found in zip(once, groups, strict=True)}
    return [Truth(case, known[case.id]) for case in cases]


@dataclass(frozen=True, slots=True)
class PortReplies:
    """What a port replies to the cases of an operation: the same case is asked once of lines that it can't tell apart.

    Attributes:
        operation: Which.
        port: What is asked.
    """

    operation: Operation
    port: Port
    _known: dict[Hashable, dict[str, Reply]] = field(default_factory=dict, repr=False)

    def of(self, line: Line, cases: Sequence[Case]) -> Iterator[Reply]:
        """One reply for each case, in order; the port is asked one after the other, as replies are taken."""
        known = self._known.setdefault(self._told(line), {})
        new: dict[str, JSON] = {case.id: case.input for case in cases if case.id not in known}
        asked = zip(new, self.port.replies(self.operation.name, line, list(new.values())), strict=True)
        for case in cases:
            while case.id not in known:
                name, known[name] = next(asked)
            yield known[case.id]

    def verdicts(self, truths: Iterable[Truth], reference: str, *, every_line: bool | None = None) -> Iterator[Verdict]:
        """The port against the originals.

        Args:
            truths: Cases and the originals' answers.
            reference: Who gave those.
            every_line: Whether the port is asked as each line that it can tell from the others; otherwise it is asked
                once for all lines that agree, as the newest of them. By default where the operation is known to vary.
        """
        messages = self.operation.messages and self.port.info.messages
        each = self.operation.varies if every_line is None else every_line
        for line, asked in questions(truths, self._told_apart if each else _as_newest).items():
            replies = self.of(line, [question.case for question in asked])
            for question, reply in zip(asked, replies, strict=True):
                yield judge(self.operation, question, reference, reply, messages=messages)

    def _told(self, line: Line) -> Hashable:
        """What the port learns of a line: the line, where it doesn't say."""
        return self.port.told(self.operation.name, line) if isinstance(self.port, TellsLinesApart) else line

    def _told_apart(self, lines: tuple[Line, ...]) -> Iterable[tuple[Line, ...]]:
        parts: dict[Hashable, list[Line]] = {}
        for line in lines:
            parts.setdefault(self._told(line), []).append(line)
        return map(tuple, parts.values())


def _as_newest(lines: tuple[Line, ...]) -> Iterable[tuple[Line, ...]]:
    return (lines,)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A port against the live originals.

    Attributes:
        operation: What is compared.
        port: What is under test.
        reference: The originals.
        lines: Those that are asked.
    """

    operation: Operation
    port: Port
    reference: LiveReference
    lines: Sequence[Line]

    def on(self, line: Line) -> Comparison:
        """The same on one line."""
        return replace(self, lines=(line,))

    def verdicts(self, cases: Sequence[Case]) -> Iterator[Verdict]:
        """Asks the originals for these cases, then the port."""
        return self.judged(ask(self.reference, self.operation, self.lines, cases))

    def judged(self, truths: Iterable[Truth]) -> Iterator[Verdict]:
        """Asks the port for what the originals have answered."""
        return PortReplies(self.operation, self.port).verdicts(truths, self.reference.name)

    def failure(self, document: JSON) -> Differs | Errored | None:
        """The verdict on one input, if the port fails on it."""
        case = Case.generated(self.operation.name, document, FOUND)
        failures = (verdict for verdict in self.verdicts([case]) if isinstance(verdict, Differs | Errored))
        return next(failures, None)


def asked_ahead(comparison: Comparison, rounds: Iterable[Sequence[Case]]) -> Iterator[list[Truth]]:
    """What the originals answer to each round: to the next one while the port is asked about the last.

    Raises:
        BridgeError: The bridge failed.
    """
    with ThreadPoolExecutor(1, "originals") as originals:
        answered: Future[list[Truth]] | None = None
        for cases in rounds:
            asked = originals.submit(ask, comparison.reference, comparison.operation, comparison.lines, cases)
            if answered is not None:
                yield answered.result()
            answered = asked
        if answered is not None:
            yield answered.result()
