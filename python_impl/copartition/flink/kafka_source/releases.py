"""Releases of Flink's Kafka connector: each writes, reads and assigns in its own way."""

from __future__ import annotations

import re
from typing import Final

Release = tuple[int, int, int]
"""A release of the connector: major, minor, patch. Releases compare in their order."""

NEWEST: Final = "5.0.0-2.2"
"""The newest release whose behaviour is known."""

_OLDEST: Final = (1, 15, 0)
_LAST_WITHIN_FLINK: Final = (1, 17)
"""From then on the connector is released on its own, and says for which Flink."""
_RELEASE: Final = re.compile(r"(0|[1-9][0-9]?)\.(0|[1-9][0-9]?)\.(0|[1-9][0-9]?)(?:-[12]\.[0-9]{1,2})?")


def parsed(version: str) -> Release:
    """The numbers of a release such as `1.17.2` or `3.4.0-1.20`, less the Flink that it is for.

    Raises:
        ValueError: It names no release with all three numbers, or one whose behaviour isn't known.
    """
    numbers = _RELEASE.fullmatch(version)
    if numbers is None:
        raise ValueError(f"version must be a release of Flink's Kafka connector, such as {NEWEST}, not {version!r}")
    release = (int(numbers[1]), int(numbers[2]), int(numbers[3]))
    if release < _OLDEST or (_LAST_WITHIN_FLINK < release[:2] < (3, 0)) or release[:2] > (5, 0):
        raise ValueError(f"version must be a release of Flink's Kafka connector from 1.15.0 to {NEWEST}, not {version}")
    return release
