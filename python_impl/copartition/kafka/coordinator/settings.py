"""What a broker's configuration says about consumer groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from copartition import _arguments

ASSIGNORS: Final = ("uniform", "range")
"""The assignors that Kafka has."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of `org.apache.kafka.coordinator.group.GroupCoordinatorConfig` that consumer groups depend on.

    Attributes:
        assignors: `group.consumer.assignors`, of `ASSIGNORS`; members that name none get the first.
        session_timeout_ms: `group.consumer.session.timeout.ms`: a member that is silent for so long is removed.
        heartbeat_interval_ms: `group.consumer.heartbeat.interval.ms`, which members are told.
        max_size: `group.consumer.max.size`: how many members a group may have.
        assignment_interval_ms: `group.consumer.assignment.interval.ms` since 4.3: targets aren't computed more often.

    Raises:
        WrongTypeError: A setting of the wrong type.
        ValueError: A setting that no broker has.
    """

    assignors: tuple[str, ...] = ASSIGNORS
    session_timeout_ms: int = 45_000
    heartbeat_interval_ms: int = 5_000
    max_size: int = 2**31 - 1
    assignment_interval_ms: int = 1_000

    def __post_init__(self) -> None:
        _arguments.collection_of("assignors", self.assignors, str)
        for number in ("session_timeout_ms", "heartbeat_interval_ms", "max_size", "assignment_interval_ms"):
            object.__setattr__(self, number, _arguments.int32(number, getattr(self, number)))
        if not self.assignors or len(set(self.assignors)) < len(self.assignors):
            raise ValueError(f"assignors is {self.assignors}: name at least one, and each once")
        for name in self.assignors:
            if name not in ASSIGNORS:
                raise ValueError(f"assignors has {name!r}: write {' or '.join(ASSIGNORS)}")
        for field, least in (("session_timeout_ms", 2), ("heartbeat_interval_ms", 1), ("max_size", 1)):
            if getattr(self, field) < least:
                raise ValueError(f"{field} is {getattr(self, field)}: write {least} or more")
        if self.heartbeat_interval_ms >= self.session_timeout_ms:
            raise ValueError(
                f"heartbeat_interval_ms is {self.heartbeat_interval_ms}: write less than session_timeout_ms, "
                f"which is {self.session_timeout_ms}"
            )
        if self.assignment_interval_ms < 0:
            raise ValueError(f"assignment_interval_ms is {self.assignment_interval_ms}: write 0 or more")
