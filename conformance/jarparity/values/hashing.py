"""Hashes of strings and bytes that originals have, and that ports have in their place."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from jarparity.values.utf16 import signed

if TYPE_CHECKING:
    from collections.abc import Iterable

_MASK = 0xFFFFFFFF
_LEAST_TREE_TABLE: Final = 64
_LOAD: Final = 0.75


def utf_8(text: str) -> bytes:
    """UTF-8 as Java encodes it: a lone surrogate becomes a question mark."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass").encode("utf-8", "replace")


def polynomial(numbers: Iterable[int], start: int) -> int:
    """`31 * h + n` over the numbers, signed."""
    code = start
    for number in numbers:
        code = 31 * code + number & _MASK
    return signed(code)


def fnv_1a(data: bytes) -> int:
    """FNV-1a of 32 bits, signed."""
    code = 0x811C9DC5
    for byte in data:
        code = (code ^ byte) * 0x01000193 & _MASK
    return signed(code)


def may_share_tree(hashes: list[int], least: int = 8) -> bool:
    """Whether a `HashMap` of keys of these codes, or of some of them, may have a tree in which two have one code.

    Java orders such keys by identity, where they are not Comparable. A tree needs a crowded bin in a table of at least
    64. A crowded bin alone lets a table grow to 64; beyond, it takes more than three quarters of half its size.

    Args:
        hashes: The hash code of each key.
        least: The keys in a bin that make it a tree: 8 where `computeIfAbsent` puts them, 9 where `put` and `add` do.
    """
    codes = Counter(code & _MASK for code in hashes)
    equal = [code for code, times in codes.items() if times > 1]
    size = _LEAST_TREE_TABLE
    while equal and (size == _LEAST_TREE_TABLE or len(hashes) > size / 2 * _LOAD):
        bins: Counter[int] = Counter()
        for code, times in codes.items():
            bins[(code ^ code >> 16) % size] += times
        if any(bins[(code ^ code >> 16) % size] >= least for code in equal):
            return True
        size *= 2
    return False
