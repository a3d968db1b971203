"""Releases of Flink: where a behaviour changed from one to the next, a function asks which it shall equal."""

from __future__ import annotations

import re
from typing import Final

Release = tuple[int, int, int]
"""A release of Flink: major, minor, patch. Releases compare in their order."""

NEWEST: Final = "2.3.0"
"""The newest release whose behaviour is known."""

_OLDEST: Final = (1, 14, 0)
_RELEASE: Final = re.compile(r"(0|[1-9][0-9]?)\.(0|[1-9][0-9]?)\.(0|[1-9][0-9]?)")


def parsed(version: str) -> Release:
    """The numbers of a release such as `1.20.5`.

    Raises:
        ValueError: It names no release with all three numbers, or one whose behaviour isn't known.
    """
    numbers = _RELEASE.fullmatch(version)
    if numbers is None:
        raise ValueError(f"version must be a release of Flink with three numbers, such as {NEWEST}, not {version!r}")
    release = (int(numbers[1]), int(numbers[2]), int(numbers[3]))
    if release < _OLDEST or release[:2] > (2, 3):
        raise ValueError(f"version must be a release of Flink from 1.14.0 to {NEWEST}, not {version}")
    return release
