"""Hashes of strings and bytes that originals have, and that ports have in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values.utf16 import signed

if TYPE_CHECKING:
    from collections.abc import Iterable

_MASK = 0xFFFFFFFF


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
