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


def _only_user_data(comparison: Comparison, _: str) -> bool:
    """In a history, members send other bytes, and all the same get the same."""
    before, after = comparison.before, comparison.after
    return (
        isinstance(before, Value)
        and isinstance(after, Value)
        and [_without_user_data(entry) for entry in before.value] == [_without_user_data(e) for e in after.value]
    )


def _without_user_data(entry: JSON) -> JSON:
    return {name: value for name, value in entry.items() if name != "userData"}


def _fails(answer: Answer) -> bool:
    """In a history, whether a rebalance ends with an error."""
    return isinstance(answer, Value) and any("error" in entry for entry in answer.value)


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
    "only-user-data": _only_user_data,
    "fails-before": lambda c, _: _fails(c.before),
}
"""By name what decides, given a comparison and the text after the name's colon.

`order`: lists have the same partitions in another order (`contents`: not so). `before:KIND`, `after:KIND`: the kind of
an error, or `value`. `nobody`: a group without members. `static`: somebody has an instance id. `racks`: members and
partitions have racks. `claimed:3`: so many members, or more, claim one partition.
`only-user-data` and `fails-before` are of histories.
"""
