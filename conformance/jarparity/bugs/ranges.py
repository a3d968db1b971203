"""RangeAssignor, with the switches of `AssignorRules`."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

from jarparity.bugs.group_members import Given, hashed, in_leaders_map, in_turn, name_key, numbers
from jarparity.bugs.range_racks import Topic, near_first, racks_matter
from jarparity.utf16 import units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.bugs.rules import AssignorRules

_HALF: Final = 0.5


def assign(document: JSON, rules: AssignorRules) -> JSON:
    """The answer to `kafka.assignor.range`."""
    given: Given = {member["id"]: [] for member in document["members"]}
    if rules.scope == "all-together":
        _all_together(document, rules, given)
        return given
    topics = [_topic(name, document, rules) for name in _names(document, rules)]
    racked = rules.racks == "matched" and any(racks_matter(topic) for topic in topics)
    if racked:
        near_first(topics, given)
    for topic in topics:
        if racked:
            topic.give_ranges(given)
            continue
        for taker, start, end in _cut(topic.takers, len(topic.left), rules):
            given[taker] += [[topic.name, number] for number in topic.left[start:end]]
    if racked:
        for its in given.values():
            its.sort(key=lambda each: (units(each[0]), each[1]))
    return given


def _all_together(document: JSON, rules: AssignorRules, given: Given) -> None:
    names = _names(document, rules)
    everything = [[name, number] for name in names for number in numbers(document["topics"][name])]
    topics = {member["id"]: member["topics"] for member in document["members"]}
    ring = [member["id"] for member in in_turn(document["members"], rules)]
    for taker, start, end in _cut(ring, len(everything), rules):
        given[taker] += [each for each in everything[start:end] if each[0] in topics[taker]]


def _names(document: JSON, rules: AssignorRules) -> list[str]:
    """The subscribed topics that there are, in the order of a member's list."""
    there, members = document["topics"], in_leaders_map(document["members"])
    names = list(dict.fromkeys(topic for member in members for topic in member["topics"]))
    if rules.lists == "sorted":
        return sorted((name for name in names if name in there), key=name_key(rules))
    return hashed(name for name in hashed(names) if name in there)


def _topic(name: str, document: JSON, rules: AssignorRules) -> Topic:
    takers = in_turn([member for member in document["members"] if name in member["topics"]], rules)
    racks = {member["id"]: member.get("rack") or None for member in takers}  # an empty name is none
    many = [member["id"] for member in takers for _ in range(_times(name, member, rules))]
    return Topic(name, many, racks, document["topics"][name])


def _times(name: str, member: JSON, rules: AssignorRules) -> int:
    count: int = member["topics"].count(name)
    return count if rules.repeats == "counted" else 1


def _cut(takers: list[str], count: int, rules: AssignorRules) -> Iterator[tuple[str, int, int]]:
    """Each taker, and from where to where it takes."""
    many = len(takers)
    each, more = divmod(count, many) if many else (0, 0)

    def start(place: int) -> int:
        match rules.range:
            case "remainder-first":
                return place * each + min(place, more)
            case "remainder-last":
                return place * each + max(0, place - (many - more))
            case "floor":
                return place * count // many
            case "rounded":
                return floor(place * (count / many) + _HALF)

    for place, taker in enumerate(takers):
        yield taker, start(place), start(place + 1)
