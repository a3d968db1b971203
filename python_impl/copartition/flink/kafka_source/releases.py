"""Releases of Flink's Kafka connector: each writes, reads and assigns in its own way."""

from __future__ import annotations

from typing import Final

from copartition._releases import Product, Release

__all__ = ["NEWEST", "Release", "parsed"]

NEWEST: Final = "5.0.0-2.2"
"""The newest release whose behaviour is known."""

# From 3.0 on the connector is released on its own, and says for which Flink.
parsed: Final = Product(
    "Flink's Kafka connector", (1, 15, 0), NEWEST, gap=((1, 17), (3, 0)), suffix=r"(?:-[12]\.[0-9]{1,2})?"
).parsed
"""The numbers of a release such as `1.17.2` or `3.4.0-1.20`, less the Flink that it is for."""
