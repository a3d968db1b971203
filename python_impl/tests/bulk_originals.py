"""The originals' arithmetic in the plainest Python, a key at a time: what the bulk tests compare with."""

import struct

MASK = 0xFFFFFFFF
NAN_BITS = 0x7FF8000000000000


def int32(value):
    value &= MASK
    return value - (1 << 32) if value >> 31 else value


def quotient(dividend, divisor):
    size = abs(dividend) // abs(divisor)
    return int32(size if (dividend < 0) == (divisor < 0) else -size)


def string_hash(text):
    units = text.encode("utf-16-le", "surrogatepass")
    total = 0
    for (unit,) in struct.iter_unpack("<H", units):
        total = (total * 31 + unit) & MASK
    return int32(total)


def long_hash(value):
    return int32((value ^ (value >> 32)) & MASK)


def double_hash(value):
    bits = NAN_BITS if value != value else struct.unpack("<q", struct.pack("<d", value))[0]  # noqa: PLR0124 - NaN
    return long_hash(bits)


def float_hash(value):
    return 0x7FC00000 if value != value else struct.unpack("<i", struct.pack("<f", value))[0]  # noqa: PLR0124 - NaN


def boolean_hash(value):
    return 1231 if value else 1237


def murmur(code):
    def rotated(value, left):
        return ((value << left) | (value >> (32 - left))) & MASK

    k = rotated(code * 0xCC9E2D51 & MASK, 15) * 0x1B873593 & MASK
    h = (rotated(k, 13) * 5 + 0xE6546B64 & MASK) ^ 4
    h = (h ^ h >> 16) * 0x85EBCA6B & MASK
    h = (h ^ h >> 13) * 0xC2B2AE35 & MASK
    h = int32(h ^ h >> 16)
    return 0 if h == -(1 << 31) else abs(h)


def key_group(code, max_parallelism):
    return murmur(code) % abs(max_parallelism)


def operator(group, max_parallelism, parallelism):
    return quotient(int32(group * parallelism), max_parallelism)


def key_range(max_parallelism, parallelism, index):
    start = quotient(int32(index * max_parallelism + parallelism - 1), parallelism)
    return start, quotient(int32((index + 1) * max_parallelism - 1), parallelism)


def murmur2(data):
    m, h = 0x5BD1E995, 0x9747B28C ^ len(data)
    whole = len(data) & ~3
    for (word,) in struct.iter_unpack("<I", data[:whole]):
        k = word * m & MASK
        k = (k ^ k >> 24) * m & MASK
        h = (h * m & MASK) ^ k
    if len(data) > whole:
        h = (h ^ int.from_bytes(data[whole:], "little")) * m & MASK
    h = (h ^ h >> 13) * m & MASK
    return int32(h ^ h >> 15)


def partition(data, partitions):
    return (murmur2(data) & 0x7FFFFFFF) % abs(partitions)
