"""Tasks of a streams group: a subtopology and a partition, which a member runs in one of three roles."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

Task: TypeAlias = tuple[str, int]
"""A subtopology's id and a partition."""
Partitions: TypeAlias = Mapping[str, Collection[int]]
Epochs: TypeAlias = Mapping[str, Mapping[int, int | None]]
"""By subtopology and partition the epoch in which the member got the task; None before 4.2, which keeps none."""


class Role(IntEnum):
    """As what a member runs a task.

    Attributes:
        ACTIVE: It processes records.
        STANDBY: It keeps a copy of the task's state.
        WARMUP: It fetches the state, to run the task as active later.
    """

    ACTIVE = 0
    STANDBY = 1
    WARMUP = 2


@dataclass(frozen=True, slots=True)
class Tasks:
    """Tasks of each role: `org.apache.kafka.coordinator.group.streams.TasksTuple`.

    Attributes:
        active: By subtopology the partitions.
        standby: The same.
        warmup: The same.
    """

    active: Partitions
    standby: Partitions
    warmup: Partitions

    def __bool__(self) -> bool:
        """Whether anything is in it, be it a subtopology without partitions."""
        return bool(self.active or self.standby or self.warmup)


@dataclass(frozen=True, slots=True)
class MemberTasks(Tasks):
    """Tasks that a member has or has to give back, the active ones with epochs: `TasksTupleWithEpochs`.

    Attributes:
        active: By subtopology and partition the epoch.
    """

    active: Epochs


def by_role(tasks: Tasks) -> list[set[Task]]:
    """The tasks of each role, in the order of `Role`."""
    roles = (tasks.active, tasks.standby, tasks.warmup)
    return [{(subtopology, one) for subtopology, partitions in of.items() for one in partitions} for of in roles]


def partitions_of(tasks: set[Task]) -> Partitions:
    """By subtopology the partitions."""
    partitions: dict[str, set[int]] = {}
    for subtopology, partition in tasks:
        partitions.setdefault(subtopology, set()).add(partition)
    return partitions
