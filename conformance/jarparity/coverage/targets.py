"""The originals' classes whose branches are counted, and which operations are there to reach them."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from jarparity import catalogue
from jarparity.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from jarparity.operations import Operation


LEAST: Final = 95.0
"""Percent of a target's branches that can be taken at all which recorded cases have to take."""


@dataclass(frozen=True, slots=True)
class Target:
    """A class of an original, with all that is nested in it.

    Attributes:
        name: With its package.
        family: The family of lines that have it.
        operations: Globs of the operations that are to reach it.
        since: The first version that has it, or None for all.
    """

    name: str
    family: str
    operations: tuple[str, ...]
    since: str | None = None

    @property
    def simple_name(self) -> str:
        """Without its package."""
        return self.name.rpartition(".")[2]

    def on(self, line: Line) -> bool:
        """Whether a line has it."""
        return line.family == self.family and (self.since is None or not line < Line(line.family, self.since))

    def holds(self, class_name: str) -> bool:
        """Whether a class is this one, or nested in it."""
        return class_name == self.name or class_name.startswith(f"{self.name}$")


_KEY_GROUPS: Final = ("flink.key-group*", "flink.partitioner.channel", "flink.rescale.*")
_MATH: Final = ("flink.math.*", *_KEY_GROUPS)
_STATE: Final = ("flink.state.*", "flink.rescale.restored-keys")
_ASSIGNORS: Final = ("kafka.assignor.*", "kafka.protocol.sticky-user-data")
_REPLICAS: Final = ("kafka.replicas.assign",)

TARGETS: Final = (
    Target("org.apache.flink.util.MathUtils", "flink", _MATH),
    Target("org.apache.flink.runtime.state.KeyGroupRangeAssignment", "flink", _KEY_GROUPS),
    Target("org.apache.flink.runtime.state.KeyGroupRange", "flink", (*_KEY_GROUPS, *_STATE)),
    Target("org.apache.flink.runtime.state.heap.StateTable", "flink", _STATE),
    Target("org.apache.flink.runtime.state.heap.CopyOnWriteStateTable", "flink", _STATE),
    Target("org.apache.flink.runtime.state.heap.HeapValueState", "flink", _STATE),
    Target(
        "org.apache.flink.api.common.eventtime.WatermarkOutputMultiplexer", "flink", ("flink.watermark.multiplexer",)
    ),
    Target(
        "org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve", "flink", ("flink.watermark.valve",)
    ),
    Target(
        "org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumerator",
        "flink-connector-kafka",
        ("flink.kafka-source.*",),
    ),
    Target("org.apache.kafka.clients.consumer.internals.AbstractPartitionAssignor", "kafka-clients", _ASSIGNORS),
    Target("org.apache.kafka.clients.consumer.RangeAssignor", "kafka-clients", _ASSIGNORS),
    Target("org.apache.kafka.clients.consumer.RoundRobinAssignor", "kafka-clients", _ASSIGNORS),
    Target("org.apache.kafka.clients.consumer.internals.AbstractStickyAssignor", "kafka-clients", _ASSIGNORS, "2.4"),
    Target("org.apache.kafka.clients.consumer.StickyAssignor", "kafka-clients", _ASSIGNORS),
    Target("org.apache.kafka.clients.consumer.CooperativeStickyAssignor", "kafka-clients", _ASSIGNORS, "2.4"),
    Target("kafka.admin.AdminUtils", "kafka_2.13", _REPLICAS),
    Target("org.apache.kafka.admin.AdminUtils", "kafka-server-common", _REPLICAS),
)


def targets_of(line: Line, patterns: Sequence[str] = ()) -> list[Target]:
    """The targets that a line has and any of the globs names, with or without package; all without globs.

    A line that is there for one operation has those that this operation reaches.
    """
    return [
        target
        for target in TARGETS
        if target.on(line)
        and operations_for([target], line)
        and (not patterns or any(fnmatchcase(name, p) for p in patterns for name in (target.name, target.simple_name)))
    ]


def operations_for(targets: Iterable[Target], line: Line, patterns: Sequence[str] = ()) -> list[Operation]:
    """The operations of a line that are to reach any of the targets and match any of the globs, in their order."""
    globs = [glob for target in targets for glob in target.operations]
    return [
        operation
        for operation in catalogue.select(patterns)
        if operation.has(line) and globs and operation.matches(globs)
    ]


def newest_lines(lines: Iterable[Line], patterns: Sequence[str] = ()) -> list[Line]:
    """Of each family that has targets the newest line."""
    newest = {line.family: line for line in sorted(lines) if targets_of(line, patterns)}
    return sorted(newest.values())
