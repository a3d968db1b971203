"""Java strings: any UTF-16 units, lone surrogates included; and strings that collide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity import edges
from jarparity.utf16 import joined, string_with_hash

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_SPECIAL = (
    "\0\x7f\x80\xff\u0100\u07ff\u0800\ud7ff\ud800\udbff\udc00\udfff\ue000\ufffd\uffff\U00010000\U0001f600\U0010ffff"
)


def java_strings(*, max_size: int = 40) -> SearchStrategy[str]:
    r"""Strings of any UTF-16 units, as Python strings in which only lone surrogates stay surrogates.

    Plain, accented, supplementary and lone-surrogate characters; equal and extreme hash codes; some long.

    >>> from hypothesis import find
    >>> find(java_strings(), lambda s: "\ud800" <= s < "\ue000")
    '\ud800'
    """
    plain = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=max_size)
    special = st.one_of(
        st.sampled_from(_SPECIAL),
        st.characters(exclude_categories=["Cs"]),
        st.characters(min_codepoint=0x20, max_codepoint=0x7E),
    )
    mixed = st.text(special, max_size=max_size).map(joined)
    hashed = st.one_of(st.sampled_from(list(edges.HASH_CODES.values())), st.integers(-(2**31), 2**31 - 1)).map(
        string_with_hash
    )
    return st.one_of(plain, mixed, st.sampled_from(list(edges.STRINGS.values())), colliding_strings(), hashed)


def colliding_strings(*, blocks: int = 4) -> SearchStrategy[str]:
    """Strings out of one family with a single hash code per length: `Aa` and `BB` in any order.

    >>> from hypothesis import find
    >>> find(colliding_strings(), lambda s: len(s) > 6)
    'AaAaAaAa'
    """
    return st.lists(st.sampled_from(["Aa", "BB"]), min_size=1, max_size=blocks).map("".join)
