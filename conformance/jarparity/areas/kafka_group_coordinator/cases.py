"""Hand-written histories of a group coordinator: `cases.json`, in which only what a case is about is written.

Steps are short there: `{"join": "A"}` is a first heartbeat of A, which subscribes to t, uniform, 5 s to give back;
`"beat A"` says what A was told; `"sleep 1000"`, `"tasks"` and `"restart"` are what they say; `{"restart": 7}` reads a
log that is compacted from its eighth record on. Fields beside the name replace what a step says otherwise.

Groups that are to get a target have members by name; topics are given by the number that is their id.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_group_coordinator.inputs import topic_id
from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from jarparity.answers import JSON

_FILE: Final = Path(__file__).with_name("cases.json")
_CONFIG: Final[JSON] = {
    "sessionTimeoutMs": 45000,
    "heartbeatIntervalMs": 5000,
    "maxSize": 100,
    "assignmentIntervalMs": 0,
}


def histories() -> Cases:
    """Cases of `kafka.group.coordinator`."""
    return Cases("kafka.group.coordinator").read(_FILE, _expand)


def targets() -> Cases:
    """Cases of `kafka.group.target`."""
    return Cases("kafka.group.target").read(_FILE, _expand_target)


def _expand_target(_: str, short: JSON) -> JSON:
    """The whole input; by default one topic t of three partitions, to which all subscribe; no member joins or goes."""
    topics = _topics(short.get("topics", {"t": [7, 3]}))
    members = [_subscriber(name, member, topics) for name, member in short.get("members", {}).items()]
    updated = next((_subscriber(name, member, topics) for name, member in short.get("updated", {}).items()), None)
    alike = {tuple(member["topics"]) for member in [*members, *([updated] if updated else [])]}
    resolved = {"resolved": short["resolved"]} if "resolved" in short else {}
    assignor = short.get("assignor", "uniform")
    if "gives" in short:
        assignor = {"gives": {name: _by_id(given) for name, given in short["gives"].items()}}
    return {
        "topics": topics,
        "assignor": assignor,
        "groupEpoch": short.get("epoch", 11),
        "subscriptionType": short.get("type", "HOMOGENEOUS" if len(alike) <= 1 else "HETEROGENEOUS"),
        "members": members,
        "updated": updated,
        "removed": short.get("removed", []),
        "now": short.get("now", 1000),
        **resolved,
    }


def _subscriber(name: str, short: JSON, topics: JSON) -> JSON:
    """A member by its name; its target is by the numbers that are the topics' ids."""
    member = {"id": name, "topics": [*topics], **short}
    if "target" in member:
        member["target"] = _by_id(member["target"])
    return member


def _by_id(numbered: JSON) -> JSON:
    """Partitions by their topics' ids, of which the numbers are given."""
    return {topic_id(int(number)): partitions for number, partitions in numbered.items()}


def _expand(_: str, short: JSON) -> JSON:
    """The whole input; by default one topic t of three partitions, and no time between two assignments."""
    return {
        "assignors": short.get("assignors", ["uniform", "range"]),
        "config": {**_CONFIG, **short.get("config", {})},
        "topics": _topics(short.get("topics", {"t": [7, 3]})),
        "steps": [_step(step) for step in short["steps"]],
    }


def _step(short: JSON) -> JSON:
    if isinstance(short, str):
        op, _, rest = short.partition(" ")
        if op == "sleep":
            return {"op": op, "ms": int(rest)}
        return _beat(rest, {}) if op == "beat" else {"op": op}
    fields = dict(short)
    if "topics" in fields and len(fields) == 1:
        return {"op": "topics", "topics": _topics(fields["topics"])}
    if "restart" in fields:
        return {"op": "restart", "compactedFrom": fields["restart"]}
    if "beat" in fields:
        return _beat(fields.pop("beat"), fields)
    first = {"timeoutMs": 5000, **({} if "regex" in fields else {"topics": ["t"]}), "assignor": "uniform", "owned": {}}
    return _beat(fields.pop("join"), {**first, "epoch": 0, **fields})


def _beat(member: str, fields: JSON) -> JSON:
    owned = fields.get("owned", "told")
    if isinstance(owned, dict):
        owned = {topic_id(int(number)): partitions for number, partitions in owned.items()}
    said = {"op": "heartbeat", "member": member, **fields, "owned": owned}
    return {name: value for name, value in said.items() if value is not None}


def _topics(short: JSON) -> JSON:
    """By name the number that is the topic's id, and how many partitions it has."""
    return {name: {"id": topic_id(number), "partitions": count} for name, (number, count) in short.items()}
