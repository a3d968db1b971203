"""The valve that aligns a task's channels: what Flink 1.16.3, 1.17.0, 1.20.5, 2.1.3 and 2.3.0 were measured to do."""

import pytest
from heard_watermarks import Heard
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import (
    ArrayIndexOutOfBoundsException,
    IllegalArgumentException,
    IllegalStateException,
    IndexOutOfBoundsException,
    NegativeArraySizeException,
    NullPointerException,
)
from copartition.flink.watermarks import MIN_TIMESTAMP, StatusWatermarkValve


def played(valve, *steps):
    output = Heard()
    for channel, what in steps:
        if isinstance(what, int):
            valve.input_watermark(what, channel, output)
        else:
            valve.input_watermark_status(channel, output, idle=what == "idle")
    return output.events


def test_a_channel_that_is_behind_counts_when_it_has_caught_up():
    steps = [(0, 10), (1, 3), (1, "idle"), (0, 12), (1, "active"), (1, 5), (0, 13), (1, 20), (0, 21)]
    assert played(StatusWatermarkValve(2), *steps) == [3, 10, 12, 13, 20]


def test_all_channels_idle_flushes_only_what_the_last_one_held_back():
    assert played(StatusWatermarkValve(2), (0, 10), (1, 3), (0, "idle"), (1, "idle")) == [3, 10, "idle"]
    behind = [(0, 20), (1, 10), (2, 10), (2, "idle"), (0, "idle"), (1, 12), (2, "active"), (1, "idle"), (2, "idle")]
    assert played(StatusWatermarkValve(3), *behind) == [10, 12, "idle"]


def test_a_channel_that_counts_alone_keeps_its_watermark_back():
    """FLINK-40475: merged, but in no release."""
    before = [(0, 20), (1, 10), (2, 10), (0, "idle"), (2, "idle"), (1, 12), (2, "active"), (1, "idle"), (0, "active")]
    assert played(StatusWatermarkValve(3), *before, (0, 20)) == [10, 12]
    assert played(StatusWatermarkValve(3), *before, (0, 21)) == [10, 12, 21]


def test_the_valve_of_1_17_0_fails_where_a_channel_behind_becomes_idle():
    steps = [(0, 10), (1, 3), (1, "idle"), (1, "active"), (1, "idle")]
    assert played(StatusWatermarkValve(2, "1.17.1"), *steps) == [3, 10]
    with pytest.raises(ArrayIndexOutOfBoundsException, match=r"^Index -2147483648 out of bounds for length 3$"):
        played(StatusWatermarkValve(2, "1.17.0"), *steps)


def test_what_a_valve_refuses():
    for channels in (0, -1):
        with pytest.raises(IllegalArgumentException):
            StatusWatermarkValve(channels, "1.16.3")
    with pytest.raises(NegativeArraySizeException, match=r"^-1$"):
        StatusWatermarkValve(-1)
    assert played(StatusWatermarkValve(1), (0, "idle")) == ["idle"]
    with pytest.raises(IndexOutOfBoundsException, match=r"^Index 2 out of bounds for length 2$"):
        played(StatusWatermarkValve(2), (2, 5))
    with pytest.raises(ArrayIndexOutOfBoundsException):
        played(StatusWatermarkValve(2, "1.16.3"), (-1, "active"))
    # Up to 1.18 an idle valve doesn't look at the channel of a watermark.
    assert played(StatusWatermarkValve(1, "1.16.3"), (0, "idle"), (9, 5)) == ["idle"]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 30)), max_size=60))
def test_a_valve_of_active_channels_emits_the_rising_minimum(watermarks):
    latest = [MIN_TIMESTAMP] * 4
    expected = []
    for channel, timestamp in watermarks:
        latest[channel] = max(latest[channel], timestamp)
        if min(latest) > max(expected, default=MIN_TIMESTAMP):
            expected.append(min(latest))
    assert played(StatusWatermarkValve(4), *watermarks) == expected


def test_subpartitions_of_a_channel_have_watermarks_of_their_own():
    output = Heard()
    valve = StatusWatermarkValve([range(2), range(4, 5)])
    for channel, subpartition, timestamp in ((0, 0, 5), (0, 1, 3), (1, None, 4), (1, 4, 6), (0, 1, 7)):
        valve.input_watermark(timestamp, channel, output, subpartition)
    assert output.events == [3, 5]
    for subpartition in (None, 4):
        with pytest.raises(NullPointerException):
            valve.input_watermark(9, 0, output, subpartition)
    with pytest.raises(IndexOutOfBoundsException, match=r"^Index 2 out of bounds for length 2$"):
        valve.input_watermark(9, 2, output)
    with pytest.raises(IllegalStateException):
        valve.input_watermark_status(1, output, idle=True)


def test_channels_of_one_subpartition_are_as_plain_ones():
    output = Heard()
    valve = StatusWatermarkValve(1)
    valve.input_watermark(5, 0, output, 0)
    with pytest.raises(NullPointerException):
        valve.input_watermark(6, 0, output, 1)
    StatusWatermarkValve([range(3, 4)]).input_watermark_status(0, output, idle=True)
    assert output.events == [5, "idle"]


def test_which_subpartitions_a_valve_refuses():
    for channels in ([range(1, 1)], [range(-1, 1)]):
        with pytest.raises(IllegalArgumentException):
            StatusWatermarkValve(channels)
    with pytest.raises(ValueError, match=r"channels of Flink 1\.16\.3 have no subpartitions"):
        StatusWatermarkValve([range(1)], "1.16.3")


def test_a_valves_queue_does_not_grow_while_one_channel_is_silent():
    valve = StatusWatermarkValve(2)
    assert played(valve, *((0, n) for n in range(1000))) == []
    assert len(valve._heap) == 2
