"""Every short history of a Kafka source's enumerator and of a pre-keyed stream; every small change of parallelism.

Shorter histories come first, so that the first wrong one is a short one.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from jarparity.prove.worlds import NUMBERED, Part, World

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


_SPLIT_STEPS: Final = tuple({"op": op, "split": split} for op in ("addSplit", "removeSplit") for split in "abc")
_KEY: Final = {"type": "string", "value": "k"}
_STATE_STEPS: Final = (
    {"op": "addSplit", "split": "a"},
    {"op": "addSplit", "split": "b"},
    {"op": "removeSplit", "split": "a"},
    {"op": "record", "key": _KEY, "split": "a", "value": "1"},
    {"op": "record", "key": _KEY, "split": "b"},
    {"op": "rescale", "parallelism": 1},
    {"op": "rescale", "parallelism": 2},
)


def _stream(shape: tuple[int, int, int], last: Sequence[JSON], *steps: JSON) -> JSON:
    most, parallelism, operator = shape
    return {"maxParallelism": most, "parallelism": parallelism, "operator": operator, "steps": [*steps, *last]}


def _prekeyed_parts() -> Iterator[Part]:
    shapes = [(m, p, o) for m in range(1, 5) for p in range(1, min(m, 3) + 1) for o in range(p)]
    small = [shape for shape in shapes if shape[0] in (2, 3) and shape[1] <= 2]  # noqa: PLR2004 - 2 is rescaled to
    for length, shape in product(range(1, _LENGTH + 1), shapes):
        yield Part(_named("splits", shape, length), (_SPLIT_STEPS,) * length, partial(_stream, shape, ()))
    for length, shape in product(range(1, _LENGTH + 1), small):
        dump = ({"op": "dump"},)
        yield Part(_named("state", shape, length), (_STATE_STEPS,) * length, partial(_stream, shape, dump))


def _named(what: str, shape: tuple[int, int, int], length: int) -> str:
    most, parallelism, operator = shape
    return f"{what}/max-{most}/parallelism-{parallelism}/operator-{operator}/steps-{length}"


def _keyed_state(most: int, old: int, new: int, finished: Sequence[int]) -> JSON:
    return {"maxParallelism": most, "oldParallelism": old, "newParallelism": new, "finished": list(finished)}


def _keyed_state_parts() -> Iterator[Part]:
    for most in range(1, 9):
        for old in range(1, most + 1):
            subsets = [
                tuple(subtask for subtask, done in enumerate(chosen) if done)
                for chosen in product((False, True), repeat=old)
            ]
            yield Part(f"max-{most}/old-{old}", (range(1, most + 1), subsets), partial(_keyed_state, most, old))


def _in_flight(mode: str, *numbers: Any) -> JSON:  # noqa: ANN401 - choices of every type
    return {"mode": mode, **dict(zip(("oldParallelism", "newParallelism", "newIndex"), numbers, strict=True))}


def _in_flight_parts() -> Iterator[Part]:
    upto = range(1, 9)
    for mode in ("ARBITRARY", "FIRST", "FULL", "RANGE", "ROUND_ROBIN", "UNSUPPORTED"):
        yield Part(mode, (upto, upto, range(9)), partial(_in_flight, mode))


_ENUMERATOR_WORDS: Final = (
    "parts by number of moves from 1 to 4, then mode, then parallelism 1 and 2; first start, then the moves, each of: "
    "discover nothing, discover t 0, discover t 0 and t 1, discover t 0 but fail, addReader 0, addReader 1, "
    "removeReader 0, addSplitsBack of t 0 from 5 to reader 0, snapshot, restore and start; for late: discover t 0 or "
    "t 0 and t 1 with initialize false, initialize, addReader 0, addReader 1, snapshot, restore and start; from the "
    "earliest, without a stop or end offsets"
)
_PREKEYED_WORDS: Final = (
    "splits and state: parts by number of steps from 1 to 4, then shape; splits: steps, each of addSplit a, b, "
    "c, removeSplit a, b, c; state: steps, each of addSplit a, addSplit b, removeSplit a, record of key k of a with "
    "value 1, record of key k of b without one, rescale to 1, rescale to 2, and a dump in the end"
)

WORLDS: Final = (
    World("flink.kafka-source.enumerator", f"{_ENUMERATOR_WORDS}; {NUMBERED}", tuple(_enumerator_parts())),
    World("flink.prekeyed.mapping", f"{_PREKEYED_WORDS}; {NUMBERED}", tuple(_prekeyed_parts())),
    World(
        "flink.rescale.keyed-state",
        "max parallelism 1 to 8, old parallelism up to it; new parallelism from 1 up to it, then which old subtasks "
        f"have finished: any subset, counted in binary, subtask 0 the highest bit; {NUMBERED}",
        tuple(_keyed_state_parts()),
    ),
    World(
        "flink.rescale.in-flight",
        f"every mode; old parallelism 1 to 8, new parallelism 1 to 8, new index 0 to 8; {NUMBERED}",
        tuple(_in_flight_parts()),
    ),
)
"""A world for each operation."""
