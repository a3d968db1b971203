"""What a member asks a coordinator, and what it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from copartition.errors import InvalidRequestException, UnsupportedAssignorException
from copartition.kafka.assignors.java_order import put_order
from copartition.kafka.coordinator.arguments import check_heartbeat_types

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.coordinator.settings import Settings
    from copartition.kafka.uuid import Uuid

JOIN: Final = 0
"""The epoch of a member that joins, or joins again."""
LEAVE: Final = -1
"""The epoch of a member that leaves for good."""
LEAVE_FOR_A_WHILE: Final = -2
"""The epoch of a static member that comes back under its instance id."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """`ConsumerGroupHeartbeatRequestData`: None says that nothing has changed since the last heartbeat.

    Texts are as Java holds them: two halves of a surrogate pair become the character that they are.

    Attributes:
        member: The member's id, which it made itself.
        epoch: Its epoch, `JOIN`, `LEAVE` or `LEAVE_FOR_A_WHILE`.
        instance: `group.instance.id` of a static member.
        rack: `client.rack`.
        rebalance_timeout_ms: `max.poll.interval.ms`, -1 for None.
        topics: The names that it subscribes to.
        regex: The regular expression that it subscribes to.
        assignor: The assignor that it wants.
        owned: By topic the partitions that it has.
        client_id: `client.id`.
        client_host: Where it comes from.

    Raises:
        WrongTypeError: A field has the wrong type.
        ValueError: A number doesn't fit 32 bits.
    """

    member: str
    epoch: int
    instance: str | None = None
    rack: str | None = None
    rebalance_timeout_ms: int = -1
    topics: Sequence[str] | None = None
    regex: str | None = None
    assignor: str | None = None
    owned: Mapping[Uuid, Sequence[int]] | None = None
    client_id: str = "client"
    client_host: str = "localhost/127.0.0.1"

    def __post_init__(self) -> None:
        check_heartbeat_types(self)

    @property
    def is_full(self) -> bool:
        """Whether it says everything, as after a new connection: then it is told everything."""
        subscribes = self.topics is not None or self.regex is not None
        return self.rebalance_timeout_ms != -1 and subscribes and self.owned is not None


@dataclass(frozen=True, slots=True)
class HeartbeatAnswer:
    """`ConsumerGroupHeartbeatResponseData`.

    Attributes:
        member: The member's id.
        epoch: The epoch that it is in now.
        heartbeat_interval_ms: When to come again.
        assignment: By topic the partitions that it is to have; None where nothing has changed.
    """

    member: str
    epoch: int
    heartbeat_interval_ms: int = 0
    assignment: Mapping[Uuid, frozenset[int]] | None = None


def check_heartbeat(beat: Heartbeat, group_id: str, settings: Settings) -> None:
    """Refuses what no coordinator looks at.

    Raises:
        InvalidRequestException: Something is empty, or missing in a member's first heartbeat.
        UnsupportedAssignorException: The broker hasn't the assignor.

    Original: `GroupCoordinatorService.throwIfConsumerGroupHeartbeatRequestIsInvalid`; up to 4.0 in
    `GroupMetadataManager`.
    """
    names = (("MemberId", beat.member), ("GroupId", group_id), ("InstanceId", beat.instance), ("RackId", beat.rack))
    for name, value in names:
        if value is not None and not value.strip(_BLANK):
            raise InvalidRequestException(f"{name} can't be empty.")
    if beat.epoch == JOIN:
        _check_first(beat)
    elif beat.epoch == LEAVE_FOR_A_WHILE:
        if beat.instance is None:
            raise InvalidRequestException("InstanceId can't be null.")
    elif beat.epoch < LEAVE_FOR_A_WHILE:
        raise InvalidRequestException("MemberEpoch is invalid.")
    if beat.assignor is not None and beat.assignor not in settings.assignors:
        known = ", ".join(put_order(settings.assignors))
        raise UnsupportedAssignorException(
            f"ServerAssignor {beat.assignor} is not supported. Supported assignors: {known}."
        )


_BLANK: Final = "".join(map(chr, range(ord(" ") + 1)))
"""What `String.trim()` takes away."""


def _check_first(beat: Heartbeat) -> None:
    if beat.rebalance_timeout_ms == -1:
        raise InvalidRequestException("RebalanceTimeoutMs must be provided in first request.")
    if beat.owned is None or beat.owned:
        raise InvalidRequestException("TopicPartitions must be empty when (re-)joining.")
    if beat.topics is None and beat.regex is None:
        raise InvalidRequestException(
            "Either SubscribedTopicNames or SubscribedTopicRegex must be non-null when (re-)joining."
        )
