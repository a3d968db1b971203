"""Hypothesis strategies for keys, parallelisms and histories, weighted to the values at which ports go wrong.

Use them in the property tests of a port of your own, in a project that has nothing else of jarparity:

    from hypothesis import given
    from jarparity.strategies import keys, max_parallelisms

    @given(keys(["string", "long"]), max_parallelisms())
    def test_key_group(key, max_parallelism): ...

Keys are JSON documents with their Java type, such as `{"type": "long", "value": "-1"}`. The inputs of whole
operations are in `jarparity.strategies.inputs`; a failing example shrinks to small numbers, short strings and
few steps.
"""

from __future__ import annotations

from jarparity.strategies.composites import any_keys, keys, lists, rows, tuples
from jarparity.strategies.histories import (
    hash_map_histories,
    hash_set_histories,
    string_pools,
    topic_partition_pools,
)
from jarparity.strategies.integers import (
    hostile_ints,
    int32s,
    int64s,
    key_group_ranges,
    legal_parallelisms,
    max_parallelisms,
    parallelisms,
    partition_counts,
)
from jarparity.strategies.scalars import (
    big_decimals,
    big_integers,
    booleans,
    byte_numbers,
    chars,
    doubles,
    edge_keys,
    floats,
    identity_hashed,
    integers,
    longs,
    nulls,
    shorts,
    strings,
    uuids,
)
from jarparity.strategies.serialized import serialized_keys
from jarparity.strategies.sql import decimals, row_data, sql_fields, sql_rows, timestamps
from jarparity.strategies.text import colliding_strings, java_strings
from jarparity.strategies.times import (
    instants,
    local_date_times,
    local_dates,
    local_times,
    sql_dates,
    sql_timestamps,
)

__all__ = [
    "any_keys",
    "big_decimals",
    "big_integers",
    "booleans",
    "byte_numbers",
    "chars",
    "colliding_strings",
    "decimals",
    "doubles",
    "edge_keys",
    "floats",
    "hash_map_histories",
    "hash_set_histories",
    "hostile_ints",
    "identity_hashed",
    "instants",
    "int32s",
    "int64s",
    "integers",
    "java_strings",
    "key_group_ranges",
    "keys",
    "legal_parallelisms",
    "lists",
    "local_date_times",
    "local_dates",
    "local_times",
    "longs",
    "max_parallelisms",
    "nulls",
    "parallelisms",
    "partition_counts",
    "row_data",
    "rows",
    "serialized_keys",
    "shorts",
    "sql_dates",
    "sql_fields",
    "sql_rows",
    "sql_timestamps",
    "string_pools",
    "strings",
    "timestamps",
    "topic_partition_pools",
    "tuples",
    "uuids",
]
