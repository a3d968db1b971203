"""Where the members of a consumer group stand after a history, and why a member waits."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING, Final

from jarparity.advice import alike, by_originals, member_name, more, named
from jarparity.answers import canonical
from jarparity.report.charts.amounts import printable
from jarparity.report.tables import Document, Section, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.report.tables import Block

COORDINATOR: Final = "kafka.group.coordinator"
"""The operation whose histories are explained."""
_SETTINGS: Final[JSON] = {
    "sessionTimeoutMs": 45_000,
    "heartbeatIntervalMs": 5_000,
    "maxSize": 2**31 - 1,
    "assignmentIntervalMs": 1_000,
}
"""Kafka's own."""
_NEEDED: Final = {
    "topics": 'by name how many partitions each has, such as {"orders": 3}',
    "steps": "what happens, one after another, as `jarparity explain group --help` shows",
}
_ID: Final = 16
"""Bytes of a topic's id."""
_AN_ID: Final = re.compile(r"[\w-]{22}", re.ASCII)
_AWAY: Final = -2
"""The epoch of a static member that went for a while."""
_SHOWN: Final = 40
"""Members that are shown."""
_NAMED: Final = 12
"""Topics that are named."""


def completed(history: JSON) -> JSON:
    """The history with all that it leaves out: settings, assignors, and ids of topics that are only counted.

    Raises:
        ValueError: It is no object, has no topics or no steps, or a topic is neither an object nor a number.
    """
    if not isinstance(history, dict):
        raise ValueError("the history must be an object with topics and steps")  # noqa: TRY004 - of a file, not of code
    if "assignor" in history:
        raise ValueError(
            "an assignor is of the classic protocol: `jarparity explain rebalances` explains such histories"
        )
    for name, example in _NEEDED.items():
        if name not in history:
            raise ValueError(f"the history has no {name}: write {example}")
    steps, config = history["steps"], history.get("config", {})
    topics = _with_ids(history["topics"], "topics")
    return {
        "assignors": ["uniform", "range"],
        **history,
        "config": {**_SETTINGS, **config} if isinstance(config, dict) else config,
        "topics": topics,
        "steps": _steps_with_ids(topics, steps) if isinstance(steps, list) else steps,
    }


def _steps_with_ids(topics: JSON, steps: list[JSON]) -> list[JSON]:
    ids = {name: said.get("id") for name, said in topics.items()}
    found: list[JSON] = []
    for place, step in enumerate(steps):
        if isinstance(step, dict) and step.get("op") == "topics" and "topics" in step:
            changed = _with_ids(step["topics"], f"steps[{place}].topics")
            ids |= {name: said.get("id") for name, said in changed.items()}
            found.append({**step, "topics": changed})
        elif isinstance(step, dict) and isinstance(step.get("owned"), dict):
            path = f"steps[{place}].owned"
            found.append({**step, "owned": {_known(ids, topic, path): its for topic, its in step["owned"].items()}})
        else:
            found.append(step)
    return found


def _known(ids: dict[str, JSON], topic: str, path: str) -> JSON:
    """The id of a topic that is named, or the id that stands there."""
    if topic in ids or _AN_ID.fullmatch(topic):
        return ids.get(topic, topic)
    known = ", ".join(map(printable, sorted(ids)[:_NAMED])) or "none"
    raise ValueError(f"{path} names {printable(topic)}, which is no topic of the history (it has {known}), nor an id")


def _with_ids(topics: JSON, path: str) -> dict[str, JSON]:
    """Topics of which only the partitions are said have an id that follows from their name."""
    if not isinstance(topics, dict):
        raise ValueError(f'{path} must be an object, such as {{"orders": 3}}, not {canonical(topics)}')  # noqa: TRY004 - as above
    return {name: _with_id(name, said, f"{path}.{printable(name)}") for name, said in topics.items()}


def _with_id(name: str, said: JSON, path: str) -> JSON:
    if isinstance(said, dict):
        return said
    if not isinstance(said, int) or isinstance(said, bool) or said < 0:
        # The schema of the operation knows only the object.
        wanted = "a number of partitions, 0 or more, or an object with id and partitions"
        raise ValueError(f"{path} must be {wanted}, not {canonical(said)}")
    return {"id": _id(name), "partitions": said}


def _id(name: str) -> str:
    """The name itself where an id has room for it: answers depend on ids, and so on what this gives."""
    data = name.encode("utf-8", "surrogatepass")
    return urlsafe_b64encode(data.rjust(_ID, b"\0") if len(data) <= _ID else sha256(data).digest()[:_ID]).decode()[:-2]


def status(document: JSON) -> Document:
    """Who has what and waits for what, by release; the document may have whether the `originals` agree."""
    sections = [
        Section(f"Kafka {releases}: {_head(said)}", tuple(_blocks(said)))
        for releases, said in alike(document["releases"])
    ]
    return Document((*sections, *by_originals(document.get("originals"), "the real coordinator")), document)


def _head(said: JSON) -> str:
    if said["epoch"] is None:
        return "there is no group"
    behind = ""
    if said["targetEpoch"] < said["epoch"]:
        ms = said["msToNextTarget"]
        behind = f" and stays so for another {ms:,} ms" if ms else " and is computed anew at the next heartbeat"
    changed = "; its topics have changed, which the next heartbeat finds out" if said["topicsChanged"] else ""
    return f"group epoch {said['epoch']}, the target is of epoch {said['targetEpoch']}{behind}{changed}"


def _blocks(said: JSON) -> Iterator[Block]:
    members = said["members"]
    if members:
        rows = [_row(member, said) for member in members[:_SHOWN]]
        yield Table.of(["member", "epoch", "has", "is to have", "why it waits"], rows)
        yield from more(len(members), _SHOWN, " members")
    elif said["epoch"] is not None:
        yield "the group has no members"
    for one in said["removed"]:
        why = "it was silent for its session" if one["isSilent"] else "it kept partitions for its rebalance timeout"
        yield f"steps[{one['step']}]: {printable(one['member'])} was removed: {why}"
    for one in said["refused"]:
        message = "" if one["message"] is None else f": {printable(one['message'])}"
        yield f"steps[{one['step']}] was refused with {one['kind']}{message}"


def _row(member: JSON, group: JSON) -> tuple[str, ...]:
    has, target = named(member["has"]), named(member["target"])
    if member["givesBack"]:
        has += f", still {named(member['givesBack'])}"
    why = "; ".join(filter(None, (_why(member, group), *_faults(member, group))))
    return member_name(member), str(member["epoch"]), has, target, why


def _why(member: JSON, group: JSON) -> str:
    """What has to happen before the member has what it is to have, or is to have more."""
    if member["epoch"] == _AWAY:
        return "is away: its partitions wait for it until its session ends"
    if member["givesBack"]:
        left = member["revocationLeftMs"]
        return f"has to give {named(member['givesBack'])} back first" + (
            "" if left is None else f", within {left:,} ms"
        )
    if member["waitsFor"]:
        by_holder = groupby(sorted(member["waitsFor"], key=lambda one: one[2]), lambda one: one[2])
        return "; ".join(_waits(holder, [one[:2] for one in those], group) for holder, those in by_holder)
    if member["has"] != member["target"]:
        return "its next heartbeat brings it there"
    return "; ".join(_lacks(member, group))


def _waits(holder: str, partitions: JSON, group: JSON) -> str:
    """Who has not given these back, and for how long it may go on so: it is removed then."""
    (left,) = (member["revocationLeftMs"] for member in group["members"] if member["id"] == holder)
    until = "its next heartbeat tells it to" if left is None else f"it has {left:,} ms left for that"
    return f"{printable(holder)} has not given {named(partitions)} back yet: {until}"


def _lacks(member: JSON, group: JSON) -> Iterator[str]:
    """Why a member isn't to have more."""
    if not member["isResolved"]:
        yield "its regular expression is not resolved yet: step tasks"
    elif member["regex"] and not member["subscribesTo"]:
        yield "its regular expression matches no topic"
    elif not member["subscribesTo"]:
        yield "subscribes to no topic"
    if member["notThere"]:
        yield f"there is nothing to read in {', '.join(map(printable, member['notThere'][:_NAMED]))}"
    if not member["target"] and group["targetEpoch"] < group["epoch"]:
        yield "the target is from before it came"


def _faults(member: JSON, group: JSON) -> Iterator[str]:
    """That a target which is up to date gives to none what the member subscribes to."""
    if group["targetEpoch"] < group["epoch"] or group["topicsChanged"]:
        return
    given = {topic for each in group["members"] for topic, _ in each["target"]}
    if left := sorted({*member["subscribesTo"]} - {*member["notThere"]} - given):
        topics = ", ".join(map(printable, left[:_NAMED]))
        yield f"no member is to have {topics}, a fault of Kafka: docs/findings/kafka-group-left-without-partitions.md"
