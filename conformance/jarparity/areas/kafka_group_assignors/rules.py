"""Rules between the fields of a group."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem


def problems(document: JSON) -> Iterator[Problem]:
    """Ids are given once, and whatever names a topic names one of the field `topics`."""
    topics = document["topics"]
    owner: dict[str, str] = {}
    for name, topic in topics.items():
        if topic["id"] in owner:
            yield f"input.topics.{name}.id", f"{owner[topic['id']]} has this id; give each topic its own"
        owner[topic["id"]] = name
    members: set[str] = set()
    for place, member in enumerate(document["members"]):
        if member["id"] in members:
            yield f"input.members[{place}].id", "a member before it has this id; give each its own"
        members.add(member["id"])
        for field in ("topics", "target"):
            for name in member[field]:
                if name not in topics:
                    yield f"input.members[{place}].{field}", f"there is no topic {name!r} in the field 'topics'; add it"
    for name in document.get("assignable") or {}:
        if name not in topics:
            yield f"input.assignable.{name}", "there is no such topic in the field 'topics'; add it"
