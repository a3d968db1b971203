"""The rest of `MathUtils`: the model, with the switches of `GroupRules`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.bugs.ints import INT_MIN, MASK
from jarparity.bugs.rules import ThrownError
from jarparity.utf16 import signed

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON
    from jarparity.bugs.rules import GroupRules

_LONG_MASK: Final = (1 << 64) - 1
_SIGN: Final = 1 << 63


def value_of(document: JSON, rules: GroupRules) -> JSON:
    """The answer to `flink.math.arithmetic`."""
    if document["function"] == "divideRoundUp":
        return _quotient(document["value"], document["divisor"])
    return _FUNCTIONS[document["function"]](int(document["value"]), rules)


def _floor(value: int, rules: GroupRules) -> int:
    if value == 0:
        raise ThrownError("ArithmeticException")
    word = abs(value) if rules.logarithm == "of-the-amount" else value & MASK
    return word.bit_length() - 1


def _strict(value: int, rules: GroupRules) -> int:
    if value and (value & MASK).bit_count() > 1:
        raise ThrownError("IllegalArgumentException")
    return _floor(value, rules)


def _down(value: int, _: GroupRules) -> int:
    if value < 0:
        return INT_MIN
    return 1 << value.bit_length() - 1 if value else 0


def _jenkins(value: int, rules: GroupRules) -> int:
    word = value & MASK
    for constant, shift, how in (
        (0x7ED55D16, 12, "add"),
        (0xC761C23C, -19, "xor"),
        (0x165667B1, 5, "add"),
        (0xD3A2646C, 9, "mixed"),
        (0xFD7046C5, 3, "add"),
        (0xB55A4F09, -16, "xor"),
    ):
        moved = word << shift if shift > 0 else word >> -shift
        begun = word ^ constant if how == "xor" else word + constant
        word = (begun + moved if how == "add" else begun ^ moved) & MASK
    mixed = signed(word)
    if mixed >= 0:
        return mixed
    return signed(-mixed) if rules.jenkins == "negate" else -(mixed + 1)


def _down_cast(value: int, _: GroupRules) -> int:
    if signed(value) != value:
        raise ThrownError("IllegalArgumentException")
    return value


def _is_power(value: int, _: GroupRules) -> bool:
    return (value & _LONG_MASK).bit_count() <= 1


def _mixed(value: int, _: GroupRules) -> int:
    word = value & _LONG_MASK
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _LONG_MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _LONG_MASK
    return signed(word ^ word >> 31)


def _flipped(value: int, _: GroupRules) -> str:
    return str(value - _SIGN if value >= 0 else value + _SIGN)


def _quotient(dividend: int, divisor: int) -> int:
    if dividend < 0 or divisor <= 0:
        raise ThrownError("IllegalArgumentException")
    return (dividend + divisor - 1) // divisor


_FUNCTIONS: Final[dict[str, Callable[[int, GroupRules], JSON]]] = {
    "log2floor": _floor,
    "log2strict": _strict,
    "roundDownToPowerOf2": _down,
    "jenkinsHash": _jenkins,
    "checkedDownCast": _down_cast,
    "isPowerOf2": _is_power,
    "longToIntWithBitMixing": _mixed,
    "flipSignBit": _flipped,
}
