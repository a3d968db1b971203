"""Keyed state: the heap backend, and the keyed operator with a group aggregate."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area, WatchedClass
from jarparity.areas.flink_state.operations import OPERATIONS

_STATE: Final = ("flink.state.*", "flink.rescale.restored-keys")
AREA: Final = Area(
    name="flink_state",
    summary="Keyed state: the heap backend, and the keyed operator with a group aggregate.",
    operations=OPERATIONS,
    place=4,
    folder=Path(__file__).parent,
    watched=(
        WatchedClass("org.apache.flink.runtime.state.heap.StateTable", "flink", _STATE),
        WatchedClass("org.apache.flink.runtime.state.heap.CopyOnWriteStateTable", "flink", _STATE),
        WatchedClass("org.apache.flink.runtime.state.heap.HeapValueState", "flink", _STATE),
    ),
    faults=("jarparity.areas.flink_state.faults", "jarparity.areas.flink_state.timer_faults"),
)
