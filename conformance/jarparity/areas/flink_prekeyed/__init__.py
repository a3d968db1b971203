"""A stream that is keyed already: record, split, key group."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area
from jarparity.areas.flink_prekeyed.operations import OPERATIONS

AREA: Final = Area(
    name="flink_prekeyed",
    summary="A stream that is keyed already: record, split, key group.",
    operations=OPERATIONS,
    place=5,
    folder=Path(__file__).parent,
    domains="jarparity.areas.flink_prekeyed.domains",
    faults=("jarparity.areas.flink_prekeyed.faults",),
)
