"""Every short history of a pre-keyed stream; shorter ones come first, so that the first wrong one is short."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Final

from jarparity.domains import NUMBERED, Part, SmallScope

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON


_LENGTH: Final = 4
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


_PREKEYED_WORDS: Final = (
    "splits and state: parts by number of steps from 1 to 4, then shape; splits: steps, each of addSplit a, b, "
    "c, removeSplit a, b, c; state: steps, each of addSplit a, addSplit b, removeSplit a, record of key k of a with "
    "value 1, record of key k of b without one, rescale to 1, rescale to 2, and a dump in the end"
)

DOMAINS: Final = (SmallScope("flink.prekeyed.mapping", f"{_PREKEYED_WORDS}; {NUMBERED}", tuple(_prekeyed_parts())),)
