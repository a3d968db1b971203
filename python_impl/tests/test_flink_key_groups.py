"""KeyGroupRangeAssignment and keyBy's partitioner: measured on Flink 1.16.3, 1.20.5, 2.1.3 and 2.3.0."""

import enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition import flink
from copartition.errors import (
    ArithmeticException,
    IdentityHashedKey,
    IllegalArgumentException,
    NullPointerException,
)
from copartition.java import Byte, Integer, Long, Row, Short, Tuple, hash_code

INT32 = st.integers(-(2**31), 2**31 - 1)


@st.composite
def jobs(draw):
    """A legal maximum parallelism and parallelism."""
    max_parallelism = draw(st.integers(1, 2**15))
    return max_parallelism, draw(st.integers(1, max_parallelism))


@pytest.mark.parametrize(
    ("key", "group"),
    [
        ("user_123", 37),
        ("", 94),
        ("a", 81),
        ("héllo😀", 35),
        ("😀", 54),
        ("key_0", 72),
        *zip("01234567", (86, 54, 27, 33, 4, 79, 19, 115), strict=True),
        ("6666", 106),
        (Integer(-1), 80),
        (Short(-1), 80),
        (Byte(-1), 80),
        (Long(-1), 94),
        (Integer(-2), 66),
        (Long(-2), 86),
        (Integer(-(2**31)), 108),
        (Long(-(2**31)), 62),
        (Long(1), 86),
        (True, 77),
        (False, 3),
        (0.0, 94),
        (-0.0, 108),
        (float("nan"), 41),
        (Tuple(["a", Integer(1)]), 29),
        (Row(["a"]), 64),
        (flink.RowData([("INT", 1)]), 94),
    ],
)
def test_key_groups_of_128(key, group):
    assert flink.key_group(key, 128) == group
    assert flink.key_group_of_hash(hash_code(key), 128) == group


def test_user_123_belongs_to_operator_1_of_4():
    assert flink.operator_of_key("user_123", 128, 4) == 1
    assert flink.operator_of_key_group(max_parallelism=128, parallelism=4, key_group=37) == 1
    assert flink.select_channel("user_123", 128, 4) == 1


def test_few_keys_leave_operators_idle():
    reached = {p: len({flink.operator_of_key(Integer(i), 128, p) for i in range(p)}) for p in (2, 4, 8, 16, 32)}
    assert reached == {2: 1, 4: 2, 8: 4, 16: 11, 32: 20}


@given(jobs())
def test_ranges_partition_the_key_groups(job):
    max_parallelism, parallelism = job
    expected = 0
    for operator in range(parallelism):
        key_groups = flink.range_of_operator(max_parallelism, parallelism, operator)
        assert key_groups.start == expected
        expected = key_groups.end + 1
    assert expected == max_parallelism


@given(jobs(), st.data())
def test_a_key_group_lies_in_the_range_of_its_operator(job, data):
    max_parallelism, parallelism = job
    group = data.draw(st.integers(0, max_parallelism - 1))
    operator = flink.operator_of_key_group(max_parallelism, parallelism, group)
    assert 0 <= operator < parallelism
    assert group in flink.range_of_operator(max_parallelism, parallelism, operator)


@given(st.text(), jobs())
def test_a_key_goes_where_its_group_goes(key, job):
    max_parallelism, parallelism = job
    group = flink.key_group(key, max_parallelism)
    assert 0 <= group < max_parallelism
    operator = flink.operator_of_key_group(max_parallelism, parallelism, group)
    assert flink.operator_of_key(key, max_parallelism, parallelism) == operator
    assert flink.select_channel(key, max_parallelism, parallelism) == operator


@given(INT32, INT32.filter(bool))
def test_a_negative_maximum_gives_what_its_absolute_value_gives(code, max_parallelism):
    assert flink.key_group_of_hash(code, max_parallelism) == flink.murmur_hash(code) % abs(max_parallelism)


def test_ranges_of_ten_groups_and_three_operators():
    assert [str(flink.range_of_operator(10, 3, i)) for i in range(3)] == [
        "KeyGroupRange{startKeyGroup=0, endKeyGroup=3}",
        "KeyGroupRange{startKeyGroup=4, endKeyGroup=6}",
        "KeyGroupRange{startKeyGroup=7, endKeyGroup=9}",
    ]


def test_products_overflow_as_in_java():
    assert flink.operator_of_key_group(100_000, 100_000, 99_999) == 14_099
    assert flink.operator_of_key_group(-1, 1, -(2**31)) == -(2**31)


def test_an_operator_beyond_the_last_is_not_checked_but_one_before_the_first_fails_without_a_message():
    assert flink.range_of_operator(128, 4, 4) == flink.KeyGroupRange(128, 159)
    with pytest.raises(IllegalArgumentException) as refused:
        flink.range_of_operator(128, 4, -1)
    assert refused.value.args == ()


def test_default_max_parallelism():
    expected = {1: 128, 85: 128, 86: 256, 128: 256, 171: 256, 172: 512, 20000: 32768, 21845: 32768, 32768: 32768}
    assert {p: flink.default_max_parallelism(p) for p in expected} == expected


@pytest.mark.parametrize("parallelism", [0, -1, 32769, -(2**31), 2**31 - 1])
def test_a_parallelism_out_of_bounds_is_refused(parallelism):
    message = rf"^Operator parallelism not within bounds: {parallelism}$"
    for call in (
        flink.check_parallelism,
        flink.default_max_parallelism,
        lambda p: flink.range_of_operator(128, p, 0),
        lambda p: flink.range_of_operator(p, 1, 0),
    ):
        with pytest.raises(IllegalArgumentException, match=message):
            call(parallelism)


def test_the_parallelism_is_checked_before_the_maximum():
    with pytest.raises(IllegalArgumentException, match=r"bounds: 0$"):
        flink.range_of_operator(-1, 0, 0)
    with pytest.raises(IllegalArgumentException, match=r"^Maximum parallelism must not be smaller than parallelism\.$"):
        flink.range_of_operator(3, 4, 0)


def test_a_maximum_of_zero_divides_by_zero():
    for call in (
        lambda: flink.key_group("a", 0),
        lambda: flink.key_group_of_hash(1, 0),
        lambda: flink.operator_of_key("a", 0, 1),
        lambda: flink.operator_of_key_group(0, 1, 1),
    ):
        with pytest.raises(ArithmeticException, match=r"^/ by zero$"):
            call()


def test_a_null_key_is_refused_first_of_all():
    for call in (
        lambda: flink.key_group(None, 0),
        lambda: flink.operator_of_key(None, 0, 0),
        lambda: flink.select_channel(None, 1, 0),
    ):
        with pytest.raises(NullPointerException, match=r"^Assigned key must not be null!$"):
            call()


@pytest.mark.parametrize("max_parallelism", [0, -1, -(2**31)])
def test_a_partitioner_needs_a_key_group(max_parallelism):
    with pytest.raises(IllegalArgumentException, match=r"^Number of key-groups must be > 0!$"):
        flink.select_channel(None, max_parallelism, 4)


def test_channels_are_not_checked():
    assert flink.select_channel("user_123", 128, 0) == 0
    assert flink.select_channel("user_123", 128, -4) == -1


class Colour(enum.Enum):
    RED = 1


def test_keys_of_no_stable_group_are_refused():
    with pytest.raises(IdentityHashedKey, match=r"^bytes keys hash by identity"):
        flink.key_group(b"a", 128)
    with pytest.raises(IdentityHashedKey, match=r"^enum keys hash by identity"):
        flink.key_group(Colour.RED, 128)
    with pytest.raises(TypeError, match="bare int"):
        flink.key_group(-1, 128)


def test_a_maximum_beyond_32_bits_is_named():
    with pytest.raises(ValueError, match=r"^max_parallelism must be a 32-bit integer, not 2147483648$"):
        flink.key_group("a", 2**31)
