"""The id under which checkpoints and savepoints keep an operator's state."""

from __future__ import annotations

import struct
from typing import Final

_MASK: Final = (1 << 64) - 1
_C1: Final = 0x87C37B91114253D5
_C2: Final = 0x4CF5AD432745937F
_BLOCK: Final = struct.Struct("<QQ")


def operator_id(uid: str) -> str:
    """The id of an operator by the uid that the user gave it: 32 hex digits, as Flink shows it.

    Args:
        uid: What `uid(String)` was called with; a lone surrogate counts as "?", as in Java's UTF-8.

    Original: `StreamGraphHasherV2` (MurmurHash3 of 128 bits over the uid's UTF-8) and `AbstractID.toHexString()`.

    >>> operator_id("source")
    'e5a72f353fc1e6bbf3bd96a41384998c'
    """
    paired = uid.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return murmur3_128(paired.encode("utf-8", "replace")).hex()


def murmur3_128(data: bytes) -> bytes:
    """Guava's `Hashing.murmur3_128()`: MurmurHash3 x64 of the seed 0, 16 bytes, each half little endian."""
    first = second = 0
    whole = len(data) & ~15
    for low, high in _BLOCK.iter_unpack(data[:whole]):
        first = (_turned(first ^ _mixed_low(low), 27) + second) * 5 + 0x52DCE729 & _MASK
        second = (_turned(second ^ _mixed_high(high), 31) + first) * 5 + 0x38495AB5 & _MASK
    low, high = _BLOCK.unpack(data[whole:].ljust(_BLOCK.size, b"\0"))
    first ^= _mixed_low(low) ^ len(data)
    second ^= _mixed_high(high) ^ len(data)
    first = first + second & _MASK
    second = second + first & _MASK
    first, second = _finished(first), _finished(second)
    first = first + second & _MASK
    return _BLOCK.pack(first, second + first & _MASK)


def _mixed_low(word: int) -> int:
    return _turned(word * _C1 & _MASK, 31) * _C2 & _MASK


def _mixed_high(word: int) -> int:
    return _turned(word * _C2 & _MASK, 33) * _C1 & _MASK


def _turned(word: int, bits: int) -> int:
    return (word << bits) + (word >> 64 - bits) & _MASK


def _finished(word: int) -> int:
    word = (word ^ word >> 33) * 0xFF51AFD7ED558CCD & _MASK
    word = (word ^ word >> 33) * 0xC4CEB9FE1A85EC53 & _MASK
    return word ^ word >> 33
