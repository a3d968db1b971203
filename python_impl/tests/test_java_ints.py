"""Java's int arithmetic. The expected values were taken from Java 17."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import ArithmeticException, WrongTypeError
from copartition.java import Integer
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


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, Integer])
@pytest.mark.parametrize("value", [-128, -5, 0, 127])
def test_any_integer_counts_as_a_plain_one(kind, value):
    given_value = kind(value)
    answers = [
        int32(given_value),
        int64(given_value),
        divide(given_value, kind(-7)),
        remainder(given_value, 7),
        remainder(7, kind(-3)),
    ]
    assert answers == [value, value, divide(value, -7), remainder(value, 7), 1]
    assert set(map(type, answers)) == {int}


def test_the_least_and_the_greatest_of_numpy():
    least = np.int32(MIN_INT)
    assert (divide(least, 2), remainder(least, 10), divide(least, np.int32(-1))) == (-(2**30), -8, 2**31)
    assert (divide(np.int64(MIN_LONG), 2), remainder(np.int64(MIN_LONG), 10)) == (-(2**62), -8)
    most = np.uint64(2**64 - 1)
    assert (int32(most), int64(most), remainder(most, 10)) == (-1, -1, 5)
    with pytest.raises(ArithmeticException, match=r"^/ by zero$"):
        divide(least, np.int32(0))


@pytest.mark.parametrize("value", [3.0, np.float64(3), True, np.True_, "3", None])
def test_what_is_no_integer_is_refused(value):
    for operation in (int32, int64):
        with pytest.raises(WrongTypeError, match=r"^value must be an integer, not "):
            operation(value)
    for operation in (divide, remainder):
        with pytest.raises(WrongTypeError, match=r"^dividend must be an integer, not "):
            operation(value, 2)
        with pytest.raises(WrongTypeError, match=r"^divisor must be an integer, not "):
            operation(2, value)
