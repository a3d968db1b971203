"""What can be said of a difference between two releases about consumer groups."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from jarparity.values.sticky_bytes import claims

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jarparity.answer_pairs import AnswerPair
    from jarparity.answers import JSON
    from jarparity.area import Aspect


def _members(pair: AnswerPair) -> list[JSON]:
    """The members of a group, or the joins of a history."""
    document = pair.input
    if "members" in document:
        return list(document["members"])
    return [step for step in document.get("steps", ()) if step.get("op") == "join"]


def _racks(pair: AnswerPair, _: str) -> bool:
    partitions = pair.input.get("topics", {}).values()
    racked = any(isinstance(listed, list) and any(item.get("racks") for item in listed) for listed in partitions)
    return racked and any(member.get("rack") is not None for member in _members(pair))


def _claimed(pair: AnswerPair, times: str) -> bool:
    claimed = Counter(partition for member in _members(pair) for partition in set(claims(member)))
    return any(count >= int(times) for count in claimed.values())


ASPECTS: Final[Mapping[str, Aspect]] = {
    "empty-group": lambda c, _: "members" in c.input and not c.input["members"],
    "static": lambda c, _: any(member.get("instance") is not None for member in _members(c)),
    "topic-twice": lambda c, _: any(len(set(m["topics"])) < len(m["topics"]) for m in _members(c)),
    "generation": lambda c, _: any(member.get("generation") is not None for member in _members(c)),
    "racks": _racks,
    "claimed": _claimed,
}
"""`empty-group`: a group without members. `static`: a member has an instance id.
`topic-twice`, `generation`: a member subscribes so, has one. `racks`: members and partitions have racks.
`claimed:3`: so many members, or more, claim one partition.
"""
