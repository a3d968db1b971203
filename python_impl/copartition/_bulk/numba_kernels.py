"""The kernels in numba: loops over single rows, compiled on first use and cached on disk.

See `copartition._bulk.kernels.Kernels` for what they promise. Integers are uint32 wherever Java's arithmetic
wraps around; every constant is cast, because numba would otherwise widen the whole expression to 64 bits.
"""

from __future__ import annotations

import numpy as np

from copartition._bulk.numba_jit import HIGH_BITS, jit, word
from copartition._bulk.numba_state_kernels import (  # noqa: F401 - kernels, too
    records,
    string_bytes,
    string_sizes,
    utf8_string_bytes,
    utf8_string_sizes,
)

NAME = "numba"

_U = np.uint32
_P = np.uint64
_WORD = 4
_ASCII = 0x80
_EVEN_BYTES = _P(0x00FF00FF00FF00FF)
_EVEN_PAIRS = _P(0x0000FFFF0000FFFF)
_POWERS = np.array([31**i & 0xFFFFFFFF for i in range(8)], _U)
_SUPPLEMENTARY = 0x10000
_LAST_CODE_POINT = 0x10FFFF


@jit
def long_hashes(values: np.ndarray, out: np.ndarray) -> None:
    """`Long.hashCode`."""
    for i in range(values.size):
        v = values[i]
        out[i] = np.int32(v ^ (v >> 32))


@jit
def double_hashes(values: np.ndarray, out: np.ndarray) -> None:
    """`Double.hashCode`: every NaN is the canonical one."""
    bits = values.view(np.int64)
    for i in range(values.size):
        b = bits[i]
        out[i] = np.int32(0x7FF80000) if np.isnan(values[i]) else np.int32(b ^ (b >> 32))


@jit
def float_hashes(values: np.ndarray, out: np.ndarray) -> None:
    """`Float.hashCode`: every NaN is the canonical one."""
    bits = values.view(np.int32)
    for i in range(values.size):
        out[i] = np.int32(0x7FC00000) if np.isnan(values[i]) else bits[i]


@jit
def boolean_hashes(values: np.ndarray, out: np.ndarray) -> None:
    """`Boolean.hashCode`."""
    for i in range(values.size):
        out[i] = np.int32(1231) if values[i] else np.int32(1237)


@jit
def utf16_hashes(offsets: np.ndarray, units: np.ndarray, out: np.ndarray) -> None:
    """`String.hashCode` over chars."""
    for i in range(offsets.size - 1):
        h = _U(0)
        for j in range(offsets[i], offsets[i + 1]):
            h = _U(h * _U(31) + _U(units[j]))
        out[i] = np.int32(h)


@jit
def utf8_hashes(offsets: np.ndarray, data: np.ndarray, out: np.ndarray) -> int:
    """`new String(bytes, UTF_8).hashCode()`; answers the first row that is not valid UTF-8, or -1.

    Eight ASCII bytes at a time. The last, shorter step takes the row's last eight bytes, too, and blanks those that
    have been taken: leading zeros add nothing to the hash.
    """
    end = _P(offsets[0])
    for i in range(offsets.size - 1):
        begin, j = end, end
        end = _P(offsets[i + 1])
        h = _U(0)
        while end - j >= _P(8):
            eight = word(data, j)
            if eight & HIGH_BITS:
                break
            h = _U(h * _U(31**8 & 0xFFFFFFFF) + _eight(eight))
            j += _P(8)
        left = end - j
        if _P(0) < left < _P(8) and end - begin >= _P(8):
            eight = word(data, end - _P(8))
            eight = (eight >> (_P(64) - _P(8) * left)) << (_P(64) - _P(8) * left)
            if eight & HIGH_BITS == _P(0):
                h = _U(h * _POWERS[left] + _eight(eight))
                j = end
        while j < end and data[j] < _ASCII:
            h = _U(h * _U(31) + _U(data[j]))
            j += _P(1)
        if j < end:
            rest = _rest_of_utf8(data, np.int64(j), np.int64(end), h)
            if rest < 0:
                return i
            h = _U(rest)
        out[i] = np.int32(h)
    return -1


@jit
def _eight(word: np.uint64) -> np.uint32:
    """The hash of eight ASCII bytes: pairs in lanes of 16 bits, pairs of pairs in lanes of 32, then both halves."""
    pairs = (word & _EVEN_BYTES) * _P(31) + ((word >> _P(8)) & _EVEN_BYTES)
    fours = (pairs & _EVEN_PAIRS) * _P(31**2) + ((pairs >> _P(16)) & _EVEN_PAIRS)
    return _U(_U(fours & _P(0xFFFFFFFF)) * _U(31**4) + _U(fours >> _P(32)))


@jit
def _rest_of_utf8(data: np.ndarray, j: np.int64, end: np.int64, h: np.uint32) -> np.int64:
    """Hashes on, a character at a time; -1 where one is not well-formed."""
    while j < end:
        a, left = _U(data[j]), end - j
        # A continuation byte is less than 0x40 without its upper bit; a missing one fails as a large one does.
        b = _U(data[j + 1]) ^ _U(0x80) if left > 1 else _U(0xFF)
        if a < _U(_ASCII):
            h = _U(h * _U(31) + a)
            j += 1
            continue
        if a < _U(0xE0):
            if a < _U(0xC2) or b >= _U(0x40):
                return np.int64(-1)
            h = _U(h * _U(31) + (((a & _U(0x1F)) << _U(6)) | b))
            j += 2
            continue
        c = _U(data[j + 2]) ^ _U(0x80) if left > 2 else _U(0xFF)  # noqa: PLR2004 - the third byte
        if a < _U(0xF0):
            point = _U(((a & _U(0x0F)) << _U(12)) | (b << _U(6)) | c)
            if (b | c) >= _U(0x40) or point < _U(0x800) or point >> _U(11) == _U(0xD800 >> 11):
                return np.int64(-1)
            h = _U(h * _U(31) + point)
            j += 3
            continue
        d = _U(data[j + 3]) ^ _U(0x80) if left > 3 else _U(0xFF)  # noqa: PLR2004 - the fourth byte
        point = _U(((a & _U(0x0F)) << _U(18)) | (b << _U(12)) | (c << _U(6)) | d)
        if (b | c | d) >= _U(0x40) or point < _U(0x10000) or point > _U(0x10FFFF):
            return np.int64(-1)
        h = _U(h * _U(31) + (_U(0xD7C0) + (point >> _U(10))))
        h = _U(h * _U(31) + (_U(0xDC00) | (point & _U(0x3FF))))
        j += 4
    return np.int64(h)


@jit
def murmur(hashes: np.ndarray) -> None:
    """`MathUtils.murmurHash` of each, in place."""
    for i in range(hashes.size):
        h = _U(_U(hashes[i]) * _U(0xCC9E2D51))
        h = _U((h << _U(15)) | (h >> _U(17)))
        h = _U(h * _U(0x1B873593))
        h = _U((h << _U(13)) | (h >> _U(19)))
        h = _U(h * _U(5) + _U(0xE6546B64)) ^ _U(4)
        h = _U((h ^ (h >> _U(16))) * _U(0x85EBCA6B))
        h = _U((h ^ (h >> _U(13))) * _U(0xC2B2AE35))
        h = _U(h ^ (h >> _U(16)))
        # MIN_VALUE has no absolute value in 32 bits: Java answers 0, and so does the mask.
        h = _U(0) - h if h >= _U(0x80000000) else h
        hashes[i] = np.int32(_U(h) & _U(0x7FFFFFFF))


@jit
def positive(hashes: np.ndarray) -> None:
    """`Utils.toPositive` of each, in place."""
    for i in range(hashes.size):
        hashes[i] = np.int32(_U(hashes[i]) & _U(0x7FFFFFFF))


@jit
def remainders(values: np.ndarray, divisor: int) -> None:
    """Java's `value % divisor` of each in place; values are not negative, the divisor is any int32 but 0.

    Doubles are vectorised where integers are not. (value + 0.5) / divisor stands at least 0.5 / divisor off
    any integer, far more than the rounding errors of one addition and one product: the quotient's floor is
    exact.
    """
    size = abs(np.int64(divisor))
    if size & (size - 1) == 0:
        mask = _U(size - 1)
        for i in range(values.size):
            values[i] = np.int32(_U(values[i]) & mask)
    else:
        inverse = 1.0 / np.float64(size)
        narrow = np.int32(size)
        for i in range(values.size):
            quotient = np.int32((np.float64(values[i]) + 0.5) * inverse)
            values[i] = np.int32(values[i] - np.int32(quotient * narrow))


@jit
def scale(values: np.ndarray, factor: int, divisor: int) -> None:
    """Java's `value * factor / divisor` of each, in place; see `copartition._bulk.ints.quotients`."""
    narrow, size = np.int32(factor), np.float64(divisor)
    for i in range(values.size):
        product = np.int32(values[i] * narrow)
        values[i] = np.int32(np.int64(np.float64(product) / size))


@jit
def murmur2(offsets: np.ndarray, data: np.ndarray, out: np.ndarray) -> None:
    """`Utils.murmur2` of each row."""
    m = _U(0x5BD1E995)
    end = _P(offsets[0])
    for i in range(offsets.size - 1):
        j = end
        end = _P(offsets[i + 1])
        h = _U(0x9747B28C) ^ _U(end - j)
        while end - j >= _P(4):
            k = _U(
                _U(data[j])
                | (_U(data[j + _P(1)]) << _U(8))
                | (_U(data[j + _P(2)]) << _U(16))
                | (_U(data[j + _P(3)]) << _U(24))
            )
            k = _U(k * m)
            k = _U((k ^ (k >> _U(24))) * m)
            h = _U(_U(h * m) ^ k)
            j += _P(4)
        if j < end:
            tail = _U(data[j])
            if end - j > _P(1):
                tail |= _U(data[j + _P(1)]) << _U(8)
            if end - j > _P(2):
                tail |= _U(data[j + _P(2)]) << _U(16)
            h = _U((h ^ tail) * m)
        h = _U((h ^ (h >> _U(13))) * m)
        out[i] = np.int32(h ^ (h >> _U(15)))
