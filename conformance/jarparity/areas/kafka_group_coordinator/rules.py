"""Rules between the fields of histories of a group coordinator, and of groups that are to get a target."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_group_coordinator.inputs import topic_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem

_NO_ID: Final = topic_id(0)
_ANY_CASE: Final = re.compile(r"\(\?[msU]*i")
_CHARACTERS: Final = re.compile(r"\\x\{([0-9A-Fa-f]+)\}|(.)", re.DOTALL)
_NO_WAY_BACK: Final = range(0x1C80, 0x1C89)
"""Small Cyrillic letters whose capitals have another small letter: RE2/J goes on from case to case for ever."""


def problems(document: JSON) -> Iterator[Problem]:
    """Each id belongs to one topic, partitions aren't taken away, and heartbeats come within sessions."""
    config = document["config"]
    if config["heartbeatIntervalMs"] >= config["sessionTimeoutMs"]:
        yield "input.config.heartbeatIntervalMs", "no broker starts so; write less than sessionTimeoutMs"
    topics = document["topics"]
    yield from _ids("input.topics", topics)
    for place, step in enumerate(document["steps"]):
        if _never_ends(step.get("regex", "")):
            yield f"input.steps[{place}].regex", "RE2/J never ends to read (?i) with a letter from U+1C80 to U+1C88"
        if step["op"] != "topics":
            continue
        path = f"input.steps[{place}].topics"
        yield from _ids(path, step["topics"])
        before = {topic["id"]: (name, topic["partitions"]) for name, topic in topics.items()}
        for name, topic in step["topics"].items():
            former, count = before.get(topic["id"], (name, 0))
            if former != name:
                yield f"{path}.{name}.id", f"{former} has this id; a topic keeps its name"
            if topic["partitions"] < count:
                yield f"{path}.{name}.partitions", f"there were {count}, and topics never get fewer"
        topics = step["topics"]


def _never_ends(regex: str) -> bool:
    """Whether RE2/J may look for the other cases of a letter that has no way back to itself."""
    if not _ANY_CASE.search(regex):
        return False
    codes = [int(code, 16) if code else ord(char) for code, char in _CHARACTERS.findall(regex)]
    spans = zip(codes, codes[1:], codes[2:], strict=False)
    return any(code in _NO_WAY_BACK for code in codes) or any(
        low < _NO_WAY_BACK.stop and dash == ord("-") and high >= _NO_WAY_BACK.start for low, dash, high in spans
    )


def target_problems(document: JSON) -> Iterator[Problem]:
    """Each id belongs to one topic or member; who goes is in the group; whose place is taken goes."""
    yield from _ids("input.topics", document["topics"])
    for name, topic in document["topics"].items():
        if topic["id"] == _NO_ID:
            yield f"input.topics.{name}.id", "Kafka gives no topic this id; write another one"
    instances: dict[str, str] = {}
    members: set[str] = set()
    for place, member in enumerate(document["members"]):
        if member["id"] in members:
            yield f"input.members[{place}].id", "a member before it has this id; give each its own"
        members.add(member["id"])
        if "instance" in member:
            if member["instance"] in instances:
                yield f"input.members[{place}].instance", "a member before it has it; give each its own"
            instances[member["instance"]] = member["id"]
    updated = document["updated"] or {}
    for place, name in enumerate(document["removed"]):
        if name not in members or name == updated.get("id"):
            yield f"input.removed[{place}]", "who goes is one of 'members', and another one than 'updated'"
    former = instances.get(updated.get("instance", ""), updated.get("id"))
    if former != updated.get("id") and former not in document["removed"]:
        yield "input.removed", f"{former} has the instance id of 'updated', which takes its place; add it"


def _ids(path: str, topics: JSON) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for name, topic in topics.items():
        if not name:
            yield path, "Kafka has no topic without a name; write one"
        if topic["id"] in seen:
            yield f"{path}.{name}.id", f"{seen[topic['id']]} has this id; give each topic its own"
        seen[topic["id"]] = name
