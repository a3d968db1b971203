"""The inputs of `flink.rescale.*`: what a search draws from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.strategies.composites import keys
from jarparity.strategies.integers import int64s, legal_parallelisms, max_parallelisms
from jarparity.strategies.text import java_strings

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

_UPPER_BOUND = 32768
_SMALL = 300
"""Most subtasks of a drawn rescaling: the original compares each old snapshot with each new subtask."""
_FEW = 6
"""Most subtasks where each has a backend of its own."""
_HOSTILE = (0, -1, -7, _UPPER_BOUND + 1, 100_000, -100_000)
_MODES = ("SPLIT_DISTRIBUTE", "UNION", "BROADCAST")
_MAPPERS = ("RANGE", "RANGE", "RANGE", "ROUND_ROBIN", "ARBITRARY", "FIRST", "FULL", "UNSUPPORTED")


def partitions() -> SearchStrategy[JSON]:
    """Inputs of `flink.rescale.partitions`: mostly parallelisms that fit the maximum."""
    return _parallelisms()


def keyed_state() -> SearchStrategy[JSON]:
    """Inputs of `flink.rescale.keyed-state`: now and then some old subtasks have finished."""
    return _parallelisms().flatmap(_with_finished)


def _with_finished(rescale: JSON) -> SearchStrategy[JSON]:
    old = rescale["oldParallelism"]
    if old <= 0:
        return st.just(rescale)
    chosen = st.lists(st.integers(0, old - 1), unique=True, max_size=4)
    return st.one_of(st.just(rescale), chosen.map(lambda finished: {**rescale, "finished": finished}))


def restored_keys() -> SearchStrategy[JSON]:
    """Inputs of `flink.rescale.restored-keys`: a few keys of one type, on few subtasks, of which some have finished."""

    def few(limit: int) -> SearchStrategy[JSON]:
        subtasks = st.integers(1, min(limit, _FEW))
        return st.builds(_both, st.just(limit), subtasks, subtasks).flatmap(_with_finished)

    kinds = st.sampled_from(("string", "long", "integer", "short", "byte", "char", "boolean"))
    some = kinds.flatmap(lambda kind: st.lists(keys([kind]), min_size=1, max_size=15))
    changes = st.one_of(st.integers(1, 300), st.sampled_from((128, 720, 4096))).flatmap(few)
    return st.builds(lambda change, found: {**change, "keys": found}, changes, some)


def in_flight() -> SearchStrategy[JSON]:
    """Inputs of `flink.rescale.in-flight`: mostly subtasks that exist."""

    def indexes(mode: str, old: int, new: int) -> SearchStrategy[JSON]:
        given = {"mode": mode, "oldParallelism": old, "newParallelism": new}
        anywhere = st.integers(-_UPPER_BOUND, 2**31 - 1)
        index = st.one_of(*3 * [st.integers(0, max(0, new - 1))], anywhere)
        return index.map(lambda chosen: {**given, "newIndex": chosen})

    old = st.one_of(*3 * [st.integers(1, _SMALL)], st.integers(-_UPPER_BOUND, _UPPER_BOUND))
    new = st.one_of(*3 * [st.integers(1, _SMALL)], st.integers(0, _UPPER_BOUND))
    return st.tuples(st.sampled_from(_MAPPERS), old, new).flatmap(lambda drawn: indexes(*drawn))


def operator_state() -> SearchStrategy[JSON]:
    """Inputs of `flink.rescale.operator-state`: each subtask a file or two, states that most of them have."""
    return st.dictionaries(_state_names(), st.sampled_from(_MODES), min_size=1, max_size=5).flatmap(_subtasks)


def _subtasks(modes: dict[str, str]) -> SearchStrategy[JSON]:
    own = st.lists(_states(modes), max_size=2)
    reported = st.lists(own, max_size=6).map(_named)
    shared = st.lists(st.lists(_handles(modes), max_size=3), max_size=4)
    subtasks = st.one_of(reported, reported, shared)
    return st.builds(_rescale, subtasks, st.integers(1, 7), st.sampled_from((0, 0, 0, 0, 0, 1, -1)))


def _rescale(subtasks: list[JSON], new: int, off: int) -> JSON:
    return {
        "oldParallelism": len(subtasks) + off,
        "newParallelism": new - 1 if off < 0 else new,
        "subtasks": subtasks,
    }


def _named(subtasks: list[list[JSON]]) -> list[JSON]:
    """Each subtask has written files of its own."""
    return [
        [{"handle": f"{subtask}-{place}", "states": states} for place, states in enumerate(handles)]
        for subtask, handles in enumerate(subtasks)
    ]


def _handles(modes: dict[str, str]) -> SearchStrategy[JSON]:
    """Files of few names, so that subtasks share them."""
    return st.fixed_dictionaries({"handle": st.sampled_from("abcd"), "states": _states(modes)})


def _states(modes: dict[str, str]) -> SearchStrategy[JSON]:
    numbers = st.one_of(st.integers(0, 1000), int64s())
    offsets = st.lists(numbers.map(str), max_size=5)
    each = {name: st.fixed_dictionaries({"mode": st.just(mode), "offsets": offsets}) for name, mode in modes.items()}
    return st.fixed_dictionaries({}, optional=each)


def _state_names() -> SearchStrategy[str]:
    return st.one_of(st.sampled_from(["s", "t", "offsets", "Aa", "BB"]), java_strings())


def _parallelisms() -> SearchStrategy[JSON]:
    subtasks = st.one_of(*5 * [st.integers(1, _SMALL)], st.sampled_from(_HOSTILE))
    loose = st.builds(_both, max_parallelisms(), subtasks, subtasks)
    fitting = legal_parallelisms().flatmap(
        lambda limit: st.builds(
            _both, st.just(limit), st.integers(1, min(limit, _SMALL)), st.integers(1, min(limit, _SMALL))
        )
    )
    return st.one_of(fitting, fitting, fitting, loose)


def _both(limit: int, old: int, new: int) -> JSON:
    return {"maxParallelism": limit, "oldParallelism": old, "newParallelism": new}
