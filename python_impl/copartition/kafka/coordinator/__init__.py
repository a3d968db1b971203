"""The group coordinator of Kafka's brokers for consumer groups, in memory: `GroupCoordinator`."""

from copartition.kafka.coordinator.cluster import Cluster
from copartition.kafka.coordinator.coordinator import GroupCoordinator
from copartition.kafka.coordinator.describing import GroupDescription, MemberDescription
from copartition.kafka.coordinator.requests import JOIN, LEAVE, LEAVE_FOR_A_WHILE, Heartbeat, HeartbeatAnswer
from copartition.kafka.coordinator.settings import Settings
from copartition.kafka.coordinator.timers import Removal

__all__ = [
    "JOIN",
    "LEAVE",
    "LEAVE_FOR_A_WHILE",
    "Cluster",
    "GroupCoordinator",
    "GroupDescription",
    "Heartbeat",
    "HeartbeatAnswer",
    "MemberDescription",
    "Removal",
    "Settings",
]
