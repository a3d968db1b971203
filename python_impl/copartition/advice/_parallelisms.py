"""The check that every question about parallelisms begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition import _arguments
from copartition.errors import IllegalArgumentException
from copartition.flink.assignment import check_parallelism

if TYPE_CHECKING:
    from typing import SupportsIndex


def checked(max_parallelism: SupportsIndex, **parallelisms: SupportsIndex) -> tuple[int, ...]:
    """The maximum parallelism and the parallelisms, as plain ints.

    Raises:
        IllegalArgumentException: One of them is out of bounds, or greater than `max_parallelism`.
        ValueError: A number doesn't fit 32 bits.
    """
    groups = _arguments.int32("max_parallelism", max_parallelism)
    numbers = {name: _arguments.int32(name, parallelism) for name, parallelism in parallelisms.items()}
    check_parallelism(groups)
    for name, parallelism in numbers.items():
        check_parallelism(parallelism)
        if parallelism > groups:
            raise IllegalArgumentException(f"{name} {parallelism} is greater than max_parallelism {groups}")
    return groups, *numbers.values()
