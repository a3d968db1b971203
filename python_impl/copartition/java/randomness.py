"""`java.util.Random` and `Collections.shuffle`: the same numbers and the same order as Java for the same seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from copartition import _arguments
from copartition.errors import IllegalArgumentException
from copartition.java.ints import int32

if TYPE_CHECKING:
    from collections.abc import MutableSequence

_MULTIPLIER: Final = 0x5DEECE66D
_INCREMENT: Final = 0xB
_MASK: Final = (1 << 48) - 1
_INT_BITS: Final = 31


class Random:
    """`java.util.Random`, seeded: 48 bits of state, of which the upper ones are given out.

    Args:
        seed: A 64-bit integer, of which Java's generator keeps 48 bits.

    Raises:
        WrongTypeError: The seed is no integer.
        ValueError: It doesn't fit 64 bits.
    """

    def __init__(self, seed: SupportsIndex) -> None:
        seed = _arguments.int64("seed", seed)
        self._state = (seed ^ _MULTIPLIER) & _MASK

    def next_bits(self, bits: int) -> int:
        """`next(int)`: so many bits (at most 32), as a signed integer of 32 bits."""
        self._state = (self._state * _MULTIPLIER + _INCREMENT) & _MASK
        return int32(self._state >> (48 - bits))

    def next_int(self, bound: SupportsIndex) -> int:
        """`nextInt(int)`: evenly from 0 on, below the bound.

        A power of two takes the upper bits of one draw. Any other bound takes a remainder, and draws again where the
        draw lies in the last, incomplete round of remainders.

        Raises:
            IllegalArgumentException: "bound must be positive".
            WrongTypeError: The bound is no integer.
            ValueError: It doesn't fit 32 bits.
        """
        bound = _arguments.int32("bound", bound)
        if bound <= 0:
            raise IllegalArgumentException("bound must be positive")
        drawn = self.next_bits(_INT_BITS)
        if bound & (bound - 1) == 0:
            return (bound * drawn) >> _INT_BITS
        rest = drawn % bound
        while drawn - rest + bound > 1 << _INT_BITS:
            drawn = self.next_bits(_INT_BITS)
            rest = drawn % bound
        return rest


def shuffle(items: MutableSequence[Any], random: Random) -> None:
    """`Collections.shuffle(List, Random)`: from the last place down, each changes with one before it or itself."""
    for size in range(len(items), 1, -1):
        other = random.next_int(size)
        items[size - 1], items[other] = items[other], items[size - 1]
