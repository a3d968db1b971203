"""How timestamps are drawn, and the hand-written cases: negative times, offsets, odd sizes, overflow."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import Cases, named
from jarparity.values import numbers

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from jarparity.answers import JSON
    from jarparity.cases import Case

_MOST: Final = 2**63 - 1
_ENDS: Final = {"min": -_MOST - 1, "max": _MOST}
_SOURCE: Final = "apache/flink:TimeWindowTest"


def start(random: Random) -> JSON:
    """An input of `flink.window.start`: mostly small numbers around 0, some of any size."""

    def number(near: int) -> str:
        return str(random.randrange(-near, near + 1) if random.randrange(4) else numbers.int64(random))

    return {"timestamp": number(10_000), "offset": number(100), "size": number(1000)}


def starts() -> Iterable[Case]:
    """Cases of `flink.window.start`."""
    cases = Cases("flink.window.start")

    def add(name: str, timestamp: int, offset: int, size: int, source: str | None = None) -> None:
        document = {"timestamp": str(timestamp), "offset": str(offset), "size": str(size)}
        cases.add(name, document, source=source)

    for offset, timestamp in product((0, 3, -2), (1, 6, 7, 8, -1, -7, -12)):
        name = f"flinks-own/offset-{named(offset)}/timestamp-{named(timestamp)}"
        add(name, timestamp, offset, 7, _SOURCE)
    for timestamp, size in product((-8, -7, -1, 0, 1, 7), (1, 7, -7, -1, 0)):
        add(f"size-{named(size)}/timestamp-{named(timestamp)}", timestamp, 0, size)
    for (name, timestamp), offset in product(_ENDS.items(), (0, 1, -1, *_ENDS.values())):
        for size in (1, 1000, *_ENDS.values()):
            add(f"overflow/{name}/offset-{_named(offset)}/size-{_named(size)}", timestamp, offset, size)
    return cases


def _named(number: int) -> str:
    return next((name for name, end in _ENDS.items() if end == number), named(number))
