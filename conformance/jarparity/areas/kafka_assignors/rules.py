"""Rules between the fields of inputs about consumer groups: distinct ids, weights, histories that can happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

Problem = tuple[str, str]

_MAX_WEIGHT = 2**31 - 1


def problems(document: JSON) -> Iterator[Problem]:
    """The path and the sentence of each broken rule in an input that fits its schema."""
    for topic, partitions in document.get("topics", {}).items() if isinstance(document.get("topics"), dict) else ():
        if isinstance(partitions, list):
            numbers = [item["partition"] for item in partitions if isinstance(item, dict)]
            yield from _twice(f"input.topics.{topic}", numbers, "partition")
            yield from _beyond(f"input.topics.{topic}", numbers)
    if "members" in document:
        yield from _twice("input.members", [member["id"] for member in document["members"]], "id")
    if document.get("assignor") == "weighted":
        yield from _weights(document["members"])
    if "assignor" in document and "steps" in document:
        yield from _history(document)


def _twice(path: str, values: list[JSON], field: str) -> Iterator[Problem]:
    seen: set[JSON] = set()
    for i, value in enumerate(values):
        if value in seen:
            yield f"{path}[{i}].{field}", f"{value!r} stands there twice; write different ones"
        seen.add(value)


def _beyond(path: str, numbers: list[int]) -> Iterator[Problem]:
    """Kafka numbers a topic's partitions from 0 on, without a gap."""
    for i, number in enumerate(numbers):
        if number >= len(numbers):
            yield f"{path}[{i}].partition", f"{number} leaves a gap; number {len(numbers)} partitions from 0 on"


def _weights(members: list[JSON]) -> Iterator[Problem]:
    for i, member in enumerate(members):
        setting = member.get("setting")
        if setting is not None and not (setting.isdecimal() and 1 <= int(setting) <= _MAX_WEIGHT):
            yield f"input.members[{i}].setting", f"{setting!r} is no weight; write a number from 1 to {_MAX_WEIGHT}"


def _history(document: JSON) -> Iterator[Problem]:
    """Steps that can't be made, given those before."""
    members: set[str] = set()
    topics: dict[str, int] = dict(document["topics"])
    for i, step in enumerate(document["steps"]):
        path = f"input.steps[{i}]"
        if "member" in step:
            yield from _member_step(path, step, members)
        elif "topic" in step:
            yield from _topic_step(path, step, topics)


def _member_step(path: str, step: JSON, members: set[str]) -> Iterator[Problem]:
    member = step["member"]
    if step["op"] == "join":
        if member in members:
            yield f"{path}.member", f"{member!r} is in the group already; write a member that isn't"
        members.add(member)
        return
    if member not in members:
        yield f"{path}.member", f"{member!r} is not in the group; let it join before"
    if step["op"] == "leave":
        members.discard(member)


def _topic_step(path: str, step: JSON, topics: dict[str, int]) -> Iterator[Problem]:
    topic, has = step["topic"], topics.get(step["topic"])
    if step["op"] == "addTopic":
        if has is not None:
            yield f"{path}.topic", f"{topic!r} exists already; write addPartitions"
    elif has is None:
        yield f"{path}.topic", f"there is no topic {topic!r} yet; write addTopic"
    elif step["partitions"] < has:
        yield f"{path}.partitions", f"the topic has {has} already; write at least as many"
    topics[topic] = step["partitions"]
