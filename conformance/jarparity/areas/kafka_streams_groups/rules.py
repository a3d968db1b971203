"""Rules between the fields of inputs about streams groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.areas.kafka_streams_groups.inputs import ROLES

if TYPE_CHECKING:
    from jarparity.answers import JSON


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
