"""Keys as Kafka's serializers write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity import edges
from jarparity.strategies.integers import int32s, int64s

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def serialized_keys(*, max_size: int = 64) -> SearchStrategy[bytes]:
    r"""Serialized keys: any bytes, UTF-8 text, big-endian numbers; every length of tail, bytes from 0x80.

    >>> from hypothesis import find
    >>> find(serialized_keys(), lambda data: len(data) % 4 == 3 and data[-1] >= 0x80)
    b'\x00\x00\x80'
    """
    return st.one_of(
        st.binary(max_size=max_size),
        st.text(max_size=max_size // 4).map(str.encode),
        st.sampled_from(list(edges.SERIALIZED.values())),
        int64s().map(lambda number: number.to_bytes(8, "big", signed=True)),
        int32s().map(lambda number: number.to_bytes(4, "big", signed=True)),
    )
