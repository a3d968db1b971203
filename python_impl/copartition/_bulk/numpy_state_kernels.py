"""The kernels of state as bytes in numpy: strings as Flink writes them, and pairs of canonical savepoints."""

from __future__ import annotations

import numpy as np

from copartition._bulk import texts

_SEVEN = 7
"""Bits a byte of a number in `StringValue`."""
_LENGTH, _NUMBER = 4, 2
"""Bytes of a length, and of a state's number, in a canonical savepoint."""
_LAST = 0x80
"""The bit of a key's first byte that says that it is its state's last."""
_MAX_UINT16 = 0xFFFF
_SIZE_BITS = 32
_SIZE = (1 << _SIZE_BITS) - 1
_WRITTEN_OF = np.repeat(
    np.array([1, 0, 1, 1, 1, 2], np.int64) << _SIZE_BITS | np.array([1, 0, 2, 2, 3, 6], np.int64),
    (0x80, 0x40, 0x20, 4, 12, 16),
)
"""By byte of UTF-8 its chars, in the upper half, and how many bytes Flink writes of them: ASCII; what follows a first
byte; the first bytes of two-byte characters, of those below U+4000, of those above, of what is two chars."""


def string_sizes(offsets: np.ndarray, units: np.ndarray, out: np.ndarray) -> None:
    """`StringValue.writeString`: the size of each."""
    ends = _written(offsets, units)[1]
    out[:] = np.diff(ends) + _length_sizes(np.diff(offsets))


def string_bytes(offsets: np.ndarray, units: np.ndarray, begins: np.ndarray, out: np.ndarray) -> None:
    """`StringValue.writeString`: the length and 1 more, then each char, seven bits a byte."""
    at = begins.copy()
    _write_numbers(np.diff(offsets).astype(np.int64) + 1, at, out)
    before, ends = _written(offsets, units)
    places = np.repeat(begins + _length_sizes(np.diff(offsets)) - ends[:-1], np.diff(offsets)) + before
    _write_numbers(units[int(offsets[0]) : int(offsets[-1])].astype(np.int64), places, out)


def utf8_string_sizes(offsets: np.ndarray, data: np.ndarray, out: np.ndarray) -> None:
    """As `string_sizes`: the first byte of a character says how many chars it has, and what is written of them."""
    first, last = int(offsets[0]), int(offsets[-1])
    before = np.zeros(last - first + 1, np.int64)
    np.cumsum(_WRITTEN_OF[data[first:last]], out=before[1:])
    both = np.diff(before[offsets - first])
    out[:] = (both & _SIZE) + _length_sizes(both >> _SIZE_BITS)


def utf8_string_bytes(offsets: np.ndarray, data: np.ndarray, begins: np.ndarray, out: np.ndarray) -> None:
    """As `string_bytes`."""
    string_bytes(*texts.units(offsets, data), begins, out)


def _length_sizes(chars: np.ndarray) -> np.ndarray:
    """How many bytes the number of each row's chars takes, which is written as 1 more."""
    return sum((chars + 1 >> bits > 0 for bits in range(0, 35, _SEVEN)), np.zeros(len(chars), np.int64))


def _written(offsets: np.ndarray, units: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How many bytes are written before each char of the block, and before the first char of each row."""
    first, last = int(offsets[0]), int(offsets[-1])
    block = units[first:last]
    before = np.zeros(last - first + 1, np.int64)
    np.cumsum(1 + (block >= 1 << _SEVEN) + (block >= 1 << 2 * _SEVEN), out=before[1:])
    return before[:-1], before[offsets - first]


def _write_numbers(numbers: np.ndarray, at: np.ndarray, out: np.ndarray) -> None:
    """Writes each from its place on, seven bits a byte, the lowest first."""
    while len(numbers):
        more = numbers >= 1 << _SEVEN
        out[at] = numbers & 0x7F | more << np.int64(_SEVEN)
        numbers, at = numbers[more] >> _SEVEN, at[more] + 1


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
    """See `Kernels.records`: a loop over Python's bytes, since each pair says where the next one begins."""
    raw = data.tobytes()
    at, group, number = 0, -1, state if begin == 0 else -1
    found: list[int] = []
    all_keys: list[bytes] = []
    all_values: list[bytes] = []
    while True:
        start, this = at, number
        if this < 0:  # a key group begins
            if len(raw) - start < _NUMBER:
                break
            this, start = int.from_bytes(raw[start : start + _NUMBER], "big"), start + _NUMBER
        key, value = _run(raw, start), None
        if key:
            value = _run(raw, start + _LENGTH + len(key))
        if not key or value is None or this >= limit:
            break
        behind, after = start + 2 * _LENGTH + len(key) + len(value), this
        if key[0] & _LAST:
            if len(raw) - behind < _NUMBER:
                break
            after = int.from_bytes(raw[behind : behind + _NUMBER], "big", signed=True)
            after = after if after == -1 else after & _MAX_UINT16
            behind += _NUMBER
            key = bytes((key[0] & ~_LAST,)) + key[1:]
        group = at if number < 0 else group
        found.append(this)
        all_keys.append(key)
        all_values.append(value)
        at, number = behind, after
    states[: len(found)] = found
    for row, (out, parts) in enumerate(((keys, all_keys), (values, all_values))):
        joined = b"".join(parts)
        out[: len(joined)] = np.frombuffer(joined, np.uint8)
        np.cumsum([len(part) for part in parts], out=offsets[row, 1 : len(parts) + 1])
    return len(found), at, group, number


def _run(raw: bytes, at: int) -> bytes | None:
    """The bytes behind their length; None where they are not all there, or the length is negative."""
    size = int.from_bytes(raw[at : at + _LENGTH], "big", signed=True)
    start = at + _LENGTH
    return raw[start : start + size] if 0 <= size <= len(raw) - start else None
