"""The bytes in which members of a consumer group and their leader talk."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area
from jarparity.areas.kafka_protocol.operations import OPERATIONS

AREA: Final = Area(
    name="kafka_protocol",
    summary="The bytes in which members of a consumer group and their leader talk.",
    operations=OPERATIONS,
    place=10,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.kafka_protocol.faults",),
)
