"""Windows of time, as `org.apache.flink.streaming.api.windowing.windows.TimeWindow` computes them."""

from __future__ import annotations

from copartition.java.ints import int64, remainder


def window_start(timestamp: int, offset: int, size: int) -> int:
    """The start of the tumbling window that an element belongs to.

    Args:
        timestamp: of the element; milliseconds, int64.
        offset: of all windows; milliseconds, int64.
        size: of a window; milliseconds, int64.

    Returns:
        Milliseconds, int64. Differences beyond 64 bits wrap, as in Java.

    Raises:
        ArithmeticException: "/ by zero" for a size of 0.

    Original: `TimeWindow.getWindowStartWithOffset(long, long, long)`.

    >>> window_start(8, 0, 7), window_start(-1, 0, 7), window_start(8, 3, 7)
    (7, -7, 3)
    """
    distance = int64(timestamp - offset)
    rest = remainder(distance, size)
    if rest < 0:
        return int64(timestamp - int64(rest + size))
    return int64(timestamp - rest)
