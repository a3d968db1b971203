"""Plans of rescaling: from the parallelisms to all transfers, with the state of a million keys beside them."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

import numpy as np

from bench.kit import Limit
from copartition.advice import rescale_plan
from copartition.flink import range_of_operator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_GROUPS = 32_768
_KEYS = 1_000_000


def limits(rounds: int) -> Iterator[Limit]:
    """The largest plan there is, and one with a size for each of a million keys."""
    plan = rescale_plan(_GROUPS, _GROUPS, _GROUPS - 1)
    last = range_of_operator(_GROUPS, _GROUPS - 1, _GROUPS - 2)
    assert (plan.targets[-1], plan.starts[-1] >= last.start, plan.ends[-1]) == (_GROUPS - 2, True, last.end)
    seconds = _median(rounds, lambda: rescale_plan(_GROUPS, _GROUPS, _GROUPS - 1).key_groups_moving)
    yield Limit(f"rescale_plan of {_GROUPS:,} key groups, as many transfers", "ms", 50, 1000 * seconds)
    keys = np.random.default_rng(7).integers(-(2**63), 2**63 - 1, _KEYS, np.int64)
    sizes = np.arange(_KEYS)
    plan = rescale_plan(_GROUPS, 100, 120, keys=keys, sizes=sizes)
    assert plan.sizes is not None
    assert int(plan.sizes.sum()) == int(sizes.sum())
    seconds = _median(rounds, lambda: rescale_plan(_GROUPS, 100, 120, keys=keys, sizes=sizes).bytes_moving)
    yield Limit("rescale_plan of 1,000,000 int64 keys with sizes", "ms", 150, 1000 * seconds)


def _median(rounds: int, run: Callable[[], object]) -> float:
    run()
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)
