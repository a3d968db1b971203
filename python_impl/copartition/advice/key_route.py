"""The way of a key, step by step: hash code, murmur, key group, operator, and the operator's range."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex

from copartition.errors import NullPointerException
from copartition.flink.assignment import key_group_of_hash, operator_of_key_group, range_of_operator
from copartition.flink.math_utils import murmur_hash
from copartition.java.hash_codes import hash_code

if TYPE_CHECKING:
    from copartition.flink.key_group_range import KeyGroupRange
    from copartition.java.keys import Key


@dataclass(frozen=True, slots=True)
class KeyRoute:
    """Where a key goes, and by which numbers.

    Attributes:
        hash_code: What the key's `hashCode()` gives, int32.
        murmur: That hash mixed by `MathUtils.murmurHash`, never negative.
        key_group: The remainder by the maximum parallelism.
        operator: The subtask that owns the key group.
        key_groups: All key groups of that subtask.
    """

    hash_code: int
    murmur: int
    key_group: int
    operator: int
    key_groups: KeyGroupRange


def route_of_key(key: Key, max_parallelism: SupportsIndex, parallelism: SupportsIndex) -> KeyRoute:
    """The way of a key to its subtask.

    Args:
        key: As for `copartition.flink.key_group`.
        max_parallelism: The number of key groups, 1 to 32768.
        parallelism: The number of subtasks, 1 to `max_parallelism`.

    Raises:
        NullPointerException: "Assigned key must not be null!"
        IdentityHashedKey: The key hashes by identity.
        IllegalArgumentException: A parallelism is out of bounds.
        ArithmeticException: "/ by zero": the maximum parallelism is 0.
        TypeError: The key has no unambiguous Java type.
        ValueError: A number doesn't fit 32 bits.
    """
    if key is None:
        raise NullPointerException("Assigned key must not be null!")
    code = hash_code(key)
    group = key_group_of_hash(code, max_parallelism)
    operator = operator_of_key_group(max_parallelism, parallelism, group)
    return KeyRoute(code, murmur_hash(code), group, operator, range_of_operator(max_parallelism, parallelism, operator))
