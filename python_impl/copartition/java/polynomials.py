"""The sum behind most of Java's hash codes, `h = 31 * h + next`, for a whole block of values at once.

A block is read as one big integer whose lanes are the values. Each step joins neighbouring lanes of w bits,
`left` and `right`, to one lane `left * 31**k + right` of 2w bits, in all lanes at the same time: log2(n)
steps of big-integer arithmetic instead of n steps of Python. A lane never overflows, for 31 is below 2**8.
"""

from __future__ import annotations

from typing import Final

_BLOCK_BYTES: Final = 128
"""Bytes that are read as one integer: beyond this the factors grow longer than they are worth."""

_Step = tuple[int, int, int]
"""Width of a lane; mask of every second lane; 2**width - 31**k, what joining takes away from a left lane."""


def _steps(lane_bits: int, size: int) -> tuple[_Step, ...]:
    """The steps that join the lanes of a block of `size` bytes."""
    steps: list[_Step] = []
    width, power = lane_bits, 31
    while width < 8 * size:
        mask = sum(((1 << width) - 1) << at for at in range(0, 8 * size, 2 * width))
        steps.append((width, mask, (1 << width) - power))
        width, power = 2 * width, power * power
    return tuple(steps)


def _steps_by_size(lane_bits: int) -> tuple[tuple[_Step, ...], ...]:
    # Leading lanes may be empty, so all sizes up to a power of two share its steps.
    shared = [_steps(lane_bits, 1 << exponent) for exponent in range(_BLOCK_BYTES.bit_length())]
    return tuple(shared[(max(size, 1) - 1).bit_length()] for size in range(_BLOCK_BYTES + 1))


_BYTE_STEPS: Final = _steps_by_size(8)
_UNIT_STEPS: Final = _steps_by_size(16)


def fold_bytes(data: bytes | bytearray, start: int = 0) -> int:
    """`h = 31 * h + byte` over unsigned bytes, beginning with h = `start`; unsigned, modulo 2**32."""
    if len(data) > _BLOCK_BYTES:
        for begin in range(0, len(data), _BLOCK_BYTES):
            start = fold_bytes(data[begin : begin + _BLOCK_BYTES], start)
        return start
    lanes = int.from_bytes(data, "big")
    for width, mask, excess in _BYTE_STEPS[len(data)]:
        lanes -= (lanes >> width & mask) * excess
    if start:
        lanes += start * pow(31, len(data), 1 << 32)
    return lanes & 0xFFFF_FFFF


def fold_units(data: bytes, start: int = 0) -> int:
    """`h = 31 * h + unit` over big-endian 16-bit units, from h = `start`; unsigned, modulo 2**32."""
    if len(data) > _BLOCK_BYTES:
        for begin in range(0, len(data), _BLOCK_BYTES):
            start = fold_units(data[begin : begin + _BLOCK_BYTES], start)
        return start
    lanes = int.from_bytes(data, "big")
    for width, mask, excess in _UNIT_STEPS[len(data)]:
        lanes -= (lanes >> width & mask) * excess
    if start:
        lanes += start * pow(31, len(data) // 2, 1 << 32)
    return lanes & 0xFFFF_FFFF
