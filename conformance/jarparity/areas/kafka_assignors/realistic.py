"""Ordinary inputs: those that a job or a producer can really have.

Java's methods take any int, and so does the kit; but where a port fails on both, the ordinary case is the one to show.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from jarparity.answers import JSON


_TOPIC: Final = re.compile(r"[a-zA-Z0-9._-]{1,249}")
_GENERATION: Final = 4
"""Bytes that a generation has in user data."""


def is_group(document: JSON) -> bool:
    """Whether a cluster's life can bring a consumer group.

    Every member subscribes to some topics, to each once; instance ids are distinct; what members say to have had
    exists, and in one generation no other member had it.
    """
    members, topics = document["members"], document["topics"]
    instances = Counter(member["instance"] for member in members if member.get("instance") is not None)
    return (
        bool(members)
        and max(instances.values(), default=1) == 1
        and all(_TOPIC.fullmatch(topic) for topic in topics)
        and all(_subscribes_well(member) for member in members)
        and _claims_are_sound(members, {topic: _numbers(each) for topic, each in topics.items()})
    )


def _subscribes_well(member: JSON) -> bool:
    wanted = member["topics"]
    return 0 < len(wanted) == len(set(wanted))


def _claims_are_sound(members: JSON, there: dict[str, set[int]]) -> bool:
    seen: Counter[tuple[int, str, int]] = Counter()
    for member in members:
        sent, claims = bytes.fromhex(member.get("userData") or ""), [tuple(each) for each in member.get("owned") or ()]
        generation = -1 if member.get("generation") is None else member["generation"]
        if sent and "owned" not in member:
            claims, rest = sticky_bytes.read_with_rest(sent)
            if len(rest) != _GENERATION:
                return False
            generation = int.from_bytes(rest, "big", signed=True)
        if not all(number in there.get(topic, ()) for topic, number in claims):
            return False
        seen.update((generation, topic, number) for topic, number in claims)
    return max(seen.values(), default=1) == 1


def _numbers(partitions: JSON) -> set[int]:
    return set(range(partitions)) if isinstance(partitions, int) else {each["partition"] for each in partitions}
