"""Graders of consumer groups: how good another assignment is than the original's.

An assignor runs on the leader of a group alone, so one that balances and keeps as well breaks nothing. In groups that
no cluster brings (`realistic.py`), and where the original itself throws or never ends, any other answer
costs `exact`, and no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.answers import Error, Value
from jarparity.areas.kafka_assignors.realistic import is_group
from jarparity.grades import Grade
from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from jarparity.answers import JSON, Answer

_Partition: TypeAlias = tuple[str, int]
BESIDE_THE_POINT: Final = Grade.EQUIVALENT
"""Of answers to what no cluster brings, or to what the original itself has no answer to."""

Given: TypeAlias = dict[str, list[_Partition]]
Owned: TypeAlias = dict[str, list[_Partition]]


def of_places(document: JSON, expected: Answer, got: Answer) -> Grade:
    """Range and round-robin: equivalent is the same partitions for everyone, in any order of a member's list."""
    if not is_group(document) or isinstance(expected, Error):
        return BESIDE_THE_POINT
    given = read(got)
    if given is None:
        return Grade.WRONG
    if alike(given, read(expected)):
        return Grade.EQUIVALENT
    return Grade.VALID if is_valid(document, given, may_wait=set()) else Grade.WRONG


def of_balance(document: JSON, expected: Answer, got: Answer) -> Grade:
    """Sticky: equivalent is the same sizes, and as many partitions that stay where they were."""
    if not is_group(document) or isinstance(expected, Error):
        return BESIDE_THE_POINT
    sent = {member["id"]: bytes.fromhex(member.get("userData") or "") for member in _members(document)}
    owned = {member: sticky_bytes.read(data) for member, data in sent.items()}
    return _balanced(document, expected, got, owned, may_wait=set())


def of_moves(document: JSON, expected: Answer, got: Answer) -> Grade:
    """Cooperative: as sticky; what one member has and another asks for may wait, and must where the original waits."""
    if not is_group(document) or isinstance(expected, Error):
        return BESIDE_THE_POINT
    owned = {member["id"]: [(t, p) for t, p in member.get("owned") or ()] for member in _members(document)}
    claimed = {each for its in owned.values() for each in its}
    given, theirs = read(got), read(expected)
    if given is not None and theirs is not None:
        waiting = claimed.difference(each for its in theirs.values() for each in its)
        if any(each in waiting and each not in owned.get(m, ()) for m, its in given.items() for each in its):
            return Grade.WRONG
    return _balanced(document, expected, got, owned, waiting_for_others(document, owned))


def _balanced(
    document: JSON,
    expected: Answer,
    got: Answer,
    owned: Owned,
    may_wait: set[_Partition],
) -> Grade:
    given, theirs = read(got), read(expected)
    if given is None:
        return Grade.WRONG
    # Originals themselves may break rules, by faults of their own: their places are good enough.
    if alike(given, theirs):
        return Grade.EQUIVALENT
    if not is_valid(document, given, may_wait):
        return Grade.WRONG
    as_good = theirs is not None and quality(given, owned) == quality(theirs, owned)
    return Grade.EQUIVALENT if as_good else Grade.VALID


def same_places(one: Answer, other: Answer) -> bool:
    """Whether two answers are assignments that give every member the same partitions, in any order of a list."""
    given = read(one)
    return given is not None and alike(given, read(other))


def alike(one: Given, other: Given | None) -> bool:
    """The same partitions for everyone, each once, in any order."""
    if other is None or any(len(its) != len(set(its)) for its in one.values()):
        return False
    return all(set(one.get(member, ())) == set(other.get(member, ())) for member in one.keys() | other.keys())


def quality(given: Given, owned: Owned) -> tuple[list[int], int]:
    """The members' sizes, in order, and how many partitions stay where they were."""
    kept = sum(len(set(its) & set(owned.get(member, ()))) for member, its in given.items())
    return sorted(len(its) for its in given.values() if its), kept


def waiting_for_others(document: JSON, owned: Owned) -> set[_Partition]:
    """What a cooperative assignment may leave out: partitions that a member owns, and another one asks for."""
    subscribed = {member["id"]: set(member["topics"]) for member in _members(document)}
    return {
        each
        for owner, its in owned.items()
        for each in its
        if any(each[0] in topics for member, topics in subscribed.items() if member != owner)
    }


def is_valid(document: JSON, given: Given, may_wait: set[_Partition]) -> bool:
    """Every partition that a member subscribes to once, and to a subscriber; some may wait."""
    subscribed = {member["id"]: set(member["topics"]) for member in _members(document)}
    wanted = set().union(*subscribed.values())
    there = {(topic, number) for topic, partitions in document["topics"].items() for number in _numbers(partitions)}
    all_given = [each for its in given.values() for each in its]
    if len(all_given) != len(set(all_given)) or not there.issuperset(all_given):
        return False
    if any(topic not in subscribed.get(member, ()) for member, its in given.items() for topic, _ in its):
        return False
    missing = {each for each in there if each[0] in wanted}.difference(all_given)
    return missing <= may_wait


def _members(document: JSON) -> list[dict[str, JSON]]:
    members: list[dict[str, JSON]] = document["members"]
    return members


def _numbers(partitions: JSON) -> list[int]:
    if isinstance(partitions, int):
        return list(range(partitions))
    return [each["partition"] for each in partitions]


def read(answer: Answer) -> Given | None:
    """An assignment; None where it is none, or something was thrown."""
    if not (isinstance(answer, Value) and isinstance(answer.value, dict)):
        return None
    found: Given = {}
    for member, its in answer.value.items():
        if not isinstance(its, list) or not all(_is_partition(each) for each in its):
            return None
        found[member] = [(topic, number) for topic, number in its]
    return found


def _is_partition(each: JSON) -> bool:
    pair = 2
    return isinstance(each, list) and len(each) == pair and isinstance(each[0], str) and type(each[1]) is int
