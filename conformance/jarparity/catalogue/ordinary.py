"""Ordinary inputs: those that a job or a producer can really have.

Java's methods take any int, and so does the kit; but where a port fails on both, the ordinary case is the one to show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jarparity.answers import JSON

UPPER_BOUND = 1 << 15
"""Flink's largest max parallelism."""


def is_ordinary(document: JSON) -> bool:
    """Whether every number of the input is one that can occur; fields that say nothing of it are passed over."""
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
        and numbers.get("partitions", 1) > 0
        and all(0 <= value < limit for value, limit in below)
    )
