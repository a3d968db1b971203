"""Where the members of a consumer group stand after a history, and why a member waits."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from itertools import groupby
from typing import TYPE_CHECKING, Final

from jarparity.advice import by_originals, more
from jarparity.answers import canonical
from jarparity.report.tables import Document, Section, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.lines import Line
    from jarparity.ports import Port
    from jarparity.references import LiveReference
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
_AWAY: Final = -2
"""The epoch of a static member that went for a while."""
_SHOWN: Final = 40
"""Members that are shown."""
_NAMED: Final = 12
"""Partitions of a member that are shown."""


def completed(history: JSON) -> JSON:
    """The history with all that it leaves out: settings, assignors, and ids of topics that are only counted.

    Raises:
        ValueError: It is no object, or a topic is neither an object nor a number.
    """
    if not isinstance(history, dict):
        raise ValueError("the history must be an object with topics and steps")  # noqa: TRY004 - of a file, not of code
    steps, config = history.get("steps", []), history.get("config", {})
    return {
        "assignors": ["uniform", "range"],
        **history,
        "config": {**_SETTINGS, **config} if isinstance(config, dict) else config,
        "topics": _with_ids(history.get("topics", {}), "topics"),
        "steps": [_step_with_ids(*one) for one in enumerate(steps)] if isinstance(steps, list) else steps,
    }


def _step_with_ids(place: int, step: JSON) -> JSON:
    changes = isinstance(step, dict) and step.get("op") == "topics" and "topics" in step
    return {**step, "topics": _with_ids(step["topics"], f"steps[{place}].topics")} if changes else step


def _with_ids(topics: JSON, path: str) -> JSON:
    """Topics of which only the partitions are said have an id that follows from their name."""
    if not isinstance(topics, dict):
        return topics
    return {name: _with_id(name, said, f"{path}.{name}") for name, said in topics.items()}


def _with_id(name: str, said: JSON, path: str) -> JSON:
    if isinstance(said, dict):
        return said
    if not isinstance(said, int):
        # The schema of the operation knows only the object.
        wanted = "a number of partitions, or an object with id and partitions"
        raise ValueError(f"{path} must be {wanted}, not {canonical(said)}")  # noqa: TRY004 - as above
    return {"id": _id(name), "partitions": said}


def _id(name: str) -> str:
    return urlsafe_b64encode(name.encode("utf-8")[-16:].rjust(16, b"\0")).decode().rstrip("=")


def status(document: JSON) -> Document:
    """Who has what and waits for what, by release; the document may have whether the `originals` agree."""
    alike = groupby(document["releases"].items(), lambda entry: canonical(entry[1]))
    sections: list[Block] = []
    for _, entries in alike:
        releases, said = zip(*entries, strict=True)
        sections.append(Section(f"Kafka {', '.join(releases)}: {_head(said[0])}", tuple(_blocks(said[0]))))
    return Document((*sections, *by_originals(document.get("originals"), "the real coordinator")), document)


def _head(said: JSON) -> str:
    if said["epoch"] is None:
        return "there is no group"
    behind = " and is computed anew at the next heartbeat" if said["targetEpoch"] < said["epoch"] else ""
    return f"group epoch {said['epoch']}, the target is of epoch {said['targetEpoch']}{behind}"


def _blocks(said: JSON) -> Iterator[Block]:
    members = said["members"]
    if members:
        rows = [
            (
                _name(member),
                str(member["epoch"]),
                _partitions(member["has"]),
                _partitions(member["target"]),
                _why(member),
            )
            for member in members[:_SHOWN]
        ]
        yield Table.of(["member", "epoch", "has", "is to have", "why it waits"], rows)
        yield from more(len(members), _SHOWN, " members")
    elif said["epoch"] is not None:
        yield "the group has no members"
    for one in said["refused"]:
        message = "" if one["message"] is None else f": {one['message']}"
        yield f"steps[{one['step']}] was refused with {one['kind']}{message}"


def _row(member: JSON) -> tuple[str, ...]:
    has, target = _partitions(member["has"]), _partitions(member["target"])
    return _name(member), str(member["epoch"]), has, target, _why(member)


def _name(member: JSON) -> str:
    return member["id"] if member["instance"] is None else f"{member['id']} ({member['instance']})"


def _why(member: JSON) -> str:
    """What has to happen before the member has its target."""
    if member["epoch"] == _AWAY:
        return "is away: its partitions wait for it until its session ends"
    if member["givesBack"]:
        return f"has to give {_partitions(member['givesBack'])} back first"
    if member["waitsFor"]:
        by_holder = groupby(sorted(member["waitsFor"], key=lambda one: one[2]), lambda one: one[2])
        return "; ".join(
            f"{_partitions([[topic, number] for topic, number, _ in those])} is not given back by {holder} yet"
            for holder, those in by_holder
        )
    if member["has"] != member["target"]:
        return "its next heartbeat brings it there"
    return ""


def _partitions(pairs: JSON) -> str:
    if not pairs:
        return "nothing"
    shown = " ".join(f"{topic}-{number}" for topic, number in pairs[:_NAMED])
    return f"{shown} and {len(pairs) - _NAMED:,} more" if len(pairs) > _NAMED else shown


def agrees(live: LiveReference, line: Line, port: Port, history: JSON) -> bool:
    """Whether the original answers and writes the same, step by step."""
    (mine,) = port.replies(COORDINATOR, line, [history])
    (real,) = live.answers(COORDINATOR, line, [history])
    return mine == real
