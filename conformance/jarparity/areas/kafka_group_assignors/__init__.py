"""Which member of a group gets which partitions, where the broker decides."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area
from jarparity.areas.kafka_group_assignors.operations import OPERATIONS

AREA: Final = Area(
    name="kafka_group_assignors",
    summary="Which member of a group gets which partitions, where the broker decides.",
    operations=OPERATIONS,
    place=14,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.kafka_group_assignors.faults",),
    domains="jarparity.areas.kafka_group_assignors.domains",
)
