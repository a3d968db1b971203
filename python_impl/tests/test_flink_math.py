"""MathUtils: measured on flink-core 1.16.3 to 2.3.0."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition import flink
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
