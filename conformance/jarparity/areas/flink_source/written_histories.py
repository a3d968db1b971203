"""Worked histories of a Kafka source's enumerator: each shows one behaviour, most of them one that releases changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_source.layouts import write_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON

START: Final[JSON] = {"op": "start"}
SNAPSHOT: Final[JSON] = {"op": "snapshot"}
RESTORE: Final[JSON] = {"op": "restore"}
_ARTICLE: Final[JSON] = [[topic, partition] for topic in "abcd" for partition in range(5)]
_ONE: Final[JSON] = [["a", 0]]
_TWO: Final[JSON] = [["a", 0], ["a", 1]]
_THREE: Final[JSON] = [*_TWO, ["a", 2]]
_GIVEN: Final[JSON] = {"type": "offsets", "offsets": [["a", 0, "5"], ["a", 1, "6"], ["a", 2, "7"]]}
_CROWD: Final[JSON] = [["a", k << 26] for k in range(12)]
"""Twelve partitions that share a bin of every hash table with up to 1024 bins."""


def worked() -> Iterator[tuple[str, JSON]]:
    """Name and input of each history."""
    yield from _discoveries()
    yield from _offsets()
    yield from _endings()
    yield from _returns()
    yield from _restores()
    yield from _bad_input()


def crowds() -> Iterator[tuple[str, JSON]]:
    """Name and input of discoveries whose splits share a bin of a table that is made for so many."""
    for count in (9, 10, 11, 17, 20):
        crowd = [["a", k << 26] for k in range(count)]
        yield f"discovery/crowded-bin/{count}", job(START, *add(0), find(crowd), parallelism=1)


def closed() -> Iterator[tuple[str, JSON]]:
    """Name and input of histories in which the enumerator is closed: it closes its client, and no more."""
    close: JSON = {"op": "close"}
    yield "closed/before-start", job(close)
    yield "closed/before-start/and-started", job(close, START, *add(0, 1), find(_TWO), SNAPSHOT)
    yield "closed/after-start", job(START, *add(0, 1), find(_TWO), close, SNAPSHOT)
    yield "closed/twice", job(START, close, close, SNAPSHOT)
    yield (
        "closed/and-restored",
        job(START, *add(0, 1), find(_TWO), SNAPSHOT, close, RESTORE, START, *add(0, 1), find(_TWO)),
    )


def sorted_topics() -> Iterator[tuple[str, JSON]]:
    """From 5.0 on splits wait in the order of their topics' UTF-16 units: those before one without an owner stay."""
    there = [["z", 0], ["a\uff5e", 2**31 - 1], ["a\U0001f600", 0]]
    yield "bad/overflowing-owner/sorted-by-utf-16", job(START, find(there), *add(*range(7)), parallelism=7)


def at_offset_0() -> Iterator[tuple[str, JSON]]:
    """A timestamp that the first record has, or any later one: offset 0, which isn't the missing offset -1."""
    known: JSON = {"timestampOffsets": [["a", 0, "0"], ["a", 1, "1"]], "endOffsets": [["a", 0, "9"], ["a", 1, "9"]]}
    start: JSON = {"type": "timestamp", "timestamp": "5"}
    yield "start/timestamp-at-offset-0", job(START, *add(0, 1), find(_TWO), SNAPSHOT, start=start, **known)


def job(*steps: JSON, parallelism: int = 2, interval: str | None = "1000", **fields: JSON) -> JSON:
    """An input whose other fields are the plainest: an endless source from the earliest offset."""
    plain: dict[str, JSON] = {
        "parallelism": parallelism,
        "discoveryIntervalMs": interval,
        "boundedness": "CONTINUOUS_UNBOUNDED",
        "start": {"type": "earliest"},
        "stop": None,
        "endOffsets": [],
    }
    return {**plain, **fields, "steps": list(steps)}


def add(*readers: int) -> list[JSON]:
    """Readers that register."""
    return [{"op": "addReader", "reader": reader} for reader in readers]


def find(partitions: JSON, **fields: JSON) -> JSON:
    """A discovery."""
    return {"op": "discover", "partitions": partitions, **fields}


def back(reader: int, *splits: JSON) -> JSON:
    """Splits that come back."""
    return {"op": "addSplitsBack", "reader": reader, "splits": list(splits)}


def _old_state(version: int, *marked: tuple[JSON, int], finished: int = 1, **fields: JSON) -> JSON:
    return {**RESTORE, "version": version, "state": write_state(version, marked, finished=finished).hex(), **fields}


def _discoveries() -> Iterator[tuple[str, JSON]]:
    everyone = add(*range(10))
    yield "article/four-topics-ten-readers", job(START, *everyone, find(_ARTICLE), parallelism=10)
    yield "article/events", job(START, *everyone, find(_ARTICLE), parallelism=10, events=True)
    yield "discovery/readers-before", job(START, *add(0, 1), find(_THREE), SNAPSHOT)
    yield "discovery/readers-after", job(START, find(_THREE), SNAPSHOT, *add(1, 0), SNAPSHOT)
    yield "discovery/one-reader-late", job(START, *add(0), find(_THREE), SNAPSHOT, *add(1), SNAPSHOT)
    yield "discovery/found-later", job(START, *add(0, 1), find(_ONE), find(_THREE), SNAPSHOT, start=_GIVEN)
    yield "discovery/once", job(START, *add(0, 1), find(_ONE), find(_THREE), SNAPSHOT, interval="-1")
    yield "discovery/default-interval", job(START, *add(0, 1), find(_ONE), find(_THREE), interval=None)
    yield "discovery/empty-first", job(START, *add(0, 1), find([]), find(_ONE), SNAPSHOT, start=_GIVEN)
    yield "discovery/removed", job(START, *add(0, 1), find(_TWO), find(_ONE), SNAPSHOT, find(_TWO), SNAPSHOT)
    yield "discovery/fails", job(START, *add(0, 1), find([], fails=True), find(_TWO), SNAPSHOT)
    yield "discovery/fails-once", job(START, *add(0, 1), find([], fails=True), find(_TWO), SNAPSHOT, interval="0")
    waits = find(_TWO, initialize=False)
    later = {"op": "initialize"}
    yield "discovery/initialized-later", job(START, *add(0), waits, SNAPSHOT, *add(1), later, SNAPSHOT)
    yield "discovery/twice-before-initialized", job(START, *add(0, 1), waits, waits, later, later, SNAPSHOT)
    yield "discovery/before-start", job(find(_TWO), *add(0), START, find(_TWO))
    yield "discovery/crowded-bin", job(START, *add(0, 1, 2), find(_CROWD), SNAPSHOT, parallelism=3)
    yield "discovery/colliding-topics", job(START, *add(0), find([["Aa", 0], ["BB", 0], ["BB", 1]]), parallelism=1)


def _offsets() -> Iterator[tuple[str, JSON]]:
    known = [["a", 0, "100"], ["a", 1, "101"], ["a", 2, "102"]]
    first = [["a", 0, "10"], ["a", 1, "11"], ["a", 2, "12"]]
    times = [["a", 0, "50"], ["a", 1, "-1"]]
    resolved: dict[str, JSON] = {"endOffsets": known, "beginningOffsets": first, "timestampOffsets": times}
    some = {"type": "offsets", "offsets": [["a", 0, "5"]]}
    starts: dict[str, JSON] = {
        "earliest": {"type": "earliest"},
        "latest": {"type": "latest"},
        "committed": {"type": "committed"},
        "timestamp": {"type": "timestamp", "timestamp": "1700000000000"},
        "given": some,
        "given-else-latest": {**some, "reset": "latest"},
        "given-else-none": {**some, "reset": "none"},
    }
    for name, start in starts.items():
        steps = (START, *add(0, 1), find(_TWO), find(_THREE), SNAPSHOT)
        yield f"start/{name}", job(*steps, start=start, committedOffsets=[["a", 1, "77"]], **resolved)
        yield f"stop/{name}", job(START, *add(0, 1), find(_TWO), SNAPSHOT, stop=start, **resolved)
    for offset in (-1, -2, -3, -4, 0, -(2**63), 2**63 - 1):
        given = {"type": "offsets", "offsets": [["a", 0, str(offset)]]}
        name = f"minus-{-offset}" if offset < 0 else str(offset)
        steps = (START, *add(0, 1), find(_ONE), find(_ONE), SNAPSHOT)
        yield f"start/offset-{name}", job(*steps, start=given)
        yield f"stop/offset-{name}", job(*steps, stop=given)
    unknown = job(START, *add(0, 1), find(_TWO), find(_ONE), start={"type": "latest"}, endOffsets=known[:1])
    yield "start/latest-of-unknown", unknown


def _endings() -> Iterator[tuple[str, JSON]]:
    bounded: dict[str, JSON] = {
        "boundedness": "BOUNDED",
        "stop": {"type": "offsets", "offsets": [["a", 0, "9"], ["a", 1, "9"]]},
    }
    for interval in ("-1", "0", "1000"):
        name = f"minus-{interval[1:]}" if interval.startswith("-") else interval
        steps = (START, *add(0), find(_TWO), *add(1), *add(0))
        yield f"bounded/interval-{name}", job(*steps, interval=interval, **bounded)
        yield f"unbounded/interval-{name}", job(*steps, interval=interval)
    # A stop at 0 is none up to 1.15: its releases answer on their own, whatever else is equal.
    at_0: dict[str, JSON] = {**bounded, "stop": {"type": "offsets", "offsets": [["a", 0, "0"], ["a", 1, "9"]]}}
    for interval, name in (("-2", "minus-2"), ("-1", "minus-1"), ("0", "0"), ("1", "1"), ("2", "2")):
        steps = (START, *add(0), find(_TWO), *add(1), *add(0))
        yield f"bounded/stops-at-0/interval-{name}", job(*steps, interval=interval, **at_0)
    empty = (START, *add(0, 1), find([]), *add(0), SNAPSHOT)
    yield "bounded/empty-first-discovery", job(*empty, interval="-1", **bounded)
    yield "bounded/empty-first-discovery-of-interval-0", job(*empty, interval="0", **bounded)
    yield "bounded/empty-discovery-before-readers", job(START, find([]), *add(0, 1), interval="-1", **bounded)
    yield "bounded/empty-discovery-of-one-reader", job(START, *add(0), find([]), parallelism=1, interval="0", **bounded)
    leaves = (START, *add(0, 1), find(_TWO), {"op": "removeReader", "reader": 1}, *add(1))
    yield "bounded/reader-again", job(*leaves, interval="-1", **bounded)
    yield "bounded/split-back", job(*leaves[:4], back(1, ["a", 0, "7", "9"]), *add(1), interval="-1", **bounded)
    yield "bounded/readers-of-one-bin", job(START, *add(17, 1, 33, 0), find(_ONE), interval="-1", **bounded)


def _returns() -> Iterator[tuple[str, JSON]]:
    begin = (START, *add(0, 1), find(_TWO))
    gone = {"op": "removeReader", "reader": 0}
    mine = ["a", 1, "77", None]  # reader 0 of 2 owns a-1
    yield "back/owner-gone", job(*begin, gone, back(0, mine), SNAPSHOT, *add(0), SNAPSHOT)
    yield "back/owner-there", job(*begin, back(0, mine), SNAPSHOT)
    yield "back/to-another-reader", job(*begin, back(1, mine), SNAPSHOT, find(_TWO), SNAPSHOT)
    yield "back/released-by-its-owner", job(*begin, back(1, mine), *add(0), SNAPSHOT)
    yield "back/twice", job(*begin, gone, back(0, mine), back(0, mine), *add(0), SNAPSHOT)
    yield "back/at-two-offsets", job(*begin, gone, back(0, mine), back(0, ["a", 1, "78", None]), *add(0), SNAPSHOT)
    yield "back/then-restored", job(*begin, gone, back(0, mine), SNAPSHOT, RESTORE, START, *add(0, 1), find(_TWO))
    yield "back/none", job(*begin, back(0), SNAPSHOT)


def _restores() -> Iterator[tuple[str, JSON]]:
    ends = [["a", partition, str(100 + partition)] for partition in range(3)]
    again = (START, *add(0, 1), find(_THREE), SNAPSHOT)
    for name, start in (("given", _GIVEN), ("latest", {"type": "latest"})):
        fields: dict[str, JSON] = {"start": start, "endOffsets": ends}
        cut = (START, find(_TWO, initialize=False), SNAPSHOT, RESTORE, *again)
        yield f"restore/between-discovery-and-offsets/{name}", job(*cut, **fields)
        yield f"restore/unassigned/{name}", job(START, find(_TWO), SNAPSHOT, RESTORE, *again, **fields)
        yield f"restore/one-assigned/{name}", job(START, *add(0), find(_TWO), SNAPSHOT, RESTORE, *again, **fields)
        yield f"restore/before-discovery/{name}", job(START, SNAPSHOT, RESTORE, *again, **fields)
        marked = ((["a", 0, "40", None], 0), (["a", 1, "41", None], 1))
        for version in range(4):
            yield f"restore/version-{version}/{name}", job(_old_state(version, *marked), SNAPSHOT, *again, **fields)
        unfinished = _old_state(2, *marked, finished=0)
        yield f"restore/version-2-unfinished/{name}", job(unfinished, *again, **fields)
        yield f"restore/version-3-unfinished/{name}", job(_old_state(3, *marked, finished=0), *again, **fields)
        twice = (unfinished, START, find(_TWO), *add(0, 1), find(_THREE), SNAPSHOT)
        yield f"restore/migrated-twice/{name}", job(*twice, **fields)
    rescaled = {**RESTORE, "parallelism": 3}
    yield (
        "restore/rescaled",
        job(START, *add(0, 1), find(_THREE), SNAPSHOT, rescaled, START, *add(0, 1, 2), find(_THREE)),
    )
    unassigned = (START, find(_ARTICLE), SNAPSHOT, rescaled, START, *add(0, 1, 2), find(_ARTICLE))
    yield "restore/rescaled-unassigned", job(*unassigned)
    doubled = ((["a", 0, "40", None], 0), (["a", 0, "41", None], 0))
    for version in range(4):
        yield f"restore/one-partition-twice/version-{version}", job(_old_state(version, *doubled), *again)
    yield "restore/version-4", job({**RESTORE, "version": 4, "state": "00000000"}, *again)
    yield "restore/damaged", job({**RESTORE, "version": 1, "state": "0000000100"}, *again)


def _bad_input() -> Iterator[tuple[str, JSON]]:
    unregistered = {"op": "addReader", "reader": 0, "registered": False}
    yield "bad/unregistered-reader", job(START, unregistered, find(_TWO), unregistered, *add(0))
    yield "bad/reader-beyond-parallelism", job(START, *add(5), find(_TWO), *add(-1))
    yield "bad/reader-twice", job(START, *add(0, 0), find(_TWO), *add(0), SNAPSHOT)
    yield "bad/foreign-topic", job(START, *add(0, 1), back(0, ["z", 0, "1", None]), find(_ONE), SNAPSHOT)
    yield "bad/negative-partition", job(START, *add(0, 1, 2), find([["a", -1], ["b", -5]]), SNAPSHOT, parallelism=3)
    for topic in ("a", "b"):
        steps = (START, *add(*range(7)), find([[topic, 2**31 - 1], ["a", 0], ["b", 0]]), SNAPSHOT, find(_ONE))
        yield f"bad/overflowing-owner/{topic}", job(*steps, parallelism=7)
    yield (
        "bad/overflowing-owner/back",
        job(START, *add(0), back(0, ["a", 2**31 - 1, "1", None]), SNAPSHOT, parallelism=7),
    )
    restored = _old_state(3, (["a", 2**31 - 1, "1", None], 1))
    yield "bad/overflowing-owner/restored", job(restored, START, *add(0), SNAPSHOT, parallelism=7)
    yield "bad/no-parallelism", job(START, *add(0), find(_TWO), SNAPSHOT, parallelism=0)
    yield "bad/negative-parallelism", job(START, *add(0), find(_TWO), SNAPSHOT, parallelism=-2)
    for offset in ("-4", "-9223372036854775808"):
        yield f"bad/returned-offset/minus-{offset[1:]}", job(START, *add(0), back(0, ["a", 1, offset, None]), SNAPSHOT)
    yield "bad/returned-stop", job(START, *add(0), back(0, ["a", 1, "1", "-2"]), SNAPSHOT)
    yield "bad/stop-at-0", job(START, *add(0), back(0, ["a", 1, "0", "0"]), SNAPSHOT, events=True)
