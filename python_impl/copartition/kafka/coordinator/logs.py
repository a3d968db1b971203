"""What a coordinator writes and reads: the partition of `__consumer_offsets` that its groups are in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.kafka.coordinator.group import ConsumerGroup
from copartition.kafka.coordinator.records import CurrentMember, MemberMetadata, RegularExpression, TargetMember

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from copartition.kafka.coordinator.records import Record
    from copartition.kafka.group.releases import Release


def compacted(log: Sequence[tuple[str, Record]], first: int) -> list[tuple[str, Record]]:
    """The log, but of the records after the first so many only the newest of each key."""
    newest = {_key(group_id, record): place for place, (group_id, record) in enumerate(log)}
    return [entry for place, entry in enumerate(log) if place < first or newest[_key(*entry)] == place]


def replay(groups: dict[str, ConsumerGroup], group_id: str, record: Record, release: Release) -> None:
    """Makes the change that a record stands for.

    Raises:
        JavaError: See `ConsumerGroup.replay`.
    """
    if group_id not in groups:
        groups[group_id] = ConsumerGroup(group_id, release)
    groups[group_id].replay(record)


def _key(group_id: str, record: Record) -> Hashable:
    match record:
        case MemberMetadata() | CurrentMember() | TargetMember():
            return group_id, type(record), record.member
        case RegularExpression():
            return group_id, type(record), record.regex
    return group_id, type(record)
