"""What can be said of a difference between two lines: the words in which a known change says which ones are its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.answers import Error, Value, canonical

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from jarparity.answer_pairs import AnswerPair
    from jarparity.answers import JSON, Answer
    from jarparity.area import Aspect


def holds(aspect: str, pair: AnswerPair) -> bool:
    """Whether a difference has an aspect: one of `ASPECTS`, where it takes an argument after a colon.

    Raises:
        KeyError: There is no such aspect.
        ValueError: It is about a history's steps, and the operation doesn't name them.
    """
    name, _, argument = aspect.partition(":")
    return ASPECTS[name](pair, argument)


def _order(pair: AnswerPair, left_out: str) -> bool:
    before, after = pair.before, pair.after
    if not (isinstance(before, Value) and isinstance(after, Value)):
        return False
    left = set(left_out.split(","))
    first, second = (
        [_without(entry, left) for entry in value] if isinstance(value, list) else value
        for value in (before.value, after.value)
    )
    return first != second and canonical(_unordered(first)) == canonical(_unordered(second))


def _field(pair: AnswerPair, said: str) -> bool:
    name, _, value = said.partition("=")
    return str(pair.input.get(name)) == value


def _unordered(document: JSON) -> JSON:
    """Every list of topic-partitions, or of splits, sorted."""
    if isinstance(document, dict):
        return {name: _unordered(value) for name, value in document.items()}
    if not isinstance(document, list):
        return document
    if all(isinstance(item, list) and [type(part) for part in item[:2]] == [str, int] for item in document):
        return sorted(document, key=canonical)
    return [_unordered(item) for item in document]


def _kind(answer: Answer) -> str:
    return answer.kind if isinstance(answer, Error) else "value"


def _entries(answer: Answer) -> list[JSON]:
    """What a history observed, entry by entry; nothing of an answer that is none."""
    return list(answer.value) if isinstance(answer, Value) and isinstance(answer.value, list) else []


def _only(pair: AnswerPair, fields: str) -> bool:
    """Whether nothing but these fields of the entries differs."""
    before, after = _entries(pair.before), _entries(pair.after)
    left = set(fields.split(","))
    return bool(before) and [_without(entry, left) for entry in before] == [_without(entry, left) for entry in after]


def _without(entry: JSON, fields: set[str]) -> JSON:
    return {name: value for name, value in entry.items() if name not in fields} if isinstance(entry, dict) else entry


def _failures(pair: AnswerPair) -> Iterator[tuple[str | None, str | None]]:
    """By step the kinds of the errors of both lines, None where there was none."""
    for before, after in zip(_entries(pair.before), _entries(pair.after), strict=False):
        yield _failure(before), _failure(after)


def _failure(entry: JSON) -> str | None:
    return str(entry["error"]["kind"]) if isinstance(entry, dict) and "error" in entry else None


def _fails_at(pair: AnswerPair, op: str) -> bool:
    """Whether the first step at which the lines don't fail alike does this."""
    pairs = zip(_steps(pair), _failures(pair), strict=False)
    return next((step == op for step, (before, after) in pairs if before != after), False)


def _steps(pair: AnswerPair) -> Sequence[str]:
    """By step what happens."""
    operation = pair.operation
    if operation.steps is None:
        raise ValueError(f"{operation.name} doesn't say what happens in its steps: say so in Operation.steps")
    return operation.steps(pair.input)


def _fails_only(failures: Iterable[tuple[str | None, str | None]], kind: str) -> bool:
    """Whether a step fails on the first of two lines only; given a kind, whether it does so with that kind."""
    return any(one == kind != other if kind else one and not other for one, other in failures)


_GENERAL: Final[Mapping[str, Aspect]] = {
    "order": _order,
    "contents": lambda c, _: not _order(c, _),
    "before": lambda c, kind: _kind(c.before) == kind,
    "after": lambda c, kind: _kind(c.after) == kind,
    "field": _field,
    "mentions": lambda c, text: text in canonical(c.input),
    "only": _only,
    "step": lambda c, op: op in _steps(c),
    "fails-at": _fails_at,
    "fails-before": lambda c, kind: _fails_only(_failures(c), kind),
    "fails-after": lambda c, kind: _fails_only(((after, before) for before, after in _failures(c)), kind),
    "fails-otherwise": lambda c, _: any(before and after and before != after for before, after in _failures(c)),
}
"""By name what decides, given a pair and the text after the name's colon.

`order`: lists have the same partitions or splits in another order (`contents`: not so); `order:FIELD,FIELD`, in a
history, these fields of the entries apart. `before:KIND`, `after:KIND`: the kind of an error, or `value`.
`field:NAME=VALUE`: a field of the input is this text or number. `mentions:TEXT`: the input's JSON has it.
Of histories: `only:FIELD,FIELD`, nothing but these fields of the entries differs; `fails-before`, there is a step at
which only the older line fails, `fails-before:KIND`, only the older one with an error of this kind; `fails-after`, the
same of the newer; `fails-otherwise`, both fail, with errors of different kinds; `fails-at:OP`, the first step at which
they don't fail alike does this; `step:OP`, a step does this. Areas have more, of their own (`Area.aspects`).
"""

ASPECTS: Final[Mapping[str, Aspect]] = {
    **_GENERAL,
    **{n: a for area in registry.AREAS for n, a in area.aspects.items()},
}
"""The general aspects, and those of every area."""
