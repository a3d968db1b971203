"""What other settings would change: parallelisms and maximum parallelisms of Flink, partitions of Kafka."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from jarparity.columns import Column

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from jarparity.ports import Port
    from jarparity.spark.profile.loads import Int32s, Load, Skew, Weight

POINTS: Final = 64
"""Parallelisms that are tried where none are named, at most."""


@dataclass(frozen=True, slots=True)
class Moves:
    """What a change takes to another slot.

    Attributes:
        key_groups: Key groups that change their subtask; None where there are none (Kafka).
        of: By weight what lies on them: rows, and where counted keys and bytes.
    """

    key_groups: int | None
    of: Mapping[Weight, int]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One other setting.

    Attributes:
        setting: The parallelism, the maximum parallelism, or the number of partitions.
        skews: By weight how uneven subtasks or partitions would be.
        moves: What would move; None where nothing can (the maximum parallelism of a job with state is fixed).
    """

    setting: int
    skews: Mapping[Weight, Skew]
    moves: Moves | None


def operators(port: Port, max_parallelism: int, parallelism: int) -> Int32s:
    """For each key group the index of its operator, as the port says.

    Raises:
        PortBulkError: The port threw, or gave no int32 a key group.
        ValueError: The port has no bulk form of `flink.key-group.operator-of-group`.
    """
    rows = np.empty((max_parallelism, 3), np.int32)
    rows[:, 0], rows[:, 1], rows[:, 2] = np.arange(max_parallelism), max_parallelism, parallelism
    answers = port.bulk("flink.key-group.operator-of-group", {}, Column.of_rows(rows))
    if answers is None:
        raise ValueError(f"{port.info.name} has no bulk form of flink.key-group.operator-of-group: give it one")
    return answers


def parallelisms(max_parallelism: int, parallelism: int) -> list[int]:
    """The parallelisms to try where none are named: 1 to twice the present one, and to 16 at least."""
    last = min(max_parallelism, max(16, 2 * parallelism))
    tried = np.unique(np.linspace(1, last, min(POINTS, last)).astype(int)).tolist()
    return sorted({*tried, parallelism})


def rescalings(port: Port, key_groups: Load, parallelism: int, others: Iterable[int]) -> list[WhatIf]:
    """What other parallelisms would give: the subtasks' skew, and what moves to another subtask.

    A subtask is told by its index, as in `copartition.flink.rescale_plan`: what keeps its index stays.

    Args:
        port: Who says which operator owns a key group.
        key_groups: The load on each key group.
        parallelism: The present one.
        others: Those to try, each 1 to the number of key groups.
    """
    now = operators(port, key_groups.slots, parallelism)
    found = []
    for other in others:
        then = operators(port, key_groups.slots, other)
        moving = now != then
        moves = Moves(int(np.count_nonzero(moving)), dict(key_groups.where(moving)))
        found.append(WhatIf(other, key_groups.on(then, other).skews, moves))
    return found


def other_maximums(port: Port, key_groups: Iterable[Load], parallelism: int) -> list[WhatIf]:
    """What other maximum parallelisms would give at the same parallelism; a job with state can't change to them.

    Args:
        port: Who says which operator owns a key group.
        key_groups: For each maximum parallelism the load on its key groups.
        parallelism: The present one, at most the smallest of them.
    """
    return [
        WhatIf(load.slots, load.on(operators(port, load.slots, parallelism), parallelism).skews, None)
        for load in key_groups
    ]
