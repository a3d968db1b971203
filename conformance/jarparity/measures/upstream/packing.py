"""Groups on their way between the tests' JVM and the port, packed: a million partitions are a few lists of numbers.

Racks come as `{"racks": [["r1"]…], "of": [0…]}`: lists of racks, and by number of partition which list is its own.
Assignments go as `{"topics": ["t"…], "members": {"A": [0, 5…]}}`: names, and for each partition of a member two
numbers, its name's place and its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jarparity.answers import JSON


def unpacked_group(group: JSON) -> JSON:
    """The assignor's input, as the port gets it."""
    return {**group, "topics": {topic: _unpacked(known) for topic, known in group["topics"].items()}}


def _unpacked(known: JSON) -> JSON:
    if isinstance(known, int):
        return known
    racks = known["racks"]
    return [{"partition": number, "racks": racks[which]} for number, which in enumerate(known["of"])]


def packed_assignment(value: JSON) -> JSON:
    """The port's answer, packed; None where it is no assignment. The tests see what is in the lists."""
    if not isinstance(value, dict):
        return None
    places: dict[str, int] = {}
    members: dict[str, list[int]] = {}
    for member, listed in value.items():
        if not isinstance(listed, list):
            return None
        numbers: list[int] = []
        for pair in listed:
            if type(pair) is not list or [*map(type, pair)] != [str, int]:
                return None
            topic, number = pair
            numbers += places.setdefault(topic, len(places)), number
        members[member] = numbers
    return {"topics": list(places), "members": members}
