"""Watermarks on their way from a source's splits over all channels into a receiver."""

from heard_watermarks import Heard

from copartition.flink.watermarks import (
    MIN_TIMESTAMP,
    StatusWatermarkValve,
    WatermarkBroadcast,
    WatermarkOutputMultiplexer,
)


class Channel:
    """What comes over a channel goes into the receiver's valve."""

    def __init__(self, valve, number, output):
        self.valve, self.number, self.output = valve, number, output

    def emit_watermark(self, timestamp):
        self.valve.input_watermark(timestamp, self.number, self.output)

    def emit_watermark_status(self, *, idle):
        self.valve.input_watermark_status(self.number, self.output, idle=idle)


def test_only_news_is_passed_on_and_to_all_channels():
    channels = [Heard(), Heard()]
    output = WatermarkBroadcast(channels)
    output.mark_active()
    for timestamp in (5, 3, 5, 6):
        output.emit_watermark(timestamp)
    output.mark_idle()
    output.mark_idle()
    output.emit_watermark(6)
    assert (output.watermark, output.idle) == (6, True)
    output.emit_watermark(7)
    assert channels[0].events == channels[1].events == [5, 6, "idle", "active", 7]


def test_the_least_timestamp_is_no_news():
    heard = Heard()
    output = WatermarkBroadcast([heard])
    output.emit_watermark(MIN_TIMESTAMP)
    assert heard.events == []
    output.emit_watermark(MIN_TIMESTAMP + 1)
    assert heard.events == [MIN_TIMESTAMP + 1]


def receiver_of(subtasks):
    """A receiver of so many subtasks: what it hears, and by subtask a multiplexer of two splits."""
    receiver = Heard()
    valve = StatusWatermarkValve(subtasks)
    multiplexers = [
        WatermarkOutputMultiplexer(WatermarkBroadcast([Channel(valve, number, receiver)])) for number in range(subtasks)
    ]
    for multiplexer in multiplexers:
        multiplexer.register_new_output("a")
        multiplexer.register_new_output("b")
    return receiver.events, multiplexers


def test_a_receiver_has_the_least_watermark_of_all_splits_of_all_subtasks():
    received, (left, right) = receiver_of(2)
    left.immediate_output("a").emit_watermark(10)
    left.immediate_output("b").emit_watermark(4)
    assert received == []
    right.immediate_output("a").emit_watermark(3)
    right.immediate_output("b").emit_watermark(7)
    assert received == [3]
    right.immediate_output("a").mark_idle()
    assert received == [3, 4]


def test_what_goes_on_below_the_greatest_watermark_stays_idle_downstream():
    """FLINK-40504, open: up to 2.3.0 no subtask hears of it."""
    received, (only,) = receiver_of(1)
    a, b = only.immediate_output("a"), only.immediate_output("b")
    a.emit_watermark(10)
    b.emit_watermark(3)
    a.mark_idle()
    b.mark_idle()
    assert received == [3, 10, "idle"]
    b.emit_watermark(5)
    b.mark_active()
    assert received == [3, 10, "idle"]
    b.emit_watermark(11)
    assert received == [3, 10, "idle", "active", 11]
