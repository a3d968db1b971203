"""KeyGroupRange and KeyGroupRangeOffsets: measured on Flink 1.16.3, 1.20.5, 2.1.3 and 2.3.0."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import IllegalArgumentException, IndexOutOfBoundsException, WrongTypeError
from copartition.flink import KeyGroupRange, KeyGroupRangeOffsets
from copartition.java import Integer

EMPTY = KeyGroupRange.EMPTY


@st.composite
def ranges(draw):
    start = draw(st.integers(0, 60))
    return KeyGroupRange(start, start + draw(st.integers(0, 20)))


@given(ranges(), ranges())
def test_an_intersection_holds_what_both_hold(a, b):
    assert list(a.intersection(b)) == sorted(set(a) & set(b))
    assert a.intersection(b) == b.intersection(a)
    assert a.intersection(EMPTY) == EMPTY.intersection(a) == EMPTY


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: KeyGroupRange(0, 127).intersection(None),
            "other must be a KeyGroupRange, not NoneType: write KeyGroupRange(0, 63)",
        ),
        (
            lambda: KeyGroupRangeOffsets((0, 1), [5, 6]),
            "key_group_range must be a KeyGroupRange, not tuple: write KeyGroupRange(0, 63)",
        ),
        (lambda: KeyGroupRangeOffsets(KeyGroupRange(0, 1), 5), "offsets must be a sequence, not int"),
    ],
)
def test_an_argument_of_a_wrong_type_is_named(make, message):
    with pytest.raises(WrongTypeError) as refused:
        make()
    assert str(refused.value) == message


@given(ranges())
def test_a_range_is_a_collection_of_its_key_groups(key_groups):
    assert len(key_groups) == len(list(key_groups))
    assert all(group in key_groups for group in key_groups)
    assert key_groups.start - 1 not in key_groups
    assert key_groups.end + 1 not in key_groups
    assert [key_groups.get_key_group_id(i) for i in range(len(key_groups))] == list(key_groups)


@pytest.mark.parametrize("kind", [int, np.int32, np.int64, np.uint8, Integer])
def test_any_integer_is_in_its_range(kind):
    key_groups = KeyGroupRange(3, 9)
    assert [group in key_groups for group in map(kind, (2, 3, 9, 10))] == [False, True, True, False]


@pytest.mark.parametrize("other", [True, np.True_, 1.0, np.float64(1), "1", None, [1], np.array([1, 2])])
def test_what_is_no_integer_is_in_no_range(other):
    assert other not in KeyGroupRange(0, 9)


def test_the_empty_range():
    assert (EMPTY.start, EMPTY.end, len(EMPTY), list(EMPTY)) == (0, -1, 0, [])
    assert KeyGroupRange(3, 9).intersection(KeyGroupRange(10, 12)) is EMPTY
    assert KeyGroupRange.of(5, 4) is EMPTY
    assert 0 not in EMPTY


@pytest.mark.parametrize(("start", "end"), [(5, 4), (-1, 4), (0, -1), (-5, -9)])
def test_an_inverted_or_negative_range_fails_without_a_message(start, end):
    with pytest.raises(IllegalArgumentException) as refused:
        KeyGroupRange(start, end)
    assert refused.value.args == ()


@pytest.mark.parametrize("make", [KeyGroupRange, KeyGroupRange.of])
@pytest.mark.parametrize(
    ("start", "end", "named"), [(5.5, 1, "start"), ("0", 5, "start"), (0, None, "end"), (True, 5, "start")]
)
def test_the_ends_of_a_range_are_integers(make, start, end, named):
    with pytest.raises(WrongTypeError, match=f"^{named} must be an integer, not "):
        make(start, end)


def test_a_range_of_numpy_integers_holds_plain_ones():
    made = KeyGroupRange.of(np.int32(3), np.int64(9))
    assert made == KeyGroupRange(3, 9)
    assert (type(made.start), type(made.end)) == (int, int)
    with pytest.raises(ValueError, match=r"^start must be a 32-bit integer"):
        KeyGroupRange.of(2**31, 5)


def test_a_range_that_an_int_cannot_count():
    with pytest.raises(IllegalArgumentException, match=r"^Potential overflow detected\.$"):
        KeyGroupRange(0, 2**31 - 1)
    assert len(KeyGroupRange(1, 2**31 - 1)) == 2**31 - 1


def test_an_index_may_be_one_too_large():
    key_groups = KeyGroupRange(3, 9)
    assert key_groups.get_key_group_id(7) == 10  # the original's own off-by-one
    for index in (-1, 8):
        with pytest.raises(IndexOutOfBoundsException, match=rf"^Key group index out of bounds: {index}$"):
            key_groups.get_key_group_id(index)


def test_an_index_may_overflow():
    assert KeyGroupRange(1, 2**31 - 1).get_key_group_id(2**31 - 1) == -(2**31)


def test_offsets():
    offsets = KeyGroupRangeOffsets(KeyGroupRange(3, 6), [10, 20, 30, 40])
    assert offsets.get_key_group_offset(5) == 30
    assert list(offsets) == [(3, 10), (4, 20), (5, 30), (6, 40)]
    assert list(offsets.intersection(KeyGroupRange(5, 9))) == [(5, 30), (6, 40)]
    assert list(offsets.intersection(KeyGroupRange(7, 9))) == []


def test_a_key_group_outside_gets_the_famous_sentence():
    offsets = KeyGroupRangeOffsets(KeyGroupRange(3, 6), range(4))
    with pytest.raises(IllegalArgumentException) as refused:
        offsets.get_key_group_offset(9)
    assert str(refused.value) == (
        "Key group 9 is not in KeyGroupRange{startKeyGroup=3, endKeyGroup=6}. Unless you're directly using low level "
        "state access APIs, this is most likely caused by non-deterministic shuffle key (hashCode and equals "
        "implementation)."
    )


@pytest.mark.parametrize("count", [0, 3, 5])
def test_each_key_group_needs_an_offset(count):
    with pytest.raises(IllegalArgumentException) as refused:
        KeyGroupRangeOffsets(KeyGroupRange(3, 6), range(count))
    assert refused.value.args == ()


def test_an_offset_has_64_bits():
    assert KeyGroupRangeOffsets(KeyGroupRange(0, 0), [-(2**63)]).get_key_group_offset(0) == -(2**63)
    with pytest.raises(ValueError, match=r"offsets\[0\]"):
        KeyGroupRangeOffsets(KeyGroupRange(0, 0), [2**63])
