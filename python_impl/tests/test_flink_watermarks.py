"""Watermarks: what Flink 1.16.3, 1.20.5, 2.1.3 and 2.3.0 were measured to do, and how the port's door reads."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import (
    ArrayIndexOutOfBoundsException,
    IllegalArgumentException,
    IllegalStateException,
    NoSuchElementException,
    WrongTypeError,
)
from copartition.flink.watermarks import (
    MIN_TIMESTAMP,
    IndexedCombinedWatermarkStatus,
    StatusWatermarkValve,
    WatermarkAggregator,
    WatermarkBroadcast,
    WatermarkOutputMultiplexer,
    WatermarkSampler,
)
from copartition.port import PORT


class Output:
    def __init__(self):
        self.events = []

    def emit_watermark(self, timestamp):
        self.events.append(timestamp)

    def mark_idle(self):
        self.events.append("idle")

    def on_watermark_update(self, timestamp):
        self.events.append(timestamp)

    def on_idle_update(self, *, idle):
        self.events.append(idle)


def splits(version, *names):
    output = Output()
    multiplexer = WatermarkOutputMultiplexer(output, version)
    for name in names:
        multiplexer.register_new_output(name)
    return multiplexer, output.events, [multiplexer.immediate_output(name) for name in names]


@pytest.mark.parametrize(
    ("version", "events"),
    [("1.16.3", [3, "idle", 4, 11]), ("2.1.3", [3, "idle", 4, 11]), ("2.3.0", [3, 10, "idle", 11])],
)
def test_all_splits_idle(version, events):
    _, emitted, (a, b) = splits(version, "a", "b")
    a.emit_watermark(10)
    b.emit_watermark(3)
    a.mark_idle()
    b.mark_idle()
    b.emit_watermark(4)
    b.emit_watermark(11)
    assert emitted == events


def test_a_split_that_wakes_below_the_watermark_says_nothing():
    """FLINK-40504, open: downstream stays idle."""
    _, emitted, (a,) = splits("2.3.0", "a")
    a.emit_watermark(10)
    a.mark_idle()
    emitted.clear()
    a.mark_active()
    a.emit_watermark(10)
    a.emit_watermark(9)
    assert emitted == []


def test_a_late_split_holds_back_and_a_removed_one_waits():
    multiplexer, emitted, (a,) = splits("2.3.0", "a")
    a.emit_watermark(5)
    multiplexer.register_new_output("b")
    a.emit_watermark(7)
    assert multiplexer.unregister_output("b")
    assert not multiplexer.unregister_output("b")
    assert emitted == [5]
    multiplexer.on_periodic_emit()
    assert emitted == [5, 7]


def test_without_splits_the_output_stays_as_it_was():
    """FLINK-39586, open."""
    multiplexer, emitted, (a,) = splits("2.3.0", "a")
    a.emit_watermark(5)
    a.mark_idle()
    multiplexer.unregister_output("a")
    multiplexer.on_periodic_emit()
    assert emitted == [5, "idle", "idle"]


def test_deferred_outputs_wait():
    multiplexer, emitted, _ = splits("2.3.0", "a")
    output = multiplexer.deferred_output("a")
    output.emit_watermark(5)
    output.mark_idle()
    output.mark_active()
    assert emitted == []
    multiplexer.on_periodic_emit()
    assert emitted == [5]


@pytest.mark.parametrize(("version", "heard"), [("1.20.5", [5]), ("2.1.3", [False, 5, False, True, False])])
def test_what_a_splits_listener_hears(version, heard):
    multiplexer, _, _ = splits(version)
    listener = Output()
    multiplexer.register_new_output("a", listener)
    output = multiplexer.immediate_output("a")
    output.emit_watermark(5)
    output.emit_watermark(4)
    output.mark_idle()
    output.mark_active()
    assert listener.events == heard


class Acting(Output):
    """A listener that does something when it hears of its first watermark."""

    def __init__(self, act):
        super().__init__()
        self.act = act

    def on_watermark_update(self, timestamp):
        super().on_watermark_update(timestamp)
        act, self.act = self.act, lambda: None
        act()


def test_a_listener_that_idles_its_split_has_the_last_word():
    output = Output()
    multiplexer = WatermarkOutputMultiplexer(output)
    multiplexer.register_new_output("a", Acting(lambda: multiplexer.immediate_output("a").mark_idle()))
    multiplexer.immediate_output("a").emit_watermark(0)
    assert output.events == ["idle", 0, "idle"]  # as the JARs of 1.20.5, 2.1.3 and 2.3.0


def test_a_listener_that_emits_is_before_the_watermark_that_it_hears_of():
    output = Output()
    multiplexer = WatermarkOutputMultiplexer(output)
    multiplexer.register_new_output("a", Acting(lambda: multiplexer.deferred_output("a").emit_watermark(5)))
    multiplexer.immediate_output("a").emit_watermark(-1)
    assert output.events == [5]


def test_what_a_multiplexer_refuses():
    multiplexer, _, _ = splits("1.16.3", "a")
    with pytest.raises(IllegalStateException, match=r"^Already contains an output for ID a$"):
        multiplexer.register_new_output("a")
    for output in (multiplexer.immediate_output, multiplexer.deferred_output):
        with pytest.raises(IllegalArgumentException, match=r"^no output registered under id b$"):
            output("b")
    with pytest.raises(ValueError, match=r"listener must be None: outputs have listeners from 1\.17\.0 on"):
        multiplexer.register_new_output("b", Output())
    with pytest.raises(ValueError, match="version must be a release of Flink"):
        WatermarkOutputMultiplexer(Output(), "2.3")


def test_combined_inputs():
    status = IndexedCombinedWatermarkStatus(2)
    assert (status.watermark, status.idle) == (MIN_TIMESTAMP, False)
    assert not status.update_watermark(0, 5)
    assert status.update_watermark(1, 3)
    assert status.update_status(1, idle=True)
    assert (status.watermark, status.idle) == (5, False)
    assert not status.update_status(0, idle=True)
    assert status.idle
    with pytest.raises(IllegalArgumentException):
        status.update_watermark(2, 1)
    with pytest.raises(ArrayIndexOutOfBoundsException, match=r"^Index -1 out of bounds for length 2$"):
        status.update_status(-1, idle=True)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9)), max_size=60))
def test_an_aggregate_is_the_least_last_report(reports):
    aggregator, latest = WatermarkAggregator(), {}
    for key, timestamp in reports:
        before = min(latest.values(), default=MIN_TIMESTAMP)
        latest[key] = timestamp
        now = min(latest.values())
        assert aggregator.aggregate(key, timestamp) == (None if now == before else now)
        assert aggregator.watermark == now
        assert len(aggregator._heap) <= 4 * len(latest) + 1


def test_samples():
    sampler = WatermarkSampler(2)
    seen = []
    for timestamp in (10, 20, 30, 40):
        sampler.add_latest(timestamp)
        seen.append(sampler.oldest_sample)
        sampler.sample()
    assert seen == [MIN_TIMESTAMP, MIN_TIMESTAMP, 10, 20]
    assert sampler.latest == 40
    without = WatermarkSampler(0)
    without.add_latest(7)
    without.sample()
    assert without.oldest_sample == 7
    with pytest.raises(NoSuchElementException):
        _ = WatermarkSampler(-1).oldest_sample


def ask(name, document, **line):
    return PORT.operations[f"flink.watermark.{name}"](document, **line)


def test_the_ports_door():
    watermark = {"op": "watermark", "timestamp": "5"}
    assert ask("combined", {"inputs": 1, "steps": [{**watermark, "input": 0}, {"op": "idle", "input": 1}]}) == [
        {"changed": True, "watermark": "5", "idle": False},
        {"error": {"kind": "IllegalArgumentException"}},
    ]
    steps = [{"op": "register", "output": "a"}, {**watermark, "output": "a"}, {"op": "idle", "output": "a"}]
    more = [{"op": "active", "output": "a", "deferred": True}, {"op": "unregister", "output": "a"}, {"op": "periodic"}]
    assert ask("multiplexer", {"steps": steps + more}, line="flink 1.20.5") == [
        {"emitted": [], "listener": []},
        {"emitted": [["watermark", "5"]], "listener": [["watermark", "a", "5"]]},
        {"emitted": [["idle"]], "listener": []},
        {"emitted": [], "listener": []},
        {"returned": True, "emitted": [], "listener": []},
        {"emitted": [["idle"]], "listener": []},
    ]
    heard = ask("multiplexer", {"steps": steps}, line="flink 2.3.0")[2]["listener"]
    assert heard == [["idle", "a", True]]
    assert ask("multiplexer", {"steps": steps}, line="flink 1.16.3")[1]["listener"] == []
    shared = {"channels": [{"first": 0, "last": 1}], "steps": [{**watermark, "channel": 0}]}
    assert ask("valve", shared) == [{"error": {"kind": "NullPointerException"}}]
    assert ask("valve", {"channels": 1, "steps": [{**watermark, "channel": 0}, {"op": "idle", "channel": 0}]}) == [
        {"emitted": [["watermark", "5"]]},
        {"emitted": [["idle"]]},
    ]
    report = {"op": "report", "key": "a", "timestamp": "5"}
    assert ask("alignment", {"steps": [report, report]}) == [
        {"changed": "5", "watermark": "5"},
        {"changed": None, "watermark": "5"},
    ]
    assert (
        ask("sampler", {"capacity": 0, "steps": [watermark, {"op": "sample"}]}) == [{"latest": "5", "oldest": "5"}] * 2
    )


NO_TIMESTAMPS = [
    (1.5, WrongTypeError, "timestamp must be an integer, not float"),
    (float("nan"), WrongTypeError, "timestamp must be an integer, not float"),
    ("5", WrongTypeError, "timestamp must be an integer, not str"),
    (True, WrongTypeError, "timestamp must be an integer, not True"),
    (1 << 70, ValueError, "timestamp must be a 64-bit integer, not"),
]


@pytest.mark.parametrize(("timestamp", "kind", "words"), NO_TIMESTAMPS)
def test_what_is_no_timestamp_is_refused_and_changes_nothing(timestamp, kind, words):
    output = Output()
    valve, combined = StatusWatermarkValve(1), IndexedCombinedWatermarkStatus(1)
    aggregator, sampler = WatermarkAggregator(), WatermarkSampler(1)
    _, emitted, (split,) = splits("2.3.0", "a")
    combined.update_status(0, idle=True)
    aggregator.aggregate("a", 10)
    for take in (
        lambda: valve.input_watermark(timestamp, 0, output),
        lambda: combined.update_watermark(0, timestamp),
        lambda: aggregator.aggregate("a", timestamp),
        lambda: sampler.add_latest(timestamp),
        lambda: split.emit_watermark(timestamp),
        lambda: WatermarkBroadcast([output]).emit_watermark(timestamp),
    ):
        with pytest.raises(kind, match=words):
            take()
    assert (output.events, combined.idle, combined.watermark, emitted) == ([], True, MIN_TIMESTAMP, [])
    assert (aggregator.aggregate("a", 12), aggregator.aggregate("b", 11), sampler.latest) == (12, 11, MIN_TIMESTAMP)


def test_integers_of_numpy_are_timestamps():
    output = Output()
    StatusWatermarkValve(np.int64(1)).input_watermark(np.int64(5), 0, output)
    assert [type(timestamp) for timestamp in output.events] == [int]


def test_a_bool_of_numpy_says_what_is_idle():
    output = Output()
    combined = IndexedCombinedWatermarkStatus(1)
    combined.update_status(0, idle=np.True_)
    output.emit_watermark_status = output.on_idle_update
    StatusWatermarkValve(1).input_watermark_status(0, output, idle=np.True_)
    assert combined.idle is output.events[0] is True


def test_idle_is_said_by_a_bool():
    output = Output()
    with pytest.raises(WrongTypeError, match="idle must be a bool, not str"):
        StatusWatermarkValve(2).input_watermark_status(0, output, idle="false")
    combined = IndexedCombinedWatermarkStatus(1)
    with pytest.raises(WrongTypeError, match="idle must be a bool, not str"):
        combined.update_status(0, idle="false")
    with pytest.raises(WrongTypeError, match=r"^idle must be a bool, not int: write True or False$"):
        combined.update_status(0, idle=1)
    assert (output.events, combined.idle) == ([], False)


def test_numbers_of_channels_inputs_and_samples_are_integers():
    for make in (StatusWatermarkValve, IndexedCombinedWatermarkStatus, WatermarkSampler):
        with pytest.raises(WrongTypeError, match="must be an integer, not True"):
            make(True)  # noqa: FBT003 - what is refused
    for channels in ("12", [1, 1]):
        with pytest.raises(WrongTypeError, match="channels must hold range values, not"):
            StatusWatermarkValve(channels)


def test_channels_may_come_from_a_generator():
    """They are asked for how many there are, and whether one of them carries several subpartitions."""
    output = Output()
    valve = StatusWatermarkValve(channel for channel in [range(2), range(1)])
    with pytest.raises(IllegalStateException):
        valve.input_watermark_status(1, output, idle=True)
