"""The inputs of `flink.kafka-source.*`: what a search draws from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.strategies.integers import int32s, legal_parallelisms
from jarparity.strategies.text import java_strings

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

_NEAR_OVERFLOW = 2**31 - 1


def split_owner() -> SearchStrategy[JSON]:
    """Inputs of `flink.kafka-source.split-owner`: mostly partitions that a topic has, some near 2^31 and negative."""
    partitions = st.one_of(
        st.integers(0, 50),
        st.integers(0, 100_000),
        st.integers(0, 70_000).map(lambda below: _NEAR_OVERFLOW - below),
        int32s(),
    )
    readers = st.one_of(st.integers(1, 20), legal_parallelisms(), int32s())
    return st.fixed_dictionaries({"topic": topics(), "partition": partitions, "readers": readers})


def topics() -> SearchStrategy[str]:
    """Names of topics: such as Kafka takes, and any string of Java."""
    named = st.text("abcxyzAB019._-", min_size=1, max_size=12)
    return st.one_of(st.sampled_from(("a", "b", "orders", "polygenelubricants", "Aa", "BB")), named, java_strings())
