"""Graders of the coordinator's assignors: how good another assignment is than the original's.

A coordinator alone assigns, so one that balances and keeps as well breaks nothing. In groups to which none comes
(`realistic.py`), and where the original itself throws, any other answer costs `exact`, and no more.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.answers import Error, Value
from jarparity.areas.kafka_group_assignors.realistic import is_group, is_share_group
from jarparity.grades import Grade

if TYPE_CHECKING:
    from jarparity.answers import JSON, Answer

_Given: TypeAlias = dict[str, set[tuple[str, int]]]
_BESIDE_THE_POINT: Final = Grade.EQUIVALENT


def of_balance(document: JSON, expected: Answer, got: Answer) -> Grade:
    """Uniform: equivalent is the same sizes, and as many partitions that stay where they were."""
    if not is_group(document) or isinstance(expected, Error):
        return _BESIDE_THE_POINT
    given = _read(got)
    if given is None or max(_owners(given).values(), default=1) > 1 or not _is_valid(document, given):
        return Grade.WRONG
    return _as_good(document, expected, given)


def of_places(document: JSON, expected: Answer, got: Answer) -> Grade:
    """Range: only the original's own places are equivalent, and they are exact."""
    if not is_group(document) or isinstance(expected, Error):
        return _BESIDE_THE_POINT
    given = _read(got)
    if given is None or max(_owners(given).values(), default=1) > 1 or not _is_valid(document, given):
        return Grade.WRONG
    return Grade.VALID


def of_shares(document: JSON, expected: Answer, got: Answer) -> Grade:
    """Simple: partitions may have several members; otherwise as uniform."""
    if not is_share_group(document) or isinstance(expected, Error):
        return _BESIDE_THE_POINT
    given = _read(got)
    if given is None or not _is_valid(document, given):
        return Grade.WRONG
    return _as_good(document, expected, given)


def _as_good(document: JSON, expected: Answer, given: _Given) -> Grade:
    theirs = _read(expected)
    as_good = theirs is not None and _quality(document, given) == _quality(document, theirs)
    return Grade.EQUIVALENT if as_good else Grade.VALID


def _quality(document: JSON, given: _Given) -> tuple[list[int], int]:
    """The members' sizes, in order, and how many partitions stay where they were."""
    had = {member["id"]: _pairs(member["target"]) for member in document["members"]}
    return sorted(len(its) for its in given.values() if its), sum(
        len(its & had.get(m, set())) for m, its in given.items()
    )


def _is_valid(document: JSON, given: _Given) -> bool:
    """Every partition that a member subscribes to and that may be assigned, and all to subscribers."""
    subscribed = {member["id"]: set(member["topics"]) for member in document["members"]}
    assignable = document.get("assignable")
    there = (
        {(name, number) for name, topic in document["topics"].items() for number in range(topic["partitions"])}
        if assignable is None
        else _pairs(assignable)
    )
    wanted = {pair for pair in there if any(pair[0] in topics for topics in subscribed.values())}
    return wanted == set(_owners(given)) and all(
        topic in subscribed.get(member, ()) for member, its in given.items() for topic, _ in its
    )


def _owners(given: _Given) -> Counter[tuple[str, int]]:
    return Counter(pair for its in given.values() for pair in its)


def _pairs(by_topic: JSON) -> set[tuple[str, int]]:
    return {(topic, number) for topic, numbers in by_topic.items() for number in numbers}


def _read(answer: Answer) -> _Given | None:
    """By member its partitions; None for what is no assignment, or names a partition of a member twice."""
    if not isinstance(answer, Value) or not isinstance(answer.value, dict):
        return None
    found: _Given = {}
    for member, by_topic in answer.value.items():
        if not isinstance(by_topic, dict) or not all(_are_numbers(numbers) for numbers in by_topic.values()):
            return None
        found[member] = _pairs(by_topic)
    return found


def _are_numbers(numbers: JSON) -> bool:
    return (
        isinstance(numbers, list)
        and all(type(number) is int for number in numbers)
        and len(set(numbers)) == len(numbers)
    )
