"""Rules between the fields of inputs about streams groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.areas.kafka_streams_groups.inputs import ROLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem


def known_to_its_coordinator(document: JSON) -> bool:
    """Whether the tasks that a member has are among those that its process runs, as they are in every coordinator."""
    member, processes = document["member"], document["processes"]
    for has in (member["assigned"], member["revoking"]):
        for role in ROLES:
            for subtopology, partitions in has[role].items():
                for partition in partitions:
                    running = processes[role].get(subtopology, {}).get(str(partition), [])
                    if member["process"] not in ([running] if role == ROLES[0] else running):
                        return False
    return True


def problems(document: JSON) -> Iterator[Problem]:
    """Each member is there once."""
    seen: set[str] = set()
    for place, member in enumerate(document["members"]):
        if member["id"] in seen:
            yield f"input.members[{place}].id", "another member has this id; give each its own"
        seen.add(member["id"])
