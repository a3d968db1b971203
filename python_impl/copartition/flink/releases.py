"""Releases of Flink: where a behaviour changed from one to the next, a function asks which it shall equal."""

from __future__ import annotations

from typing import Final

from copartition._releases import Product, Release

__all__ = ["NEWEST", "Release", "parsed"]

NEWEST: Final = "2.3.0"
"""The newest release whose behaviour is known."""

parsed: Final = Product("Flink", (1, 15, 0), NEWEST).parsed
"""The numbers of a release such as `1.20.5`."""
