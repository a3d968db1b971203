"""The records of a consumer group as Kafka's own converters to JSON write them, lists of partitions by topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.kafka.assignors.java_order import sorted_names
from copartition.kafka.coordinator.records import (
    CurrentMember,
    GroupMetadata,
    MemberMetadata,
    PartitionMetadata,
    RegularExpression,
    TargetMember,
    TargetMetadata,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from copartition.kafka.coordinator.member import Subscription
    from copartition.kafka.coordinator.records import Record, ResolvedRegex
    from copartition.kafka.group.reconcile import Epochs, MemberAssignment
    from copartition.kafka.group.releases import Release
    from copartition.kafka.uuid import Uuid
    from copartition.port.fields import JSON


def record_document(group: str, record: Record, release: Release) -> JSON:
    """A record's type, key and value; a tombstone's value is None."""
    name = f"ConsumerGroup{_NAMES[type(record)]}"
    return {"type": name, "key": {"groupId": group, **_key(record)}, "value": _value(record, release)}


def partitions_document(partitions: Mapping[Uuid, Iterable[int]]) -> JSON:
    """By topic id the partitions, sorted."""
    return {str(topic): sorted(numbers) for topic, numbers in partitions.items()}


def _key(record: Record) -> dict[str, JSON]:
    match record:
        case MemberMetadata() | CurrentMember() | TargetMember():
            return {"memberId": record.member}
        case RegularExpression():
            return {"regularExpression": record.regex}
    return {}


def _value(record: Record, release: Release) -> JSON:
    match record:
        case GroupMetadata(epoch, code):
            return {"epoch": epoch, **({"metadataHash": str(code)} if code else {})}
        case TargetMetadata(epoch, timestamp):
            return {"assignmentEpoch": epoch, **({"assignmentTimestamp": str(timestamp)} if timestamp else {})}
    if record.value is None:
        return None
    if isinstance(record, CurrentMember):
        return _assignment(record.value, release)
    return _WRITERS[type(record)](record.value)


def _subscription(told: Subscription) -> JSON:
    return {
        "instanceId": told.instance,
        "rackId": told.rack,
        "clientId": told.client_id,
        "clientHost": told.client_host,
        "subscribedTopicNames": sorted_names(told.topics),
        "subscribedTopicRegex": told.regex,
        "rebalanceTimeoutMs": told.rebalance_timeout_ms,
        "serverAssignor": told.assignor,
        "classicMemberMetadata": None,
    }


def _assignment(having: MemberAssignment, release: Release) -> JSON:
    return {
        "memberEpoch": having.epoch,
        "previousMemberEpoch": having.previous_epoch,
        "state": having.state.value,
        "assignedPartitions": _epochs(having.assigned, release),
        "partitionsPendingRevocation": _epochs(having.revoking, release),
    }


def _epochs(epochs: Epochs, release: Release) -> JSON:
    """By topic its partitions; since 4.3 each with its epoch."""
    if release < (4, 3):
        return partitions_document(epochs)
    return {str(topic): {str(number): of[number] for number in of} for topic, of in epochs.items()}


def _resolved(matched: ResolvedRegex) -> JSON:
    return {
        "topics": sorted_names(matched.topics),
        "version": str(matched.version),
        "timestamp": str(matched.timestamp),
    }


def _topics(topics: Mapping[str, tuple[Uuid, int]]) -> JSON:
    return {"topics": {name: {"id": str(topic), "partitions": count} for name, (topic, count) in topics.items()}}


def _target(partitions: Mapping[Uuid, Iterable[int]]) -> JSON:
    return {"topicPartitions": partitions_document(partitions)}


_NAMES: Final = {
    MemberMetadata: "MemberMetadata",
    CurrentMember: "CurrentMemberAssignment",
    TargetMember: "TargetAssignmentMember",
    GroupMetadata: "Metadata",
    TargetMetadata: "TargetAssignmentMetadata",
    PartitionMetadata: "PartitionMetadata",
    RegularExpression: "RegularExpression",
}
_WRITERS: Final[Mapping[type[Record], Callable[..., JSON]]] = {
    MemberMetadata: _subscription,
    TargetMember: _target,
    PartitionMetadata: _topics,
    RegularExpression: _resolved,
}
