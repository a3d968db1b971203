"""What moves when a keyed operator's parallelism changes: key groups, and bytes of state where sizes are known.

A subtask is named by its index here: new subtask 3 takes the place of old subtask 3. A key group that changes its
index has to be read from the snapshot of another subtask; one that keeps it stays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from copartition import _arguments
from copartition.advice._parallelisms import checked
from copartition.errors import WrongTypeError
from copartition.flink.assignment import key_group
from copartition.flink.bulk import key_groups, operators_of_key_groups, ranges_of_operators
from copartition.flink.key_group_range import KeyGroupRange

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy.typing as npt

    Int32s = npt.NDArray[np.int32]
    Int64s = npt.NDArray[np.int64]

_MAX_LONG = (1 << 63) - 1
_COLUMNS = ("__array__", "__arrow_array__", "__arrow_c_array__", "__arrow_c_stream__")
"""What a column offers, other than a buffer: numpy's and Arrow's ways to read it."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Key groups side by side that one new subtask restores from the snapshot of one old subtask.

    Attributes:
        source: The old subtask.
        target: The new subtask.
        key_groups: What it restores.
        size: Bytes of state in them, or None where the plan knows no sizes.
    """

    source: int
    target: int
    key_groups: KeyGroupRange
    size: int | None = None

    @property
    def moves(self) -> bool:
        """Whether the key groups change their subtask."""
        return self.source != self.target


@dataclass(frozen=True, slots=True)
class RescalePlan:
    """All transfers of one change of parallelism, by key group.

    Attributes:
        max_parallelism: The number of key groups.
        old_parallelism: The number of subtasks before.
        new_parallelism: The number of subtasks afterwards.
        sources: int32, per transfer the old subtask.
        targets: int32, per transfer the new subtask.
        starts: int32, per transfer the first key group.
        ends: int32, per transfer the last key group.
        sizes: int64, per transfer the bytes of state, or None where no sizes were given.
    """

    max_parallelism: int
    old_parallelism: int
    new_parallelism: int
    sources: Int32s = field(repr=False, compare=False)
    targets: Int32s = field(repr=False, compare=False)
    starts: Int32s = field(repr=False, compare=False)
    ends: Int32s = field(repr=False, compare=False)
    sizes: Int64s | None = field(default=None, repr=False, compare=False)
    _told_sizes: bytes | None = field(default=None, init=False, repr=False)
    """The sizes as plans are compared by them; the other arrays follow from the parallelisms."""

    def __post_init__(self) -> None:
        if self.sizes is not None:
            object.__setattr__(self, "_told_sizes", self.sizes.tobytes())

    def __len__(self) -> int:
        return len(self.sources)

    def __iter__(self) -> Iterator[Transfer]:
        """Every transfer in the order of the key groups, also of what stays."""
        sizes = [None] * len(self) if self.sizes is None else self.sizes.tolist()
        columns = (self.sources.tolist(), self.targets.tolist(), self.starts.tolist(), self.ends.tolist())
        for source, target, start, end, size in zip(*columns, sizes, strict=True):
            yield Transfer(source, target, KeyGroupRange(start, end), size)

    @property
    def moves(self) -> list[Transfer]:
        """The transfers to another subtask."""
        return [transfer for transfer in self if transfer.moves]

    @property
    def key_groups_moving(self) -> int:
        """How many key groups change their subtask."""
        return int((self.ends - self.starts + 1)[self.sources != self.targets].sum())

    @property
    def key_groups_staying(self) -> int:
        """How many key groups keep their subtask."""
        return self.max_parallelism - self.key_groups_moving

    @property
    def bytes_moving(self) -> int | None:
        """How many bytes of state change their subtask, or None where no sizes were given."""
        return None if self.sizes is None else int(self.sizes[self.sources != self.targets].sum())

    @property
    def bytes_staying(self) -> int | None:
        """How many bytes of state keep their subtask, or None where no sizes were given."""
        return None if self.sizes is None else int(self.sizes[self.sources == self.targets].sum())


def rescale_plan(
    max_parallelism: SupportsIndex,
    old_parallelism: SupportsIndex,
    new_parallelism: SupportsIndex,
    *,
    keys: Any = None,  # noqa: ANN401 - a column of any kind, see `copartition.flink.bulk`, or an iterable
    sizes: npt.ArrayLike | Iterable[int] | None = None,
) -> RescalePlan:
    """Which key groups move from where to where, how many, how much stays.

    Args:
        max_parallelism: The number of key groups, 1 to 32768.
        old_parallelism: The number of subtasks now, 1 to `max_parallelism`.
        new_parallelism: The number of subtasks afterwards, 1 to `max_parallelism`.
        keys: The keys that have state: a column as `copartition.flink.key_groups` takes it (a numpy or Arrow array,
            whose type says the Java type), or an iterable of keys as `copartition.flink.key_group` takes them.
        sizes: The bytes of state of each key, 0 or more; with `keys` only.

    Raises:
        IllegalArgumentException: A parallelism is out of bounds, or greater than `max_parallelism`.
        NullPointerException: A key is null.
        TypeError: A key has no unambiguous Java type, only one of `keys` and `sizes` was given, or one has no order.
        ValueError: There isn't one size per key, a size is negative, or they add up to more than 64 bits.
    """
    groups, old, new = checked(max_parallelism, old_parallelism=old_parallelism, new_parallelism=new_parallelism)
    if (keys is None) != (sizes is None):
        raise TypeError("keys and sizes go together: give both, or neither")
    # A transfer begins where an old or a new subtask's range does.
    starts = np.union1d(_range_starts(groups, old), _range_starts(groups, new)).astype(np.int32)
    ends = np.append(starts[1:], np.int32(groups)) - np.int32(1)
    return RescalePlan(
        groups,
        old,
        new,
        operators_of_key_groups(groups, old, starts),
        operators_of_key_groups(groups, new, starts),
        starts,
        ends.astype(np.int32),
        None if keys is None else _sizes_by_transfer(groups, keys, sizes, starts, ends),
    )


def _range_starts(groups: int, parallelism: int) -> Int32s:
    return ranges_of_operators(groups, parallelism, np.arange(parallelism, dtype=np.int32))[:, 0]


def _sizes_by_transfer(groups: int, keys: Any, sizes: Any, starts: Int32s, ends: Int32s) -> Int64s:  # noqa: ANN401
    for name, given in (("keys", keys), ("sizes", sizes)):
        if isinstance(given, _arguments.UNORDERED):
            raise WrongTypeError(f"{name} must be a column or a list, not {type(given).__name__}: the order counts")
    found = _groups_of(keys, groups)
    bytes_ = _checked_sizes(sizes, len(found))
    by_group = np.zeros(groups, np.int64)
    np.add.at(by_group, found, bytes_)
    until = np.concatenate(([0], np.cumsum(by_group)))
    return until[ends + 1] - until[starts]


def _groups_of(keys: Any, groups: int) -> Int32s:  # noqa: ANN401 - as in rescale_plan
    if _is_column(keys):
        return key_groups(keys, groups)
    if isinstance(keys, str):
        raise WrongTypeError("keys must be a column or a list of keys, not a str: its letters are never meant")
    return np.fromiter((key_group(key, groups) for key in keys), np.int32)


def _is_column(keys: Any) -> bool:  # noqa: ANN401 - as in rescale_plan
    if any(hasattr(keys, name) for name in _COLUMNS):
        return True
    try:
        memoryview(keys)
    except TypeError:
        return False
    return True


def _checked_sizes(sizes: Any, rows: int) -> Int64s:  # noqa: ANN401 - as in rescale_plan
    if np.ma.is_masked(sizes):
        raise ValueError("sizes must have a number for every key: some are masked")
    column = np.asarray(sizes if hasattr(sizes, "__len__") else list(sizes))
    if column.ndim != 1 or len(column) != rows:
        raise ValueError(f"sizes must be one number per key: {rows}, not {column.shape}")
    if rows == 0:
        return np.zeros(0, np.int64)
    if column.dtype.kind not in "iu":
        raise TypeError(f"sizes must be whole numbers of at most 64 bits, not {column.dtype}")
    if column.dtype.kind == "i" and int(column.min()) < 0:
        raise ValueError(f"sizes must not be negative, but sizes[{int(np.argmin(column))}] is {int(column.min())}")
    if int(column.max()) * rows > _MAX_LONG and sum(map(int, column)) > _MAX_LONG:
        raise ValueError("sizes must not add up to more than 64 bits hold")
    return column.astype(np.int64)
