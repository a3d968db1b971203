"""What a KRaft controller makes of a topic's partitions while they are reassigned."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area, WatchedClass
from jarparity.areas.kafka_controller.aspects import ASPECTS
from jarparity.areas.kafka_controller.operations import OPERATIONS

_PACKAGE: Final = "org.apache.kafka.controller"
_NAMES: Final = ("PartitionChangeBuilder", "PartitionReassignmentReplicas", "PartitionReassignmentRevert")

AREA: Final = Area(
    name="kafka_controller",
    summary="What a KRaft controller makes of a topic's partitions while they are reassigned.",
    operations=OPERATIONS,
    place=12,
    folder=Path(__file__).parent,
    watched=tuple(WatchedClass(f"{_PACKAGE}.{n}", "kafka-metadata", (OPERATIONS[0].name,)) for n in _NAMES),
    aspects=ASPECTS,
    faults=("jarparity.areas.kafka_controller.faults",),
    original_faults="jarparity.areas.kafka_controller.original_faults",
)
