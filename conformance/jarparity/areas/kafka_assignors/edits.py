"""Smaller consumer groups and histories: edits that keep a topic's mentions together, and read user data."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from jarparity.values import sticky_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jarparity.answers import JSON

_MEMBERS = "ABCDEFGH"
_TOPICS = "tuvwxyz"
_GENERATION = 4


def edits(document: JSON) -> Iterator[JSON]:
    """Every group, or history, that is one sensible step smaller."""
    for topic, partitions in document["topics"].items():
        yield _without(document, topic)
        yield from (_shrunk(document, topic, smaller) for smaller in _fewer(partitions))
    yield from _renamed(document)
    if "members" in document:
        yield from _member_edits(document)
    else:
        yield from _step_edits(document)


def weight(document: JSON) -> tuple[int, int]:
    """How many members or steps a group or history has, and how many partitions."""
    counts = (len(listed) if isinstance(listed, list) else listed for listed in document["topics"].values())
    return len(document.get("members", document.get("steps", ()))), sum(counts)


def is_sensible(document: JSON) -> bool:
    """Whether a client could send it: partitions are listed from 0 on, and none is claimed twice."""
    listed = (partitions for partitions in document["topics"].values() if isinstance(partitions, list))
    claimed = (list(sticky_bytes.claims(member)) for member in document.get("members", ()))
    return all(item["partition"] == i for partitions in listed for i, item in enumerate(partitions)) and all(
        len(set(claims)) == len(claims) for claims in claimed
    )


def _without(document: JSON, topic: str) -> JSON:
    """Without a topic, whoever names it."""
    topics = {name: partitions for name, partitions in document["topics"].items() if name != topic}
    if "steps" in document:
        steps = [_unsubscribed(step, topic) for step in document["steps"] if step.get("topic") != topic]
        return {**document, "topics": topics, "steps": steps}
    members = [_claiming(_unsubscribed(m, topic), lambda name, _: name != topic) for m in document["members"]]
    return {**document, "topics": topics, "members": members}


def _unsubscribed(holder: JSON, topic: str) -> JSON:
    return {**holder, "topics": [t for t in holder["topics"] if t != topic]} if "topics" in holder else holder


def _fewer(partitions: JSON) -> Iterator[JSON]:
    if isinstance(partitions, int):
        yield from {partitions // 2, partitions - 1} if partitions else ()
        return
    yield len(partitions)
    yield partitions[:-1]
    for i, item in enumerate(partitions):
        listed: list[str] = item.get("racks", [])
        for racks in ([], listed[:1], listed[1:]):
            yield [*partitions[:i], {**item, "racks": racks}, *partitions[i + 1 :]]


def _shrunk(document: JSON, topic: str, partitions: JSON) -> JSON:
    """With fewer partitions of a topic, and without claims to those that are gone by that."""
    old, new = (p if isinstance(p, int) else len(p) for p in (document["topics"][topic], partitions))
    topics = {**document["topics"], topic: partitions}
    if "steps" in document:
        return {**document, "topics": topics}
    kept = [_claiming(m, lambda name, n: name != topic or not new <= n < old) for m in document["members"]]
    return {**document, "topics": topics, "members": kept}


def _member_edits(document: JSON) -> Iterator[JSON]:
    members = document["members"]
    for i, member in enumerate(members):
        for edited in _smaller_members(member):
            yield {**document, "members": [*members[:i], edited, *members[i + 1 :]]}
    for topic in document["topics"]:
        yield {**document, "members": [_unsubscribed(member, topic) for member in members]}


def _smaller_members(member: JSON) -> Iterator[JSON]:
    claimed = _claimed(member)
    for i in range(len(claimed)):
        dropped = claimed[i]
        yield _claiming(member, lambda *pair, dropped=dropped: pair != dropped)
        yield _with_claims(member, sorted(claimed))
    if not member.get("userData"):
        return
    data = bytes.fromhex(member["userData"])
    partitions = sticky_bytes.read(data)
    rest = data[len(sticky_bytes.write(partitions, None)) :]
    if "owned" in member and len(data) == _GENERATION:
        rest, partitions = data, []
    if len(rest) != _GENERATION:
        return
    (generation,) = struct.unpack(">i", rest)
    for lower in {0, 1, generation - 1} - {generation}:
        if lower < generation:
            made = sticky_bytes.write_generation(lower) if rest == data else sticky_bytes.write(partitions, lower)
            yield {**member, "userData": made.hex()}
            if member.get("generation") == generation:
                yield {**member, "userData": made.hex(), "generation": lower}
    if rest != data:
        yield {**member, "userData": sticky_bytes.write(partitions, None).hex()}


def _claimed(member: JSON) -> list[tuple[str, int]]:
    if member.get("owned"):
        return [(topic, number) for topic, number in member["owned"]]
    return sticky_bytes.read(bytes.fromhex(member["userData"])) if member.get("userData") else []


def _claiming(member: JSON, keep: Callable[[str, int], bool]) -> JSON:
    return _with_claims(member, [pair for pair in _claimed(member) if keep(*pair)])


def _with_claims(member: JSON, claimed: list[tuple[str, int]]) -> JSON:
    """The member with other claims, in the field or in the user data, wherever they are now."""
    before = _claimed(member)
    if before == claimed:
        return member
    if member.get("owned"):
        return {**member, "owned": [list(pair) for pair in claimed]}
    data = bytes.fromhex(member["userData"])
    rest = data[len(sticky_bytes.write(before, None)) :]
    return {**member, "userData": (sticky_bytes.write(claimed, None) + rest).hex()}


def _step_edits(document: JSON) -> Iterator[JSON]:
    steps = document["steps"]
    for i, step in enumerate(steps):
        for later in range(i + 1, len(steps)):
            # A join and its leave, or two rebalances, go together.
            yield {**document, "steps": [*steps[:i], *steps[i + 1 : later], *steps[later + 1 :]]}
        if "member" in step:
            yield {**document, "steps": [other for other in steps if other.get("member") != step["member"]]}


def _renamed(document: JSON) -> Iterator[JSON]:
    """Shorter names, everywhere at once."""
    in_steps = (step for step in document.get("steps", ()))
    members = {m["id"] for m in document.get("members", ())} | {s["member"] for s in in_steps if "member" in s}
    topics = set(document["topics"]) | {s["topic"] for s in document.get("steps", ()) if "topic" in s}
    for names, simple, field in ((members, _MEMBERS, "member"), (topics, _TOPICS, "topic")):
        free = [name for name in simple if name not in names]
        for old in sorted(names):
            for new in free:
                yield _put(document, {old: new}, field)
                # One hash code, but a shorter text.
                yield _put(document, {old: "Aa"}, field) if "Aa" not in names else document
                yield _put(document, {old: "BB"}, field) if "BB" not in names else document


def _put(document: JSON, names: Mapping[str, str], field: str) -> JSON:
    def new(name: str) -> str:
        return names.get(name, name)

    if field == "member":
        renamed = {**document}
        if "members" in document:
            renamed["members"] = [{**m, "id": new(m["id"])} for m in document["members"]]
        if "steps" in document:
            renamed["steps"] = [{**s, "member": new(s["member"])} if "member" in s else s for s in document["steps"]]
        return renamed
    renamed = {**document, "topics": {new(topic): partitions for topic, partitions in document["topics"].items()}}
    if "steps" in document:
        renamed["steps"] = [_topics_renamed(step, new) for step in document["steps"]]
    if "members" in document:
        renamed["members"] = [
            _with_claims(_topics_renamed(m, new), [(new(topic), number) for topic, number in _claimed(m)])
            for m in document["members"]
        ]
    return renamed


def _topics_renamed(holder: JSON, new: Callable[[str], str]) -> JSON:
    renamed = {**holder}
    if "topics" in holder:
        renamed["topics"] = [new(topic) for topic in holder["topics"]]
    if "topic" in holder:
        renamed["topic"] = new(holder["topic"])
    return renamed
