"""Namespaces are told apart as Java tells them apart, and not as Python does: like keys."""

import decimal

import pytest

from copartition.errors import ClassCastException, NullPointerException, WrongTypeError
from copartition.flink import KeyGroupRange
from copartition.flink.savepoint import HeapStates, KeyedState, StateKind
from copartition.flink.serializers import LONG, STRING
from copartition.flink.state import GLOBAL_WINDOW, VOID, HeapKeyedStateBackend, TimerQueue, TimeWindow
from copartition.flink.state.copy_on_write_map import CopyOnWriteStateMap
from copartition.flink.state.timer_queue import Timer
from copartition.java import BigDecimal, Double, Integer, Long

ALL = KeyGroupRange(0, 127)
NAN = float("nan")
ONE = [
    (0.0, Double(0.0)),
    (NAN, float("-nan")),
    (decimal.Decimal("1.0"), BigDecimal(10, 1)),
    ("\ud83d\ude00", "😀"),
    (TimeWindow(0, 5), TimeWindow(0, 5)),
    (Long(1), Long(1)),
]
TWO = [
    (0.0, -0.0),
    (decimal.Decimal("1.0"), decimal.Decimal("1.00")),
    (True, 1.0),
    (Long(1), Integer(1)),
    (VOID, GLOBAL_WINDOW),
]


def _in_states(first, second):
    states = HeapStates(128, ALL, STRING, [KeyedState("s", StateKind.VALUE, STRING, LONG)])
    states.update("s", "a", Long(7), first)
    found = states.value("s", "a", second)
    states.clear("s", "a", second)
    assert (found is None) == (states.value("s", "a", first) is not None)
    return found is not None


def _in_a_map(first, second):
    entries = CopyOnWriteStateMap()
    entries.put("a", first, 7)
    found = entries.get("a", second)
    entries.put("a", second, 8)
    assert len(entries) == 2 - (found is not None)
    assert next(iter(entries)).namespace is (second if found is None else first) or found is None
    entries.remove("a", second)
    return found is not None


def _in_a_backend(first, second):
    backend = HeapKeyedStateBackend(128, ALL)
    state = backend.value_state("s", namespaces=object)
    backend.set_current_key("a")
    state.set_current_namespace(first)
    state.update("x")
    state.set_current_namespace(second)
    found = state.value()
    assert (backend.keys("s", first), backend.entries_in_namespace(first)) == (["a"], 1)
    assert backend.entries_in_namespace(second) == (found is not None)
    assert HeapKeyedStateBackend(128, ALL, [backend.snapshot()]).keys("s", first) == ["a"]
    return found is not None


def _in_a_queue(first, second):
    timers = TimerQueue(128, ALL)
    timers.add(Timer(5, "a", first))
    timers.add(Timer(5, "a", second))
    return len(timers) == 1


HOLDERS = [_in_states, _in_a_map, _in_a_backend, _in_a_queue]


@pytest.mark.parametrize("holds", HOLDERS)
@pytest.mark.parametrize(("first", "second"), ONE, ids=repr)
def test_a_namespace_is_found_under_what_equals_it_in_java(holds, first, second):
    assert holds(first, second)
    assert holds(second, first)


@pytest.mark.parametrize("holds", HOLDERS)
@pytest.mark.parametrize(("first", "second"), TWO, ids=repr)
def test_namespaces_that_java_tells_apart_stay_two(holds, first, second):
    assert not holds(first, second)
    assert not holds(second, first)


@pytest.mark.parametrize("holds", HOLDERS)
@pytest.mark.parametrize(("first", "second"), [(1, True), ("w", 1)], ids=repr)
def test_a_bare_int_is_no_namespace(holds, first, second):
    """It equals True in Python, and Java has two types for it."""
    with pytest.raises(WrongTypeError, match=r"a namespace must not be a bare int: write Integer\(1\) or Long\(1\)"):
        holds(first, second)


@pytest.mark.parametrize("holds", HOLDERS)
def test_null_is_no_namespace(holds):
    with pytest.raises(NullPointerException, match=r"[Nn]amespace (is|must not be) null"):
        holds(None, "w")
    with pytest.raises(NullPointerException, match=r"[Nn]amespace (is|must not be) null"):
        holds("w", None)


def test_a_state_s_class_of_namespaces_may_be_python_s_or_java_s():
    backend = HeapKeyedStateBackend(128, ALL)
    backend.set_current_key("a")
    state = backend.value_state("s", namespaces=float)
    state.set_current_namespace(0.5)
    state.update("x")
    state.set_current_namespace("w")  # let through, and found out where it was used
    state.set_current_namespace(Double(1.5))
    state.update("y")
    assert len(backend.snapshot().states["s"].maps) == 128
    state.set_current_namespace("w")
    state.update("z")
    with pytest.raises(ClassCastException, match="state 's' has a value in the namespace 'w', which is no float"):
        backend.snapshot()
