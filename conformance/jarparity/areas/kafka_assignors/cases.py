"""Hand-written groups and histories: `cases.json`, in which members say what they remember, not in which bytes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases
from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from jarparity.answers import JSON

_FILE: Final = Path(__file__).with_name("cases.json")


def hand_written(operation: str) -> Cases:
    """Cases of an operation."""
    return Cases(operation).read(_FILE, expand)


def expand(operation: str, document: JSON) -> JSON:
    """A group as the operation takes it.

    A topic may be a list of its partitions' racks. What a member `remembers` are the partitions that it owned and the
    generation; a sticky member sends both as user data, a cooperative one the generation alone. `inField`: the
    generation stands in the subscription (from 3.4 on), too.
    """
    if "members" not in document:
        return document
    topics = {topic: _partitions(listed) for topic, listed in document["topics"].items()}
    members = [_member(operation, member) for member in document["members"]]
    return {**document, "topics": topics, "members": members}


def _partitions(listed: JSON) -> JSON:
    if isinstance(listed, list) and all(isinstance(racks, list) for racks in listed):
        return [{"partition": partition, "racks": racks} for partition, racks in enumerate(listed)]
    return listed


def _member(operation: str, member: JSON) -> JSON:
    if "remembers" not in member:
        return member
    sent = {field: value for field, value in member.items() if field != "remembers"}
    owned, generation = member["remembers"]["owned"], member["remembers"]["generation"]
    if operation == "kafka.assignor.sticky":
        sent["userData"] = sticky_bytes.write(owned, generation).hex()
    else:
        sent["owned"] = owned
        if generation is not None:
            sent["userData"] = sticky_bytes.write_generation(generation).hex()
    return {**sent, "generation": generation} if member["remembers"].get("inField") else sent
