"""Releases of Kafka's group coordinator: where a behaviour changed, a function asks which it shall equal."""

from __future__ import annotations

from typing import Final, TypeAlias

Release: TypeAlias = tuple[int, ...]
"""The numbers of a release, such as `(4, 0, 2)`."""

NEWEST: Final[Release] = (4, 4, 0)
"""The newest release whose behaviour is known."""
