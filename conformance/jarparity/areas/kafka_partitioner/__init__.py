"""In which partition a producer puts a record."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area
from jarparity.areas.kafka_partitioner.operations import OPERATIONS

AREA: Final = Area(
    name="kafka_partitioner",
    summary="In which partition a producer puts a record.",
    operations=OPERATIONS,
    place=8,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.kafka_partitioner.faults", "jarparity.areas.kafka_partitioner.keyless_faults"),
    models="jarparity.areas.kafka_partitioner.model",
)
