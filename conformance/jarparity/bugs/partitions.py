"""Kafka's partition of a key: the model, with the switches of `PartitionRules`."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from jarparity.bugs.ints import MASK, remainder
from jarparity.bugs.rules import NotModelledError, ThrownError
from jarparity.bugs.strings import fnv_1a, polynomial
from jarparity.utf16 import signed, units

if TYPE_CHECKING:
    from jarparity.bugs.rules import PartitionRules

_M: Final = 0x5BD1E995
_M_FLOAT: Final = float(_M)


def key_code(data: bytes, rules: PartitionRules) -> int:
    """`Utils.murmur2`, or the hash that the rules put in its place; signed."""
    match rules.hash:
        case "murmur2":
            return _murmur2(_given(data, rules), rules)
        case "crc32":
            return signed(zlib.crc32(data))
        case "fnv-1a" | "fnv-1a-masked":
            return fnv_1a(data)
        case "java-string":
            return polynomial(units(_decoded(data)), 0)


def partition(data: bytes, partitions: int, rules: PartitionRules) -> int:  # noqa: C901, PLR0911 - one arm a rule
    """`BuiltInPartitioner.partitionForKey`."""
    if partitions == 0:
        raise ThrownError("ArithmeticException")
    if not data and rules.empty == "zero":
        return 0
    code = key_code(data, rules)
    if rules.hash == "crc32":
        return (code & MASK) % partitions
    if rules.hash == "fnv-1a":
        # sarama's rule: the remainder of the signed hash, then its sign dropped
        return abs(remainder(code, partitions))
    match rules.sign:
        case "masked":
            return (code & 0x7FFFFFFF) % partitions
        case "unsigned":
            return (code & MASK) % partitions
        case "abs":
            return remainder(signed(abs(code)), partitions)
        case "abs-of-remainder":
            return abs(remainder(code, partitions))
        case "floor":
            return code % partitions
        case "java":
            return remainder(code, partitions)


def _given(data: bytes, rules: PartitionRules) -> bytes:
    if rules.text == "bytes":
        return data
    return bytes(unit & 0xFF for unit in units(_decoded(data)))


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise NotModelledError("the bug starts from text, and these bytes are none") from None


def _murmur2(data: bytes, rules: PartitionRules) -> int:
    if rules.arithmetic == "float64":
        return _murmur2_in_floats(data)
    code = rules.seed ^ (len(data) if rules.length == "mixed-in" else 0)
    whole = len(data) & ~3
    for i in range(0, whole, 4):
        word = int.from_bytes(data[i : i + 4], rules.words) * _M & MASK
        word = (word ^ word >> 24) * _M & MASK
        code = (code * _M ^ word) & MASK
    tail = _tail(data[whole:], rules)
    if data[whole:] or rules.tail == "always-mixed":
        code = (code ^ tail) * _M & MASK
    code = (code ^ code >> 13) * _M & MASK
    return signed(code ^ code >> 15)


def _tail(tail: bytes, rules: PartitionRules) -> int:
    match rules.tail:
        case "falls-through" | "always-mixed":
            return int.from_bytes(tail, "little")
        case "one-byte":  # the switch without its falling through: only the last byte counts
            return tail[-1] << 8 * (len(tail) - 1) if tail else 0
        case "reversed":
            return int.from_bytes(tail, "big")
        case "signed":
            code = 0
            for i, byte in enumerate(tail):
                code ^= (byte - 256 if byte > 127 else byte) << 8 * i  # noqa: PLR2004 - int8
            return code & MASK


def _murmur2_in_floats(data: bytes) -> int:
    """A JavaScript port: products lose bits above 2^53, and a quarter too many words are read."""
    code: float = signed(0x9747B28C ^ len(data))
    words = -(-len(data) // 4)
    for i in range(words):
        word: float = signed(int.from_bytes(data[4 * i : 4 * i + 4].ljust(4, b"\0"), "little"))
        word = _xor_shifted(word * _M_FLOAT, 24) * _M_FLOAT
        code *= _M_FLOAT
        code = signed(_int32(code) ^ _int32(word))
    tail = data[len(data) & ~3 :]
    for i in reversed(range(len(tail))):
        code = signed(_int32(code) ^ tail[i] << 8 * i)
    if tail:
        code *= _M_FLOAT
    return _xor_shifted(_xor_shifted(code, 13) * _M_FLOAT, 15)


def _int32(number: float) -> int:
    """JavaScript's ToInt32."""
    return signed(int(number))


def _xor_shifted(number: float, by: int) -> int:
    """`n ^ n >>> by` in JavaScript."""
    word = _int32(number)
    return signed(word ^ (word & MASK) >> by)
