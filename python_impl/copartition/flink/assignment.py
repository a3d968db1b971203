"""`org.apache.flink.runtime.state.KeyGroupRangeAssignment`: from a key to its key group and its operator.

Arguments come in Java's order and can be named: a key or a hash code stands before the maximum parallelism
and the parallelism, a key group or an operator's index behind them.

A job has a maximum parallelism of 1 to 32768 and a parallelism up to it, but most of Java's methods check
neither, and so it is here: 0 divides by zero, and negative numbers and products beyond 32 bits give what Java's
int arithmetic makes of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, SupportsIndex

from copartition import _arguments
from copartition.errors import IllegalArgumentException, NullPointerException
from copartition.flink.key_group_range import KeyGroupRange
from copartition.flink.math_utils import murmur_hash, round_up_to_power_of_two
from copartition.java.hash_codes import hash_code
from copartition.java.ints import divide, int32, remainder

if TYPE_CHECKING:
    from copartition.java.keys import Key

DEFAULT_LOWER_BOUND_MAX_PARALLELISM: Final = 1 << 7
"""The least maximum parallelism that Flink chooses by itself."""

UPPER_BOUND_MAX_PARALLELISM: Final = 1 << 15
"""The largest parallelism and maximum parallelism."""


def key_group(key: Key, max_parallelism: SupportsIndex) -> int:
    """`assignToKeyGroup(Object, int)`: the key group that a key belongs to.

    Args:
        key: A key of one of the types in `copartition.java.keys`, or a `copartition.flink.RowData`.
        max_parallelism: The number of key groups, 1 to 32768 in a real job; any int is answered as in Java.

    Returns:
        0 to `max_parallelism - 1`.

    Raises:
        NullPointerException: "Assigned key must not be null!"
        IdentityHashedKey: The key is bytes or an enum constant, whose hash code is another one in each JVM.
        ArithmeticException: "/ by zero": the maximum parallelism is 0.
        TypeError: The key has no unambiguous Java type (a bare int: write `Integer(7)` or `Long(7)`).
        ValueError: A number doesn't fit 32 bits.
    """
    if key is None:
        raise NullPointerException("Assigned key must not be null!")
    return key_group_of_hash(hash_code(key), max_parallelism)


def key_group_of_hash(code: SupportsIndex, max_parallelism: SupportsIndex) -> int:
    """`computeKeyGroupForKeyHash(int, int)`: the key group of a key with this hash code.

    Args:
        code: The key's hash code, int32.
        max_parallelism: The number of key groups, int32.

    Returns:
        0 to `max_parallelism - 1`.

    Raises:
        ArithmeticException: "/ by zero": the maximum parallelism is 0.
        ValueError: A number doesn't fit 32 bits.
    """
    return remainder(murmur_hash(code), _arguments.int32("max_parallelism", max_parallelism))


def operator_of_key(key: Key, max_parallelism: SupportsIndex, parallelism: SupportsIndex) -> int:
    """`assignKeyToParallelOperator(Object, int, int)`: the index of the operator that a key is sent to.

    Args:
        key: As for `key_group`.
        max_parallelism: The number of key groups, 1 to 32768 in a real job; any int is answered as in Java.
        parallelism: The number of parallel operators, at most `max_parallelism` in a real job; any int is answered.

    Returns:
        0 to `parallelism - 1`.

    Raises:
        NullPointerException: "Assigned key must not be null!"
        IdentityHashedKey: As for `key_group`.
        ArithmeticException: "/ by zero": the maximum parallelism is 0.
        TypeError: As for `key_group`.
        ValueError: A number doesn't fit 32 bits.
    """
    return operator_of_key_group(max_parallelism, parallelism, key_group(key, max_parallelism))


def operator_of_key_group(max_parallelism: SupportsIndex, parallelism: SupportsIndex, key_group: SupportsIndex) -> int:
    """`computeOperatorIndexForKeyGroup(int, int, int)`: the index of the operator that owns a key group.

    Args:
        max_parallelism: The number of key groups, int32.
        parallelism: The number of parallel operators, int32.
        key_group: The key group, int32.

    Returns:
        0 to `parallelism - 1` for a key group that exists.

    Raises:
        ArithmeticException: "/ by zero": the maximum parallelism is 0.
        ValueError: A number doesn't fit 32 bits.
    """
    groups = _arguments.int32("max_parallelism", max_parallelism)
    operators = _arguments.int32("parallelism", parallelism)
    return int32(divide(int32(_arguments.int32("key_group", key_group) * operators), groups))


def range_of_operator(
    max_parallelism: SupportsIndex, parallelism: SupportsIndex, operator: SupportsIndex
) -> KeyGroupRange:
    """`computeKeyGroupRangeForOperatorIndex(int, int, int)`: the key groups that an operator owns.

    Args:
        max_parallelism: The number of key groups, 1 to 32768.
        parallelism: The number of parallel operators, 1 to `max_parallelism`.
        operator: The operator's index; one beyond the last gets a range, too, as in the original.

    Raises:
        IllegalArgumentException: The parallelism, or else the maximum parallelism, is out of bounds; or the
            maximum is the smaller one; or there is no such range (without a message, as the original).
        ValueError: A number doesn't fit 32 bits.
    """
    operators = _arguments.int32("parallelism", parallelism)
    groups = _arguments.int32("max_parallelism", max_parallelism)
    index = _arguments.int32("operator", operator)
    check_parallelism(operators)
    check_parallelism(groups)
    if groups < operators:
        raise IllegalArgumentException("Maximum parallelism must not be smaller than parallelism.")
    start = divide(int32(index * groups + operators - 1), operators)
    end = divide(int32((index + 1) * groups - 1), operators)
    try:
        return KeyGroupRange(start, end)
    except IllegalArgumentException as error:
        error.add_note(f"operator is {index}: write 0 to {operators - 1}, for there are {operators} operators")
        raise


def default_max_parallelism(parallelism: SupportsIndex) -> int:
    """`computeDefaultMaxParallelism(int)`: the maximum parallelism of a job that sets none.

    That is one and a half times the parallelism, rounded up to a power of two, 128 to 32768.

    Args:
        parallelism: The operator's parallelism, 1 to 32768.

    Raises:
        IllegalArgumentException: The parallelism is out of bounds.
        ValueError: `parallelism` doesn't fit 32 bits.
    """
    operators = _arguments.int32("parallelism", parallelism)
    check_parallelism(operators)
    rounded = round_up_to_power_of_two(operators + operators // 2)
    return min(max(rounded, DEFAULT_LOWER_BOUND_MAX_PARALLELISM), UPPER_BOUND_MAX_PARALLELISM)


def checked_max_parallelism(max_parallelism: SupportsIndex, name: str = "max_parallelism") -> int:
    """The maximum parallelism of a real job as a plain int.

    Args:
        max_parallelism: 1 to 32768.
        name: What the caller calls it, for messages.

    Raises:
        WrongTypeError: It is no integer (a bool is none).
        ValueError: It isn't 1 to 32768.
    """
    groups = _arguments.int32(name, max_parallelism)
    if not 1 <= groups <= UPPER_BOUND_MAX_PARALLELISM:
        raise ValueError(f"{name} is {groups}: write 1 to {UPPER_BOUND_MAX_PARALLELISM}")
    return groups


def check_parallelism(parallelism: SupportsIndex) -> None:
    """`checkParallelismPreconditions(int)`: passes 1 to 32768.

    Raises:
        IllegalArgumentException: "Operator parallelism not within bounds: …"
        ValueError: `parallelism` doesn't fit 32 bits.
    """
    number = _arguments.int32("parallelism", parallelism)
    if not 0 < number <= UPPER_BOUND_MAX_PARALLELISM:
        raise IllegalArgumentException(f"Operator parallelism not within bounds: {number}")
