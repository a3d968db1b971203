"""Blocks of Snappy, unpacked: a length, then pieces that stand there, and pieces that are copied from before.

A piece begins with a byte whose two lowest bits say what it is: 0 bytes that follow; 1, 2 and 3 a copy, whose distance
back takes 11 bits, 16 and 32.
"""

from __future__ import annotations

from typing import Final

from copartition.errors import IOException

_KIND: Final = 3
_MORE: Final = 0x80
_BITS: Final = 7
_LAST_SHIFT: Final = 28
_LAST_BITS: Final = 1 << 4
"""Of the fifth byte of a length only four bits have room in 32."""
_INLINE: Final = 60
"""From here on, what stands for a piece's length says in how many bytes it follows."""


def unpacked_block(data: bytes) -> bytes:
    """`org.xerial.snappy.Snappy.uncompress`. Memory follows the bytes that are there, not the length that is promised.

    Raises:
        IOException: It is no block of Snappy; the message says at which of its bytes.
    """
    size, at = _promised(data)
    unpacked = bytearray()
    while at < len(data):
        begin = at
        kind = data[at] & _KIND
        at = _literal(data, at, unpacked) if kind == 0 else _copy(data, at, kind, unpacked)
        if len(unpacked) > size:
            raise IOException(f"a block promises {size} bytes, and at its byte {begin} there are more")
    if len(unpacked) < size:
        raise IOException(f"a block promises {size} bytes, and has {len(unpacked)}")
    return bytes(unpacked)


def _promised(data: bytes) -> tuple[int, int]:
    """How many bytes a block says that it has, and where these begin: seven bits a byte, the lowest first."""
    size = shift = 0
    for at, byte in enumerate(data):
        if shift == _LAST_SHIFT and byte >= _LAST_BITS:
            break
        size |= (byte & ~_MORE) << shift
        if byte < _MORE:
            return size, at + 1
        shift += _BITS
    raise IOException("a block doesn't begin with its length")


def _literal(data: bytes, at: int, unpacked: bytearray) -> int:
    """Adds bytes that stand there; where the next piece begins."""
    size, start = data[at] >> 2, at + 1
    if size >= _INLINE:
        width = size - _INLINE + 1
        size, start = int.from_bytes(data[start : start + width], "little"), start + width
    end = start + size + 1
    if end > len(data):
        raise IOException(f"{size + 1} bytes should follow at a block's byte {at}, and it has {len(data)} in all")
    unpacked += data[start:end]
    return end


def _copy(data: bytes, at: int, kind: int, unpacked: bytearray) -> int:
    """Adds bytes from before; where the next piece begins."""
    tag = data[at]
    end = at + (2, 3, 5)[kind - 1]
    if end > len(data):
        raise IOException(f"a copy at a block's byte {at} is cut")
    back, size = int.from_bytes(data[at + 1 : end], "little"), (tag >> 2) + 1
    if kind == 1:
        back, size = back | tag >> 5 << 8, (tag >> 2 & 7) + 4
    if not 0 < back <= len(unpacked):
        raise IOException(f"a copy at a block's byte {at} begins {back} bytes back, and there are {len(unpacked)}")
    begin = len(unpacked) - back
    if back >= size:
        unpacked += unpacked[begin : begin + size]
    else:  # what is copied is copied again
        unpacked += (unpacked[begin:] * (size // back + 1))[:size]
    return end
