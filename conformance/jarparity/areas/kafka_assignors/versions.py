"""From which version of kafka-clients on an input about consumer groups can be asked.

A subscription carries topics and user data; from 2.4 on also owned partitions and a group instance id; from 3.4 on
also a generation and a rack, and partitions have racks. A field that says nothing (null, or an empty list) is as good
as absent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values import sticky_bytes
from jarparity.values.consumer_versions import OWNED, RACKS, at_least, latest, of_members
from jarparity.values.hashing import may_share_tree
from jarparity.values.utf16 import string_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

REPEATABLE = "3.0.0"
"""Before, sticky assignors iterate over hash tables of topic-partitions, whose trees fall back to identities."""


def of_group(document: JSON) -> str | None:
    """The first version that takes the input of an assignor; None for all."""
    if any(_racked(partitions) for partitions in document["topics"].values()):
        return RACKS
    return of_members(document["members"])


def of_sticky_group(document: JSON) -> str | None:
    """As `of_group`, less the versions in which the sticky assignors' answer depends on identity hash codes."""
    first = of_group(document)
    if first == RACKS:  # later than `REPEATABLE`, and so that need not be looked for
        return first
    return latest(first, REPEATABLE if _meets_identities(_partitions(document)) else None)


def of_custom_group(document: JSON) -> str | None:
    """As `of_group`, but a user's custom assignor reads racks of partitions in every version."""
    return of_members(document["members"])


def of_history(document: JSON) -> str | None:
    """The first version that takes a history of rebalances."""
    first = None
    if document["assignor"] == "cooperative-sticky" or any(s.get("instance") is not None for s in document["steps"]):
        first = OWNED
    if document["assignor"] in ("range", "round-robin"):
        return first
    topics: dict[str, int] = dict(document["topics"])
    for step in document["steps"]:
        if step["op"] in ("addTopic", "addPartitions"):
            topics[step["topic"]] = step["partitions"]
    partitions = {(topic, p) for topic, count in topics.items() for p in range(count)}
    return latest(first, REPEATABLE if _meets_identities(partitions) else None)


def projected(document: JSON, version: str) -> JSON:
    """A group as a release has it: without the fields that its subscriptions don't carry.

    One group on two releases is compared so where they don't carry the same; a field that is dropped here may be what
    makes them differ.
    """
    if at_least(version, RACKS):
        return document
    dropped = ("generation", "rack") if at_least(version, OWNED) else ("instance", "owned", "generation", "rack")
    members = [{name: value for name, value in m.items() if name not in dropped} for m in document["members"]]
    topics = {topic: _counted(partitions) for topic, partitions in document["topics"].items()}
    return {"topics": topics, "members": members}


def projected_history(document: JSON, version: str) -> JSON:
    """A history as a release has it: up to 2.3 a member has no instance id."""
    if at_least(version, OWNED):
        return document
    steps = [{name: value for name, value in step.items() if name != "instance"} for step in document["steps"]]
    return {**document, "steps": steps}


def _racked(partitions: JSON) -> bool:
    return isinstance(partitions, list) and any(item.get("racks") for item in partitions)


def _counted(partitions: JSON) -> JSON:
    return [{"partition": item["partition"]} for item in partitions] if isinstance(partitions, list) else partitions


def _partitions(document: JSON) -> set[tuple[str, int]]:
    """All topic-partitions that an assignor may put into a hash table."""
    claims = (claim for member in document["members"] for claim in sticky_bytes.claims(member))
    return {*_existing(document["topics"]), *claims}


def _existing(topics: JSON) -> Iterator[tuple[str, int]]:
    for topic, partitions in topics.items():
        numbers = range(partitions) if isinstance(partitions, int) else [item["partition"] for item in partitions]
        yield from ((topic, number) for number in numbers)


def _meets_identities(partitions: set[tuple[str, int]]) -> bool:
    """Whether a table of any of these may have a tree with two topic-partitions of one hash code."""
    topics = {topic: string_hash(topic) for topic in {topic for topic, _ in partitions}}
    return may_share_tree([31 * (31 + number) + topics[topic] for topic, number in partitions])
