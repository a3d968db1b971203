"""How evenly a parallelism shares out the key groups, which settings do better, and keys that hit every subtask.

Ranges differ by one key group at most: with 128 key groups on 100 subtasks, 28 have two and 72 have one, so that the
busier ones do twice the work. They are even where the parallelism divides the maximum parallelism.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex, TypeVar

from copartition import _arguments
from copartition.advice._parallelisms import checked
from copartition.flink.assignment import (
    UPPER_BOUND_MAX_PARALLELISM,
    check_parallelism,
    default_max_parallelism,
    operator_of_key,
)
from copartition.flink.state.stored_keys import stored

if TYPE_CHECKING:
    from collections.abc import Iterable

    from copartition.flink.state.stored_keys import StoredKey
    from copartition.java.keys import Key

K = TypeVar("K", bound="Key")


@dataclass(frozen=True, slots=True)
class RangeBalance:
    """How many key groups the subtasks of one parallelism have.

    Attributes:
        max_parallelism: The number of key groups.
        parallelism: The number of subtasks, of which each has a key group.

    Raises:
        IllegalArgumentException: One of them is out of bounds.
        ValueError: A number doesn't fit 32 bits.
    """

    max_parallelism: int
    parallelism: int

    def __post_init__(self) -> None:
        groups, subtasks = checked(self.max_parallelism, parallelism=self.parallelism)
        if type(self.max_parallelism) is not int or type(self.parallelism) is not int:
            object.__setattr__(self, "max_parallelism", groups)
            object.__setattr__(self, "parallelism", subtasks)

    @property
    def fewest(self) -> int:
        """Key groups of the least loaded subtask."""
        return self.max_parallelism // self.parallelism

    @property
    def most(self) -> int:
        """Key groups of the most loaded subtask."""
        return -(-self.max_parallelism // self.parallelism)

    @property
    def subtasks_with_most(self) -> int:
        """How many subtasks have that many; all where the ranges are even."""
        return self.max_parallelism % self.parallelism or self.parallelism

    @property
    def ratio(self) -> float:
        """`most` by `fewest`: 1.0 is even, 2.0 is twice the work."""
        return self.most / self.fewest


def range_balance(max_parallelism: SupportsIndex, parallelism: SupportsIndex) -> RangeBalance:
    """How evenly a parallelism shares out the key groups.

    Args:
        max_parallelism: The number of key groups, 1 to 32768.
        parallelism: The number of subtasks, 1 to `max_parallelism`.

    Raises:
        IllegalArgumentException: One of them is out of bounds.
        ValueError: A number doesn't fit 32 bits.
    """
    groups, subtasks = checked(max_parallelism, parallelism=parallelism)
    return RangeBalance(groups, subtasks)


def skewed_defaults(first: SupportsIndex = 1, last: SupportsIndex = 2000) -> list[RangeBalance]:
    """The parallelisms at which Flink's default maximum gives some subtask twice the key groups of another, or more.

    Args:
        first: The first parallelism that is looked at.
        last: The last one, at most 32768.

    Raises:
        IllegalArgumentException: A parallelism is out of bounds.
    """
    low, high = _arguments.int32("first", first), _arguments.int32("last", last)
    defaults = (range_balance(default_max_parallelism(p), p) for p in range(low, high + 1))
    return [balance for balance in defaults if balance.most >= 2 * balance.fewest]


def even_max_parallelisms(
    parallelisms: Iterable[SupportsIndex], *, at_least: SupportsIndex = 1, count: SupportsIndex = 5
) -> list[int]:
    """The smallest maximum parallelisms at which all these parallelisms have even ranges.

    Args:
        parallelisms: Those that the job runs at, now and later; each 1 to 32768.
        at_least: The least maximum parallelism wanted.
        count: How many are given at most.

    Returns:
        Multiples of their least common multiple, ascending; none where that is above 32768.

    Raises:
        IllegalArgumentException: A parallelism is out of bounds.
        WrongTypeError: A number is no integer.
        ValueError: There are no parallelisms, or `count` is negative.
    """
    given_at_most = _arguments.count("count", count)
    step = math.lcm(*_all_checked(parallelisms))
    first = -(-max(1, _arguments.int32("at_least", at_least)) // step) * step
    return list(range(first, UPPER_BOUND_MAX_PARALLELISM + 1, step))[:given_at_most]


def fairest_max_parallelism(
    parallelisms: Iterable[SupportsIndex],
    *,
    at_least: SupportsIndex = 1,
    at_most: SupportsIndex = UPPER_BOUND_MAX_PARALLELISM,
) -> int:
    """The maximum parallelism at which the most uneven of these parallelisms is as even as can be.

    Args:
        parallelisms: Those that the job runs at, now and later; each 1 to 32768.
        at_least: The least maximum parallelism wanted.
        at_most: The greatest; small ones keep the state's overhead small.

    Returns:
        The smallest of the best; at least the greatest of `parallelisms`.

    Raises:
        IllegalArgumentException: A parallelism is out of bounds.
        ValueError: There are no parallelisms, or `at_most` is smaller than one of them or than `at_least`.
    """
    wanted = _all_checked(parallelisms)
    low = max(*wanted, 1, _arguments.int32("at_least", at_least))
    high = _arguments.int32("at_most", at_most)
    check_parallelism(high)
    if high < low:
        raise ValueError(f"at_most must be {low} or more, not {high}")
    return min(range(low, high + 1), key=lambda groups: max(RangeBalance(groups, p).ratio for p in wanted))


def power_of_two(
    parallelisms: Iterable[SupportsIndex], *, at_least: SupportsIndex = 1, ratio: float = 1.05
) -> RangeBalance | None:
    """The smallest power of two at which each of these parallelisms is about even: with one, no rescale loses records.

    Args:
        parallelisms: Those that the job runs at, now and later; each 1 to 32768.
        at_least: The least maximum parallelism wanted.
        ratio: How many times the key groups of another subtask one may have.

    Returns:
        The most uneven of the parallelisms there; None where no power of two up to 32768 is that even.

    Raises:
        IllegalArgumentException: A parallelism is out of bounds.
        ValueError: There are no parallelisms.
    """
    wanted = _all_checked(parallelisms)
    low = max(*wanted, 1, _arguments.int32("at_least", at_least))
    exponents = range((low - 1).bit_length(), UPPER_BOUND_MAX_PARALLELISM.bit_length())
    balances = (max((RangeBalance(1 << n, p) for p in wanted), key=lambda one: one.ratio) for n in exponents)
    return next((balance for balance in balances if balance.ratio <= ratio), None)


def even_parallelisms(max_parallelism: SupportsIndex, *, near: SupportsIndex, count: SupportsIndex = 5) -> list[int]:
    """The parallelisms nearest to a wanted one that share the key groups out evenly.

    Args:
        max_parallelism: The number of key groups; Flink refuses to restore state to another one.
        near: The parallelism wanted.
        count: How many are given at most.

    Returns:
        Divisors of `max_parallelism`, ascending.

    Raises:
        IllegalArgumentException: A parallelism is out of bounds.
        WrongTypeError: A number is no integer.
        ValueError: `count` is negative.
    """
    given_at_most = _arguments.count("count", count)
    groups = _arguments.int32("max_parallelism", max_parallelism)
    wanted = _arguments.int32("near", near)
    check_parallelism(groups)
    check_parallelism(wanted)
    divisors = [number for number in range(1, groups + 1) if groups % number == 0]
    return sorted(sorted(divisors, key=lambda number: (abs(number - wanted), number))[:given_at_most])


def balanced_keys(
    max_parallelism: SupportsIndex,
    parallelism: SupportsIndex,
    *,
    candidates: Iterable[K],
    per_subtask: SupportsIndex = 1,
) -> list[list[K]]:
    """Keys of which every subtask gets equally many: the first that fit, in the candidates' order.

    A candidate that Java's `equals` takes for one before it is left out.

    Args:
        max_parallelism: The number of key groups.
        parallelism: The number of subtasks.
        candidates: Keys to choose from, such as `(f"key-{n}" for n in itertools.count())`.
        per_subtask: How many keys each subtask gets, 1 or more.

    Returns:
        Per subtask its keys.

    Raises:
        IllegalArgumentException: A parallelism is out of bounds.
        NullPointerException: A candidate is None.
        TypeError: A candidate has no unambiguous Java type.
        ValueError: `per_subtask` isn't positive, or the candidates end before all subtasks have their keys.
    """
    groups, subtasks = checked(max_parallelism, parallelism=parallelism)
    each = _arguments.int32("per_subtask", per_subtask)
    if each < 1:
        raise ValueError(f"per_subtask must be 1 or more, not {each}")
    found: list[list[K]] = [[] for _ in range(subtasks)]
    known: list[list[StoredKey]] = [[] for _ in range(subtasks)]  # lists: a key type of one's own needs no hash
    missing = subtasks * each
    for key in candidates:
        subtask = operator_of_key(key, groups, subtasks)
        if len(found[subtask]) == each:
            continue
        twin = stored(key)
        if twin not in known[subtask]:
            found[subtask].append(key)
            known[subtask].append(twin)
            missing -= 1
            if not missing:
                return found
    hungry = next(subtask for subtask, keys in enumerate(found) if len(keys) < each)
    raise ValueError(f"candidates must be more: {missing} keys are missing, the first of them for subtask {hungry}")


def _all_checked(parallelisms: Iterable[SupportsIndex]) -> list[int]:
    wanted = [_arguments.int32("parallelisms", parallelism) for parallelism in parallelisms]
    if not wanted:
        raise ValueError("parallelisms must be one or more")
    for parallelism in wanted:
        check_parallelism(parallelism)
    return wanted
