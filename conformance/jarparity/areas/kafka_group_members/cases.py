"""Hand-written cases of members: `cases.json`, in which only what a case is about is written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_group_members.inputs import topic_id
from jarparity.case_collector import Cases

if TYPE_CHECKING:
    from jarparity.answers import JSON

_FILE: Final = Path(__file__).with_name("cases.json")
_DEFAULTS: Final[JSON] = {"partitionEpochs": {}, "owned": None, "subscriptionChanged": False}
_MEMBER: Final[JSON] = {"epoch": 10, "previousEpoch": 9, "state": "STABLE", "assigned": {}, "revoking": {}}


def reconciliations() -> Cases:
    """Cases of `kafka.group.reconcile`."""
    return Cases("kafka.group.reconcile").read(_FILE, _expand)


def _expand(_: str, short: JSON) -> JSON:
    """The whole input: topics t1, t2 and t3 exist and are subscribed to, if nothing else is said."""
    names = ("t1", "t2", "t3")
    topics = short.get("topics", {name: {"id": topic_id(place)} for place, name in enumerate(names, 1)})
    member = {**_MEMBER, "topics": [*topics], **short.get("member", {})}
    target = {"epoch": member["epoch"], "partitions": {}, **short.get("target", {})}
    return {**_DEFAULTS, **short, "topics": topics, "member": member, "target": target}
