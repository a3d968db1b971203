"""Loads: what is on each slot (a key group, a subtask or a partition), how unevenly, and what other settings change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import numpy as np

from jarparity.columns import Column

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import numpy.typing as npt

    from jarparity.ports import Port
    from jarparity.spark.placements import Placement

    Int32s: TypeAlias = npt.NDArray[np.int32]
    Int64s: TypeAlias = npt.NDArray[np.int64]

Weight: TypeAlias = Literal["rows", "keys", "bytes"]
"""What is counted: rows, distinct keys, or the sum of a column of sizes."""

WEIGHTS: Final[tuple[Weight, ...]] = get_args(Weight)

POINTS: Final = 64
"""Numbers of owners that are tried where none are named, at most."""


@dataclass(frozen=True, slots=True)
class Skew:
    """How unevenly slots are loaded.

    Attributes:
        total: All of it.
        busiest: The slot with the most; the first of them.
        max: What is on it.
        max_over_mean: Its load by the mean of all slots: 1.0 is even, 3.0 is three times its share. None where there
            is no load at all.
        gini: Gini coefficient: 0.0 is even; all on one of n slots is 1 - 1/n. None where there is no load at all.
        idle: Slots with nothing.
    """

    total: int
    busiest: int
    max: int
    max_over_mean: float | None
    gini: float | None
    idle: int


def skew(counts: Int64s) -> Skew:
    """The skew of at least one slot's load.

    Raises:
        ValueError: There is no slot, or a count is negative.
    """
    if not len(counts):
        raise ValueError("counts must be one number a slot, and there is no slot")
    if int(counts.min()) < 0:
        raise ValueError(f"counts must not be negative, but counts[{int(counts.argmin())}] is {int(counts.min())}")
    total, busiest = int(counts.sum()), int(counts.argmax())
    idle = int(np.count_nonzero(counts == 0))
    most = int(counts[busiest])
    if total == 0:
        return Skew(total, busiest, most, None, None, idle)
    slots = len(counts)
    # As floats: ranks times bytes may need more than 64 bits.
    ascending = np.sort(counts).astype(np.float64)
    ranked = float(np.dot(np.arange(1, slots + 1, dtype=np.float64), ascending))
    gini = max(0.0, 2 * ranked / (slots * float(ascending.sum())) - (slots + 1) / slots)
    return Skew(total, busiest, most, most * slots / total, gini, idle)


@dataclass(frozen=True, slots=True, eq=False)
class Load:
    """What is on each of `slots` slots.

    Attributes:
        slots: How many slots.
        counts: By weight an int64 a slot. Rows are always there; keys and bytes where they were counted.
    """

    slots: int
    counts: Mapping[Weight, Int64s]

    @property
    def skews(self) -> dict[Weight, Skew]:
        """The skew by each weight."""
        return {weight: skew(counts) for weight, counts in self.counts.items()}

    def on(self, owners: Int32s, slots: int) -> Load:
        """The same load on the slots that own these ones, such as key groups' load on operators.

        Args:
            owners: For each slot its owner, 0 to `slots - 1`.
            slots: How many owners there are.

        Raises:
            ValueError: There isn't one owner a slot, or one doesn't exist.
        """
        if len(owners) != self.slots:
            raise ValueError(f"owners must be one a slot: {self.slots}, not {len(owners)}")
        if len(owners) and not 0 <= int(owners.min()) <= int(owners.max()) < slots:
            raise ValueError(f"owners must be 0 to {slots - 1}, not {int(owners.min())} to {int(owners.max())}")
        return Load(slots, {weight: summed(owners, counts, slots) for weight, counts in self.counts.items()})

    def where(self, chosen: npt.NDArray[np.bool_]) -> Iterator[tuple[Weight, int]]:
        """What is on the chosen slots, by weight."""
        for weight, counts in self.counts.items():
            yield weight, int(counts[chosen].sum())


def summed(slots_of_rows: Int32s, values: Int64s, slots: int) -> Int64s:
    """The sum of the values on each slot, in whole numbers: no float is between."""
    out = np.zeros(slots, np.int64)
    np.add.at(out, slots_of_rows, values)
    return out


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One other setting.

    Attributes:
        setting: The parallelism, the maximum parallelism, or the number of partitions.
        skews: By weight how uneven subtasks or partitions would be.
        moves: By weight what would move to another slot: rows, and where counted keys and bytes; None where nothing
            can (the maximum parallelism of a job with state is fixed).
        key_groups: How many key groups would move; None where there are none (Kafka).
    """

    setting: int
    skews: Mapping[Weight, Skew]
    moves: Mapping[Weight, int] | None = None
    key_groups: int | None = None


def owners(port: Port, placement: Placement) -> Int32s:
    """For each slot that a placement's slots own, such as a key group, the index of its owner, as the port says.

    Raises:
        PortBulkError: The port threw, or gave no int32 for each.
        ValueError: The port has no bulk form of the operation that says it.
    """
    slots = placement.owned().slots
    rows = np.empty((slots, 1 + len(placement.numbers)), np.int32)
    rows[:, 0], rows[:, 1:] = np.arange(slots), list(placement.numbers.values())
    answers = port.bulk(placement.form.owner, {}, Column.of_rows(rows))
    if answers is None:
        raise ValueError(f"{port.info.name} has no bulk form of {placement.form.owner}: give it one")
    return answers


def nearby(most: int, present: int) -> list[int]:
    """The numbers of owners to try where none are named: 1 to twice the present one, and to 16 at least."""
    last = min(most, max(16, 2 * present))
    tried = np.unique(np.linspace(1, last, min(POINTS, last)).astype(int)).tolist()
    return sorted({*tried, present})


def rescalings(port: Port, owned: Load, placement: Placement, others: Iterable[int]) -> list[WhatIf]:
    """What other numbers of owners would give: the owners' skew, and what moves to another owner.

    An owner is identified by its index, as in `copartition.advice.rescale_plan`: what keeps its index stays.

    Args:
        port: Who says which slot owns a key group.
        owned: The load on each key group.
        placement: The present one.
        others: Those to try, each 1 to the number of key groups.
    """
    now = owners(port, placement)
    found = []
    for other in others:
        then = owners(port, placement.having(placement.slots_name, other))
        moving = now != then
        moves = dict(owned.where(moving))
        found.append(WhatIf(other, owned.on(then, other).skews, moves, int(np.count_nonzero(moving))))
    return found


def other_maximums(port: Port, owned: Iterable[Load], placement: Placement) -> list[WhatIf]:
    """What other numbers of owned slots would give; a job with state can't change to them.

    Args:
        port: Who says which slot owns a key group.
        owned: For each maximum parallelism the load on its key groups.
        placement: The present one.
    """
    name = placement.owned().slots_name
    return [
        WhatIf(load.slots, load.on(owners(port, placement.having(name, load.slots)), placement.slots).skews)
        for load in owned
    ]
