"""Cases of the operations that take a key: its hash, key group, operator and channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.case_collector import Cases
from jarparity.values import boundary as edges
from jarparity.values.boundary.keys import key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.cases import Case

_LAST_DAYS = (
    *(f"2023-{month:02}-{day}" for month, day in enumerate((31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31), 1)),
    *(f"{year}-02-29" for year in ("2004", "2096", "1600", "2400", "0000", "0400", "-0004", "-0400", "+10000")),
    *(f"{year}-02-29" for year in ("0004", "1980", "2020")),
)


def _edges(kinds: Iterable[str] = tuple(edges.KEYS)) -> Iterator[tuple[str, JSON]]:
    for kind in kinds:
        for label, value in edges.KEYS[kind].items():
            yield f"{kind}/{label}", key(kind, value)


def hashes() -> Iterable[Case]:
    """Cases of `flink.key.hash`."""
    cases = Cases("flink.key.hash")
    for name, document in _edges():
        cases.add(name, {"key": document})
    for date in _LAST_DAYS:
        name = f"minus-{date[1:]}" if date.startswith("-") else date.lstrip("+")
        cases.add(f"local-date/last-day/{name}", {"key": key("local-date", date)})
    return cases
