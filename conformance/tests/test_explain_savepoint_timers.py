"""Timers in savepoints and heap checkpoints: bytes that the JARs wrote are read, counted, and written again."""

import io

import pytest
import sample_savepoint as sample
import timer_streams as written

from copartition.advice.questions import ADVICE
from copartition.flink import KeyGroupRange
from copartition.flink.savepoint import (
    Entry,
    KeyedState,
    SavepointReader,
    StateKind,
    StreamHeader,
    write_checkpoint,
    write_savepoint,
)
from copartition.flink.serializers import LONG, STRING, TIME_WINDOW, VOID_NAMESPACE
from copartition.flink.serializers.timers import TimerSerializer
from copartition.flink.state import VOID, TimeWindow
from copartition.flink.state.timer_queue import Timer
from copartition.java import Long

EVENT, PROCESSING = "_timer_state/event_timers", "_timer_state/processing_timers"
STREAMS = {
    "newest": (written.NEWEST_SAVEPOINT, written.NEWEST_SAVEPOINT_OFFSETS, True),
    "other-order": (written.OTHER_ORDER_SAVEPOINT, written.OTHER_ORDER_SAVEPOINT_OFFSETS, True),
    "checkpoint": (written.NEWEST_CHECKPOINT, written.NEWEST_CHECKPOINT_OFFSETS, False),
    "checkpoint-other-order": (written.OTHER_ORDER_CHECKPOINT, written.OTHER_ORDER_CHECKPOINT_OFFSETS, False),
}


@pytest.mark.parametrize("stream", [written.NEWEST_SAVEPOINT, written.OTHER_ORDER_SAVEPOINT])
def test_a_reader_gives_each_timer_with_its_time(stream):
    entries = list(SavepointReader(io.BytesIO(bytes.fromhex(stream)), 128).entries())
    assert {(entry.key_group, entry.key, entry.namespace) for entry in entries} == {(53, "user_1", VOID)}
    assert [entry.value for entry in entries if entry.state == EVENT] == [Long(-1), Long(5), Long(1000)]
    assert [entry.value for entry in entries if entry.state == PROCESSING] == [Long(7)]
    assert [entry.value for entry in entries if entry.state == "value"] == ["v"]


@pytest.mark.parametrize("name", list(STREAMS))
def test_timers_are_counted(name, tmp_path):
    stream, offsets, is_savepoint = STREAMS[name]
    by_group = {str(50 + at): str(offset) for at, offset in enumerate(offsets)}
    sample.write_stream(tmp_path, bytes.fromhex(stream), by_group, 128, is_savepoint=is_savepoint)
    answer = ADVICE["savepoint"]({"path": str(tmp_path)})
    assert answer["damage"] == []
    keyed = answer["operators"][0]["keyed"]
    assert keyed["files"][0]["form"] == ("canonical" if is_savepoint else "heap")
    assert {(state["name"], state["kind"], state["entries"]) for state in keyed["states"]} == {
        ("value", "value", 1),
        (EVENT, "timers", 3),
        (PROCESSING, "timers", 1),
    }
    assert keyed["keyGroups"]["entries"] == [0] * 53 + [5] + [0] * 74
    (kind,) = {str(state["type"]) for state in keyed["states"] if state["kind"] == "timers"}
    assert kind == str({"type": "timer", "key": "string", "namespace": "void-namespace"})
    largest = [each for each in keyed["largest"] if each["state"] == EVENT]
    assert [each["key"]["value"] for each in largest] == ["user_1"] * 3


@pytest.mark.parametrize("end", [1046, 1051, 1080, 1100, 1172])
def test_timers_that_are_cut_say_where(end, tmp_path):
    by_group = {str(50 + at): str(offset) for at, offset in enumerate(written.NEWEST_SAVEPOINT_OFFSETS)}
    sample.write_stream(tmp_path, bytes.fromhex(written.NEWEST_SAVEPOINT), by_group, 128)
    (tmp_path / "stream").write_bytes(bytes.fromhex(written.NEWEST_SAVEPOINT)[:end])
    answer = ADVICE["savepoint"]({"path": str(tmp_path)})
    assert answer["restorable"] == "no"
    assert [damage["byte"] for damage in answer["damage"] if damage["byte"] > end] == []


def test_a_timer_is_written_as_it_was_read():
    timers = TimerSerializer(STRING, VOID_NAMESPACE)
    for timer in (
        Timer(-1, "a", VOID),
        Timer(0, "a", VOID),
        Timer((1 << 63) - 1, "a", VOID),
        Timer(-(1 << 63), "", VOID),
    ):
        assert timers.from_bytes(timers.to_bytes(timer)) == timer
    assert timers.to_bytes(Timer(-1, "user_1", VOID)).hex() == "7fffffffffffffff07757365725f3100"
    assert timers.to_bytes(Timer(-1, "a", VOID)) < timers.to_bytes(Timer(0, "a", VOID))


TIMERS = KeyedState(EVENT, StateKind.TIMERS, VOID_NAMESPACE, TimerSerializer(STRING, VOID_NAMESPACE))
GROUPS = KeyGroupRange(50, 60)


@pytest.mark.parametrize("name", ["NEWEST", "OTHER_ORDER"])
def test_a_savepoint_with_timers_is_written_as_the_jars_write_it(name):
    data = bytes.fromhex(getattr(written, f"{name}_SAVEPOINT"))
    reader = SavepointReader(io.BytesIO(data), 128)
    target = io.BytesIO()
    offsets = write_savepoint(target, reader.header, GROUPS, 128, reader.entries())
    assert target.getvalue() == data
    assert [offset for _, offset in offsets] == getattr(written, f"{name}_SAVEPOINT_OFFSETS")


def test_a_heap_checkpoint_with_timers_is_written_as_the_jars_write_it():
    savepoint = SavepointReader(io.BytesIO(bytes.fromhex(written.NEWEST_SAVEPOINT)), 128)
    target = io.BytesIO()
    offsets = write_checkpoint(target, savepoint.header, GROUPS, savepoint.entries())
    assert target.getvalue().hex() == written.NEWEST_CHECKPOINT
    assert [offset for _, offset in offsets] == written.NEWEST_CHECKPOINT_OFFSETS


def test_timers_of_two_byte_key_groups_and_windows_are_read_again():
    window = TimeWindow(0, 10)
    timers = KeyedState(EVENT, StateKind.TIMERS, TIME_WINDOW, TimerSerializer(LONG, TIME_WINDOW))
    entries = [Entry(194, EVENT, Long(-7), window, Long(time)) for time in (-(1 << 63), -1, 0, (1 << 63) - 1)]
    target = io.BytesIO()
    write_savepoint(target, StreamHeader(LONG, (timers,)), KeyGroupRange(0, 499), 500, entries)
    target.seek(0)
    assert list(SavepointReader(target, 500).entries()) == entries


def test_timers_need_a_serializer_of_timers():
    wrong = KeyedState(EVENT, StateKind.TIMERS, VOID_NAMESPACE, STRING)
    with pytest.raises(TypeError, match="the timers '_timer_state/event_timers' must have a TimerSerializer, not "):
        write_savepoint(io.BytesIO(), StreamHeader(STRING, (wrong,)), GROUPS, 128, [])


def test_the_word_timers_in_a_state_of_another_kind_is_an_error(tmp_path):
    """A state's kind is a text in the header; none of Flink's is `TIMERS`."""
    sample.write(tmp_path)
    path = tmp_path / "part-0"
    data = path.read_bytes().replace(b"\0\5VALUE\0\0\0\2", b"\0\6TIMERS\0\0\0\2", 1)
    path.write_bytes(data)
    (damage,) = ADVICE["savepoint"]({"path": str(tmp_path)})["damage"]
    assert "is of the kind 'TIMERS', which no release writes" in damage["what"]
