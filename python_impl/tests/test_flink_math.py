"""MathUtils: measured on flink-core 1.16.3 to 2.3.0."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition import flink
from copartition.errors import ArithmeticException, IllegalArgumentException
from copartition.flink import math_utils
from copartition.java import Integer

MIN_INT, MAX_INT = -(2**31), 2**31 - 1
INT32 = st.integers(MIN_INT, MAX_INT)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (-2089875627, 0),  # the one hash code whose murmur has no absolute value
        (MIN_INT, 1718298732),  # the hash code of "polygenelubricants"
        (0, 593689054),
        (1, 68075478),
        (-1, 1982413648),
        (MAX_INT, 1653689534),
    ],
)
def test_murmur_hash(code, expected):
    assert flink.murmur_hash(code) == expected


@given(INT32)
def test_murmur_hash_is_a_non_negative_int(code):
    assert 0 <= flink.murmur_hash(code) <= MAX_INT


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        (1, 1),
        (2, 2),
        (3, 4),
        (2**15 - 1, 2**15),
        (2**15, 2**15),
        (2**30, 2**30),
        (2**30 + 1, MIN_INT),
        (MAX_INT, MIN_INT),
        (0, 0),
        (-1, 0),
        (-(2**31) + 1, 0),
        (MIN_INT, MIN_INT),
    ],
)
def test_round_up_to_power_of_two(x, expected):
    assert flink.round_up_to_power_of_two(x) == expected


@given(st.integers(1, 2**30))
def test_rounding_up_gives_the_smallest_power_of_two_that_is_not_smaller(x):
    rounded = flink.round_up_to_power_of_two(x)
    assert rounded & (rounded - 1) == 0
    assert rounded // 2 < x <= rounded


@pytest.mark.parametrize("function", [flink.murmur_hash, flink.round_up_to_power_of_two])
def test_what_is_no_int_of_java_is_refused(function):
    assert function(Integer(7)) == function(7)
    with pytest.raises(ValueError, match="32-bit integer, not 2147483648"):
        function(2**31)
    with pytest.raises(TypeError, match="integer, not float"):
        function(1.0)
    with pytest.raises(TypeError, match="integer, not True"):
        function(True)  # noqa: FBT003 - a bool in a number's place


@pytest.mark.parametrize(
    ("function", "value", "expected"),
    [
        (math_utils.log2_floor, 10, 3),
        (math_utils.log2_floor, -1, 31),
        (math_utils.log2_strict, 16, 4),
        (math_utils.log2_strict, MIN_INT, 31),
        (math_utils.round_down_to_power_of_two, 0, 0),
        (math_utils.round_down_to_power_of_two, 7, 4),
        (math_utils.round_down_to_power_of_two, -1, MIN_INT),
        (math_utils.checked_down_cast, MIN_INT, MIN_INT),
        (math_utils.is_power_of_two, 0, True),
        (math_utils.is_power_of_two, 6, False),
        (math_utils.is_power_of_two, -(2**63), True),
        (math_utils.flip_sign_bit, 5, 5 - 2**63),
        (math_utils.flip_sign_bit, -1, 2**63 - 1),
    ],
)
def test_the_rest_of_math_utils(function, value, expected):
    assert function(value) == expected


@pytest.mark.parametrize("function", [math_utils.jenkins_hash, math_utils.long_to_int_with_bit_mixing])
def test_hashes_tell_neighbours_apart(function):
    assert len({function(value) for value in range(-500, 500)}) == 1000


@given(st.integers(0, MAX_INT), st.integers(1, MAX_INT))
def test_a_quotient_is_rounded_up(dividend, divisor):
    quotient = math_utils.divide_round_up(dividend, divisor)
    assert (quotient - 1) * divisor < dividend <= quotient * divisor


@pytest.mark.parametrize(
    ("function", "values", "error", "message"),
    [
        (math_utils.log2_floor, (0,), ArithmeticException, "Logarithm of zero is undefined."),
        (math_utils.log2_strict, (-5,), IllegalArgumentException, "The given value -5 is not a power of two."),
        (math_utils.checked_down_cast, (2**31,), IllegalArgumentException, "Cannot downcast long value 2147483648 to"),
        (math_utils.divide_round_up, (-1, 0), IllegalArgumentException, "Negative dividend is not supported."),
        (math_utils.divide_round_up, (1, 0), IllegalArgumentException, "Negative or zero divisor is not supported."),
    ],
)
def test_what_math_utils_refuses(function, values, error, message):
    with pytest.raises(error, match=f"^{message}"):
        function(*values)
