"""Hash codes of keys, and `MathUtils`: the kit's own model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.models import ThrownError
from jarparity.values.ints import INT_MIN, MASK, mixed_to_int, murmur, round_up
from jarparity.values.key_hashes import key_hash
from jarparity.values.utf16 import signed

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON

_LONG_MASK: Final = (1 << 64) - 1
_SIGN: Final = 1 << 63


def _arithmetic(document: JSON) -> JSON:
    if document["function"] == "divideRoundUp":
        return _quotient(document["value"], document["divisor"])
    return _FUNCTIONS[document["function"]](int(document["value"]))


def _floor(value: int) -> int:
    if value == 0:
        raise ThrownError("ArithmeticException")
    return (value & MASK).bit_length() - 1


def _strict(value: int) -> int:
    if value and (value & MASK).bit_count() > 1:
        raise ThrownError("IllegalArgumentException")
    return _floor(value)


def _down(value: int) -> int:
    if value < 0:
        return INT_MIN
    return 1 << value.bit_length() - 1 if value else 0


def _jenkins(value: int) -> int:
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
    return mixed if mixed >= 0 else -(mixed + 1)


def _down_cast(value: int) -> int:
    if signed(value) != value:
        raise ThrownError("IllegalArgumentException")
    return value


def _quotient(dividend: int, divisor: int) -> int:
    if dividend < 0 or divisor <= 0:
        raise ThrownError("IllegalArgumentException")
    return (dividend + divisor - 1) // divisor


_FUNCTIONS: Final[dict[str, Callable[[int], JSON]]] = {
    "log2floor": _floor,
    "log2strict": _strict,
    "roundDownToPowerOf2": _down,
    "jenkinsHash": _jenkins,
    "checkedDownCast": _down_cast,
    "isPowerOf2": lambda value: (value & _LONG_MASK).bit_count() <= 1,
    "longToIntWithBitMixing": mixed_to_int,
    "flipSignBit": lambda value: str(value - _SIGN if value >= 0 else value + _SIGN),
}
MODELS: Final[dict[str, Callable[[JSON], JSON]]] = {
    "flink.key.hash": lambda document: key_hash(document["key"]),
    "flink.math.murmur-hash": lambda document: murmur(document["value"]),
    "flink.math.round-up-to-power-of-two": lambda document: round_up(document["value"]),
    "flink.math.arithmetic": _arithmetic,
}
