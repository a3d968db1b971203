"""The kernels of state as bytes in numba: strings as Flink writes them, and pairs of canonical savepoints."""

from __future__ import annotations

import numpy as np

from copartition._bulk.numba_jit import jit

_U = np.uint32
_WORD = 4
_LAST = 0x80
"""The bit of a key's first byte that says that it is its state's last."""


@jit
def string_sizes(offsets: np.ndarray, units: np.ndarray, out: np.ndarray) -> None:
    """`StringValue.writeString`: the size of each."""
    for i in range(offsets.size - 1):
        size = np.int64(1)
        number = (np.int64(offsets[i + 1]) - np.int64(offsets[i]) + 1) >> 7
        while number > 0:
            size += 1
            number >>= 7
        for j in range(offsets[i], offsets[i + 1]):
            unit = units[j]
            size += 1 + (unit >= 0x80) + (unit >= 0x4000)  # noqa: PLR2004 - seven bits a byte
        out[i] = size


@jit
def string_bytes(offsets: np.ndarray, units: np.ndarray, begins: np.ndarray, out: np.ndarray) -> None:
    """`StringValue.writeString`: the length and 1 more, then each char, seven bits a byte."""
    for i in range(offsets.size - 1):
        at = begins[i]
        number = np.int64(offsets[i + 1]) - np.int64(offsets[i]) + 1
        while number >= 0x80:  # noqa: PLR2004 - seven bits a byte
            out[at] = np.uint8((number & 0x7F) | 0x80)
            at += 1
            number >>= 7
        out[at] = np.uint8(number)
        at += 1
        for j in range(offsets[i], offsets[i + 1]):
            unit = _U(units[j])
            while unit >= _U(0x80):
                out[at] = np.uint8((unit & _U(0x7F)) | _U(0x80))
                at += 1
                unit >>= _U(7)
            out[at] = np.uint8(unit)
            at += 1


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
            this = data[start] * 256 + data[start + 1]
            start += 2
        key, key_size, value, value_size = _pair(data, start)
        if value_size < 0 or this >= limit:
            break
        behind = value + value_size
        after = this
        if data[key] >= _LAST:
            if end - behind < 2:  # noqa: PLR2004 - a state's number
                break
            after = data[behind] * 256 + data[behind + 1]
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
