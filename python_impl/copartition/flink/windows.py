"""Windows of time, as `org.apache.flink.streaming.api.windowing.windows.TimeWindow` computes them."""

from __future__ import annotations

from operator import eq, itemgetter
from typing import TYPE_CHECKING, TypeAlias

from copartition import _arguments
from copartition.flink.math_utils import long_to_int_with_bit_mixing
from copartition.java.comparisons import never_ordered
from copartition.java.hash_map import HashSet
from copartition.java.ints import int64, remainder

if TYPE_CHECKING:
    from collections.abc import Iterable


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


Window: TypeAlias = tuple[int, int]
"""Its start and its end in milliseconds, int64."""


def merge_windows(windows: Iterable[Window]) -> list[tuple[Window, list[Window]]]:
    """The session windows that touch or overlap become one.

    Args:
        windows: In any order.

    Returns:
        Each merged window, by its start, with the different windows that it is made of, in the order of the
        original's `HashSet`. A window that merges with no other is left out.

    Raises:
        WrongTypeError: A start or an end is no integer.
        ValueError: One doesn't fit 64 bits.

    Cost: n log n for n windows.

    Original: `TimeWindow.mergeWindows(Collection, MergeCallback)`.

    >>> merge_windows([(5, 15), (0, 10), (20, 30)])
    [((0, 15), [(0, 10), (5, 15)])]
    """
    merged: list[tuple[Window, HashSet[Window]]] = []
    given = [(_arguments.int64("a start", start), _arguments.int64("an end", end)) for start, end in windows]
    for start, end in sorted(given, key=itemgetter(0)):
        if merged and start <= merged[-1][0][1] and end >= merged[-1][0][0]:
            (first, last), parts = merged.pop()
            whole = (min(first, start), max(last, end))
        else:
            whole, parts = (start, end), HashSet(hash_code=_hash_code, order=never_ordered, equals=eq)
        parts.add((start, end))
        merged.append((whole, parts))
    return [(whole, list(parts)) for whole, parts in merged if len(parts) > 1]


def _hash_code(window: Window) -> int:
    return long_to_int_with_bit_mixing(int64(sum(window)))
