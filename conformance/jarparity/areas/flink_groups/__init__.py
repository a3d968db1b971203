"""Which key group a key has, which subtask owns a key group."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jarparity.area import Area, WatchedClass
from jarparity.areas.flink_groups.operations import OPERATIONS

_KEY_GROUPS: Final = ("flink.key-group*", "flink.partitioner.channel", "flink.rescale.*")

AREA: Final = Area(
    name="flink_groups",
    summary="Which key group a key has, which subtask owns a key group.",
    operations=OPERATIONS,
    place=2,
    folder=Path(__file__).parent,
    watched=(
        WatchedClass("org.apache.flink.runtime.state.KeyGroupRangeAssignment", "flink", _KEY_GROUPS),
        WatchedClass("org.apache.flink.runtime.state.KeyGroupRange", "flink", (*_KEY_GROUPS, "flink.state.*")),
    ),
    domains="jarparity.areas.flink_groups.domains",
    faults=("jarparity.areas.flink_groups.faults",),
    models="jarparity.areas.flink_groups.model",
)
