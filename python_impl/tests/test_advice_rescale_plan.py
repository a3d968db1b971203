"""What a change of parallelism moves, and the in-flight records that it may lose."""

from types import SimpleNamespace

import numpy as np
import pytest

from copartition.advice import Transfer, in_flight_gaps, rescale_plan
from copartition.errors import IllegalArgumentException, NullPointerException, WrongTypeError
from copartition.flink import (
    KeyGroupRange,
    key_group,
    operator_of_key_group,
    operators_of_key_groups,
    ranges_of_operators,
)
from copartition.java import Long

UPPER = 32768


def test_three_subtasks_become_four():
    plan = rescale_plan(30, 3, 4)
    assert list(plan) == [
        Transfer(0, 0, KeyGroupRange(0, 7)),
        Transfer(0, 1, KeyGroupRange(8, 9)),
        Transfer(1, 1, KeyGroupRange(10, 14)),
        Transfer(1, 2, KeyGroupRange(15, 19)),
        Transfer(2, 2, KeyGroupRange(20, 22)),
        Transfer(2, 3, KeyGroupRange(23, 29)),
    ]
    assert (plan.key_groups_moving, plan.key_groups_staying) == (14, 16)
    assert [transfer.target for transfer in plan.moves] == [1, 2, 3]
    assert (plan.bytes_moving, plan.bytes_staying) == (None, None)


@pytest.mark.parametrize(
    ("limit", "old", "new"), [(1, 1, 1), (127, 126, 5), (128, 4, 4), (600, 179, 200), (720, 1, 720), (97, 96, 97)]
)
def test_every_key_group_is_transferred_once_by_its_owners(limit, old, new):
    plan = rescale_plan(limit, old, new)
    seen = {}
    for transfer in plan:
        for group in transfer.key_groups:
            assert group not in seen
            seen[group] = (transfer.source, transfer.target)
    expected = {g: (operator_of_key_group(limit, old, g), operator_of_key_group(limit, new, g)) for g in range(limit)}
    assert seen == expected
    assert plan.key_groups_moving == sum(source != target for source, target in expected.values())


def test_the_largest_plan():
    plan = rescale_plan(UPPER, UPPER, UPPER - 1)
    assert len(plan) == UPPER
    assert plan.key_groups_moving + plan.key_groups_staying == UPPER


def test_bytes_follow_the_keys():
    keys = np.arange(-500, 500)
    sizes = np.arange(1000)
    plan = rescale_plan(128, 4, 5, keys=keys, sizes=sizes)
    expected = {True: 0, False: 0}
    for key, size in zip(keys.tolist(), sizes.tolist(), strict=True):
        group = key_group(Long(key), 128)
        expected[operator_of_key_group(128, 4, group) != operator_of_key_group(128, 5, group)] += size
    assert (plan.bytes_moving, plan.bytes_staying) == (expected[True], expected[False])
    assert sum(transfer.size for transfer in plan) == int(sizes.sum())


def test_a_text_is_no_list_of_keys():
    with pytest.raises(WrongTypeError, match="keys must be a column or a list of keys, not a str"):
        rescale_plan(128, 1, 2, keys="abc", sizes=[1, 2, 3])


def test_a_masked_size_is_none():
    with pytest.raises(ValueError, match="sizes must have a number for every key: some are masked"):
        rescale_plan(128, 1, 2, keys=["a", "b"], sizes=np.ma.array([5, 1000], mask=[False, True]))


def test_keys_are_any_column_that_key_groups_takes():
    column = SimpleNamespace(__array__=lambda dtype=None, copy=None: np.array([1, 2]))
    asked = rescale_plan(128, 1, 2, keys=column, sizes=[5, 10])
    assert asked.sizes.tolist() == rescale_plan(128, 1, 2, keys=np.array([1, 2]), sizes=[5, 10]).sizes.tolist()


def test_keys_and_sizes_may_be_any_iterables():
    sizes = {"user_1": 10, "user_2": 20, "user_3": 1 << 40}
    plan = rescale_plan(128, 1, 2, keys=iter(sizes), sizes=iter(sizes.values()))
    again = rescale_plan(128, 1, 2, keys=np.array(list(sizes)), sizes=np.array(list(sizes.values()), np.uint64))
    assert list(plan) == list(again)
    assert plan.bytes_moving + plan.bytes_staying == sum(sizes.values())
    nothing = rescale_plan(128, 1, 2, keys=[], sizes=[])
    assert (nothing.bytes_moving, nothing.bytes_staying) == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "more", "kind", "message"),
    [
        ((0, 1, 1), {}, IllegalArgumentException, "not within bounds: 0"),
        ((40000, 1, 1), {}, IllegalArgumentException, "not within bounds: 40000"),
        ((4, 5, 1), {}, IllegalArgumentException, "old_parallelism 5 is greater than max_parallelism 4"),
        ((4, 1, 5), {}, IllegalArgumentException, "new_parallelism 5 is greater than max_parallelism 4"),
        ((4, 1, 2), {"keys": ["a"]}, TypeError, "keys and sizes go together"),
        ((4, 1, 2), {"keys": ["a"], "sizes": [1, 2]}, ValueError, r"sizes must be one number per key: 1, not \(2,\)"),
        ((4, 1, 2), {"keys": ["a", "b"], "sizes": [1, -2]}, ValueError, r"sizes\[1\] is -2"),
        ((4, 1, 2), {"keys": ["a"], "sizes": [1.5]}, TypeError, "sizes must be whole numbers"),
        ((4, 1, 2), {"keys": ["a", "b"], "sizes": [1 << 62, 1 << 62]}, ValueError, "add up to more than 64 bits"),
        ((4, 1, 2), {"keys": [7], "sizes": [1]}, TypeError, "Integer"),
        ((4, 1, 2), {"keys": [None], "sizes": [1]}, NullPointerException, "must not be null"),
        ((4, 1, 2), {"keys": {"a", "b"}, "sizes": [1, 2]}, WrongTypeError, "keys must be a column or a list, not set"),
        ((4, 1, 2), {"keys": ["a", "b"], "sizes": {1, 2}}, WrongTypeError, "sizes must be a column or a list, not set"),
    ],
)
def test_what_is_no_plan_is_named(arguments, more, kind, message):
    with pytest.raises(kind, match=message):
        rescale_plan(*arguments, **more)


def test_plans_with_other_sizes_are_other_plans():
    one, same, other = (rescale_plan(4, 1, 2, keys=["a", "b"], sizes=sizes) for sizes in ([1, 2], (1, 2), [9, 9]))
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one != rescale_plan(4, 1, 2)


def disagreeing(limit, old, new):
    """New subtasks that need old ones which RANGE leaves out, by other code than the package's."""

    def needed(groups):
        ranges = ranges_of_operators(groups, new, np.arange(new))
        return [operators_of_key_groups(groups, old, ranges[:, end]) for end in (0, 1)]

    (first, last), (least, most) = needed(limit), needed(UPPER)
    return np.flatnonzero((first < least) | (last > most)).tolist()


def test_the_published_gap():
    (gap,) = in_flight_gaps(600, 179, 200)
    assert (gap.new_subtask, gap.missed, gap.reads, gap.read_by) == (181, 161, (162,), (179, 180))
    assert gap.key_groups == KeyGroupRange(543, 545)
    assert gap.lost == KeyGroupRange(543, 543)
    assert operator_of_key_group(600, 179, 543) == gap.missed
    assert operator_of_key_group(600, 200, 543) == gap.new_subtask


@pytest.mark.parametrize(("old", "new"), [(180, 223), (205, 206), (175, 197), (182, 181), (300, 300)])
@pytest.mark.parametrize("limit", [360, 512, 600, 720, 1000, 1440, 32767])
def test_gaps_are_where_the_ranges_disagree(limit, old, new):
    assert [gap.new_subtask for gap in in_flight_gaps(limit, old, new)] == disagreeing(limit, old, new)


def test_the_smallest_maximum_with_a_gap_is_195():
    """Below, no change of parallelism loses anything: all are tried whose product is above 32768."""
    smaller = [
        (limit, old, new)
        for limit in range(182, 196)
        for old in range(1, limit + 1)
        for new in range(UPPER // old + 1, limit + 1)
        if disagreeing(limit, old, new)
    ]
    assert smaller[0] == (195, 187, 195)
    assert {limit for limit, _, _ in smaller} == {195}
    assert len(smaller) == 8
    (gap,) = in_flight_gaps(195, 187, 195)
    assert (gap.new_subtask, gap.missed, gap.lost) == (122, 116, KeyGroupRange(122, 122))


def test_there_is_no_gap_at_a_power_of_two_or_a_small_product():
    assert in_flight_gaps(512, 179, 200) == []
    assert in_flight_gaps(600, 181, 181) == []
    with pytest.raises(IllegalArgumentException, match="new_parallelism 7 is greater"):
        in_flight_gaps(6, 5, 7)
