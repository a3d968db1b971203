"""XXH3, 64 bits, seed 0: the hash function of Yann Collet that Kafka's coordinator takes from hash4j.

A short input is mixed in one go; one of more than 240 bytes passes through eight accumulators in stripes of 64 bytes.
Kafka hashes no less than the eight bytes of one topic's hash, so what is shorter than four bytes has no way here.
"""

from __future__ import annotations

from struct import unpack_from
from typing import Final

from copartition.java.ints import MASK_64, int64

_SECRET: Final = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
    "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
    "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
_PRIME_32: Final = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
_PRIME_64: Final = (
    0x9E3779B185EBCA87,
    0xC2B2AE3D27D4EB4F,
    0x165667B19E3779F9,
    0x85EBCA77C2B2AE63,
    0x27D4EB2F165667C5,
)
_MIX: Final = (0x165667919E3779F9, 0x9FB21C651E98DF25)
_START: Final = (_PRIME_32[2], *_PRIME_64[:4], _PRIME_32[1], _PRIME_64[4], _PRIME_32[0])
_LANES: Final = 8
_STRIPE: Final = 64
_STRIPES: Final = (len(_SECRET) - _STRIPE) // 8
"""So many stripes are a block: each takes the secret from 8 bytes further on."""
_BLOCK: Final = _STRIPES * _STRIPE
_LAST_STRIPE: Final = len(_SECRET) - _STRIPE - 7
_MERGING: Final = 11
_MIDDLE: Final = 128
_MIDDLE_STEP: Final = 3
_MIDDLE_LAST: Final = 136 - 17
_LOW_32: Final = 0xFFFF_FFFF


def xxh3_64(data: bytes) -> int:
    """The hash of at least four bytes, int64; `com.dynatrace.hash4j.hashing.Hashing.xxh3_64()`."""
    size = len(data)
    if size <= 16:  # noqa: PLR2004 - the bounds are the algorithm's own
        code = _up_to_16(data)
    elif size <= _MIDDLE:
        code = _up_to_128(data)
    elif size <= 240:  # noqa: PLR2004
        code = _up_to_240(data)
    else:
        code = _long(data)
    return int64(code)


def _word(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 8], "little")


def _half(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")


def _folded(a: int, b: int) -> int:
    """Both halves of a product of 128 bits, one over the other."""
    product = a * b
    return (product ^ product >> 64) & MASK_64


def _avalanche(code: int) -> int:
    code = (code ^ code >> 37) * _MIX[0] & MASK_64
    return code ^ code >> 32


def _up_to_16(data: bytes) -> int:
    size = len(data)
    if size > 8:  # noqa: PLR2004
        low = _word(data, 0) ^ _word(_SECRET, 24) ^ _word(_SECRET, 32)
        high = _word(data, size - 8) ^ _word(_SECRET, 40) ^ _word(_SECRET, 48)
        swapped = int.from_bytes(low.to_bytes(8, "little"))
        return _avalanche((size + swapped + high + _folded(low, high)) & MASK_64)
    both = _half(data, size - 4) + (_half(data, 0) << 32) ^ _word(_SECRET, 8) ^ _word(_SECRET, 16)
    both ^= _rotated(both, 49) ^ _rotated(both, 24)
    both = both * _MIX[1] & MASK_64
    both = (both ^ (both >> 35) + size) * _MIX[1] & MASK_64
    return both ^ both >> 28


def _rotated(value: int, by: int) -> int:
    return (value << by) + (value >> 64 - by) & MASK_64


def _pair(data: bytes, at: int, secret: int) -> int:
    """16 bytes of the data, mixed with as many of the secret."""
    return _folded(_word(data, at) ^ _word(_SECRET, secret), _word(data, at + 8) ^ _word(_SECRET, secret + 8))


def _up_to_128(data: bytes) -> int:
    size = len(data)
    code = size * _PRIME_64[0]
    for pair in range((size - 1) // 32, -1, -1):
        code += _pair(data, 16 * pair, 32 * pair) + _pair(data, size - 16 * (pair + 1), 32 * pair + 16)
    return _avalanche(code & MASK_64)


def _up_to_240(data: bytes) -> int:
    size = len(data)
    code = size * _PRIME_64[0] + sum(_pair(data, at, at) for at in range(0, _MIDDLE, 16))
    code = _avalanche(code & MASK_64)
    for at in range(_MIDDLE, size - size % 16, 16):
        code += _pair(data, at, at - _MIDDLE + _MIDDLE_STEP)
    return _avalanche((code + _pair(data, size - 16, _MIDDLE_LAST)) & MASK_64)


def _long(data: bytes) -> int:
    lanes = list(_START)
    size = len(data)
    for block in range(0, size, _BLOCK):
        stripes = min(_STRIPES, (size - 1 - block) // _STRIPE)
        for stripe in range(stripes):
            _accumulate(lanes, data, block + stripe * _STRIPE, stripe * 8)
        if stripes == _STRIPES:
            _scramble(lanes)
    _accumulate(lanes, data, size - _STRIPE, _LAST_STRIPE)
    code = size * _PRIME_64[0]
    for pair in range(0, _LANES, 2):
        secret = _MERGING + 8 * pair
        code += _folded(lanes[pair] ^ _word(_SECRET, secret), lanes[pair + 1] ^ _word(_SECRET, secret + 8))
    return _avalanche(code & MASK_64)


def _accumulate(lanes: list[int], data: bytes, at: int, secret: int) -> None:
    """One stripe goes into all lanes, each word of it also into its neighbour."""
    words = unpack_from("<8Q", data, at)
    keys = unpack_from("<8Q", _SECRET, secret)
    for lane in range(_LANES):
        keyed = words[lane] ^ keys[lane]
        lanes[lane ^ 1] = lanes[lane ^ 1] + words[lane] & MASK_64
        lanes[lane] = lanes[lane] + (keyed & _LOW_32) * (keyed >> 32) & MASK_64


def _scramble(lanes: list[int]) -> None:
    keys = unpack_from("<8Q", _SECRET, len(_SECRET) - _STRIPE)
    for lane in range(_LANES):
        lanes[lane] = (lanes[lane] ^ lanes[lane] >> 47 ^ keys[lane]) * _PRIME_32[0] & MASK_64
