"""Python strings, byte strings and scattered bytes, packed into offsets and data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from copartition.java.utf8 import encoded

if TYPE_CHECKING:
    from collections.abc import Sequence


_ASCII = 0x80
_CONTINUATION_BITS, _CONTINUATION = 0xC0, 0x80
_FOUR_BYTES = 0xF0
"""The least UTF-8 byte that begins a character of two chars."""


def packed_bytes(items: Sequence[bytes]) -> tuple[np.ndarray, np.ndarray]:
    """Offsets (int64) and bytes."""
    return _offsets(items), _array(b"".join(items), "u1")


def packed_utf16(items: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Offsets (int64, in chars) and Java's chars (uint16); lone surrogates stay what they are."""
    offsets, text = _offsets(items), "".join(items)
    units = _array(text.encode("utf-16-le", "surrogatepass"), "<u2")
    if len(units) == len(text):
        return offsets, units
    # Past U+FFFF a code point is two chars: rows begin later by as many as precede them.
    points = _array(text.encode("utf-32-le", "surrogatepass"), "<u4")
    return _moved(offsets, 1 + (points > np.uint32(0xFFFF))), units


def packed_utf8(items: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Offsets (int64) and the bytes of `String.getBytes(UTF_8)`, which writes `?` for a lone surrogate."""
    offsets, text = _offsets(items), "".join(items)
    if text.isascii():
        return offsets, _array(text.encode(), "u1")
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return packed_bytes([encoded(item) for item in items])
    points = _array(text.encode("utf-32-le"), "<u4")
    widths = 1 + (points > np.uint32(0x7F)) + (points > np.uint32(0x7FF)) + (points > np.uint32(0xFFFF))
    return _moved(offsets, widths), _array(data, "u1")


def units(offsets: np.ndarray, data: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows of valid UTF-8 as Java's chars: offsets in chars, and uint16; ASCII stays what it is, uint8."""
    first, last = int(offsets[0]), int(offsets[-1])
    block = data[first:last]
    if int(block.max(initial=0)) < _ASCII:
        return offsets, data
    # A char more for what begins a character, and another one where it is past U+FFFF.
    widths = (block & _CONTINUATION_BITS != _CONTINUATION) + (block >= _FOUR_BYTES).astype(np.int64)
    return _moved(offsets - first, widths), _array(block.tobytes().decode().encode("utf-16-le"), "<u2")


def gathered(
    data: Sequence[np.ndarray], source: np.ndarray, begin: np.ndarray, sizes: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Packs rows that lie anywhere.

    Args:
        data: The buffers that they lie in.
        source: Each row's buffer, an index into `data`.
        begin: Where each row begins in its buffer.
        sizes: Each row's length in bytes.
    """
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    out = np.empty(int(offsets[-1]), np.uint8)
    owner = np.repeat(source, sizes)
    where = np.repeat(begin - offsets[:-1], sizes) + np.arange(len(out))
    for index in np.unique(owner):
        mine = owner == index
        out[mine] = data[index][where[mine]]
    return offsets, out


def _offsets(items: Sequence[str] | Sequence[bytes]) -> np.ndarray:
    offsets = np.zeros(len(items) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, items), np.int64, len(items)), out=offsets[1:])
    return offsets


def _moved(offsets: np.ndarray, widths: np.ndarray) -> np.ndarray:
    """Offsets counted in code points, as offsets in units of which code point i takes `widths[i]`."""
    ends = np.zeros(len(widths) + 1, np.int64)
    np.cumsum(widths, out=ends[1:])
    moved: np.ndarray = ends[offsets]
    return moved


def _array(data: bytes, dtype: str) -> np.ndarray:
    return np.frombuffer(data, dtype)
