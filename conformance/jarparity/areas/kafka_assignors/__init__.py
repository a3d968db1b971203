"""Which member of a consumer group gets which partitions."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area, WatchedClass
from jarparity.areas.kafka_assignors.aspects import ASPECTS
from jarparity.areas.kafka_assignors.operations import OPERATIONS

_CONSUMER: Final = "org.apache.kafka.clients.consumer"
_ASSIGNORS: Final = ("kafka.assignor.*", "kafka.protocol.sticky-user-data")

AREA: Final = Area(
    name="kafka_assignors",
    summary="Which member of a consumer group gets which partitions.",
    operations=OPERATIONS,
    place=9,
    folder=Path(__file__).parent,
    watched=(
        WatchedClass(f"{_CONSUMER}.internals.AbstractPartitionAssignor", "kafka-clients", _ASSIGNORS),
        WatchedClass(f"{_CONSUMER}.RangeAssignor", "kafka-clients", _ASSIGNORS),
        WatchedClass(f"{_CONSUMER}.RoundRobinAssignor", "kafka-clients", _ASSIGNORS),
        WatchedClass(f"{_CONSUMER}.internals.AbstractStickyAssignor", "kafka-clients", _ASSIGNORS, "2.4"),
        WatchedClass(f"{_CONSUMER}.StickyAssignor", "kafka-clients", _ASSIGNORS),
        WatchedClass(f"{_CONSUMER}.CooperativeStickyAssignor", "kafka-clients", _ASSIGNORS, "2.4"),
    ),
    aspects=ASPECTS,
    domains="jarparity.areas.kafka_assignors.domains",
    faults=tuple(
        f"jarparity.areas.kafka_assignors.{name}"
        for name in ("faults", "sticky_faults", "history_faults", "custom_faults")
    ),
    original_faults="jarparity.areas.kafka_assignors.original_faults",
)
