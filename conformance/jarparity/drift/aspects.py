"""What can be said of a difference between two lines: the words in which a known change says which ones are its own."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from jarparity import sticky_bytes
from jarparity.answers import Error, Value, canonical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from jarparity.answers import JSON, Answer
    from jarparity.drift.boundaries import Comparison


def holds(aspect: str, comparison: Comparison) -> bool:
    """Whether a difference has an aspect: one of `ASPECTS`, where it takes an argument after a colon.

    Raises:
        KeyError: There is no such aspect.
    """
    name, _, argument = aspect.partition(":")
    return ASPECTS[name](comparison, argument)


def claims(member: JSON) -> Iterator[tuple[str, int]]:
    """The partitions that a member says it owns, in the field or in a sticky assignor's user data."""
    yield from ((topic, number) for topic, number in member.get("owned") or ())
    if member.get("userData"):
        yield from sticky_bytes.read(bytes.fromhex(member["userData"]))


def _order(comparison: Comparison, left_out: str) -> bool:
    before, after = comparison.before, comparison.after
    if not (isinstance(before, Value) and isinstance(after, Value)):
        return False
    left = set(left_out.split(","))
    first, second = (
        [_without(entry, left) for entry in value] if isinstance(value, list) else value
        for value in (before.value, after.value)
    )
    return first != second and canonical(_unordered(first)) == canonical(_unordered(second))


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


def _members(comparison: Comparison) -> list[JSON]:
    """The members of a group, or the joins of a history."""
    document = comparison.input
    if "members" in document:
        return list(document["members"])
    return [step for step in document.get("steps", ()) if step.get("op") == "join"]


def _racks(comparison: Comparison, _: str) -> bool:
    partitions = comparison.input.get("topics", {}).values()
    racked = any(isinstance(listed, list) and any(item.get("racks") for item in listed) for listed in partitions)
    return racked and any(member.get("rack") is not None for member in _members(comparison))


def _claimed(comparison: Comparison, times: str) -> bool:
    claimed = Counter(pair for member in _members(comparison) for pair in set(claims(member)))
    return any(count >= int(times) for count in claimed.values())


def _entries(answer: Answer) -> list[JSON]:
    """What a history observed, entry by entry; nothing of an answer that is none."""
    return list(answer.value) if isinstance(answer, Value) and isinstance(answer.value, list) else []


def _only(comparison: Comparison, fields: str) -> bool:
    """Whether nothing but these fields of the entries differs."""
    before, after = _entries(comparison.before), _entries(comparison.after)
    left = set(fields.split(","))
    return bool(before) and [_without(entry, left) for entry in before] == [_without(entry, left) for entry in after]


def _without(entry: JSON, fields: set[str]) -> JSON:
    return {name: value for name, value in entry.items() if name not in fields} if isinstance(entry, dict) else entry


def _failures(comparison: Comparison) -> Iterator[tuple[str | None, str | None]]:
    """By step the kinds of the errors of both lines, None where there was none."""
    for before, after in zip(_entries(comparison.before), _entries(comparison.after), strict=False):
        yield _failure(before), _failure(after)


def _failure(entry: JSON) -> str | None:
    return str(entry["error"]["kind"]) if isinstance(entry, dict) and "error" in entry else None


def _fails_at(comparison: Comparison, op: str) -> bool:
    """Whether the first step at which the lines don't fail alike does this."""
    pairs = zip(comparison.input.get("steps", ()), _failures(comparison), strict=False)
    return next((step["op"] == op for step, (before, after) in pairs if before != after), False)


def _fails_only(failures: Iterable[tuple[str | None, str | None]], kind: str) -> bool:
    """Whether a step fails on the first of two lines only; given a kind, whether it does so with that kind."""
    return any(one == kind != other if kind else one and not other for one, other in failures)


ASPECTS: Final[Mapping[str, Callable[[Comparison, str], bool]]] = {
    "order": _order,
    "contents": lambda c, _: not _order(c, _),
    "before": lambda c, kind: _kind(c.before) == kind,
    "after": lambda c, kind: _kind(c.after) == kind,
    "direction": lambda c, direction: bool(c.input.get("direction") == direction),
    "version": lambda c, version: str(c.input.get("version")) == version,
    "assignor": lambda c, assignor: bool(c.input.get("assignor") == assignor),
    "mentions": lambda c, text: text in canonical(c.input),
    "nobody": lambda c, _: "members" in c.input and not c.input["members"],
    "static": lambda c, _: any(member.get("instance") is not None for member in _members(c)),
    "topic-twice": lambda c, _: any(len(set(m["topics"])) < len(m["topics"]) for m in _members(c)),
    "generation": lambda c, _: any(member.get("generation") is not None for member in _members(c)),
    "racks": _racks,
    "claimed": _claimed,
    "only": _only,
    "step": lambda c, op: any(step["op"] == op for step in c.input.get("steps", ())),
    "discovers-later": lambda c, _: any(
        step.get("partitions") == [] or step.get("initialize") is False for step in c.input.get("steps", ())
    ),
    "fails-at": _fails_at,
    "fails-before": lambda c, kind: _fails_only(_failures(c), kind),
    "fails-after": lambda c, kind: _fails_only(((after, before) for before, after in _failures(c)), kind),
    "fails-otherwise": lambda c, _: any(before and after and before != after for before, after in _failures(c)),
}
"""By name what decides, given a comparison and the text after the name's colon.

`order`: lists have the same partitions or splits in another order (`contents`: not so); `order:FIELD,FIELD`, in a
history, these fields of the entries apart. `before:KIND`, `after:KIND`: the kind of an error, or `value`.
`mentions:TEXT`: the input's JSON has it. `nobody`: a group without members. `static`: somebody has an instance id.
`racks`: members and partitions have racks. `claimed:3`: so many members, or more, claim one partition.
Of histories: `only:FIELD,FIELD`, nothing but these fields of the entries differs; `fails-before`, there is a step at
which only the older line fails, `fails-before:KIND`, only the older one with an error of this kind; `fails-after`, the
same of the newer; `fails-otherwise`, both fail, with errors of different kinds; `fails-at:OP`, the first step at which
they don't fail alike does this; `step:OP`, a step does this; `discovers-later`, a discovery meets no partitions, or
their offsets are asked for later.
"""
