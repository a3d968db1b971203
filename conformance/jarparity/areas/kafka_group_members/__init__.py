"""What a group coordinator tells its members."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area
from jarparity.areas.kafka_group_members.operations import OPERATIONS

AREA: Final = Area(
    name="kafka_group_members",
    summary="What a group coordinator tells its members.",
    operations=OPERATIONS,
    place=15,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.kafka_group_members.faults",),
)
