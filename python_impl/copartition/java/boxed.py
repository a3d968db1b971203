"""Java's boxed primitives as key types: a bare Python int has no Java type, and the type decides the hash.

`Integer(-1)` goes to key group 80 of 128, `Long(-1)` to 94. Hence each value names its Java class.
"""

from __future__ import annotations

import math
import operator
import struct
from dataclasses import dataclass, field
from numbers import Integral
from typing import ClassVar, Final, SupportsFloat, SupportsIndex

_CANONICAL_DOUBLE_NAN: Final = 0x7FF8_0000_0000_0000
_CANONICAL_FLOAT_NAN: Final = 0x7FC0_0000


def checked_int(owner: str, name: str, value: SupportsIndex, low: int, high: int) -> int:
    """`value` as a plain int within [`low`, `high`]; numpy's integers are welcome, booleans aren't.

    Args:
        owner: the Java class that wants the number, for messages.
        name: the field's name, for messages.
        value: the number.
        low: the smallest number allowed.
        high: the largest number allowed.

    Raises:
        TypeError: `value` is no integer.
        ValueError: `value` is out of range; the message names class, field and range.
    """
    if isinstance(value, bool):
        raise TypeError(f"{owner}.{name} must be an integer, not the boolean {value}")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{owner}.{name} must be an integer, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise ValueError(f"{owner}.{name} must be in {low}..{high}, not {number}")
    return number


def check_field(instance: object, name: str, low: int, high: int) -> None:
    """Make the field `name` of a frozen dataclass a plain int within [`low`, `high`].

    Raises:
        TypeError: the field is no integer.
        ValueError: the field is out of range; the message names class, field and range.
    """
    given = getattr(instance, name)
    number = checked_int(type(instance).__name__, name, given, low, high)
    if number is not given:  # setting a field of a frozen value is slow, and rarely needed
        object.__setattr__(instance, name, number)


def double_of(name: str, value: SupportsFloat) -> float:
    """The double nearest to a number.

    Args:
        name: what the caller calls it, for messages.
        value: the number.

    Raises:
        ValueError: `value` is an int, or the like, larger than every double.
    """
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} must be within the range of a double: this number is beyond it") from None


def exact_double(name: str, value: SupportsFloat) -> float:
    """The double of a number; an integer must have one of its own, or two keys would become one.

    Args:
        name: what the caller calls it, for messages.
        value: the number.

    Raises:
        ValueError: `value` is an integer that lies between two doubles, or beyond all of them.
    """
    if isinstance(value, float):
        return value
    number = double_of(name, value)
    if isinstance(value, Integral) and int(value) != number:
        raise ValueError(f"{name} must be a number that a double can hold exactly, not the integer {int(value)}")
    return number


@dataclass(frozen=True, slots=True, order=True, init=False)
class _Whole:
    """What the four boxed whole numbers share: one value, checked against the width of its class."""

    value: int

    _BITS: ClassVar[int]

    def __init__(self, value: SupportsIndex) -> None:
        bound = 1 << (self._BITS - 1)
        object.__setattr__(self, "value", checked_int(type(self).__name__, "value", value, -bound, bound - 1))

    def __int__(self) -> int:
        return self.value

    def __index__(self) -> int:
        return self.value


@dataclass(frozen=True, slots=True, order=True, init=False)
class Integer(_Whole):
    """A `java.lang.Integer`, -2**31 to 2**31 - 1. Its hash code is the value."""

    _BITS: ClassVar[int] = 32


@dataclass(frozen=True, slots=True, order=True, init=False)
class Long(_Whole):
    """A `java.lang.Long`, -2**63 to 2**63 - 1. Its hash code folds both halves: that of -1 is 0."""

    _BITS: ClassVar[int] = 64


@dataclass(frozen=True, slots=True, order=True, init=False)
class Short(_Whole):
    """A `java.lang.Short`, -32768 to 32767. Its hash code is the value."""

    _BITS: ClassVar[int] = 16


@dataclass(frozen=True, slots=True, order=True, init=False)
class Byte(_Whole):
    """A `java.lang.Byte`, -128 to 127. Its hash code is the value."""

    _BITS: ClassVar[int] = 8


@dataclass(frozen=True, slots=True, order=True)
class Character:
    """A `java.lang.Character`: one UTF-16 code unit, which may be a lone surrogate."""

    value: str

    def __post_init__(self) -> None:
        if not isinstance(self.value, str):
            raise TypeError(f"Character.value must be a str, not {type(self.value).__name__}")
        if len(self.value) != 1 or ord(self.value) > 0xFFFF:  # noqa: PLR2004 - the last UTF-16 code unit
            raise ValueError(f"Character.value must be one UTF-16 code unit, not {self.value!r}")


@dataclass(frozen=True, slots=True, init=False)
class Double:
    """A `java.lang.Double`; a Python float used as a key means the same.

    Two Doubles are equal as Java's `equals` has it: -0.0 isn't 0.0, and NaN is NaN, whatever its payload.

    Attributes:
        bits: the IEEE 754 bits, 64, unsigned; every NaN is the canonical one.

    Raises:
        TypeError: The value is no number.
        ValueError: It is an integer that a double can't hold exactly.
    """

    bits: int = field()

    def __init__(self, value: SupportsFloat) -> None:
        if isinstance(value, bool) or not isinstance(value, SupportsFloat):
            raise TypeError(f"Double.value must be a float, not {type(value).__name__}")
        object.__setattr__(self, "bits", double_to_bits(exact_double("Double.value", value)))

    @classmethod
    def from_bits(cls, bits: int) -> Double:
        """The Double with these 64 IEEE bits, given unsigned.

        Raises:
            ValueError: `bits` is outside 0..2**64 - 1.
        """
        number = checked_int("Double", "bits", bits, 0, (1 << 64) - 1)
        return cls(struct.unpack(">d", number.to_bytes(8, "big"))[0])

    @property
    def value(self) -> float:
        """The number as a Python float."""
        number: float = struct.unpack(">d", self.bits.to_bytes(8, "big"))[0]
        return number

    def __repr__(self) -> str:
        return f"Double({self.value!r})"


@dataclass(frozen=True, slots=True, init=False)
class Float:
    """A `java.lang.Float`: the 32-bit float nearest to the given number as a double, as Java's `(float) value` of one.

    Two Floats are equal as Java's `equals` has it: -0.0 isn't 0.0, and NaN is NaN, whatever its payload.

    Attributes:
        bits: the IEEE 754 bits, 32, unsigned; every NaN is the canonical one.

    Raises:
        TypeError: The value is no number.
        ValueError: It is beyond the range of a double.
    """

    bits: int = field()

    def __init__(self, value: SupportsFloat) -> None:
        if isinstance(value, bool) or not isinstance(value, SupportsFloat):
            raise TypeError(f"Float.value must be a float, not {type(value).__name__}")
        object.__setattr__(self, "bits", float_to_bits(double_of("Float.value", value)))

    @classmethod
    def from_bits(cls, bits: int) -> Float:
        """The Float with these 32 IEEE bits, given unsigned.

        Raises:
            ValueError: `bits` is outside 0..2**32 - 1.
        """
        number = checked_int("Float", "bits", bits, 0, (1 << 32) - 1)
        return cls(struct.unpack(">f", number.to_bytes(4, "big"))[0])

    @property
    def value(self) -> float:
        """The number as a Python float, exactly."""
        number: float = struct.unpack(">f", self.bits.to_bytes(4, "big"))[0]
        return number

    def __repr__(self) -> str:
        return f"Float({self.value!r})"


def double_to_bits(value: float) -> int:
    """`Double.doubleToLongBits(value)`, unsigned: every NaN becomes the canonical one."""
    if math.isnan(value):
        return _CANONICAL_DOUBLE_NAN
    return int.from_bytes(struct.pack(">d", value), "big")


def float_to_bits(value: float) -> int:
    """`Float.floatToIntBits((float) value)`, unsigned: every NaN becomes the canonical one."""
    if math.isnan(value):
        return _CANONICAL_FLOAT_NAN
    try:
        packed = struct.pack(">f", value)
    except OverflowError:  # Java's narrowing gives an infinity where struct refuses
        packed = struct.pack(">f", math.copysign(math.inf, value))
    return int.from_bytes(packed, "big")
