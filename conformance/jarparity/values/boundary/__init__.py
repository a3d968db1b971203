"""Hand-picked values at which ports go wrong, each with a name: for strategies and for the ids of vectors."""

from __future__ import annotations

from jarparity.values.boundary.integers import (
    HASH_CODES,
    INT8,
    INT16,
    INT32,
    INT64,
    MAX_PARALLELISMS,
    MURMUR_MINIMUM,
    PARALLELISMS,
    PARTITIONS,
)
from jarparity.values.boundary.keys import KEYS
from jarparity.values.boundary.sql import FIELDS
from jarparity.values.boundary.strings import COLLIDING, SERIALIZED, STRINGS

__all__ = [
    "COLLIDING",
    "FIELDS",
    "HASH_CODES",
    "INT8",
    "INT16",
    "INT32",
    "INT64",
    "KEYS",
    "MAX_PARALLELISMS",
    "MURMUR_MINIMUM",
    "PARALLELISMS",
    "PARTITIONS",
    "SERIALIZED",
    "STRINGS",
]
