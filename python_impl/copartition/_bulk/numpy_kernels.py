"""The kernels in numpy, a block each; see `copartition._bulk.kernels.Kernels` for what they promise.

Java's 32-bit arithmetic wraps around, and so does numpy's on uint32.
"""

from __future__ import annotations

import numpy as np

from copartition._bulk import ints
from copartition._bulk.numpy_state_kernels import (  # noqa: F401 - kernels, too
    records,
    string_bytes,
    string_sizes,
    utf8_string_bytes,
    utf8_string_sizes,
)

NAME = "numpy"

_PIECE = 1 << 16
"""Chars of one row that are hashed at once, where a row is longer."""

_31 = 31
_POWERS_OF_31 = np.cumprod(np.full(_PIECE + 1, _31, np.uint32), dtype=np.uint32) * np.uint32(pow(_31, -1, 1 << 32))
"""31^i mod 2^32."""
_POWERS_OF_INVERSE = np.cumprod(np.full(_PIECE + 1, pow(_31, -1, 1 << 32), np.uint32), dtype=np.uint32) * np.uint32(_31)
"""31^-i mod 2^32: 31 is odd, so it has an inverse there."""

_ASCII = 0x80
_CONTINUATION_BITS, _CONTINUATION = 0xC0, 0x80
_LATIN_1 = 0xC3
"""The greatest UTF-8 byte in texts up to U+00FF, whose chars Python can write as bytes."""
_FOUR_BYTES = 0xF0
"""The least UTF-8 byte that begins a supplementary character: two chars."""

_NAN_HASH = 0x7FF80000
_NAN_BITS = 0x7FC00000
_TRUE_HASH, _FALSE_HASH = 1231, 1237

_SEED, _M, _R = 0x9747B28C, 0x5BD1E995, 24
_FEW = 4
"""With fewer rows than this left, a loop over Python's integers beats numpy's fixed cost per call."""
_MAX_UINT16 = 0xFFFF
_TAIL_MASKS = np.array([0, 0xFF, 0xFFFF, 0xFFFFFF], np.uint32)


def long_hashes(values: np.ndarray, out: np.ndarray) -> None:
    """`Long.hashCode`."""
    halves = values.view(np.uint32)
    np.bitwise_xor(halves[::2], halves[1::2], out=out.view(np.uint32))


def double_hashes(values: np.ndarray, out: np.ndarray) -> None:
    """`Double.hashCode`: every NaN is the canonical one."""
    long_hashes(values, out)
    out[np.isnan(values)] = _NAN_HASH


def float_hashes(values: np.ndarray, out: np.ndarray) -> None:
    """`Float.hashCode`: every NaN is the canonical one."""
    out[:] = values.view(np.int32)
    out[np.isnan(values)] = _NAN_BITS


def boolean_hashes(values: np.ndarray, out: np.ndarray) -> None:
    """`Boolean.hashCode`."""
    out[:] = np.where(values != 0, np.int32(_TRUE_HASH), np.int32(_FALSE_HASH))


def utf16_hashes(offsets: np.ndarray, units: np.ndarray, out: np.ndarray) -> None:
    """`String.hashCode` over chars.

    The sum of unit[i] * 31^(end-1-i) is 31^(end-1) times the sum of unit[i] * 31^-i: so every unit of the
    block is weighted once, whatever row it is in.
    """
    first, last = int(offsets[0]), int(offsets[-1])
    hashes = out.view(np.uint32)
    if last - first > _PIECE:
        _piecewise_hashes(offsets, units, hashes)
        return
    weighted = np.empty(last - first, np.uint32)
    np.multiply(units[first:last], _POWERS_OF_INVERSE[: last - first], out=weighted, dtype=np.uint32)
    hashes[:] = _sums(weighted, offsets - first)
    # An empty row's sum is 0, whatever the power; index -1 is within the table.
    hashes *= _POWERS_OF_31[offsets[1:] - (first + 1)]


def utf8_hashes(offsets: np.ndarray, data: np.ndarray, out: np.ndarray) -> int:
    """`new String(bytes, UTF_8).hashCode()`; answers the first row that is not valid UTF-8, or -1."""
    first, last = int(offsets[0]), int(offsets[-1])
    block = data[first:last]
    top = int(block.max(initial=0))
    if top < _ASCII:
        utf16_hashes(offsets, data, out)
        return -1
    starts = offsets[:-1][offsets[:-1] < offsets[1:]]
    try:
        text = block.tobytes().decode()
    except UnicodeDecodeError:
        return _first_invalid(offsets, data)
    if (data[starts] & _CONTINUATION_BITS == _CONTINUATION).any():
        # Valid as a whole, but rows begin within a character.
        return _first_invalid(offsets, data)
    ends = offsets - first
    # A row begins as many chars earlier as there are continuation bytes before it, and past U+FFFF a char later.
    chars = ends - np.searchsorted(np.flatnonzero(block & _CONTINUATION_BITS == _CONTINUATION), ends)
    if top >= _FOUR_BYTES:
        chars += np.searchsorted(np.flatnonzero(block >= _FOUR_BYTES), ends)
    if top <= _LATIN_1:
        units = np.frombuffer(text.encode("latin-1"), np.uint8)
    else:
        units = np.frombuffer(text.encode("utf-16-le"), "<u2")
    utf16_hashes(chars, units, out)
    return -1


def murmur(hashes: np.ndarray) -> None:
    """`MathUtils.murmurHash` of each, in place."""
    h = hashes.view(np.uint32)
    spare = np.empty_like(h)
    h *= np.uint32(0xCC9E2D51)
    _rotate(h, 15, spare)
    h *= np.uint32(0x1B873593)
    _rotate(h, 13, spare)
    h *= np.uint32(5)
    h += np.uint32(0xE6546B64)
    h ^= np.uint32(4)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        np.right_shift(h, np.uint32(shift), out=spare)
        h ^= spare
        if factor > 1:
            h *= np.uint32(factor)
    np.abs(hashes, out=hashes)
    # MIN_VALUE has no absolute value in 32 bits; abs leaves it, and Java answers 0.
    hashes &= np.int32(0x7FFFFFFF)


def positive(hashes: np.ndarray) -> None:
    """`Utils.toPositive` of each, in place."""
    hashes &= np.int32(0x7FFFFFFF)


def remainders(values: np.ndarray, divisor: int) -> None:
    """Java's `value % divisor` of each in place; values are not negative, the divisor is any int32 but 0."""
    size = np.uint32(abs(divisor))
    dividends = values.view(np.uint32)
    if size & (size - np.uint32(1)) == 0:
        dividends &= size - np.uint32(1)
    else:
        # Division by a scalar is vectorised; the remainder is not.
        quotients = dividends // size
        quotients *= size
        dividends -= quotients


def scale(values: np.ndarray, factor: int, divisor: int) -> None:
    """Java's `value * factor / divisor` of each, in place."""
    values *= np.int32(factor)
    ints.quotients(values, np.int32(divisor), values)


def murmur2(offsets: np.ndarray, data: np.ndarray, out: np.ndarray) -> None:
    """`Utils.murmur2` of each row: all rows advance by one word at a time, the longest first."""
    first, last = int(offsets[0]), int(offsets[-1])
    padded = np.zeros(last - first + 4, np.uint8)
    padded[: last - first] = data[first:last]
    # words[i] is the little-endian word that begins at byte i, aligned or not.
    words = np.ndarray((last - first + 1,), "<u4", padded, 0, (1,)).astype(np.uint32)
    sizes = offsets[1:] - offsets[:-1]
    counts = sizes >> 2
    longest = int(counts.max())
    # numpy sorts 16-bit integers by radix.
    fewer = (longest - counts).astype(np.uint16 if longest <= _MAX_UINT16 else np.int64)
    order = np.argsort(fewer, kind="stable")
    counts, begin = counts[order], (offsets[:-1] - first)[order]
    h = np.uint32(_SEED) ^ sizes[order].astype(np.uint32)
    # live[j]: how many rows have more than j words.
    live = len(counts) - np.searchsorted(counts[::-1], np.arange(longest), "right")
    for column, rows in enumerate(live.tolist()):
        if rows < _FEW:
            for row in range(rows):
                h[row] = _rest(int(h[row]), words[begin[row] + 4 * column : begin[row] + 4 * int(counts[row]) : 4])
            break
        k = words[begin[:rows] + 4 * column]
        _mix(k)
        current = h[:rows]
        current *= np.uint32(_M)
        current ^= k
    tails = sizes[order] & 3
    mixed = (h ^ (words[begin + 4 * counts] & _TAIL_MASKS[tails])) * np.uint32(_M)
    h = np.where(tails > 0, mixed, h)
    h ^= h >> np.uint32(13)
    h *= np.uint32(_M)
    h ^= h >> np.uint32(15)
    out.view(np.uint32)[order] = h


def _mix(k: np.ndarray) -> None:
    k *= np.uint32(_M)
    k ^= k >> np.uint32(_R)
    k *= np.uint32(_M)


def _rest(h: int, words: np.ndarray) -> int:
    """Takes all of one row's remaining words."""
    k = words.copy()
    _mix(k)
    for word in k.tolist():
        h = ((h * _M) & 0xFFFFFFFF) ^ word
    return h


def _rotate(values: np.ndarray, left: int, spare: np.ndarray) -> None:
    np.right_shift(values, np.uint32(32 - left), out=spare)
    np.left_shift(values, np.uint32(left), out=values)
    values |= spare


def _sums(values: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """The sum of each row's uint32s, modulo 2^32."""
    begin = offsets[:-1]
    full = begin < offsets[1:]
    if full.all():
        sums: np.ndarray = np.add.reduceat(values, begin) if len(begin) else np.zeros(0, np.uint32)
        return sums
    sums = np.zeros(len(begin), np.uint32)
    if full.any():
        # reduceat sums up to the next row that it is told of, and empty rows lie between.
        sums[full] = np.add.reduceat(values, begin[full])
    return sums


def _piecewise_hashes(offsets: np.ndarray, units: np.ndarray, hashes: np.ndarray) -> None:
    """As `utf16_hashes`, for more units than the tables hold."""
    row, rows = 0, len(offsets) - 1
    while row < rows:
        stop = row + int(np.searchsorted(offsets[row:], offsets[row] + _PIECE, "right")) - 1
        if stop > row:
            utf16_hashes(offsets[row : stop + 1], units, hashes[row:stop])
            row = stop
            continue
        total = 0
        for begin in range(int(offsets[row]), int(offsets[row + 1]), _PIECE):
            piece = units[begin : min(begin + _PIECE, int(offsets[row + 1]))].astype(np.uint32)
            powers = _POWERS_OF_31[: len(piece)][::-1]
            total = total * int(_POWERS_OF_31[len(piece)]) + int(np.add.reduce(piece * powers, dtype=np.uint32))
        hashes[row] = total & 0xFFFFFFFF
        row += 1


def _first_invalid(offsets: np.ndarray, data: np.ndarray) -> int:
    rows = range(len(offsets) - 1)
    return next(row for row in rows if not _is_utf8(data[offsets[row] : offsets[row + 1]].tobytes()))


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
