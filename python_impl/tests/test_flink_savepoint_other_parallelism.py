"""Entries of a savepoint that is read with another max parallelism than it was written with: errors that say so."""

import io

import numpy as np
import pytest

from copartition.advice.savepoint import explain_savepoint
from copartition.errors import BackendBuildingException, IOException, JavaError
from copartition.flink import KeyGroupRange, key_group
from copartition.flink.savepoint import (
    Entry,
    HeapStates,
    KeyedState,
    SavepointReader,
    StateKind,
    StreamHeader,
    restored_savepoint,
    write_savepoint,
)
from copartition.flink.serializers import BOOLEAN, BYTES, LONG, STRING, VOID_NAMESPACE, EnumSerializer
from copartition.flink.serializers.timers import TimerSerializer
from copartition.flink.state import VOID, Timer
from copartition.java import Integer, Long

COLOUR = EnumSerializer("org.example.Colour", ["RED", "GREEN"])
TOTAL = KeyedState("total", StateKind.VALUE, VOID_NAMESPACE, LONG)
TIMERS = KeyedState("timers", StateKind.TIMERS, VOID_NAMESPACE, TimerSerializer(STRING, VOID_NAMESPACE))
KEYS = [f"user_{i}" for i in range(20)]
STANDS = "the key 'user_.*' stands in key group .*, and with a max_parallelism of {} belongs to .*: write the max_par"
CUT = "; max_parallelism is {}: if the bytes are whole, write that of the operator that has the state"
LEFT = "left behind a key: max_parallelism is {}; write that of the operator that has the state"


def written(maximum, state=TOTAL):
    states = HeapStates(maximum, KeyGroupRange(0, maximum - 1), STRING, [state])
    for place, key in enumerate(KEYS):
        if state is TOTAL:
            states.update("total", key, Long(place))
        else:
            states.timers("timers").add(Timer(place, key, VOID))
    return states.savepoint().data


def read(data, maximum, **options):
    return list(SavepointReader(io.BytesIO(data), maximum, file="part-0").entries(**options))


@pytest.mark.parametrize("state", [TOTAL, TIMERS], ids=lambda state: state.name)
@pytest.mark.parametrize(
    ("maximum", "asked", "words"),
    [(300, 400, STANDS), (128, 100, STANDS), (100, 128, STANDS), (128, 300, CUT), (300, 128, f"{CUT}|{LEFT}")],
)
def test_entries_say_that_another_max_parallelism_is_theirs(state, maximum, asked, words):
    data = written(maximum, state)
    says = "|".join(f"part-0, byte .*, an entry of the state '{state.name}': .*{each}" for each in words.split("|"))
    with pytest.raises(JavaError, match=says.replace("{}", str(asked))):
        read(data, asked)
    assert [entry.key for entry in read(data, maximum)] == [entry.key for entry in read(data, maximum, checked=False)]
    assert {entry.key for entry in read(data, maximum)} == set(KEYS)


def test_entries_are_read_as_flink_reads_them_where_that_is_asked():
    assert len(read(written(300), 400, checked=False)) == len(KEYS)


def test_a_key_that_is_cut_says_so_when_it_is_restored_too():
    states = HeapStates(300, KeyGroupRange(0, 99), STRING, [TOTAL])
    for key in KEYS:
        if key_group(key, 300) < 100:
            states.update("total", key, Long(1))
    with pytest.raises(BackendBuildingException, match=r"max_parallelism is 128[:;].* write that of the operator"):
        restored_savepoint(states.savepoint(), 128)


def stream_of(key, of):
    target = io.BytesIO()
    entries = [Entry(100, "total", of, VOID, Long(1))]
    write_savepoint(target, StreamHeader(key, (TOTAL,)), KeyGroupRange(0, 127), 128, entries, checked=False)
    return target.getvalue()


UNKNOWN = stream_of(BOOLEAN, of=True).replace(b"BooleanSerializer", b"BooleanSeriaXizer")


@pytest.mark.parametrize("data", [stream_of(BYTES, b"a"), UNKNOWN], ids=["bytes", "unknown"])
def test_a_key_without_a_hash_code_stands_in_one_of_the_key_groups_at_least(data):
    assert [entry.key_group for entry in read(data, 128)] == [100]
    words = "of the state 'total': the key .* stands in key group 100, and a max_parallelism of 100 has 0 to 99: write"
    with pytest.raises(IOException, match=words):
        read(data, 100)


def test_enums_hash_by_identity_so_nothing_is_said_of_their_key_groups(tmp_path, monkeypatch):
    # As a job of Flink writes it: there, too, in whatever key group.
    monkeypatch.setattr("copartition.flink.savepoint.arguments.has_enum", lambda _: False)
    data = stream_of(COLOUR, "RED")
    assert [entry.key for entry in read(data, 128)] == ["RED"]
    (tmp_path / "stream").write_bytes(data)
    (operator,) = explain_savepoint(tmp_path / "stream", max_parallelism=128).operators
    assert (operator.entries.count, operator.entries.misplaced.count) == (1, 0)
    with pytest.raises(IOException, match="a max_parallelism of 100 has 0 to 99: write"):
        read(data, 100)


@pytest.mark.parametrize("maximum", [np.int16(128), np.uint8(128), Integer(128)], ids=lambda one: type(one).__name__)
def test_integers_of_other_kinds_are_max_parallelisms(maximum):
    assert {entry.key for entry in read(written(128), maximum)} == set(KEYS)


def test_a_null_key_is_read():
    assert [entry.key for entry in read(stream_of(STRING, None), 128)] == [None]
