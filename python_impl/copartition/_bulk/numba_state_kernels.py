"""The kernels of state as bytes in numba: strings as Flink writes them, and pairs of canonical savepoints."""

from __future__ import annotations

import numpy as np

from copartition._bulk.numba_jit import HIGH_BITS, jit, word

_U = np.uint32
_P = np.uint64
_WORD = 4
_MORE = 0x80
"""The bit of a byte of a number that says that another one follows."""
_LAST = 0x80
"""The bit of a key's first byte that says that it is its state's last."""


@jit
def _number_size(number: np.int64) -> int:
    """How many bytes a number takes, seven bits a byte."""
    size = 1
    while number >= _MORE:
        size += 1
        number >>= np.int64(7)
    return size


@jit
def _write_number(number: np.uint32, at: np.uint64, out: np.ndarray) -> np.uint64:
    """Writes a number, seven bits a byte, the lowest first; answers where it ends."""
    left = number
    while left >= _U(_MORE):
        out[at] = np.uint8((left & _U(0x7F)) | _U(_MORE))
        at += _P(1)
        left >>= _U(7)
    out[at] = np.uint8(left)
    return at + _P(1)


@jit
def string_sizes(offsets: np.ndarray, units: np.ndarray, out: np.ndarray) -> None:
    """`StringValue.writeString`: the size of each."""
    for i in range(offsets.size - 1):
        size = _number_size(np.int64(offsets[i + 1] - offsets[i] + 1))
        for j in range(_P(offsets[i]), _P(offsets[i + 1])):
            unit = units[j]
            size += 1 + (unit >= 0x80) + (unit >= 0x4000)  # noqa: PLR2004 - seven bits a byte
        out[i] = size


@jit
def string_bytes(offsets: np.ndarray, units: np.ndarray, begins: np.ndarray, out: np.ndarray) -> None:
    """`StringValue.writeString`: the length and 1 more, then each char, seven bits a byte."""
    for i in range(offsets.size - 1):
        at = _write_number(_U(offsets[i + 1] - offsets[i] + 1), _P(begins[i]), out)
        for j in range(_P(offsets[i]), _P(offsets[i + 1])):
            at = _write_number(_U(units[j]), at, out)


@jit
def utf8_string_sizes(offsets: np.ndarray, data: np.ndarray, out: np.ndarray) -> None:
    """As `string_sizes`: the first byte of a character says what is written of it, and the others say nothing."""
    for i in range(offsets.size - 1):
        j, end = _P(offsets[i]), _P(offsets[i + 1])
        chars, size = np.int64(1), np.int64(0)
        while end - j >= _P(8) and not word(data, j) & HIGH_BITS:
            chars += 8
            size += 8
            j += _P(8)
        for k in range(j, end):
            byte = data[k]
            first, pair = byte & 0xC0 != 0x80, byte >= 0xF0  # noqa: PLR2004 - UTF-8's
            chars += np.int64(first) + pair
            size += np.int64(first) + (byte >= 0xC0) + (byte >= 0xE4) + 3 * pair  # noqa: PLR2004 - from U+0080, from U+4000
        out[i] = _number_size(chars) + size


@jit
def utf8_string_bytes(offsets: np.ndarray, data: np.ndarray, begins: np.ndarray, out: np.ndarray) -> None:
    """As `string_bytes`; past U+FFFF a character is two chars."""
    for i in range(offsets.size - 1):
        j, end, start = _P(offsets[i]), _P(offsets[i + 1]), _P(begins[i])
        # A short string's length takes a byte, and is known when the chars have been written.
        at = start + (_P(1) if end - j < _P(_MORE - 1) else _P(_number_size(_chars(data, j, end) + 1)))
        chars = np.int64(1)
        while j < end:
            if end - j >= _P(8):
                eight = word(data, j)
                if not eight & HIGH_BITS:
                    for k in range(_P(8)):
                        out[at + k] = np.uint8(eight >> (_P(8) * k))
                    chars += 8
                    at += _P(8)
                    j += _P(8)
                    continue
            byte = _U(data[j])
            chars += 1
            if byte < _U(0x80):
                out[at] = np.uint8(byte)
                at += _P(1)
                j += _P(1)
            elif byte < _U(0xE0):
                at = _write_number((byte & _U(0x1F)) << _U(6) | _bits(data, j + _P(1)), at, out)
                j += _P(2)
            elif byte < _U(0xF0):
                low = _bits(data, j + _P(1)) << _U(6) | _bits(data, j + _P(2))
                at = _write_number((byte & _U(0x0F)) << _U(12) | low, at, out)
                j += _P(3)
            else:
                second, third = _bits(data, j + _P(1)), _bits(data, j + _P(2))
                high = _U(0xD7C0) + ((byte & _U(0x07)) << _U(8) | second << _U(2) | third >> _U(4))
                at = _write_number(high, at, out)
                at = _write_number(_U(0xDC00) | (third & _U(0xF)) << _U(6) | _bits(data, j + _P(3)), at, out)
                chars += 1
                j += _P(4)
        _write_number(_U(chars), start, out)


@jit
def _chars(data: np.ndarray, j: np.uint64, end: np.uint64) -> np.int64:
    """How many chars a row of UTF-8 has."""
    chars = np.int64(0)
    for k in range(j, end):
        chars += np.int64(data[k] & 0xC0 != 0x80) + (data[k] >= 0xF0)  # noqa: PLR2004 - UTF-8's
    return chars


@jit
def _bits(data: np.ndarray, j: np.uint64) -> np.uint32:
    """What a byte that is not a character's first adds to it."""
    return _U(data[j]) & _U(0x3F)


@jit
def _int32(data: np.ndarray, at: int) -> int:
    """A number of four bytes, big endian, with its sign."""
    number = (_U(data[at]) << _U(24)) | (_U(data[at + 1]) << _U(16)) | (_U(data[at + 2]) << _U(8)) | _U(data[at + 3])
    return int(np.int32(number))


@jit
def _pair(data: np.ndarray, start: int) -> tuple[int, int, int, int]:
    """Where key and value of a pair begin, and how long they are; the size of the value is -1 where one is cut."""
    end, key = data.size, start + _WORD
    key_size = _int32(data, start) if end - start >= _WORD else 0
    value = key + key_size + _WORD
    value_size = -1
    if key_size > 0 and end - value >= 0:
        value_size = _int32(data, key + key_size)
        if end - value < value_size:
            value_size = -1
    return key, key_size, value, value_size


@jit
def records(  # noqa: PLR0913 - a kernel's buffers
    data: np.ndarray,
    begin: int,
    state: int,
    limit: int,
    states: np.ndarray,
    offsets: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
) -> tuple[int, int, int, int]:
    """See `Kernels.records`."""
    at, end, rows, group = 0, data.size, 0, -1
    number = state if begin == 0 else -1
    key_end, value_end = 0, 0
    while True:
        start, this = at, number
        if this < 0:  # a key group begins
            if end - start < 2:  # noqa: PLR2004 - a state's number
                break
            this = np.int64(data[start]) * 256 + data[start + 1]
            start += 2
        key, key_size, value, value_size = _pair(data, start)
        if value_size < 0 or this >= limit:
            break
        behind = value + value_size
        after = this
        if data[key] >= _LAST:
            if end - behind < 2:  # noqa: PLR2004 - a state's number
                break
            after = np.int64(data[behind]) * 256 + data[behind + 1]
            after = -1 if after == 0xFFFF else after  # noqa: PLR2004 - the end mark
            behind += 2
        if number < 0:
            group = at
        for i in range(key_size):
            keys[key_end + i] = data[key + i]
        keys[key_end] &= np.uint8(0x7F)
        for i in range(value_size):
            values[value_end + i] = data[value + i]
        key_end += key_size
        value_end += value_size
        states[rows] = np.int32(this)
        rows += 1
        offsets[0, rows] = key_end
        offsets[1, rows] = value_end
        at, number = behind, after
    return rows, at, group, number
