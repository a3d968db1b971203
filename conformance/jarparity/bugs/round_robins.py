"""RoundRobinAssignor, with the switches of `AssignorRules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.bugs.group_members import Given, in_turn, name_key, numbers
from jarparity.bugs.rules import NotModelledError, ThrownError

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.bugs.rules import AssignorRules


def assign(document: JSON, rules: AssignorRules) -> JSON:
    """The answer to `kafka.assignor.round-robin`."""
    members = document["members"]
    if not members:
        raise ThrownError("IllegalArgumentException")
    ring = in_turn(members, rules)
    given: Given = {member["id"]: [] for member in members}
    at, before = 0, None
    for topic, number in _partitions(document, rules):
        takers = [member for member in ring if topic in member["topics"]]
        if rules.strangers == "served":
            takers = ring
        if rules.circle == "per-topic":
            # Those who don't subscribe are no part of it; each topic starts with the first.
            at = at if topic == before else 0
            given[takers[at % len(takers)]["id"]].append([topic, number])
            at, before = at + 1, topic
            continue
        length = len(takers) if rules.circle == "of-subscribers" else len(ring)
        at = _next(ring, takers, at % length, length, rules)
        given[ring[at]["id"]].append([topic, number])
        at += 1
    if rules.empty == "left-out":
        given = {member: its for member, its in given.items() if its}
    return given


def _next(ring: list[JSON], takers: list[JSON], at: int, length: int, rules: AssignorRules) -> int:
    for step in range(length):
        place = (at + step) % length
        if ring[place] in takers:
            return place
        if rules.strangers == "throw":
            raise ThrownError("KeyError")
    raise NotModelledError("goes round for ever")


def _partitions(document: JSON, rules: AssignorRules) -> list[tuple[str, int]]:
    topics = document["topics"]
    wanted = {topic for member in document["members"] for topic in member["topics"]}
    if rules.strangers == "served":
        # The leader's topics alone, in its order.
        listed = [topic for topic in dict.fromkeys(document["members"][0]["topics"]) if topic in topics]
        return [(topic, number) for topic in listed for number in numbers(topics[topic])]
    key = name_key(rules)
    found = [(topic, number) for topic in wanted & topics.keys() for number in numbers(topics[topic])]
    if rules.partitions == "as-text":
        return sorted(found, key=lambda each: key(f"{each[0]}-{each[1]}"))
    return sorted(found, key=lambda each: (key(each[0]), each[1]))
