"""Keys and their key groups in streams of keyed state: what no backend would find again is no answer."""

import io

import pytest

from copartition.errors import (
    BackendBuildingException,
    IdentityHashedKey,
    IOException,
    NullPointerException,
    WrongTypeError,
)
from copartition.flink import KeyGroupRange, KeyGroupRangeOffsets, key_group
from copartition.flink.savepoint import (
    Entry,
    HeapStates,
    KeyedState,
    KeyedStateStream,
    SavepointReader,
    StateKind,
    StreamHeader,
    add_checkpoint,
    restored_checkpoint,
    restored_savepoint,
    write_checkpoint,
    write_savepoint,
)
from copartition.flink.serializers import (
    BYTES,
    LONG,
    SQL_TIMESTAMP,
    STRING,
    VOID_NAMESPACE,
    EnumSerializer,
    ListSerializer,
    MapSerializer,
    RowSerializer,
    TupleSerializer,
)
from copartition.flink.serializers.timers import TimerSerializer
from copartition.flink.state import VOID, Timer
from copartition.java import Long, Tuple

ALL = KeyGroupRange(0, 127)
TOTAL = KeyedState("total", StateKind.VALUE, VOID_NAMESPACE, LONG)
PAGES = KeyedState("pages", StateKind.MAP, VOID_NAMESPACE, MapSerializer(STRING, LONG))
TIMERS = KeyedState("timers", StateKind.TIMERS, VOID_NAMESPACE, TimerSerializer(STRING, VOID_NAMESPACE))
KEYS = [f"user_{i}" for i in range(20)]
TAKEN = [(HeapStates.savepoint, restored_savepoint), (HeapStates.checkpoint, restored_checkpoint)]


def filled(maximum=128, groups=None, states=(TOTAL,)):
    found = HeapStates(maximum, groups or KeyGroupRange(0, maximum - 1), STRING, states)
    for place, key in enumerate(KEYS):
        if key_group(key, maximum) in found.key_groups:
            found.update("total", key, Long(place))
    return found


def saved(entries, states=(TOTAL, PAGES), key=STRING, **options):
    target = io.BytesIO()
    offsets = write_savepoint(target, StreamHeader(key, states), ALL, 128, entries, **options)
    return KeyedStateStream(target.getvalue(), offsets)


def read(stream, maximum=128, **options):
    return list(SavepointReader(io.BytesIO(stream.data), maximum).entries(**options))


MISPLACED = [
    Entry(5, "total", "user_1", VOID, Long(1)),
    Entry(5, "pages", "user_1", VOID, Long(1), "a"),
    Entry(5, "timers", "user_1", VOID, Long(1)),
]


@pytest.mark.parametrize("entry", MISPLACED, ids=lambda entry: entry.state)
def test_an_entry_in_another_key_group_than_its_keys_is_refused(entry):
    states = (TOTAL, PAGES, TIMERS)
    words = f"the state '{entry.state}' is of key group 5, and its key 'user_1' of 53: write key_group\\(key, 128\\)"
    with pytest.raises(ValueError, match=words):
        saved([entry], states)
    assert [each.key_group for each in read(saved([entry], states, checked=False), checked=False)] == [5]


def test_a_key_whose_hash_code_is_not_known_is_written_where_it_is_said():
    assert [entry.key for entry in read(saved([Entry(5, "total", b"a", VOID, Long(1))], key=BYTES))] == [b"a"]


def test_a_key_of_another_type_is_refused_for_its_type():
    with pytest.raises(WrongTypeError, match="the state 'total', key 7: StringSerializer takes a str, not int"):
        saved([Entry(5, "total", 7, VOID, Long(1))])


def test_a_pair_of_a_map_has_a_key_and_no_other_entry_has_one():
    with pytest.raises(ValueError, match="of the map state 'pages', key 'user_1', has no user_key: write one entry"):
        saved([Entry(53, "pages", "user_1", VOID, Long(1))])
    with pytest.raises(ValueError, match="the state 'total', key 'user_1', has a user_key, and the state is no map"):
        saved([Entry(53, "total", "user_1", VOID, Long(1), "a")])
    with pytest.raises(ValueError, match="of the state 'pages' has a user_key: write one entry for the whole map"):
        write_checkpoint(
            io.BytesIO(), StreamHeader(STRING, (PAGES,)), ALL, [Entry(53, "pages", "user_1", VOID, {}, "a")]
        )


def test_a_null_key_of_a_map_is_written_where_it_is_meant():
    states = HeapStates(128, ALL, STRING, [PAGES])
    states.update("pages", "user_1", {None: Long(1)})
    taken = states.savepoint()
    (entry,) = read(taken)
    assert saved([entry], (PAGES,), checked=False).data == taken.data


@pytest.mark.parametrize(
    ("groups", "maximum", "kind", "words"),
    [
        (ALL, 0, ValueError, "max_parallelism is 0: write 1 to 32768"),
        (ALL, 32_769, ValueError, "max_parallelism is 32769: write 1 to 32768"),
        (ALL, 128.5, WrongTypeError, "max_parallelism must be an integer, not float"),
        (KeyGroupRange(0, 255), 128, ValueError, "key_groups ends with 255: of 128 key groups the last is 127"),
        ((0, 127), 128, WrongTypeError, "key_groups must be a KeyGroupRange, not tuple"),
    ],
)
def test_key_groups_that_no_prefix_can_tell_are_not_written(groups, maximum, kind, words):
    target = io.BytesIO()
    with pytest.raises(kind, match=words):
        write_savepoint(target, StreamHeader(STRING, (TOTAL,)), groups, maximum, [])
    assert target.getvalue() == b""


def test_two_states_of_one_name_are_not_written():
    header = StreamHeader(STRING, (TOTAL, KeyedState("total", StateKind.VALUE, VOID_NAMESPACE, STRING)))
    with pytest.raises(ValueError, match="two states have the name 'total'"):
        write_savepoint(io.BytesIO(), header, ALL, 128, [])
    with pytest.raises(ValueError, match="two states have the name 'total'"):
        write_checkpoint(io.BytesIO(), header, ALL, [])


COLOR = EnumSerializer("Color", ["RED", "BLUE"])


@pytest.mark.parametrize(
    "key", [COLOR, TupleSerializer([STRING, COLOR]), RowSerializer([COLOR]), ListSerializer(COLOR)], ids=type
)
def test_constants_of_enums_are_no_keys(key):
    with pytest.raises(IdentityHashedKey, match="enum keys hash by identity in Java"):
        HeapStates(128, ALL, key, [TOTAL])
    with pytest.raises(IdentityHashedKey, match="enum keys hash by identity in Java"):
        write_savepoint(io.BytesIO(), StreamHeader(key, (TOTAL,)), ALL, 128, [])


def test_constants_of_enums_are_values():
    states = HeapStates(128, ALL, STRING, [KeyedState("total", StateKind.VALUE, VOID_NAMESPACE, COLOR)])
    states.update("total", "user_1", "BLUE")
    assert [entry.value for entry in read(states.savepoint())] == ["BLUE"]


# --- another max parallelism than the one of the stream


@pytest.mark.parametrize(("taken", "restored"), TAKEN)
@pytest.mark.parametrize(("written", "asked"), [(300, 400), (100, 128), (129, 256)])
def test_another_max_parallelism_than_the_streams_is_refused(taken, restored, written, asked):
    stream = taken(filled(written))
    words = f"stands in key group .*, and with a max_parallelism of {asked} belongs to .*: write the max_parallelism of"
    with pytest.raises(ValueError, match=words):
        restored(stream, asked)
    assert len(list(restored(stream, written).entries())) == len(KEYS)
    assert len(list(restored(stream, asked, checked=False).entries())) == len(KEYS)


@pytest.mark.parametrize(("taken", "restored"), TAKEN)
def test_one_key_that_belongs_elsewhere_is_enough(taken, restored):
    """Half of the keys have one key group in both."""
    both = [key for key in (f"user_{i}" for i in range(99)) if key_group(key, 256) == key_group(key, 512)]
    states = HeapStates(256, KeyGroupRange(0, 255), STRING, [TOTAL])
    for key in both[:-1]:
        states.update("total", key, Long(1))
    assert len(list(restored(taken(states), 512).entries())) == len(both) - 1
    other = next(f"b{i}" for i in range(99) if key_group(f"b{i}", 512) > 255)
    states.update("total", other, Long(1))
    with pytest.raises(ValueError, match=f"the key '{other}' stands in key group"):
        restored(taken(states), 512)


def test_key_groups_beyond_the_max_parallelism_are_refused():
    stream = filled(300).checkpoint()
    with pytest.raises(ValueError, match="key_groups ends with 299: of 128 key groups the last is 127"):
        restored_checkpoint(stream, 128)
    backend = filled(128)
    before = list(backend.entries())
    with pytest.raises(ValueError, match="the stream has key group 299, and the backend's max_parallelism is 128"):
        add_checkpoint(backend, stream)
    assert list(backend.entries()) == before


@pytest.mark.parametrize("state", ["total", "timers"])
def test_a_reader_with_another_max_parallelism_says_so(state):
    timers = KeyedState("timers", StateKind.TIMERS, VOID_NAMESPACE, TimerSerializer(LONG, VOID_NAMESPACE))
    states = HeapStates(256, KeyGroupRange(0, 127), LONG, [TOTAL, timers])
    key = next(Long(i) for i in range(99) if key_group(Long(i), 256) < 128)
    if state == "timers":
        states.timers("timers").add(Timer(5, key, VOID))
    else:
        states.update("total", key, Long(1))
    stream = states.savepoint()
    with pytest.raises(IOException, match="1 byte is left behind a key: max_parallelism is 128; write that of the"):
        read(stream, 128)
    with pytest.raises(BackendBuildingException, match=r"IOException: 1 byte is left behind a key"):
        restored_savepoint(stream, 128)
    assert len(read(stream, 256)) == 1


def test_a_null_timestamp_as_a_key_of_a_map_leaves_bytes_as_in_flink():
    dates = KeyedState("pages", StateKind.MAP, VOID_NAMESPACE, MapSerializer(SQL_TIMESTAMP, LONG))
    states = HeapStates(128, ALL, STRING, [dates])
    states.update("pages", "user_1", {None: Long(1)})
    assert [entry.user_key for entry in read(states.savepoint())] == [None]


# --- streams that are added


def test_of_a_checkpoint_that_fails_nothing_is_added():
    whole = filled().checkpoint()
    backend = HeapStates(128, ALL, STRING, [TOTAL])
    with pytest.raises(BackendBuildingException, match="EOFException"):
        add_checkpoint(backend, KeyedStateStream(whole.data[:-3], whole.offsets))
    assert list(backend.entries()) == []
    add_checkpoint(backend, whole)
    assert len(list(backend.entries())) == len(KEYS)


def test_what_is_added_stands_as_if_it_had_been_put_one_by_one():
    """Two streams share key groups: what comes first, and what comes again."""
    streams, expected = [], HeapStates(128, ALL, STRING, [TOTAL, TIMERS])
    for number, count in ((1, 300), (2, 400)):
        states = HeapStates(128, ALL, STRING, [TOTAL, TIMERS])
        for key in (f"user_{number * i}" for i in range(count)):
            states.update("total", key, Long(number))
            states.timers("timers").add(Timer(number, key, VOID))
        streams.append(states.checkpoint())
        for entry in states.entries():
            if entry.state == "total":
                expected.update("total", entry.key, entry.value)
            else:
                expected.timers("timers").add(Timer(entry.value.value, entry.key, VOID))
    backend = HeapStates(128, ALL, STRING, [TOTAL, TIMERS])
    for stream in streams:
        add_checkpoint(backend, stream)
    assert len({entry.key for entry in backend.entries()}) == len({f"user_{2 * i}" for i in range(150, 400)}) + 300
    assert list(backend.entries()) == list(expected.entries())


def test_of_a_checkpoint_whose_key_has_no_hash_code_nothing_is_added():
    target = io.BytesIO()
    entries = [Entry(53, "total", "user_1", VOID, Long(1)), Entry(54, "total", None, VOID, Long(1))]
    offsets = write_checkpoint(target, StreamHeader(STRING, (TOTAL,)), ALL, entries)
    backend = HeapStates(128, ALL, STRING, [TOTAL])
    for checked in (True, False):
        with pytest.raises(BackendBuildingException, match="NullPointerException"):
            add_checkpoint(backend, KeyedStateStream(target.getvalue(), offsets), checked=checked)
    assert list(backend.entries()) == []


def test_a_state_of_another_kind_or_name_is_not_added():
    stream = filled().checkpoint()
    reducing = KeyedState("total", StateKind.REDUCING, VOID_NAMESPACE, LONG)
    with pytest.raises(ValueError, match="'total' is a value state of the stream, and a reducing state of the backend"):
        add_checkpoint(HeapStates(128, ALL, STRING, [reducing]), stream)
    with pytest.raises(KeyError, match="the backend has no state 'total', only 'pages'"):
        add_checkpoint(HeapStates(128, ALL, STRING, [PAGES]), stream)


@pytest.mark.parametrize(("taken", "restored"), TAKEN)
def test_an_offset_is_not_counted_from_the_end(taken, restored):
    stream = taken(filled())
    offsets = [offset - len(stream.data) if offset else 0 for offset in stream.offsets.offsets]
    wrong = KeyedStateStream(stream.data, KeyGroupRangeOffsets(ALL, offsets))
    with pytest.raises(ValueError, match=r"the offset of key group .* is -.*: write at which byte of the stream it"):
        restored(wrong, 128)
    beyond = KeyedStateStream(stream.data, KeyGroupRangeOffsets(ALL, [len(stream.data) + 5] * 128))
    with pytest.raises(BackendBuildingException, match="EOFException"):
        restored(beyond, 128)


def test_a_map_that_can_not_be_put_is_not_put_in_part():
    states = HeapStates(128, ALL, STRING, [PAGES])
    for pairs in ({"a": Long(1), 7: Long(2)}, {7: Long(2)}):
        with pytest.raises(TypeError, match="a bare int has no Java type"):
            states.update("pages", "user_1", pairs)
    assert list(states.entries()) == []
    states.update("pages", "user_1", {"a": Long(1), None: Long(2)})
    assert len(states.value("pages", "user_1")) == 2


# --- what can't be written says where


VISITS = KeyedState("visits", StateKind.LIST, VOID_NAMESPACE, ListSerializer(LONG))


@pytest.mark.parametrize(
    ("entry", "error", "what"),
    [
        (Entry(1, "visits", "user_1", VOID, [Long(1)]), WrongTypeError, "^the state 'visits', key 'user_1': "),
        (
            Entry(1, "total", "user_1", VOID, 5),
            WrongTypeError,
            "^the state 'total', key 'user_1': LongSerializer takes",
        ),
        (Entry(1, "timers", "user_1", VOID, 5), WrongTypeError, "^the state 'timers', key 'user_1': "),
        (Entry(1, "zz", "user_1", VOID, 5), KeyError, "the header has no state 'zz', only 'total', 'visits', 'timers'"),
        (Entry(1, "total", None, VOID, Long(5)), ValueError, "the state 'total' has a null key, which no backend rest"),
    ],
)
def test_an_entry_that_can_not_be_written_is_named(entry, error, what):
    with pytest.raises(error, match=what):
        saved([entry], states=(TOTAL, VISITS, TIMERS))


def test_a_null_key_is_written_where_nothing_is_checked():
    stream = saved([Entry(1, "total", None, VOID, Long(5))], checked=False)
    assert [entry.key for entry in read(stream)] == [None]


@pytest.mark.parametrize("taken", [HeapStates.savepoint, HeapStates.checkpoint])
def test_a_null_that_no_type_knows_is_an_error_that_names_its_state_and_key(taken):
    states = HeapStates(128, ALL, STRING, [KeyedState("total", StateKind.REDUCING, VOID_NAMESPACE, LONG)])
    states.update("total", "user_1", Long(1))
    states.update("total", "user_2", None)
    with pytest.raises(NullPointerException) as raised:
        taken(states)
    assert raised.value.__notes__ == ["the state 'total', key 'user_2'"]


def test_a_tuple_of_another_size_is_an_error_that_names_its_state_and_key():
    pairs = KeyedState("pairs", StateKind.VALUE, VOID_NAMESPACE, TupleSerializer((LONG, LONG)))
    states = HeapStates(128, ALL, STRING, [pairs])
    states.update("pairs", "user_1", Tuple((Long(1),)))
    for taken in (HeapStates.savepoint, HeapStates.checkpoint):
        with pytest.raises(ValueError, match="a tuple of 1 fields") as raised:
            taken(states)
        assert raised.value.__notes__ == ["the state 'pairs', key 'user_1'"]
