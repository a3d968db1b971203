"""Integers, parallelisms and ranges of key groups.

Legal and hostile values are mixed where Java's method takes any int: the original answers these, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity import edges

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

UPPER_BOUND = 32768
"""Flink's greatest maximum parallelism."""
_MIN, _MAX = -(2**31), 2**31 - 1


def int32s() -> SearchStrategy[int]:
    """Any 32-bit integer, often one at an edge.

    >>> from hypothesis import find
    >>> find(int32s(), lambda n: n < 0)
    -1
    """
    return st.one_of(st.integers(_MIN, _MAX), st.sampled_from(list(edges.HASH_CODES.values())))


def int64s() -> SearchStrategy[int]:
    """Any 64-bit integer, often one at an edge."""
    return st.one_of(
        st.integers(-(2**63), 2**63 - 1),
        st.integers(-1000, 1000),
        st.sampled_from(list(edges.INT64.values())),
    )


def hostile_ints() -> SearchStrategy[int]:
    """32-bit integers that no job would use as a parallelism: 0, negative, or above the bound."""
    return st.one_of(
        st.sampled_from([0, -1, UPPER_BOUND + 1, 100_000, _MIN, _MAX]),
        st.integers(_MIN, -1),
        st.integers(UPPER_BOUND + 1, _MAX),
    )


def legal_parallelisms() -> SearchStrategy[int]:
    """Parallelisms and maximum parallelisms that Flink accepts, from 1 to 32768; mostly small ones."""
    return st.one_of(
        st.integers(1, 200),
        st.sampled_from([n for n in edges.PARALLELISMS.values() if 1 <= n <= UPPER_BOUND]),
        st.integers(1, UPPER_BOUND),
    )


def parallelisms() -> SearchStrategy[int]:
    """Parallelisms, about one in five of them hostile."""
    return _mixed(legal_parallelisms(), st.one_of(hostile_ints(), st.sampled_from(list(edges.PARALLELISMS.values()))))


def max_parallelisms() -> SearchStrategy[int]:
    """Maximum parallelisms: powers of two and others, about one in five of them hostile."""
    legal = st.one_of(
        st.sampled_from([n for n in edges.MAX_PARALLELISMS.values() if 1 <= n <= UPPER_BOUND]),
        legal_parallelisms(),
    )
    return _mixed(legal, st.one_of(hostile_ints(), st.sampled_from(list(edges.MAX_PARALLELISMS.values()))))


def partition_counts() -> SearchStrategy[int]:
    """Numbers of Kafka partitions from 0 to 100,000, mostly below 1000."""
    return st.one_of(
        st.integers(1, 64),
        st.sampled_from(list(edges.PARTITIONS.values())),
        st.integers(0, 999),
        st.integers(1, 100_000),
    )


def key_group_ranges() -> SearchStrategy[JSON]:
    """Ranges of key groups; some are empty (the end before the start), some start below 0.

    >>> from hypothesis import find
    >>> find(key_group_ranges(), lambda r: r["end"] >= r["start"] > 0)
    {'start': 1, 'end': 1}
    """
    legal = st.builds(
        lambda start, length: {"start": start, "end": start + length},
        st.integers(0, 300),
        st.integers(0, 300),
    )
    wide = st.builds(
        lambda a, b: {"start": min(a, b), "end": max(a, b)},
        st.integers(0, UPPER_BOUND),
        st.integers(0, UPPER_BOUND),
    )
    hostile = st.builds(lambda start, end: {"start": start, "end": end}, int32s(), int32s())
    return _mixed(st.one_of(legal, wide), st.one_of(st.just({"start": 0, "end": -1}), hostile))


def _mixed(legal: SearchStrategy[JSON], hostile: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
    """Four times out of five the legal strategy; shrinks to it."""
    return st.integers(0, 4).flatmap(lambda choice: hostile if choice == 4 else legal)  # noqa: PLR2004 - one of five
