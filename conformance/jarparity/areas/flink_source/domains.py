"""Every short history of a Kafka source's enumerator and of a pre-keyed stream; every small change of parallelism.

Shorter histories come first, so that the first wrong one is a short one.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Final

from jarparity.domains import NUMBERED, Part, SmallScope

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON

_LENGTH: Final = 4

_START: Final = {"op": "start"}
_SNAPSHOT: Final = {"op": "snapshot"}
_RESTORE: Final = ({"op": "restore"}, _START)
_ONE: Final = (["t", 0],)
_TWO: Final = (["t", 0], ["t", 1])


def _discover(partitions: Sequence[JSON], **more: bool) -> JSON:
    return {"op": "discover", "partitions": list(partitions), **more}


def _reader(op: str, reader: int) -> JSON:
    return {"op": op, "reader": reader}


_MOVES: Final = (
    (_discover(()),),
    (_discover(_ONE),),
    (_discover(_TWO),),
    (_discover(_ONE, fails=True),),
    (_reader("addReader", 0),),
    (_reader("addReader", 1),),
    (_reader("removeReader", 0),),
    ({"op": "addSplitsBack", "reader": 0, "splits": [["t", 0, "5", None]]},),
    (_SNAPSHOT,),
    _RESTORE,
)
"""What may happen to an enumerator; a move is one step or two."""

_LATE_MOVES: Final = (
    (_discover(_ONE, initialize=False),),
    (_discover(_TWO, initialize=False),),
    ({"op": "initialize"},),
    (_reader("addReader", 0),),
    (_reader("addReader", 1),),
    (_SNAPSHOT,),
    _RESTORE,
)
"""The same, where discovery and initialization are apart."""

_MODES: Final = (("CONTINUOUS_UNBOUNDED", "1000"), ("BOUNDED", "-1"), ("BOUNDED", "0"))


def _job(mode: tuple[str, str], parallelism: int, *moves: Sequence[JSON]) -> JSON:
    return {
        "parallelism": parallelism,
        "discoveryIntervalMs": mode[1],
        "boundedness": mode[0],
        "start": {"type": "earliest"},
        "stop": None,
        "endOffsets": [],
        "steps": [_START, *(step for move in moves for step in move)],
    }


def _enumerator_parts() -> Iterator[Part]:
    for length, mode, parallelism in product(range(1, _LENGTH + 1), _MODES, (1, 2)):
        bounded, interval = mode
        name = f"{bounded.split('_')[0].lower()}/interval-{interval}/parallelism-{parallelism}/moves-{length}"
        yield Part(name, (_MOVES,) * length, partial(_job, mode, parallelism))
    for length, parallelism in product(range(1, _LENGTH + 1), (1, 2)):
        name = f"late/parallelism-{parallelism}/moves-{length}"
        yield Part(name, (_LATE_MOVES,) * length, partial(_job, _MODES[0], parallelism))


_ENUMERATOR_WORDS: Final = (
    "parts by number of moves from 1 to 4, then mode, then parallelism 1 and 2; first start, then the moves, each of: "
    "discover nothing, discover t 0, discover t 0 and t 1, discover t 0 but fail, addReader 0, addReader 1, "
    "removeReader 0, addSplitsBack of t 0 from 5 to reader 0, snapshot, restore and start; for late: discover t 0 or "
    "t 0 and t 1 with initialize false, initialize, addReader 0, addReader 1, snapshot, restore and start; from the "
    "earliest, without a stop or end offsets"
)

DOMAINS: Final = (
    SmallScope("flink.kafka-source.enumerator", f"{_ENUMERATOR_WORDS}; {NUMBERED}", tuple(_enumerator_parts())),
)
