"""What a coordinator knows when it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from copartition.kafka.coordinator.cluster import Cluster
    from copartition.kafka.coordinator.group import ConsumerGroup
    from copartition.kafka.coordinator.settings import Settings
    from copartition.kafka.group.releases import Release


class Situation(NamedTuple):
    """What an answer depends on, beside the group.

    Attributes:
        cluster: The topics there are.
        topics_since: The version of the cluster's metadata that brought the newest topic.
        settings: The broker's.
        release: The release to equal.
        now: Milliseconds.
    """

    cluster: Cluster
    topics_since: int
    settings: Settings
    release: Release
    now: int

    def ms_to_next_target(self, group: ConsumerGroup) -> int:
        """For how long the last target is too new for another one, from 4.3 on: `canComputeNextTargetAssignment`."""
        interval = self.settings.assignment_interval_ms if self.release >= (4, 3) else 0
        if not (group.target_timestamp and interval):
            return 0
        return max(0, group.target_timestamp + interval - self.now)
