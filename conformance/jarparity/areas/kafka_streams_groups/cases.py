"""Hand-written cases of streams groups: `cases.json`, in which only what a case is about is written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_streams_groups.inputs import nothing
from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from jarparity.answers import JSON

_FILE: Final = Path(__file__).with_name("cases.json")
_MEMBER: Final[JSON] = {"process": "p0", "epoch": 10, "previousEpoch": 9, "state": "STABLE"}


def reconciliations() -> Cases:
    """Cases of `kafka.group.reconcile-streams`."""
    return Cases("kafka.group.reconcile-streams").read(_FILE, _expand)


def _expand(_: str, short: JSON) -> JSON:
    """The whole input: a stable member of epoch 10 without tasks, to have none in epoch 11, if nothing else is said."""
    member, owned = short.get("member", {}), short.get("owned")
    return {
        "member": {
            **_MEMBER,
            **member,
            "assigned": nothing() | member.get("assigned", {}),
            "revoking": nothing() | member.get("revoking", {}),
        },
        "target": {"epoch": short.get("epoch", 11), "tasks": nothing() | short.get("target", {})},
        "processes": nothing() | short.get("processes", {}),
        "owned": None if owned is None else nothing() | owned,
    }
