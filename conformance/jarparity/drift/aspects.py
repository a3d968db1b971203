"""What can be said of a difference between two lines: the words in which a known change says which ones are its own."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from jarparity import sticky_bytes
from jarparity.answers import Error, Value, canonical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

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


def _order(comparison: Comparison, _: str) -> bool:
    before, after = comparison.before, comparison.after
    if not (isinstance(before, Value) and isinstance(after, Value)):
        return False
    return canonical(_unordered(before.value)) == canonical(_unordered(after.value))


def _unordered(document: JSON) -> JSON:
    """Every list of topic-partitions sorted."""
    if isinstance(document, dict):
        return {name: _unordered(value) for name, value in document.items()}
    if not isinstance(document, list):
        return document
    if all(isinstance(item, list) and [type(part) for part in item] == [str, int] for item in document):
        return sorted(document)
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


def _only(comparison: Comparison, field: str) -> bool:
    """Whether nothing but this field of the entries differs."""
    before, after = _entries(comparison.before), _entries(comparison.after)
    return bool(before) and [_without(entry, field) for entry in before] == [_without(entry, field) for entry in after]


def _without(entry: JSON, field: str) -> JSON:
    return {name: value for name, value in entry.items() if name != field} if isinstance(entry, dict) else entry


def _failures(comparison: Comparison) -> Iterator[tuple[str | None, str | None]]:
    """By step the kinds of the errors of both lines, None where there was none."""
    for before, after in zip(_entries(comparison.before), _entries(comparison.after), strict=False):
        yield _failure(before), _failure(after)


def _failure(entry: JSON) -> str | None:
    return str(entry["error"]["kind"]) if isinstance(entry, dict) and "error" in entry else None


ASPECTS: Final[Mapping[str, Callable[[Comparison, str], bool]]] = {
    "order": _order,
    "contents": lambda c, _: not _order(c, _),
    "before": lambda c, kind: _kind(c.before) == kind,
    "after": lambda c, kind: _kind(c.after) == kind,
    "direction": lambda c, direction: bool(c.input.get("direction") == direction),
    "version": lambda c, version: str(c.input.get("version")) == version,
    "assignor": lambda c, assignor: bool(c.input.get("assignor") == assignor),
    "nobody": lambda c, _: "members" in c.input and not c.input["members"],
    "static": lambda c, _: any(member.get("instance") is not None for member in _members(c)),
    "topic-twice": lambda c, _: any(len(set(m["topics"])) < len(m["topics"]) for m in _members(c)),
    "generation": lambda c, _: any(member.get("generation") is not None for member in _members(c)),
    "racks": _racks,
    "claimed": _claimed,
    "only": _only,
    "fails-before": lambda c, _: any(before and not after for before, after in _failures(c)),
    "fails-after": lambda c, _: any(after and not before for before, after in _failures(c)),
    "fails-otherwise": lambda c, _: any(before and after and before != after for before, after in _failures(c)),
}
"""By name what decides, given a comparison and the text after the name's colon.

`order`: lists have the same partitions in another order (`contents`: not so). `before:KIND`, `after:KIND`: the kind of
an error, or `value`. `nobody`: a group without members. `static`: somebody has an instance id. `racks`: members and
partitions have racks. `claimed:3`: so many members, or more, claim one partition.
Of histories: `only:FIELD`, nothing but this field of the entries differs; `fails-before`, there is a step at which only
the older line fails; `fails-after`, only the newer; `fails-otherwise`, both, with errors of different kinds.
"""
