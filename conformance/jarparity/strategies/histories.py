"""Histories of `HashMap` and `HashSet`: resizes, bins that become trees and lists again, removals."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.strategies.text import java_strings
from jarparity.utf16 import string_hash, string_with_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

_FAMILY = tuple("".join(parts) for parts in itertools.product(("Aa", "BB"), repeat=5))
_BIN = 64
_MAX_HASH = 2**31 - 1


def hash_map_histories() -> SearchStrategy[JSON]:
    """Inputs of `java.hash-map.order`: put and computeIfAbsent, then more of these and removals.

    Eleven strings with one hash code make a tree (at the ninth and tenth the table grows to 64 first).

    >>> from hypothesis import find
    >>> find(hash_map_histories(), lambda h: any(s["op"] == "remove" for s in h["steps"]))
    {'steps': [{'op': 'remove', 'key': {'type': 'string', 'value': ''}}]}
    """
    return _histories(("put", "computeIfAbsent"), "remove")


def hash_set_histories() -> SearchStrategy[JSON]:
    """Inputs of `java.hash-set.order`: add, then more of it and removals."""
    return _histories(("add",), "remove")


def string_pools() -> SearchStrategy[list[JSON]]:
    """Distinct string keys: any, many, with one hash code, or with hash codes that share a bin."""
    any_strings = st.lists(java_strings(max_size=8), min_size=1, max_size=12, unique=True)
    many = st.builds(
        lambda stem, start, count: [f"{stem}{n}" for n in range(start, start + count)],
        st.sampled_from(["topic-", "t", "consumer-", "Z0"]),
        st.integers(0, 1000),
        st.integers(1, 110),
    )
    equal = st.lists(st.sampled_from(_FAMILY), min_size=9, max_size=len(_FAMILY), unique=True)
    neighbours = st.builds(
        lambda base, steps: [string_with_hash((base + _BIN * step) % (_MAX_HASH + 1)) for step in steps],
        st.integers(0, _MAX_HASH),
        st.lists(st.integers(0, 900), min_size=9, max_size=40, unique=True),
    )
    mixed = st.builds(lambda a, b: list(dict.fromkeys(a + b)), equal, st.one_of(many, neighbours))
    pools = st.one_of(any_strings, many, equal, neighbours, mixed)
    return pools.map(lambda texts: [{"type": "string", "value": text} for text in texts])


def topic_partition_pools() -> SearchStrategy[list[JSON]]:
    """Topic-partitions with different hash codes, for Java orders equal ones by identity; often k*64."""
    topics = st.sampled_from(["t", "topic", "orders.1", "Aa", "BB", "é"])
    strides = st.sampled_from([1, 7, 16, _BIN, _BIN, 7 * _BIN])
    one = st.builds(
        lambda topic, stride, numbers: [[topic, stride * n] for n in numbers],
        topics,
        strides,
        st.lists(st.integers(0, 200), min_size=1, max_size=40, unique=True),
    )
    # Up to 32 steps of 64 seldom reach the bits that the spreading folds down, so most of these share a bin.
    one_bin = st.builds(
        lambda topic, start, numbers: [[topic, start + _BIN * n] for n in numbers],
        topics,
        st.integers(0, 100),
        st.lists(st.integers(0, 32), min_size=14, max_size=30, unique=True),
    )
    pools = st.one_of(one, one_bin, st.builds(lambda a, b: a + b, one_bin, one))
    return pools.map(_with_different_hashes)


def _with_different_hashes(pairs: Sequence[list[JSON]]) -> list[JSON]:
    found: dict[int, list[JSON]] = {}
    for topic, partition in pairs:
        code = (31 * (31 + partition) + string_hash(topic)) % (1 << 32)
        found.setdefault(code, [topic, partition])
    return [{"type": "topic-partition", "value": pair} for pair in found.values()]


def _histories(inserts: tuple[str, ...], remove: str) -> SearchStrategy[JSON]:
    operations = (*inserts, remove)

    def over(pool: list[JSON]) -> SearchStrategy[JSON]:
        key = st.sampled_from(pool)
        step = st.builds(lambda op, key: {"op": op, "key": key}, st.sampled_from(operations), key)
        removals = st.lists(key, max_size=len(pool), unique_by=repr).map(
            lambda keys: [{"op": remove, "key": k} for k in keys]
        )
        return st.builds(
            lambda before, ops, gone, after: {
                "steps": [{"op": op, "key": k} for op, k in zip(itertools.cycle(ops), pool, strict=False) if before]
                + gone
                + after
            },
            st.booleans(),
            st.lists(st.sampled_from(inserts), min_size=1, max_size=3),
            st.one_of(st.just([]), removals),
            st.lists(step, max_size=12),
        )

    return st.one_of(string_pools(), string_pools(), topic_partition_pools()).flatmap(over)
