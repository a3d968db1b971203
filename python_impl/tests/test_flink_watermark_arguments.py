"""Arguments of wrong types are named, and numpy's integers are places."""

import numpy as np
import pytest

from copartition.errors import WrongTypeError
from copartition.flink.watermarks import (
    IndexedCombinedWatermarkStatus,
    StatusWatermarkValve,
    WatermarkBroadcast,
    WatermarkOutputMultiplexer,
)
from copartition.java import Long


class Output:
    def __init__(self):
        self.events = []

    def emit_watermark(self, timestamp):
        self.events.append(timestamp)

    def emit_watermark_status(self, *, idle):
        self.events.append(idle)

    def mark_idle(self):
        self.events.append("idle")


@pytest.mark.parametrize("version", ["1.18.1", "2.3.0"])
def test_what_is_no_place_is_named(version):
    output = Output()
    valve, combined = StatusWatermarkValve(2, version), IndexedCombinedWatermarkStatus(2, version)
    for take, name in (
        (lambda: combined.update_watermark("0", 3), "index"),
        (lambda: combined.update_status("0", idle=True), "index"),
        (lambda: valve.input_watermark(3, "0", output), "channel"),
        (lambda: valve.input_watermark(3, 0, output, "0"), "subpartition"),
        (lambda: valve.input_watermark_status("0", output, idle=True), "channel"),
    ):
        with pytest.raises(WrongTypeError, match=f"^{name} must be an integer, not str$"):
            take()
    assert output.events == []
    assert [combined.update_watermark(np.int64(0), 3), combined.update_status(np.int64(1), idle=True)] == [False, True]
    valve.input_watermark_status(np.int64(0), output, idle=True)
    valve.input_watermark(3, np.int64(1), output)
    assert output.events == [3]


@pytest.mark.parametrize("kind", [np.int64, Long])
def test_whole_numbers_of_other_classes_are_watermarks(kind):
    output = Output()
    multiplexer = WatermarkOutputMultiplexer(output)
    multiplexer.register_new_output("a")
    multiplexer.immediate_output("a").emit_watermark(kind(5))
    WatermarkBroadcast([output]).emit_watermark(kind(6))
    StatusWatermarkValve(1).input_watermark(kind(7), kind(0), output)
    assert [(type(event), event) for event in output.events] == [(int, 5), (int, 6), (int, 7)]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: WatermarkOutputMultiplexer(None),
            "output must have a method emit_watermark, and NoneType has none",
        ),
        (lambda: WatermarkBroadcast(Output()), "channels must be a sequence, not Output"),
        (lambda: WatermarkOutputMultiplexer(Output()).register_new_output(3), "output must be a str, not int"),
    ],
)
def test_what_is_no_output_is_named(make, message):
    with pytest.raises(WrongTypeError) as refused:
        make()
    assert str(refused.value) == message
