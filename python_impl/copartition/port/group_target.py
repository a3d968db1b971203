"""`kafka.group.target`: the next target of a consumer group, and the records that say so."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from copartition.kafka.coordinator.group import ConsumerGroup
from copartition.kafka.coordinator.member import Member, Subscription
from copartition.kafka.coordinator.records import MemberMetadata, RegularExpression, ResolvedRegex, TargetMember
from copartition.kafka.coordinator.target import MemberChange, TargetQuestion, next_target
from copartition.kafka.group.orders import copied_name_order
from copartition.kafka.group.releases import NEWEST
from copartition.port.fields import Fields, int32, mapping, nullable, number, objects, one_of, text, texts
from copartition.port.group_metadata import cluster_of, uuid
from copartition.port.group_records import partitions_document, record_document
from copartition.port.partitions import distinct_partitions
from copartition.port.rows import answer, kafka_release

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.coordinator.target import Assigned
    from copartition.kafka.group.members import GroupMember
    from copartition.kafka.group.releases import Release
    from copartition.kafka.uuid import Uuid
    from copartition.port.fields import JSON
    from copartition.port.rows import Operation

_count: Final = partial(number, low=0, high=2**31 - 1)
_named: Final = one_of({name: name for name in ("uniform", "range")})
_alike: Final = one_of({"HOMOGENEOUS": True, "HETEROGENEOUS": False})


class _Given:
    """An assignor of a broker's own that gives what a document says.

    Attributes:
        asked: The members that it was asked of, as the answer has them.
    """

    def __init__(self, gives: Fields) -> None:
        self._gives = {member: gives.get(member, _partitions) for member in gives.document}
        self.asked: JSON = None

    def __call__(self, members: Sequence[GroupMember]) -> Assigned:
        self.asked = [
            {
                "id": member.id,
                "topics": [str(topic) for topic in member.topic_order()],
                "target": partitions_document(member.target),
            }
            for member in members
        ]
        return self._gives


def _assignor(value: JSON, path: str) -> str | _Given:
    return _Given(Fields(value, path).get("gives", Fields)) if isinstance(value, dict) else _named(value, path)


def targeted(document: Fields, release: Release = NEWEST) -> JSON:
    """The target and the records; and what an assignor of the broker's own was asked."""
    group = ConsumerGroup("g", release)
    for regex, names in document.get("resolved", mapping, {}).items():
        topics = frozenset(texts(names, f"input.resolved.{regex}"))
        group.replay(RegularExpression(regex, ResolvedRegex(topics, 1, 1)))
    for member in document.get("members", objects):
        told = _member(member)
        if told.id in group.members:
            raise ValueError(f"{member.path}.id: a member before it is {told.id!r}, too; give each its own id")
        group.replay(MemberMetadata(told.id, told.subscription))
        target = member.get("target", _partitions, None)
        if target is not None:
            group.replay(TargetMember(told.id, target))
    updated = document.get("updated", nullable(Fields))
    change = MemberChange(None if updated is None else _member(updated), document.get("removed", texts))
    question = TargetQuestion(
        cluster=document.get("topics", cluster_of),
        epoch=document.get("groupEpoch", int32),
        assignor=document.get("assignor", _assignor),
        alike=document.get("subscriptionType", _alike),
        now=document.get("now", _count),
    )
    found = next_target(group, change, question, release)
    asked = {"asked": question.assignor.asked} if isinstance(question.assignor, _Given) else {}
    return {
        "target": {member: partitions_document(target) for member, target in found.members.items() if target},
        "records": [record_document("g", record, release) for record in found.records],
        **asked,
    }


def _member(told: Fields) -> Member:
    names = told.get("topics", texts)
    subscription = Subscription(
        instance=told.get("instance", text, None),
        topics=frozenset(names),
        regex=told.get("regex", text, ""),
    )
    return Member(told.get("id", text), subscription, topic_names=tuple(copied_name_order(names)))


def _partitions(value: JSON, path: str) -> dict[Uuid, tuple[int, ...]]:
    """By topic id the partitions, each once, in the order in which they are written."""
    return {uuid(name, path): _written(numbers, f"{path}.{name}") for name, numbers in mapping(value, path).items()}


def _written(value: JSON, path: str) -> tuple[int, ...]:
    distinct_partitions(value, path)
    return tuple(value)


OPERATIONS: Final[Mapping[str, Operation]] = {
    "kafka.group.target": answer(targeted, kafka_release),
}
