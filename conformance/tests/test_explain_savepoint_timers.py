"""Timers in savepoints and heap checkpoints: bytes that the JARs wrote are read, and counted where they stand."""

import io

import pytest
import sample_savepoint as sample
import timer_streams as written

from copartition.advice.questions import ADVICE
from copartition.errors import IOException
from copartition.flink import KeyGroupRange
from copartition.flink.savepoint import HeapStates, KeyedState, SavepointReader, StateKind
from copartition.flink.savepoint.header import read_header
from copartition.flink.serializers import STRING, VOID_NAMESPACE
from copartition.flink.serializers.timers import Timer, TimerSerializer
from copartition.flink.state import VOID
from copartition.java import Long
from copartition.java.data_streams import DataInput

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


def test_a_restore_says_that_it_takes_no_timers_and_a_writer_too():
    with pytest.raises(IOException, match="has timers, which are not restored"):
        read_header(DataInput(bytes.fromhex(written.NEWEST_SAVEPOINT)))
    state = KeyedState(EVENT, StateKind.TIMERS, VOID_NAMESPACE, TimerSerializer(STRING, VOID_NAMESPACE))
    with pytest.raises(ValueError, match="has timers, which are not written"):
        HeapStates(128, KeyGroupRange(0, 127), STRING, [state]).savepoint()


def test_the_word_timers_in_a_state_of_another_kind_is_an_error(tmp_path):
    """A state's kind is a text in the header; none of Flink's is `TIMERS`."""
    sample.write(tmp_path)
    path = tmp_path / "part-0"
    data = path.read_bytes().replace(b"\0\5VALUE\0\0\0\2", b"\0\6TIMERS\0\0\0\2", 1)
    path.write_bytes(data)
    (damage,) = ADVICE["savepoint"]({"path": str(tmp_path)})["damage"]
    assert "is of the kind 'TIMERS', which no release writes" in damage["what"]
