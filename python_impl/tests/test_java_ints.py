"""Java's int arithmetic. The expected values were taken from Java 17."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import ArithmeticException
from copartition.java.ints import (
    MAX_INT,
    MAX_LONG,
    MIN_INT,
    MIN_LONG,
    divide,
    fold_64,
    int32,
    int64,
    remainder,
)

INTS = st.integers(MIN_INT, MAX_INT)
LONGS = st.integers(MIN_LONG, MAX_LONG)


@pytest.mark.parametrize(
    ("value", "wrapped"),
    [(0, 0), (MAX_INT, MAX_INT), (MAX_INT + 1, MIN_INT), (MIN_INT - 1, MAX_INT), (1 << 32, 0), (-1, -1)],
)
def test_int32_wraps(value, wrapped):
    assert int32(value) == wrapped


@pytest.mark.parametrize(
    ("value", "wrapped"), [(MAX_LONG + 1, MIN_LONG), (MIN_LONG - 1, MAX_LONG), (1 << 64, 0), (-1, -1)]
)
def test_int64_wraps(value, wrapped):
    assert int64(value) == wrapped


@given(st.integers(-(1 << 80), 1 << 80))
def test_wrapping_keeps_the_low_bits_and_the_range(value):
    assert (int32(value) - value) % (1 << 32) == 0
    assert MIN_INT <= int32(value) <= MAX_INT
    assert (int64(value) - value) % (1 << 64) == 0
    assert MIN_LONG <= int64(value) <= MAX_LONG


@pytest.mark.parametrize(
    ("dividend", "divisor", "quotient", "rest"),
    [
        (7, 2, 3, 1),
        (-7, 2, -3, -1),
        (7, -2, -3, 1),
        (-7, -2, 3, -1),
        (0, -5, 0, 0),
        (MIN_LONG, 7, -1317624576693539401, -1),
    ],
)
def test_division_rounds_towards_zero(dividend, divisor, quotient, rest):
    assert divide(dividend, divisor) == quotient
    assert remainder(dividend, divisor) == rest


@given(LONGS, LONGS.filter(bool))
def test_quotient_and_remainder_make_the_dividend(dividend, divisor):
    rest = remainder(dividend, divisor)
    assert divide(dividend, divisor) * divisor + rest == dividend
    assert abs(rest) < abs(divisor)
    assert rest == 0 or (rest < 0) == (dividend < 0)


@pytest.mark.parametrize("operation", [divide, remainder])
def test_division_by_zero_is_javas_error(operation):
    with pytest.raises(ArithmeticException, match=r"^/ by zero$"):
        operation(1, 0)


def test_the_one_quotient_that_overflows():
    assert int32(divide(MIN_INT, -1)) == MIN_INT


@given(INTS)
def test_a_long_that_is_an_int_folds_to_itself_unless_negative(value):
    assert fold_64(value) == (value if value >= 0 else ~value)
