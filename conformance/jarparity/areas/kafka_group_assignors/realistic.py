"""What a coordinator can come to, and how much there is to read in it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jarparity.answers import JSON


def is_group(document: JSON) -> bool:
    """Whether a coordinator can come to this group.

    Every member subscribes to something, and all topics have partitions; instances are distinct; a target names
    partitions that are there, each once.
    """
    members = document["members"]
    instances = Counter(member["instance"] for member in members if member.get("instance") is not None)
    had = Counter(
        (name, partition)
        for member in members
        for name, partitions in member["target"].items()
        for partition in partitions
    )
    return is_share_group(document) and max(instances.values(), default=1) == 1 and max(had.values(), default=1) == 1


def is_share_group(document: JSON) -> bool:
    """The same of a share group, in which several members may have a partition, and no member has an instance."""
    topics, members = document["topics"], document["members"]
    return (
        bool(members)
        and all(topic["partitions"] for topic in topics.values())
        and all(member["topics"] for member in members)
        and all(
            max(partitions, default=0) < topics[name]["partitions"]
            for member in members
            for name, partitions in member["target"].items()
        )
    )


def weight(document: JSON) -> tuple[int, int]:
    """How many members a group has, and how many partitions."""
    return len(document["members"]), sum(topic["partitions"] or 0 for topic in document["topics"].values())
