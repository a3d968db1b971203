"""Java's sort: a stable one, and its own order where comparisons contradict each other."""

from functools import cmp_to_key

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import IllegalArgumentException
from copartition.java.ints import int32
from copartition.java.tim_sort import tim_sorted


def by_first(one, other):
    return (one[0] > other[0]) - (one[0] < other[0])


def by_difference(one, other):
    return int32(one - other)


RUNS = st.lists(
    st.tuples(st.lists(st.integers(0, 99), min_size=1, max_size=80), st.sampled_from(["up", "down", "as drawn"])),
    max_size=12,
)
NOTICED = [
    1, 1073741843, 1073741824, 2, 0, 1073741835, 2147483647, -2147483645, 1073741841, 1073741829, -2147483648,
    1073741827, -2147483638, -2147483630, -2147483633, -2147483637, -2147483643, -2147483647, 2147483645, 1073741831, 3,
    -2147483629, 1073741828, -2147483634, 1073741837, 1073741832, 1073741834, 2147483644, -2147483640, -2147483635,
    1073741839, 1073741842,
]  # fmt: skip


@given(RUNS)
def test_what_is_in_order_is_sorted_as_by_any_stable_sort(runs):
    values = []
    for numbers, direction in runs:
        ordered = numbers if direction == "as drawn" else sorted(numbers, reverse=direction == "down")
        values += [(number, len(values) + place) for place, number in enumerate(ordered)]
    assert tim_sorted(values, by_first) == sorted(values, key=cmp_to_key(by_first))


@pytest.mark.parametrize("length", [32, 33, 64, 129, 1000, 3001])
@pytest.mark.parametrize("modulus", [2, 3, 7, 50, 997])
def test_long_arrays_are_sorted(length, modulus):
    values = [(place * 7919 % modulus, place) for place in range(length)]
    assert tim_sorted(values, by_first) == sorted(values, key=cmp_to_key(by_first))
    runs = [(place % modulus, place) for place in range(length)]
    assert tim_sorted(runs, by_first) == sorted(runs, key=cmp_to_key(by_first))


def test_of_two_that_are_before_each_other_the_second_comes_first():
    assert tim_sorted([-(2**31), 0], by_difference) == [0, -(2**31)]
    assert tim_sorted([0, -(2**31)], by_difference) == [-(2**31), 0]


def test_a_contradiction_may_be_noticed():
    with pytest.raises(IllegalArgumentException, match=r"^Comparison method violates its general contract!$"):
        tim_sorted(NOTICED, by_difference)
    assert sorted(tim_sorted(NOTICED[:31], by_difference)) == sorted(NOTICED[:31])
