"""Keyed state as bytes: key groups, keys and values as backends and savepoints hold them; ids of operators."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area
from jarparity.areas.flink_state_bytes.operations import OPERATIONS

AREA: Final = Area(
    name="flink_state_bytes",
    summary="Keyed state as bytes: key groups, keys and values as backends and savepoints hold them; ids of operators.",
    operations=OPERATIONS,
    place=5,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.flink_state_bytes.faults", "jarparity.areas.flink_state_bytes.object_faults"),
    original_faults="jarparity.areas.flink_state_bytes.original_faults",
)
