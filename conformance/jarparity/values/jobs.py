"""Jobs: whether the numbers of an input are those of a job that Flink runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from jarparity.answers import JSON

UPPER_BOUND: Final = 1 << 15
"""Flink's largest max parallelism."""


def is_job(document: JSON) -> bool:
    """Whether the parallelisms, key group, operator index and channels of an input can occur, as far as it has them."""
    numbers = {name: value for name, value in document.items() if isinstance(value, int)}
    maximum = numbers.get("maxParallelism", UPPER_BOUND)
    parallelism = numbers.get("parallelism", maximum)
    below = (
        (numbers.get("keyGroup", 0), maximum),
        (numbers.get("operator", 0), parallelism),
    )
    return (
        0 < maximum <= UPPER_BOUND
        and 0 < parallelism <= maximum
        and 0 < numbers.get("channels", 1) <= maximum
        and all(0 <= value < limit for value, limit in below)
    )


def has_partitions(document: JSON) -> bool:
    """Whether a topic has partitions, where the input says how many."""
    return bool(document.get("partitions", 1) > 0)
