"""Records without a key: rounds over partitions with leaders, and tables of weights."""

import numpy as np
import pytest

from copartition.errors import (
    ArithmeticException,
    ArrayIndexOutOfBoundsException,
    NullPointerException,
    WrongTypeError,
)
from copartition.kafka.keyless import LoadTable, RoundRobinPartitioner, load_table

MOST = 2**31 - 1


def test_each_topic_has_its_own_rounds():
    partitioner = RoundRobinPartitioner()
    placed = [partitioner.partition(topic, [True] * 3) for topic in "ttuttu"]
    assert placed == [0, 1, 0, 2, 0, 1]


def test_only_partitions_with_a_leader_take_part_while_there_is_one():
    partitioner = RoundRobinPartitioner()
    assert [partitioner.partition("t", [False, True, True]) for _ in range(3)] == [1, 2, 1]
    assert partitioner.partition("t", [False, False]) == 1
    with pytest.raises(ArithmeticException, match="/ by zero"):
        partitioner.partition("t", [])
    assert partitioner.partition("t", [True] * 9) == 5


@pytest.mark.parametrize(
    ("sizes", "length", "sums"),
    [
        ([0, 3, 1], 3, (4, 5, 8)),
        ([0, 3, 1], 2, (4, 5, 1)),
        ([2, 2, 2], 2, (1, 2, 2)),
        ([MOST, 0], 2, (1, -MOST)),
        ([0, MOST - 1, 0, 0], 4, (MOST, -(2**31), -1, MOST - 1)),
    ],
)
def test_shorter_queues_weigh_more(sizes, length, sums):
    partitions = range(len(sizes))
    assert load_table(sizes, partitions, length) == LoadTable(sums, tuple(partitions), length)


@pytest.mark.parametrize(("sizes", "length"), [(None, 0), ([], 0), ([5], 1), ([2, 2], 2), ([1, 2], 0), ([1, 2], -1)])
def test_nothing_to_prefer(sizes, length):
    assert load_table(sizes, [0, 1], length) is None


def test_a_producer_prefers_its_own_rack():
    made = load_table([0, 3, 1, 7], [0, 1, 2, 3], 4, ["a", "b", None, "a"], "a")
    assert made.sums == (8, 13, 20, 21)
    assert made.in_this_rack == LoadTable((8, 9, 0, 0), (0, 3, 0, 0), 2)
    far = load_table([0, 3], [0, 1], 2, ["a", "b"], "c")
    assert far.in_this_rack == LoadTable((0, 0), (0, 0), 0)


def test_what_is_not_there_is_named():
    with pytest.raises(ArrayIndexOutOfBoundsException, match="Index 2 out of bounds for length 2"):
        load_table([1, 2], [0, 1], 3)
    with pytest.raises(NullPointerException, match='"partitionLeaderRacks" is null'):
        load_table([1, 2], [0, 1], 2, None, "a")


def test_numbers_of_numpy_make_the_same_table():
    sizes, partitions = np.array([MOST, 0, 3], np.int32), np.array([0, 1, 2], np.int64)
    made = load_table(sizes, partitions, np.int32(2), np.array(["a", "b", "a"]), "a")
    assert made == load_table([MOST, 0, 3], [0, 1, 2], 2, ["a", "b", "a"], "a")
    assert made.sums == (1, -MOST, 3)
    numbers = [*made.sums, *made.partitions, made.length, *made.in_this_rack.sums, *made.in_this_rack.partitions]
    assert set(map(type, numbers)) == {int}
    assert load_table(np.array([2, 2]), np.array([0, 1]), 2) is None


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(([1, 2.0], [0, 1], 2), "queue_sizes"), (([1, 2], [0, "1"], 2), "partitions"), (([1, 2], [0, 1], True), "length")],
)
def test_a_table_is_of_integers(arguments, named):
    with pytest.raises(WrongTypeError, match=f"^{named} must be an integer, not "):
        load_table(*arguments)


def test_a_table_is_of_32_bits():
    with pytest.raises(ValueError, match=r"^queue_sizes must be a 32-bit integer"):
        load_table([1, 2**31], [0, 1], 1)
