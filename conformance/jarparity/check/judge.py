"""From answers and replies to verdicts: the one place where a port is compared with the originals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from jarparity.answers import Answer, Error, Fault, Skip, Value, canonical, same, to_json
from jarparity.verdicts import Agrees, Differs, Errored, Skipped, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from jarparity.answers import JSON, Reply
    from jarparity.cases import Case
    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.ports import Port


@dataclass(frozen=True, slots=True)
class Truth:
    """A case and what the originals answer to it: one group of lines per distinct answer."""

    case: Case
    groups: tuple[tuple[tuple[Line, ...], Answer], ...]

    def by_line(self) -> dict[Line, Answer]:
        """The answer of every line."""
        return {line: answer for lines, answer in self.groups for line in lines}


ENDLESS: Final = "EndlessLoop"
"""The kind of error that stands for an original that doesn't end; a port that doesn't either does as it does."""


def group_lines(answers: Mapping[Line, Answer]) -> tuple[tuple[tuple[Line, ...], Answer], ...]:
    """Lines that agree stand together, in order; the group of the oldest line comes first."""
    groups: list[tuple[list[Line], Answer]] = []
    for line in sorted(answers):
        answer = answers[line]
        group = next((lines for lines, known in groups if same(known, answer, messages=True)), None)
        if group is None:
            groups.append(([line], answer))
        else:
            group.append(line)
    return tuple((tuple(lines), answer) for lines, answer in groups)


def only_lines(truth: Truth, wanted: set[Line]) -> Truth:
    """The truth on some of the lines."""
    if all(wanted.issuperset(lines) for lines, _ in truth.groups):
        return truth
    kept = ((tuple(line for line in lines if line in wanted), answer) for lines, answer in truth.groups)
    return Truth(truth.case, tuple((lines, answer) for lines, answer in kept if lines))


def judge(
    operation: Operation, port: Port, truths: Sequence[Truth], reference: str, *, every_line: bool = True
) -> Iterable[Verdict]:
    """Asks the port, and compares.

    The port is asked once for all lines that agree, as the newest of them; where the operation is known to vary, once
    for every line, unless `every_line` is off. Cost: one batch to the port for each distinct line asked.
    """
    questions: dict[Line, list[tuple[Truth, tuple[Line, ...], Answer]]] = {}
    for truth in truths:
        for lines, answer in truth.groups:
            parts: list[tuple[Line, ...]] = [(line,) for line in lines] if every_line and operation.varies else [lines]
            for asked in parts:
                questions.setdefault(asked[-1], []).append((truth, asked, answer))
    messages = operation.messages and port.info.messages
    for line in sorted(questions):
        asked_of_line = questions[line]
        inputs: list[JSON] = [truth.case.input for truth, _, _ in asked_of_line]
        replies = port.replies(operation.name, line, inputs)
        for (truth, lines, answer), reply in zip(asked_of_line, replies, strict=True):
            found = verdict(truth.case, lines, reference, answer, reply, messages=messages)
            yield graded(operation, found) if operation.grader and isinstance(found, Differs) else found


def verdict(  # noqa: PLR0913 - the parts of a verdict
    case: Case,
    lines: Sequence[Line],
    reference: str,
    expected: Answer,
    reply: Reply,
    *,
    messages: bool,
) -> Verdict:
    """The verdict on one reply."""
    names = tuple(map(str, lines))
    match reply:
        case Skip(reason, issue_url):
            return Skipped(case, names, reference, reason, issue_url)
        case Fault("timed out") if isinstance(expected, Error) and expected.kind == ENDLESS:
            return Agrees(case, names, reference, expected)
        case Fault(reason, detail):
            return Errored(case, names, reference, f"the port {reason}", detail)
        case Value() | Error():
            if same(expected, reply, messages=messages):
                return Agrees(case, names, reference, expected)
            return Differs(case, names, reference, expected, reply)


def graded(operation: Operation, differs: Differs) -> Differs:
    """The same verdict with its grade."""
    if not isinstance(differs.got, Value | Error):
        return differs
    return replace(differs, grade=operation.grade(differs.case.input, differs.expected, differs.got))


def disagreements(
    case: Case, answers: Mapping[str, Mapping[Line, Answer]], port_reply: Reply | None = None
) -> list[Verdict]:
    """Where references disagree with each other about a line: a failure of the kit, naming the dissenter.

    Args:
        case: The case.
        answers: By reference, by line.
        port_reply: What the port says: the casting vote where two references disagree.
    """
    found: list[Verdict] = []
    for line in sorted({line for by_line in answers.values() for line in by_line}):
        votes = {name: by_line[line] for name, by_line in answers.items() if line in by_line}
        texts = {name: canonical(to_json(answer)) for name, answer in votes.items()}
        if len(set(texts.values())) <= 1:
            continue
        dissenter = _dissenter(texts, port_reply)
        detail = "; ".join(f"{name} says {text}" for name, text in texts.items())
        found.append(
            Errored(case, (str(line),), "+".join(votes), "references disagree with each other", detail, dissenter)
        )
    return found


def _dissenter(texts: Mapping[str, str], port_reply: Reply | None) -> str:
    votes = list(texts.values())
    if port_reply is not None:
        votes.append(canonical(to_json(port_reply)))
    alone = [name for name, text in texts.items() if votes.count(text) == 1]
    return alone[0] if len(alone) == 1 else " or ".join(texts)
