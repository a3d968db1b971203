"""Loads, their skew, and what other settings would change: against definitions and against the port's own plans."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition import flink
from copartition.advice import rescale_plan
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port
from jarparity.spark.placements import parse_placement
from jarparity.spark.profile import loads
from jarparity.spark.profile.loads import Load, skew, summed

COUNTS = st.lists(st.integers(0, 10**12), min_size=1, max_size=40)


@pytest.fixture(scope="module")
def port():
    return open_port()


def counted(values):
    return np.array(values, np.int64)


def load(rows, **more):
    return Load(len(rows), {"rows": counted(rows), **{name: counted(values) for name, values in more.items()}})


def placement(groups, parallelism):
    return parse_placement(f"flink:max={groups},parallelism={parallelism}")


@given(COUNTS)
def test_gini_is_the_mean_difference_of_all_pairs(values):
    found = skew(counted(values)).gini
    total = sum(values)
    if total == 0:
        assert found is None
    else:
        pairs = sum(abs(a - b) for a in values for b in values)
        assert math.isclose(found, pairs / (2 * len(values) * total), rel_tol=1e-9, abs_tol=1e-12)


@given(COUNTS)
def test_skew_by_its_definitions(values):
    found = skew(counted(values))
    assert (found.total, found.max, found.idle) == (sum(values), max(values), values.count(0))
    assert found.busiest == values.index(max(values))
    if sum(values):
        assert found.max_over_mean >= 1
        assert math.isclose(found.max_over_mean, max(values) / (sum(values) / len(values)))


@pytest.mark.parametrize(
    ("values", "ratio", "gini", "idle"),
    [([5, 5, 5, 5], 1.0, 0.0, 0), ([0, 0, 0, 8], 4.0, 0.75, 3), ([1, 3], 1.5, 0.25, 0), ([0, 0], None, None, 2)],
)
def test_skew_of_known_loads(values, ratio, gini, idle):
    found = skew(counted(values))
    assert (found.max_over_mean, found.gini, found.idle) == (ratio, gini, idle)


@pytest.mark.parametrize(("values", "what"), [([], "no slot"), ([3, -1], r"counts\[1\] is -1")])
def test_malformed_loads(values, what):
    with pytest.raises(ValueError, match=what):
        skew(counted(values))


def test_sums_are_whole_numbers():
    many = counted([2**62, 1, 2**53, 1])
    assert summed(np.array([0, 0, 1, 1], np.int32), many, 2).tolist() == [2**62 + 1, 2**53 + 1]


@pytest.mark.parametrize(("owners", "what"), [([0], "one a slot: 2, not 1"), ([0, 2], "0 to 1, not 0 to 2")])
def test_malformed_owners(owners, what):
    with pytest.raises(ValueError, match=what):
        load([1, 2]).on(np.array(owners, np.int32), 2)


@given(st.data())
def test_a_rescaling_moves_what_the_ports_plan_moves(data):
    groups = data.draw(st.integers(1, 60), "max parallelism")
    old, new = (data.draw(st.integers(1, groups), name) for name in ("old", "new"))
    keys = np.arange(data.draw(st.integers(0, 200), "keys"), dtype=np.int64)
    sizes = np.array([data.draw(st.integers(0, 9)) for _ in keys[:20]] + [7] * max(0, len(keys) - 20), np.int64)
    placed = flink.key_groups(keys, groups)
    on_groups = load(np.bincount(placed, minlength=groups), bytes=summed(placed, sizes, groups))
    plan = rescale_plan(groups, old, new, keys=keys, sizes=sizes)
    (found,) = loads.rescalings(open_port(), on_groups, placement(groups, old), [new])
    assert (found.setting, found.key_groups) == (new, plan.key_groups_moving)
    assert found.moves["bytes"] == plan.bytes_moving
    there = flink.operator_indexes(keys, groups, new)
    assert found.moves["rows"] == np.count_nonzero(there != flink.operator_indexes(keys, groups, old))
    assert found.skews["rows"] == skew(np.bincount(there, minlength=new).astype(np.int64))


def test_other_maximums_move_nothing(port):
    (found,) = loads.other_maximums(port, [load([4, 0, 0, 4])], placement(4, 2))
    assert (found.setting, found.moves) == (4, None)
    assert found.skews["rows"].max_over_mean == 1.0


@pytest.mark.parametrize(
    ("groups", "now", "first", "last"), [(128, 4, 1, 16), (128, 40, 1, 80), (8, 4, 1, 8), (4096, 500, 1, 1000)]
)
def test_parallelisms_to_try(groups, now, first, last):
    tried = loads.nearby(groups, now)
    assert (tried[0], tried[-1]) == (first, last)
    assert now in tried
    assert len(tried) <= loads.POINTS + 1


def test_a_port_without_the_bulk_form():
    with pytest.raises(ValueError, match=r"mine has no bulk form of flink.key-group.operator-of-group"):
        loads.owners(CallablePort({}, "mine"), placement(128, 4))
