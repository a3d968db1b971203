"""Strings and the iteration order of hash tables, which the originals build on."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area
from jarparity.areas.java.operations import OPERATIONS

AREA: Final = Area(
    name="java",
    summary="Strings and the iteration order of hash tables, which the originals build on.",
    operations=OPERATIONS,
    place=0,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.java.faults",),
    models="jarparity.areas.java.model",
)
