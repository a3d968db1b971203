"""Rules between the fields of histories of a group coordinator."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem


def problems(document: JSON) -> Iterator[Problem]:
    """Each id belongs to one topic, partitions aren't taken away, and heartbeats come within sessions."""
    config = document["config"]
    if config["heartbeatIntervalMs"] >= config["sessionTimeoutMs"]:
        yield "input.config.heartbeatIntervalMs", "no broker starts so; write less than sessionTimeoutMs"
    topics = document["topics"]
    yield from _ids("input.topics", topics)
    for place, step in enumerate(document["steps"]):
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


def _ids(path: str, topics: JSON) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for name, topic in topics.items():
        if topic["id"] in seen:
            yield f"{path}.{name}.id", f"{seen[topic['id']]} has this id; give each topic its own"
        seen[topic["id"]] = name
