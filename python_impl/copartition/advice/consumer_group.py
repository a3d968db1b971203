"""Where the members of a consumer group stand after a history, as a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import GroupIdNotFoundException
from copartition.port.fields import text, wrong
from copartition.port.group_coordinator import played

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.kafka.coordinator import MemberDescription
    from copartition.kafka.group.releases import Release
    from copartition.kafka.uuid import Uuid
    from copartition.port.fields import JSON, Fields


def status(document: Fields) -> JSON:
    """A history as `kafka.group.coordinator` takes it, and a `release`: who has what, and for what members wait.

    Partitions are pairs of a topic's name and a number; a topic that is gone is called by its id.
    """
    coordinator, answers = played(document, _release(document.get("release", text)))
    said = {"refused": [{"step": n, **answer["error"]} for n, answer in enumerate(answers) if "error" in answer]}
    try:
        group = coordinator.describe()
    except GroupIdNotFoundException:
        return {"epoch": None, "targetEpoch": None, "members": [], **said}
    names = {topic.id: name for name, topic in coordinator.cluster.topics.items()}
    members = [_member(member, names) for member in group.members]
    return {"epoch": group.epoch, "targetEpoch": group.target_epoch, "members": members, **said}


def _release(written: str) -> Release:
    try:
        return tuple(int(part) for part in written.split("."))
    except ValueError:
        raise wrong("input.release", "a release of Kafka, such as 4.4.0", written) from None


def _member(member: MemberDescription, names: Mapping[Uuid, str]) -> JSON:
    return {
        "id": member.id,
        "instance": member.instance,
        "epoch": member.epoch,
        "state": member.state.name,
        "has": _pairs(member.assigned, names),
        "givesBack": _pairs(member.revoking, names),
        "target": _pairs(member.target, names),
        "waitsFor": [
            [names.get(topic, str(topic)), number, holder] for (topic, number), holder in member.waits_for.items()
        ],
    }


def _pairs(partitions: Mapping[Uuid, frozenset[int]], names: Mapping[Uuid, str]) -> list[JSON]:
    return sorted([names.get(topic, str(topic)), number] for topic, numbers in partitions.items() for number in numbers)
