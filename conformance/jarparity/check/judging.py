"""From answers and replies to verdicts: the one place where a port is compared with the originals. Asks nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from jarparity.answers import TIMED_OUT, Answer, Error, NoAnswer, Skip, Value, canonical, same, to_json
from jarparity.grades import Grade
from jarparity.verdicts import Agrees, Differs, Errored, Skipped, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from jarparity.answers import Reply
    from jarparity.cases import Case
    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.references import Groups


class Truth(NamedTuple):
    """A case and what the originals answer to it: one group of lines per distinct answer."""

    case: Case
    groups: Groups

    def by_line(self) -> dict[Line, Answer]:
        """The answer of every line."""
        return {line: answer for lines, answer in self.groups for line in lines}


class Question(NamedTuple):
    """What a port is asked once.

    Attributes:
        case: The case.
        lines: Lines whose answers are the same; the port is asked as the last of them, the newest.
        expected: Their answer.
    """

    case: Case
    lines: tuple[Line, ...]
    expected: Answer


ENDLESS: Final = "EndlessLoop"
"""The kind of error that stands for an original that doesn't end; a port that doesn't either does as it does."""


def group_lines(answers: Mapping[Line, Answer]) -> Groups:
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


def on_lines(truth: Truth, wanted: set[Line]) -> Truth:
    """The truth on some of the lines."""
    if all(wanted.issuperset(lines) for lines, _ in truth.groups):
        return truth
    kept = ((tuple(line for line in lines if line in wanted), answer) for lines, answer in truth.groups)
    return Truth(truth.case, tuple((lines, answer) for lines, answer in kept if lines))


def is_same(groups: Groups, others: Groups) -> bool:
    """Whether both have the same answers, messages too, of the same lines."""
    return len(groups) == len(others) and all(
        lines == theirs and same(answer, other, messages=True)
        for (lines, answer), (theirs, other) in zip(groups, others, strict=True)
    )


def questions(
    truths: Iterable[Truth], parts: Callable[[tuple[Line, ...]], Iterable[tuple[Line, ...]]]
) -> dict[Line, list[Question]]:
    """What a port has to be asked, by the line as which it is asked, in order.

    Args:
        truths: Cases and the originals' answers.
        parts: Takes lines that agree, and gives those that are one question to the port.
    """
    found: dict[Line, list[Question]] = {}
    known: dict[tuple[Line, ...], list[tuple[Line, ...]]] = {}
    for case, groups in truths:
        for lines, answer in groups:
            if lines not in known:
                known[lines] = list(parts(lines))
            for part in known[lines]:
                found.setdefault(part[-1], []).append(Question(case, part, answer))
    return dict(sorted(found.items()))


def newest(truth: Truth) -> Truth:
    """The truth on the newest line of each group that agrees."""
    return Truth(truth.case, tuple([(lines[-1:], answer) for lines, answer in truth.groups]))


def judge(operation: Operation, question: Question, reference: str, reply: Reply, *, messages: bool) -> Verdict:
    """The verdict on a port's reply, with its grade.

    Args:
        operation: What was asked.
        question: The case and the answer of the originals.
        reference: Who gave that answer.
        reply: The port's.
        messages: Whether the texts of errors are compared, too.
    """
    case, lines, expected = question
    names = tuple([str(line) for line in lines])
    match reply:
        case Value() | Error():
            if same(expected, reply, messages=messages):
                return Agrees(case, names, reference, expected)
            return Differs(case, names, reference, expected, reply, operation.grade(case.input, expected, reply))
        case Skip(reason, issue_url):
            return Skipped(case, names, reference, reason, issue_url)
        case NoAnswer(reason) if reason == TIMED_OUT and isinstance(expected, Error) and expected.kind == ENDLESS:
            return Agrees(case, names, reference, expected)
        case NoAnswer(reason, detail):
            return Errored(case, names, reference, f"the port {reason}", detail)


def grade_of(verdict: Verdict) -> Grade:
    """The grade that a port has from this verdict alone: a port that broke is wrong, one that declines is not."""
    match verdict:
        case Differs(grade=grade):
            return grade
        case Errored():
            return Grade.WRONG
        case _:
            return Grade.EXACT


def flaky(failure: Differs | Errored) -> Errored:
    """The port failed, and didn't when asked the same again."""
    reason = "the port answers otherwise when it is asked again"
    return Errored(failure.case, failure.lines, failure.reference, reason, "it keeps state, or is random")


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
