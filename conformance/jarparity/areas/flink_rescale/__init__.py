"""Which part of the old snapshots each new subtask restores."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area
from jarparity.areas.flink_rescale.operations import OPERATIONS

AREA: Final = Area(
    name="flink_rescale",
    summary="Which part of the old snapshots each new subtask restores.",
    operations=OPERATIONS,
    place=3,
    folder=Path(__file__).parent,
    domains="jarparity.areas.flink_rescale.domains",
    faults=("jarparity.areas.flink_rescale.faults",),
)
