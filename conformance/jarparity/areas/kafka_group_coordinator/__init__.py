"""A group coordinator's answers and records, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area
from jarparity.areas.kafka_group_coordinator.operations import OPERATIONS

AREA: Final = Area(
    name="kafka_group_coordinator",
    summary="A group coordinator's answers and records, step by step, and the targets that it computes.",
    operations=OPERATIONS,
    place=17,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.kafka_group_coordinator.faults", "jarparity.areas.kafka_group_coordinator.target_faults"),
    original_faults="jarparity.areas.kafka_group_coordinator.original_faults",
)
