"""Every small change of parallelism."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from jarparity.domains import NUMBERED, Part, SmallScope

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON


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


DOMAINS: Final = (
    SmallScope(
        "flink.rescale.keyed-state",
        "max parallelism 1 to 8, old parallelism up to it; new parallelism from 1 up to it, then which old subtasks "
        f"have finished: any subset, counted in binary, subtask 0 the highest bit; {NUMBERED}",
        tuple(_keyed_state_parts()),
    ),
    SmallScope(
        "flink.rescale.in-flight",
        f"every mode; old parallelism 1 to 8, new parallelism 1 to 8, new index 0 to 8; {NUMBERED}",
        tuple(_in_flight_parts()),
    ),
)
