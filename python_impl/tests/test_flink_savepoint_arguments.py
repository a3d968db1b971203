"""What is handed to the writers of keyed state: errors that name the argument, the state and the key."""

import io

import pytest

from copartition.errors import NullFieldException, NullPointerException, WrongTypeError
from copartition.flink import KeyGroupRange
from copartition.flink.savepoint import (
    Entry,
    HeapStates,
    KeyedState,
    StateKind,
    StreamHeader,
    write_checkpoint,
    write_savepoint,
)
from copartition.flink.serializers import (
    LONG,
    STRING,
    VOID_NAMESPACE,
    ListSerializer,
    MapSerializer,
    TupleSerializer,
)
from copartition.flink.state import VOID
from copartition.java import JavaList, Long, Tuple

ALL = KeyGroupRange(0, 127)
TOTAL = KeyedState("total", StateKind.VALUE, VOID_NAMESPACE, LONG)
PAGES = KeyedState("pages", StateKind.MAP, VOID_NAMESPACE, MapSerializer(STRING, LONG))
SEEN = KeyedState("seen", StateKind.LIST, VOID_NAMESPACE, ListSerializer(LONG))


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        (("128", ALL, STRING, [TOTAL]), WrongTypeError, "max_parallelism must be an integer, not str"),
        ((0, ALL, STRING, [TOTAL]), ValueError, "max_parallelism is 0: write 1 to 32768"),
        ((40_000, ALL, STRING, [TOTAL]), ValueError, "max_parallelism is 40000: write 1 to 32768"),
        ((64, ALL, STRING, [TOTAL]), ValueError, "key_groups ends with 127: of 64 key groups the last is 63"),
        ((128, (0, 127), STRING, [TOTAL]), WrongTypeError, "key_groups must be a KeyGroupRange, not tuple: write Key"),
        ((128, ALL, str, [TOTAL]), WrongTypeError, "key must be a TypeSerializer, not type: write a serializer"),
        ((128, ALL, STRING, ["a"]), WrongTypeError, "states"),
        ((128, ALL, STRING, [TOTAL, TOTAL]), ValueError, "two states have the name 'total'"),
        (
            (128, ALL, STRING, [KeyedState("m", StateKind.MAP, VOID_NAMESPACE, LONG)]),
            WrongTypeError,
            "the map state 'm' needs a MapSerializer, not ",
        ),
        (
            (128, ALL, STRING, [KeyedState("l", StateKind.LIST, VOID_NAMESPACE, LONG)]),
            WrongTypeError,
            "the list state 'l' needs a ListSerializer, not ",
        ),
    ],
)
def test_an_argument_that_makes_no_states_is_named(arguments, kind, words):
    with pytest.raises(kind) as refused:
        HeapStates(*arguments)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ((None, StateKind.VALUE, VOID_NAMESPACE, LONG), "name must be a str, not NoneType"),
        (("s", "value", VOID_NAMESPACE, LONG), "kind must be a StateKind, not str: write StateKind.VALUE"),
        (("s", StateKind.VALUE, None, LONG), "namespace must be a TypeSerializer, not NoneType: write VOID_NAMESPACE"),
        (("s", StateKind.VALUE, VOID_NAMESPACE, int), "value must be a TypeSerializer, not type: write a serializer"),
    ],
)
def test_what_makes_no_state_is_named_where_it_is_written(state, words):
    with pytest.raises(WrongTypeError) as refused:
        KeyedState(*state)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ((str, (TOTAL,)), "key must be a TypeSerializer, not type"),
        ((STRING, TOTAL), "states must be a sequence, not KeyedState"),
        ((STRING, ("total",)), "states must hold KeyedState values, not str"),
        ((STRING, {TOTAL}), "states must be a list or tuple, not set: the order counts"),
    ],
)
def test_what_makes_no_header_is_named(header, words):
    with pytest.raises(WrongTypeError, match=words):
        StreamHeader(*header)


def test_a_header_s_states_may_be_a_list():
    assert StreamHeader(STRING, [TOTAL]) == StreamHeader(STRING, (TOTAL,))


ONE_STATE = StreamHeader(STRING, (TOTAL,))
ENTRY = Entry(0, "total", "a", VOID, Long(1))
WRITERS = [
    lambda target, header, groups, entries: write_savepoint(target, header, groups, 128, entries, checked=False),
    write_checkpoint,
]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize(
    ("place", "given", "words"),
    [
        (0, "file", 'target must be a file opened for binary writing, not str: write open(path, "wb")'),
        (0, io.StringIO(), 'target must be a file opened for binary writing, and it takes text: open it with "wb"'),
        (1, STRING, "header must be a StreamHeader, not ScalarSerializer: write StreamHeader(key, states)"),
        (2, range(128), "key_groups must be a KeyGroupRange, not range: write KeyGroupRange(0, 127)"),
        (3, 5, "entries must be an iterable of Entry values, not int"),
        (3, [(0, "total", "a", VOID, Long(1))], "entries must hold Entry values, not tuple"),
    ],
)
def test_what_makes_no_stream_is_named(write, place, given, words):
    arguments = [io.BytesIO(), ONE_STATE, ALL, [ENTRY]]
    arguments[place] = given
    with pytest.raises(WrongTypeError) as refused:
        write(*arguments)
    assert str(refused.value) == words


@pytest.mark.parametrize("write", WRITERS)
def test_an_entry_of_no_state_is_told_which_there_are(write):
    with pytest.raises(KeyError, match="the header has no state 'zz', only 'total'"):
        write(io.BytesIO(), ONE_STATE, ALL, [Entry(0, "zz", "a", VOID, Long(1))])


def test_as_many_key_groups_as_flink_has_are_taken():
    assert HeapStates(32_768, KeyGroupRange(32_767, 32_767), STRING, [TOTAL]).max_parallelism == 32_768


@pytest.mark.parametrize(
    ("state", "value", "words"),
    [
        ("pages", 5, "the state 'pages': a map state takes a mapping, not int"),
        ("seen", [Long(5)], "the state 'seen': a list state takes a JavaList, not list"),
    ],
)
def test_a_value_that_its_kind_of_state_does_not_take_is_refused_at_once(state, value, words):
    states = HeapStates(128, ALL, STRING, [PAGES, SEEN])
    with pytest.raises(WrongTypeError, match=words):
        states.update(state, "a", value)
    states.update("pages", "a", {"p": Long(1)})
    states.update("seen", "a", JavaList([Long(5)]))
    assert [entry.state for entry in states.entries()] == ["pages", "seen"]


def test_a_state_that_is_not_there_is_told_apart_from_those_that_are():
    states = HeapStates(128, ALL, STRING, [TOTAL, PAGES])
    for ask in (lambda: states.update("zz", "a", Long(1)), lambda: states.value("zz", "a")):
        with pytest.raises(KeyError, match="there is no state 'zz', only 'total', 'pages'"):
            ask()


def test_a_value_of_another_type_is_named_with_its_state_and_key():
    states = HeapStates(128, ALL, STRING, [TOTAL])
    states.update("total", "a", 5)
    with pytest.raises(WrongTypeError, match="the state 'total', key 'a': LongSerializer takes a Long, not int"):
        states.savepoint()


PAIR = TupleSerializer([LONG, STRING])


@pytest.mark.parametrize(
    ("serializer", "value", "kind"),
    [(LONG, None, NullPointerException), (PAIR, Tuple((None, "a")), NullFieldException)],
)
def test_what_java_throws_stays_what_it_is(serializer, value, kind):
    """These are a TypeError of Python's, too, and compared by their kind."""
    header = StreamHeader(STRING, (KeyedState("total", StateKind.VALUE, VOID_NAMESPACE, serializer),))
    with pytest.raises(kind):
        write_savepoint(io.BytesIO(), header, ALL, 128, [Entry(0, "total", "a", VOID, value)])
