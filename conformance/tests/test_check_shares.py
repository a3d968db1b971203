"""Places shared by processes: each is taken once, neighbours by one process, and none waits while some are left."""

from multiprocessing import get_context

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarparity.check.shares import Shares, in_turns, parts

COSTS = st.lists(st.integers(1, 1000), max_size=40)
PROCESSES = st.integers(1, 5)


@given(COSTS, PROCESSES)
def test_the_parts_are_the_whole_list_in_its_order(costs, processes):
    shared = parts(costs, processes)
    assert len(shared) == processes
    assert [place for part in shared for place in part] == list(range(len(costs)))


@given(COSTS, PROCESSES)
def test_no_part_costs_more_than_its_share_and_one_place(costs, processes):
    for part in parts(costs, processes):
        assert sum(costs[place] for place in part) <= sum(costs) / processes + max(costs, default=0)


@given(COSTS, PROCESSES, st.randoms())
def test_each_place_is_taken_once_whoever_asks(costs, processes, random):
    shares = Shares.of(get_context(), parts(costs, processes))
    assert [shares.join() for _ in range(processes)] == list(range(processes))
    taken = [shares.take(random.randrange(processes))[0] for _ in costs]
    assert sorted(taken) == list(range(len(costs)))
    with pytest.raises(IndexError, match="all places are taken"):
        shares.take(0)


def test_a_process_takes_its_own_part_first_and_then_the_end_of_the_fullest():
    shares = Shares.of(get_context(), [range(2), range(2, 3), range(3, 7)])
    assert [shares.take(0) for _ in range(5)] == [(0, 2), (1, 1), (6, 4), (5, 3), (4, 2)]
    assert [shares.take(2), shares.take(1)] == [(3, 1), (2, 1)]


def test_a_process_that_joins_late_has_no_part():
    shares = Shares.of(get_context(), [range(2)])
    assert shares.take(7) == (1, 2)


@pytest.mark.parametrize(
    ("costs", "shared", "order"),
    [
        ([], [], []),
        ([1, 1, 1], [range(3)], [0, 1, 2]),
        ([2, 2, 3, 3], [range(2), range(2, 4)], [0, 2, 1, 3]),
        ([5, 1, 1, 1], [range(1), range(1, 4)], [1, 2, 3, 0]),
    ],
)
def test_places_are_told_of_in_about_the_order_in_which_they_are_done(costs, shared, order):
    assert in_turns(costs, shared) == order
