"""What the reassignment tool reads, moves and prints."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area
from jarparity.areas.kafka_reassign.operations import OPERATIONS

AREA: Final = Area(
    name="kafka_reassign",
    summary="What the reassignment tool reads, moves and prints.",
    operations=OPERATIONS,
    place=12,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.kafka_reassign.faults",),
)
