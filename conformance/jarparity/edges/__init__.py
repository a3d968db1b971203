"""Hand-picked values at which ports go wrong, each with a name: for strategies and for the ids of vectors."""

from __future__ import annotations

from jarparity.edges.integers import (
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
from jarparity.edges.keys import KEYS
from jarparity.edges.serialized import SERIALIZED
from jarparity.edges.sql import FIELDS
from jarparity.edges.strings import COLLIDING, STRINGS

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
