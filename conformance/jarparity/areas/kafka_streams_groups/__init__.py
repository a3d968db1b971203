"""What a group coordinator decides about groups of Kafka Streams."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area
from jarparity.areas.kafka_streams_groups.operations import OPERATIONS

AREA: Final = Area(
    name="kafka_streams_groups",
    summary="What a group coordinator decides about groups of Kafka Streams.",
    operations=OPERATIONS,
    place=16,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.kafka_streams_groups.faults", "jarparity.areas.kafka_streams_groups.sticky_faults"),
)
