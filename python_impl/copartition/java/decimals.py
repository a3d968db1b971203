"""`java.math.BigInteger` and `java.math.BigDecimal` as key types."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from copartition import _arguments
from copartition.java.boxed import check_field
from copartition.java.ints import MAX_INT, MIN_INT

CONSTANTS: Final = (0, 1, 10)
"""What Java has as `BigInteger.ZERO`, `ONE` and `TEN`."""
_NUMBER: Final = re.compile(r"([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?[0-9]{1,10}))?")


@dataclass(frozen=True, slots=True, order=True)
class BigInteger:
    """A `java.math.BigInteger` of any size.

    Attributes:
        value: the number.
        constant: whether it is the very object `BigInteger.ZERO`, `ONE` or `TEN`, and not another one that is equal.
            Only `copartition.flink.serializers` tells them apart.
    """

    value: int
    constant: bool = field(default=False, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise TypeError(f"BigInteger.value must be an int, not {type(self.value).__name__}")
        if self.constant and self.value not in CONSTANTS:
            raise ValueError(f"BigInteger has the constants 0, 1 and 10, and not {self.value}")

    def __int__(self) -> int:
        return self.value


@dataclass(frozen=True, slots=True)
class BigDecimal:
    """A `java.math.BigDecimal`: `unscaled` * 10**-`scale`.

    The scale is part of a key: 1.0 and 1.00 are different keys with different hash codes, as in Java. A
    `decimal.Decimal` used as a key means the same.

    Attributes:
        unscaled: the digits, an integer of any size.
        scale: how many of them stand behind the point, int32; negative for trailing zeros.
        constant: whether Java holds unscaled digits of 0, 1 or 10 as the very object `BigInteger.ZERO`, `ONE` or
            `TEN`, as it does for all that is made of a long or a short text. Of others it says nothing.
    """

    unscaled: int
    scale: int
    constant: bool = field(default=True, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        if isinstance(self.unscaled, bool) or not isinstance(self.unscaled, int):
            raise TypeError(f"BigDecimal.unscaled must be an int, not {type(self.unscaled).__name__}")
        check_field(self, "scale", MIN_INT, MAX_INT)

    def __str__(self) -> str:
        """What Java's `toString()` writes: "1.00", "1E+3"."""
        # Both libraries follow one specification; a tuple is taken as it is, whatever the context's precision.
        digits = tuple(Decimal(abs(self.unscaled)).as_tuple().digits)
        return str(Decimal((int(self.unscaled < 0), digits, -self.scale)))

    @classmethod
    def parse(cls, text: str) -> BigDecimal:
        """The number that Java's `new BigDecimal(text)` makes: "1.00" has the scale 2, "1E+3" the scale -3.

        Raises:
            ValueError: `text` is no decimal number, or its scale doesn't fit into an int. Digits are ASCII, as
                Java's `toString` writes them; its constructor would read other scripts' digits as well.
            WrongTypeError: `text` is no str.
        """
        _arguments.text("text", text)
        match = _NUMBER.fullmatch(text)
        if match is None:
            raise ValueError(f"BigDecimal: {_arguments.shown(text)!r} is not a decimal number as Java writes it")
        sign, whole, fraction, bare_fraction, exponent = match.groups()
        behind = fraction or bare_fraction or ""
        unscaled = _unlimited_int((whole or "") + behind)
        return cls(-unscaled if sign == "-" else unscaled, len(behind) - int(exponent or 0))

    @classmethod
    def of(cls, number: Decimal) -> BigDecimal:
        """The BigDecimal with the digits and the scale of a Python Decimal; a negative zero loses its sign.

        Raises:
            ValueError: `number` is NaN or infinite: Java's BigDecimal has neither.
            WrongTypeError: `number` is no Decimal.
        """
        _arguments.instance("number", number, Decimal)
        sign, digits, exponent = number.as_tuple()
        if not isinstance(exponent, int):
            raise ValueError(f"BigDecimal: Java's BigDecimal has no {number}")  # noqa: TRY004 - a bad value
        return cls(int(Decimal((sign, digits, 0))), -exponent)


def _unlimited_int(digits: str) -> int:
    # int(str) refuses more than 4300 digits; a Decimal is exact at any length.
    return int(Decimal(digits))
