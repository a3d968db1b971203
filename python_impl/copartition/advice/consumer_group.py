"""Where the members of a consumer group stand after a history, as a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import GroupIdNotFoundException
from copartition.kafka.assignors.versions import parsed
from copartition.port.fields import Fields, items, text
from copartition.port.group_coordinator import played
from copartition.port.group_metadata import cluster_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from copartition.kafka.coordinator import MemberDescription
    from copartition.kafka.uuid import Uuid
    from copartition.port.fields import JSON


def status(document: Fields) -> JSON:
    """A history as `kafka.group.coordinator` takes it, and a `release`: who has what, and for what members wait.

    Partitions are pairs of a topic's name and a number; a topic that is gone is called so.
    """
    coordinator, answers, removals = played(document, parsed(document.get("release", text), "input.release"))
    said = {
        "refused": [{"step": n, **answer["error"]} for n, answer in enumerate(answers) if "error" in answer],
        "removed": [{"step": n, "member": removal.member, "isSilent": removal.is_silent} for n, removal in removals],
    }
    try:
        group = coordinator.describe()
    except GroupIdNotFoundException:
        return {"epoch": None, "targetEpoch": None, "members": [], **said}
    topics = coordinator.cluster.topics
    names = _gone(document) | {topic.id: name for name, topic in topics.items()}
    readable = {name for name, topic in topics.items() if topic.racks}
    return {
        "epoch": group.epoch,
        "targetEpoch": group.target_epoch,
        "topicsChanged": group.topics_changed,
        "msToNextTarget": group.ms_to_next_target,
        "members": [_member(member, names, readable) for member in group.members],
        **said,
    }


def _gone(document: Fields) -> dict[Uuid, str]:
    """What topics of the history are called when they are gone."""
    steps = [Fields(step, f"steps[{place}]") for place, step in enumerate(document.get("steps", items))]
    told = [document, *(step for step in steps if step.get("op", text) == "topics")]
    clusters = [each.get("topics", cluster_of) for each in told]
    return {topic.id: f"{name} (deleted)" for cluster in clusters for name, topic in cluster.topics.items()}


def _member(member: MemberDescription, names: Mapping[Uuid, str], readable: AbstractSet[str]) -> JSON:
    return {
        "id": member.id,
        "instance": member.instance,
        "epoch": member.epoch,
        "state": member.state.name,
        "has": _pairs(member.assigned, names),
        "givesBack": _pairs(member.revoking, names),
        "target": _pairs(member.target, names),
        "waitsFor": [[names[topic], number, holder] for (topic, number), holder in member.waits_for.items()],
        "regex": member.regex,
        "isResolved": member.is_resolved,
        "subscribesTo": sorted(member.topics),
        "notThere": sorted(member.topics - readable),
        "sessionLeftMs": member.session_left_ms,
        "revocationLeftMs": member.revocation_left_ms,
    }


def _pairs(partitions: Mapping[Uuid, frozenset[int]], names: Mapping[Uuid, str]) -> list[JSON]:
    return sorted([names[topic], number] for topic, numbers in partitions.items() for number in numbers)
