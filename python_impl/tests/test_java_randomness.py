"""`java.util.Random` and `Collections.shuffle`: numbers and orders as Java 17 printed them."""

import numpy as np
import pytest

from copartition.errors import IllegalArgumentException, WrongTypeError
from copartition.java.randomness import Random, shuffle

MAX_LONG = 2**63 - 1
DRAWN = {
    (42, 10): [0, 3, 8, 4],
    (42, 16): [11, 0, 10, 0],
    (42, 1): [0, 0, 0, 0],
    (42, 2**30): [781215565, 58696381, 733605624, 51474442],
    (42, 2**30 + 1): [117392763, 102948884, 662969970, 595021505],
    (42, 2**31 - 1): [1562431130, 117392763, 1467211248, 102948884],
    (0, 7): [5, 2, 4, 2],
    (0, 2**30 + 1): [516548029, 663681053, 251269761, 715581077],
    (-1, 10): [3, 5, 9, 9],
    (-1, 2**30 + 1): [577549913, 943952225, 26349579, 894294477],
    (MAX_LONG, 16): [4, 7, 0, 8],
    (-MAX_LONG - 1, 7): [5, 2, 4, 2],
}
SHUFFLED = {
    (1, 0): [],
    (1, 1): [0],
    (1, 2): [0, 1],
    (1, 5): [2, 3, 1, 4, 0],
    (1, 9): [5, 8, 2, 7, 4, 3, 1, 0, 6],
    (42, 5): [1, 2, 3, 4, 0],
    (42, 9): [4, 1, 5, 3, 7, 2, 6, 0, 8],
}


@pytest.mark.parametrize(("seed", "bound"), DRAWN)
def test_numbers_below_a_bound(seed, bound):
    random = Random(seed)
    assert [random.next_int(bound) for _ in range(4)] == DRAWN[seed, bound]


@pytest.mark.parametrize("bound", [0, -1, -(2**31)])
def test_a_bound_is_positive(bound):
    with pytest.raises(IllegalArgumentException, match="bound must be positive"):
        Random(1).next_int(bound)


def test_numbers_of_numpy_draw_the_same():
    for seed in (42, -1):
        random = Random(np.int32(seed))
        assert [random.next_int(np.int32(2**30 + 1)) for _ in range(4)] == DRAWN[seed, 2**30 + 1]
    assert Random(np.int64(-MAX_LONG - 1)).next_int(np.int8(7)) == 5


@pytest.mark.parametrize("number", [True, 1.0, "1", None])
def test_a_seed_and_a_bound_are_integers(number):
    with pytest.raises(WrongTypeError, match=r"^seed must be an integer, not "):
        Random(number)
    with pytest.raises(WrongTypeError, match=r"^bound must be an integer, not "):
        Random(1).next_int(number)


def test_a_seed_and_a_bound_have_javas_widths():
    with pytest.raises(ValueError, match=r"^seed must be a 64-bit integer"):
        Random(2**63)
    with pytest.raises(ValueError, match=r"^bound must be a 32-bit integer"):
        Random(1).next_int(2**31)


def test_bits_are_signed():
    random = Random(42)
    assert [random.next_bits(32) for _ in range(2)] == [-1170105035, 234785527]  # nextInt()


@pytest.mark.parametrize(("seed", "size"), SHUFFLED)
def test_shuffled_lists(seed, size):
    items = list(range(size))
    shuffle(items, Random(seed))
    assert items == SHUFFLED[seed, size]
