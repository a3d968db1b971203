"""Known faults of windows."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity.faults.fault import Answers, Fault, Rewritten

if TYPE_CHECKING:
    from jarparity.answers import JSON

_start: Final = partial(Fault.of, "flink.window.start")
_merge: Final = partial(Fault.of, "flink.window.merge")
_ORIGINAL: Final = "apache/flink:TimeWindow.mergeWindows"
_START: Final = "copartition.flink.windows:window_start"
_MERGE: Final = "copartition.flink.windows:merge_windows"


def _of_by_start(document: JSON, answer: JSON) -> JSON:
    """Whoever has sorted the windows keeps their order."""
    del document
    return [{**one, "of": sorted(one["of"], key=lambda window: (int(window[0]), int(window[1])))} for one in answer]


FAULTS: Final = (
    _start(
        "FLINK-4282",
        "window-offset-ignored",
        "puts windows at multiples of their size, whatever the offset",
        "A window starts at the offset plus a multiple of the size.",
        Rewritten(_START, "int64(timestamp - offset)", "int64(timestamp)"),
    ),
    _start(
        "FLINK-26334",
        "window-of-negative-time",
        "adds the size once before it takes the remainder: more than a window before the offset is not enough",
        "A negative remainder belongs to the window before, however far it is from the offset.",
        Rewritten(_START, "if rest < 0:", "if rest < 0 and distance >= -size:"),
    ),
    _merge(
        ("apache/beam:IntervalWindow.intersects", "apache/flink:TimeWindow.intersects"),
        "window-touching-apart",
        "keeps windows apart that only touch",
        "A window that starts where another one ends is merged with it.",
        Rewritten(_MERGE, "start <= merged[-1][0][1]", "start < merged[-1][0][1]"),
    ),
    _merge(
        _ORIGINAL,
        "window-ends-with-the-last",
        "ends a merged window where the last of its windows ends",
        "It ends with the one that ends last: a long window may have shorter ones within it.",
        Rewritten(_MERGE, "max(last, end)", "end"),
    ),
    _merge(
        _ORIGINAL,
        "window-merge-unsorted",
        "merges a window with the one that came before it, without sorting them",
        "Windows are sorted by their starts first: they come in any order.",
        Rewritten(_MERGE, "sorted(given, key=itemgetter(0))", "given"),
    ),
    _merge(
        _ORIGINAL,
        "window-merge-lone-reported",
        "reports a window that merges with no other as merged",
        "Only what several different windows became is reported.",
        Rewritten(_MERGE, "if len(parts) > 1", ""),
    ),
    _merge(
        _ORIGINAL,
        "window-merge-of-by-start",
        "lists the windows that became one by their starts",
        "They stand in the order of a HashSet. Whoever merges their state gets the same.",
        Answers(_of_by_start),
    ),
)
