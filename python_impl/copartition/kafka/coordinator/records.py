"""What a coordinator writes to `__consumer_offsets` about a group: its whole state, record by record.

Each class is a record's key and value; a value of None is a tombstone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.coordinator.member import Subscription
    from copartition.kafka.group.reconcile import MemberAssignment
    from copartition.kafka.uuid import Uuid


@dataclass(frozen=True, slots=True)
class MemberMetadata:
    """`ConsumerGroupMemberMetadata`: what a member told of itself."""

    member: str
    value: Subscription | None


@dataclass(frozen=True, slots=True)
class PartitionMetadata:
    """`ConsumerGroupPartitionMetadata`, up to 4.0: by name the ids and partitions of subscribed topics."""

    value: Mapping[str, tuple[Uuid, int]] | None


@dataclass(frozen=True, slots=True)
class GroupMetadata:
    """`ConsumerGroupMetadata`: the group's epoch, and since 4.1 the hash of its topics.

    Attributes:
        epoch: The group's epoch.
        metadata_hash: int64; None up to 4.0.
    """

    epoch: int
    metadata_hash: int | None


@dataclass(frozen=True, slots=True)
class TargetMember:
    """`ConsumerGroupTargetAssignmentMember`: by topic the partitions that a member is to have.

    They are in the order in which they are written: the next assignment depends on it.
    """

    member: str
    value: Mapping[Uuid, Sequence[int]] | None


@dataclass(frozen=True, slots=True)
class TargetMetadata:
    """`ConsumerGroupTargetAssignmentMetadata`: the epoch of the target, and when it was computed.

    Attributes:
        epoch: The group epoch that the target is for.
        timestamp: Milliseconds, 0: never; None up to 4.2.
    """

    epoch: int
    timestamp: int | None


@dataclass(frozen=True, slots=True)
class CurrentMember:
    """`ConsumerGroupCurrentMemberAssignment`: what a member has."""

    member: str
    value: MemberAssignment | None


@dataclass(frozen=True, slots=True)
class ResolvedRegex:
    """The topics that a regular expression matched.

    Attributes:
        topics: Their names.
        version: How far the cluster's metadata was.
        timestamp: When, in milliseconds.
    """

    topics: frozenset[str]
    version: int
    timestamp: int


@dataclass(frozen=True, slots=True)
class RegularExpression:
    """`ConsumerGroupRegularExpression`: what a regular expression matches."""

    regex: str
    value: ResolvedRegex | None


Record: TypeAlias = (
    MemberMetadata
    | PartitionMetadata
    | GroupMetadata
    | TargetMember
    | TargetMetadata
    | CurrentMember
    | RegularExpression
)
