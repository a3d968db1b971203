"""Keyed state on its own: what is kept where, and what each release of Flink lets through."""

import datetime
import decimal
import pickle

import numpy as np
import pytest

from copartition import errors
from copartition.flink import KeyGroupRange, key_group, key_groups, range_of_operator
from copartition.flink.state import VOID, Entry, HeapKeyedStateBackend, TimerQueue, TimerService, TimeWindow
from copartition.flink.state.stored_keys import stored
from copartition.java import BigDecimal, Double, Integer, JavaList, LocalDate, Long, Row, SqlDate, Tuple

ALL = KeyGroupRange(0, 127)
LOWER = KeyGroupRange(0, 42)
INSIDE, OUTSIDE = "user_123", "1"
LATE, EARLY = "1.16.3", "1.17.0"


def opened(key_group_range=LOWER, version="2.3.0", **state):
    backend = HeapKeyedStateBackend(128, key_group_range, version=version)
    return backend, backend.value_state("v", **state)


def test_a_value_stands_in_the_map_of_its_keys_group():
    backend, state = opened()
    assert (backend.current_key, backend.current_key_group) == (None, 0)
    backend.set_current_key(INSIDE)
    assert (backend.current_key, backend.current_key_group, state.value()) == (INSIDE, 37, None)
    state.update("x")
    assert state.value() == "x"
    assert backend.dump() == {37: [Entry("v", VOID, INSIDE, "x")]}
    assert state.table.map_for_key_group(37) == {INSIDE: "x"}
    assert (len(backend), backend.keys("v"), backend.keys("unknown")) == (1, [INSIDE], [])
    state.update(None)
    assert (state.value(), len(backend), backend.dump()) == (None, 0, {})
    state.clear()


def test_maps_start_at_the_ranges_first_group():
    backend, state = opened(KeyGroupRange(30, 40))
    assert (state.table.offset, len(state.table.maps)) == (30, 11)
    backend.set_current_key(INSIDE)
    state.update("x")
    assert state.table.maps[7] == {INSIDE: "x"}
    with pytest.raises(errors.IllegalArgumentException, match="Key group 41 is not in KeyGroupRange"):
        state.table.map_for_key_group(41)


def test_a_default_stands_in_for_a_missing_value_only():
    backend, state = opened(default="d")
    backend.set_current_key(INSIDE)
    assert (state.value(), len(backend)) == ("d", 0)
    state.update("")
    assert state.value() == ""
    state.update(None)
    assert state.value() == "d"
    state.update("x")
    state.clear()
    assert state.value() == "d"
    assert backend.value_state("v", default="other") is state


def test_late_check_accepts_the_key_and_refuses_access():
    backend, state = opened(version=LATE)
    backend.set_current_key(OUTSIDE)
    assert (backend.current_key, backend.current_key_group) == (OUTSIDE, 54)
    for access in (state.value, state.clear, lambda: state.update("x"), lambda: state.update(None)):
        with pytest.raises(errors.IllegalArgumentException, match="Key group 54 is not in"):
            access()


def test_early_check_leaves_the_new_key_beside_the_old_group():
    backend, state = opened(version=EARLY)
    backend.set_current_key(INSIDE)
    with pytest.raises(errors.IllegalArgumentException, match="Key group 54 is not in"):
        backend.set_current_key(OUTSIDE)
    assert (backend.current_key, backend.current_key_group) == (OUTSIDE, 37)
    state.update("lost")
    assert backend.dump() == {37: [Entry("v", VOID, OUTSIDE, "lost")]}
    owner = HeapKeyedStateBackend(128, KeyGroupRange(43, 127), [backend.snapshot()])
    owner.set_current_key(OUTSIDE)
    assert owner.value_state("v").value() is None


def test_no_key_and_null_keys():
    backend, state = opened()
    for access in (state.value, state.clear, lambda: state.update("x")):
        with pytest.raises(errors.NullPointerException, match="No key set"):
            access()
    backend.set_current_key(INSIDE)
    with pytest.raises(errors.NullPointerException, match="Assigned key must not be null"):
        backend.set_current_key(None)
    assert (backend.current_key, backend.current_key_group) == (None, 37)
    backend.set_current_key_and_key_group(None, 5)
    assert backend.current_key_group == 5
    with pytest.raises(errors.NullPointerException, match="No key set"):
        state.value()


@pytest.mark.parametrize(("key", "error"), [(7, TypeError), (b"x", errors.IdentityHashedKey), ((1,), TypeError)])
def test_what_is_no_key_changes_nothing(key, error):
    backend, state = opened()
    backend.set_current_key(INSIDE)
    state.update("x")
    with pytest.raises(error):
        backend.set_current_key(key)
    assert (backend.current_key, state.value()) == (INSIDE, "x")


def test_a_subclass_of_a_key_is_that_key():
    backend, state = opened()
    backend.set_current_key(INSIDE)
    state.update("x")
    backend.set_current_key(np.str_(INSIDE))
    assert state.value() == "x"
    state.update("y")
    assert str(backend.dump()) == f"{{37: [Entry(state='v', namespace=VOID, key={INSIDE!r}, value='y')]}}"
    assert backend.max_parallelism == 128


def test_keys_are_stored_as_java_tells_them_apart():
    assert stored(np.float64("nan")) == stored(float("nan")) == Double(float("nan"))
    assert stored(-0.0) != stored(0.0)
    own = object()
    assert stored(own) is own


def test_key_and_key_group():
    backend, state = opened()
    backend.set_current_key_and_key_group(INSIDE, 5)
    state.update("hidden")
    backend.set_current_key(INSIDE)
    assert state.value() is None
    with pytest.raises(errors.IllegalArgumentException, match="Key group 43 is not in"):
        backend.set_current_key_and_key_group(OUTSIDE, 43)
    assert (backend.current_key, backend.current_key_group) == (OUTSIDE, 37)
    older = HeapKeyedStateBackend(128, LOWER, version="1.20.5")
    with pytest.raises(errors.UnsupportedOperationException, match=r"1\.20\.5 has no setCurrentKeyAndKeyGroup"):
        older.set_current_key_and_key_group(INSIDE, 5)


def test_groups_in_bulk_are_those_of_single_keys():
    numbers = np.arange(-100, 100)
    keys = [Long(number) for number in numbers]
    one, both = HeapKeyedStateBackend(128, ALL), HeapKeyedStateBackend(128, ALL)
    for key, group in zip(keys, key_groups(numbers, 128).tolist(), strict=True):
        one.set_current_key(key)
        one.value_state("v").update(key)
        both.set_current_key_and_key_group(key, group)
        both.value_state("v").update(key)
    assert one.dump() == both.dump()


def test_namespaces():
    backend = HeapKeyedStateBackend(128, LOWER)
    state = backend.value_state("w", namespaces=TimeWindow)
    backend.set_current_key(INSIDE)
    with pytest.raises(errors.NullPointerException, match="Provided namespace is null"):
        state.value()
    with pytest.raises(errors.NullPointerException, match="Namespace must not be null"):
        state.set_current_namespace(None)
    first, second = TimeWindow(0, 10), TimeWindow(10, 20)
    state.set_current_namespace(first)
    state.update("x")
    state.set_current_namespace(second)
    assert state.value() is None
    state.update("y")
    assert backend.keys("w", TimeWindow(0, 10)) == [INSIDE]
    assert backend.keys("w") == []
    assert backend.dump() == {37: [Entry("w", first, INSIDE, "x"), Entry("w", second, INSIDE, "y")]}
    state.clear()
    assert (backend.keys("w", second), len(backend)) == ([], 1)


def test_a_namespace_of_another_class_is_found_out_by_the_snapshot():
    backend, state = opened()
    backend.set_current_key(INSIDE)
    state.set_current_namespace("w1")
    backend.snapshot()
    state.update("x")
    with pytest.raises(errors.ClassCastException, match="state 'v' has a value in the namespace 'w1'"):
        backend.snapshot()
    state.clear()
    backend.snapshot()


def test_restored_namespaces_keep_their_class():
    backend, state = opened()
    backend.set_current_key(INSIDE)
    state.update("x")
    restored = HeapKeyedStateBackend(128, LOWER, [backend.snapshot()])
    assert restored.keys("v") == [INSIDE]
    with pytest.raises(errors.StateMigrationException, match=r"\(str\) must be compatible with .* \(VoidNamespace\)"):
        restored.value_state("v", namespaces=str)


@pytest.mark.parametrize(("old", "new"), [(1, 3), (3, 1), (3, 4), (4, 3), (5, 128)])
def test_every_key_is_found_after_rescaling(old, new):
    keys = [f"user_{i}" for i in range(300)]
    snapshots = []
    for operator in range(old):
        backend, state = opened(range_of_operator(128, old, operator))
        for key in keys:
            if key_group(key, 128) in backend.key_group_range:
                backend.set_current_key(key)
                state.update(key.upper())
        snapshots.append(pickle.loads(pickle.dumps(backend.snapshot())))  # noqa: S301 - written in this line
    found = {}
    for operator in range(new):
        groups = range_of_operator(128, new, operator)
        backend = HeapKeyedStateBackend(128, groups, [cut for s in snapshots if (cut := s.intersection(groups))])
        whole = HeapKeyedStateBackend(128, groups, snapshots)
        assert backend.dump() == whole.dump()
        found |= {entry.key: entry.value for entries in backend.dump().values() for entry in entries}
    assert found == {key: key.upper() for key in keys}


def test_a_snapshot_stays_as_it_was_and_the_last_one_counts():
    backend, state = opened()
    backend.set_current_key(INSIDE)
    state.update("old")
    old = backend.snapshot()
    state.update("new")
    new = backend.snapshot()
    for order, value in (([old, new], "new"), ([new, old], "old"), ([old], "old")):
        restored = HeapKeyedStateBackend(128, LOWER, order)
        assert restored.dump() == {37: [Entry("v", VOID, INSIDE, value)]}
        assert (restored.current_key, restored.current_key_group) == (None, 0)
    assert old.intersection(KeyGroupRange(43, 127)) is None


def test_a_key_that_is_written_as_null_can_t_be_restored():
    for key in (SqlDate(-(2**63)), SqlDate(-(2**63) + 1)):
        backend, state = opened(ALL)
        backend.set_current_key(key)
        state.update("x")
        snapshot = backend.snapshot()
        if key.millis == -(2**63):
            with pytest.raises(errors.BackendBuildingException, match="was written as null"):
                HeapKeyedStateBackend(128, ALL, [snapshot])
        else:
            assert HeapKeyedStateBackend(128, ALL, [snapshot]).keys("v") == [key]


@pytest.mark.parametrize(
    ("max_parallelism", "end", "message"),
    [(0, 0, "NumberOfKeyGroups must be a positive number"), (42, 42, "The total number of key groups: 42, .*: 43")],
)
def test_backends_that_can_t_be_opened(max_parallelism, end, message):
    with pytest.raises(errors.IllegalArgumentException, match=message):
        HeapKeyedStateBackend(max_parallelism, KeyGroupRange(0, end))


@pytest.mark.parametrize("version", ["1.13.5", "2.4.0", "1.20", "x"])
def test_unknown_versions(version):
    with pytest.raises(ValueError, match="version must be"):
        HeapKeyedStateBackend(128, ALL, version=version)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (float("nan"), -float("nan")),
        (1.5, Double(1.5)),
        ("\U0001f600", "\ud83d\ude00"),
        (decimal.Decimal("1.0"), BigDecimal(10, 1)),
        (datetime.date(2020, 1, 2), LocalDate(2020, 1, 2)),
        (Row([bytearray(b"x"), None]), Row([b"x", None])),
        (Tuple([float("nan")]), Tuple([float("nan")])),
    ],
)
def test_keys_that_are_one_in_java(a, b):
    assert stored(a) == stored(b)
    assert hash(stored(a)) == hash(stored(b))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (0.0, -0.0),
        (decimal.Decimal("1.0"), decimal.Decimal("1.00")),
        (Integer(1), Long(1)),
        ("\ud83d", "\ude00"),
        (JavaList([0.0]), JavaList([-0.0])),
        (Row(["a"], "+I"), Row(["a"], "-D")),
    ],
)
def test_keys_that_are_two_in_java(a, b):
    assert stored(a) != stored(b)


def test_each_key_has_a_default_of_its_own():
    backend, state = opened(ALL, default=[])
    backend.set_current_key(INSIDE)
    visits = state.value()
    visits.append("a")
    state.update(visits)
    backend.set_current_key(OUTSIDE)
    assert state.value() == []
    assert state.value() is not state.value()
    assert state.default == []


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: HeapKeyedStateBackend(128, (0, 63)),
            "key_group_range must be a KeyGroupRange, not tuple: write KeyGroupRange(0, 63)",
        ),
        (
            lambda: HeapKeyedStateBackend(128, None),
            "key_group_range must be a KeyGroupRange, not NoneType: write KeyGroupRange(0, 63)",
        ),
        (lambda: HeapKeyedStateBackend(128, ALL, [None]), "restored must hold KeyedStateSnapshot values, not NoneType"),
        (
            lambda: HeapKeyedStateBackend(128, ALL, opened()[0].snapshot()),
            "restored must be a sequence, not KeyedStateSnapshot",
        ),
        (lambda: opened()[0].value_state(None), "name must be a str, not NoneType"),
        (lambda: opened()[0].value_state(3), "name must be a str, not int"),
        (
            lambda: opened()[0].value_state("w", namespaces=3),
            "namespaces must be a type, not int: write str or TimeWindow, for example",
        ),
        (
            lambda: TimerService(opened()[0], None, TimerQueue(128, ALL), None),
            "event_time must be a TimerQueue, not NoneType",
        ),
        (
            lambda: TimerService(opened()[0], TimerQueue(128, ALL), [], None),
            "processing_time must be a TimerQueue, not list",
        ),
    ],
)
def test_an_argument_of_a_wrong_type_is_named(make, message):
    with pytest.raises(errors.WrongTypeError) as refused:
        make()
    assert str(refused.value) == message
