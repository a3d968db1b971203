"""Numbers of any size as `BigIntSerializer` and `BigDecSerializer` write them.

Flink compares by identity here: only the very objects `BigInteger.ZERO`, `ONE` and `TEN` have the short codes 1, 2
and 3. So equal numbers may have different bytes, and are two keys to a state backend that compares bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.errors import NumberFormatException
from copartition.java.data_streams import int32_bytes
from copartition.java.decimals import CONSTANTS, BigDecimal, BigInteger
from copartition.java.ints import int32

if TYPE_CHECKING:
    from copartition.java.data_streams import DataInput

NULL_NUMBER: Final = int32_bytes(0)
"""What both serializers write for null: no scale follows."""
_CODES: Final = {number: code for code, number in enumerate(CONSTANTS, 1)}
_ADDED: Final = 4
"""What is added to the number of bytes: 0 is null, 1 to 3 are the constants."""


def big_integer_bytes(number: BigInteger) -> bytes:
    """`BigIntSerializer.writeBigInteger`: a code, or the number of bytes and 4 more, then two's complement."""
    if number.constant:
        return int32_bytes(_CODES[number.value])
    value = number.value
    size = (value if value >= 0 else ~value).bit_length() // 8 + 1
    return int32_bytes(size + _ADDED) + value.to_bytes(size, "big", signed=True)


def read_big_integer(source: DataInput) -> BigInteger | None:
    """`BigIntSerializer.readBigInteger`; None for null.

    Raises:
        EOFException: The bytes end within the number.
        NegativeArraySizeException: The length is negative.
        NumberFormatException: The number has no bytes.
    """
    code = source.int32("a number's length")
    if code == 0:
        return None
    if 0 < code < _ADDED:
        return BigInteger(CONSTANTS[code - 1], constant=True)
    data = source.raw(int32(code - _ADDED), "a number's bytes")
    if not data:
        raise NumberFormatException("Zero length BigInteger")
    return BigInteger(int.from_bytes(data, "big", signed=True))


def big_decimal_bytes(number: BigDecimal) -> bytes:
    """`BigDecSerializer.serialize`: the digits as a `BigInteger`, then the scale."""
    constant = number.constant and number.unscaled in CONSTANTS
    return big_integer_bytes(BigInteger(number.unscaled, constant=constant)) + int32_bytes(number.scale)


def read_big_decimal(source: DataInput) -> BigDecimal | None:
    """`BigDecSerializer.readBigDecimal`; None for null.

    Raises:
        EOFException: The bytes end within the number.
        NegativeArraySizeException: The length is negative.
        NumberFormatException: The number has no bytes.
    """
    digits = read_big_integer(source)
    if digits is None:
        return None
    constant = digits.constant or digits.value not in CONSTANTS
    return BigDecimal(digits.value, source.int32("a decimal's scale"), constant=constant)
