"""Keyed state: calls of the Python backend at a million keys, and its memory."""

from __future__ import annotations

import statistics
import time
import tracemalloc
from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa

from bench.kit import Limit
from copartition.flink import KeyGroupRange, key_groups
from copartition.flink.state import HeapKeyedStateBackend, ValueState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_KEYS = 1_000_000
_GROUPS = 128
_ALL = KeyGroupRange(0, _GROUPS - 1)


def limits(rounds: int) -> Iterator[Limit]:
    """Time per call, in CPU time of one core, and memory beside that of a plain dict."""
    keys = [f"user_{number}" for number in range(_KEYS)]
    groups = key_groups(pa.array(keys), _GROUPS).tolist()
    filled = _backend()
    for name, pass_over in (("update", _update), ("value", _read)):
        each = _each(rounds, partial(pass_over, *filled, keys, groups))
        yield Limit(f"{name} at 1,000,000 keys, each set with its group", "µs", 1, each)
    assert len(filled[0]) == _KEYS
    del filled
    yield Limit("memory of 1,000,000 entries beside a dict's", "x", 2, _memory(keys, groups))


def _backend() -> tuple[HeapKeyedStateBackend, ValueState[int | None]]:
    backend = HeapKeyedStateBackend(_GROUPS, _ALL)
    return backend, backend.value_state("count")


def _update(backend: HeapKeyedStateBackend, state: ValueState[int | None], keys: list[str], groups: list[int]) -> None:
    set_key, update = backend.set_current_key_and_key_group, state.update
    for place, key in enumerate(keys):
        set_key(key, groups[place])
        update(place)


def _read(backend: HeapKeyedStateBackend, state: ValueState[int | None], keys: list[str], groups: list[int]) -> None:
    set_key, value = backend.set_current_key_and_key_group, state.value
    for place, key in enumerate(keys):
        set_key(key, groups[place])
        value()


def _each(rounds: int, run: Callable[[], object]) -> float:
    """The median of a call's CPU time in microseconds."""
    run()
    seconds = []
    for _ in range(rounds):
        start = time.process_time()
        run()
        seconds.append(time.process_time() - start)
    return statistics.median(seconds) / _KEYS * 1e6


def _memory(keys: list[str], groups: list[int]) -> float:
    """How many times the memory of a dict of the same keys and values a backend holds; neither counts the keys."""
    values = list(range(_KEYS))
    tracemalloc.start()
    plain = dict(zip(keys, values, strict=True))
    beside = tracemalloc.get_traced_memory()[0]
    del plain
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    backend, state = _backend()
    for key, value, group in zip(keys, values, groups, strict=True):
        backend.set_current_key_and_key_group(key, group)
        state.update(value)
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert len(backend) == _KEYS
    return held / beside
