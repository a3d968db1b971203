"""Histories of a pre-keyed stream: splits that come, go and move, records, and jobs that are rescaled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

_SPLITS = ("a", "b", "c", "d", "e")
_KEYS = ("k", "l", "user_1")


def mappings() -> SearchStrategy[JSON]:
    """Inputs of `flink.prekeyed.mapping`: few key groups, so that they run out, and few keys, so that they meet.

    >>> from hypothesis import find
    >>> found = find(mappings(), lambda h: len({s["op"] for s in h["steps"]}) > 1)
    >>> found["maxParallelism"], found["parallelism"], found["operator"]
    (1, 1, 0)
    """
    sizes = st.one_of(st.integers(1, 12), st.integers(1, 12), st.sampled_from([128, 720]))
    jobs = sizes.flatmap(lambda most: st.tuples(st.just(most), st.integers(1, min(most, 8))))
    ordinary = jobs.flatmap(lambda job: st.tuples(st.just(job[0]), st.just(job[1]), st.integers(0, job[1] - 1)))
    odd = st.tuples(st.integers(-1, 9), st.integers(-1, 9), st.integers(-1, 9))
    return st.one_of(ordinary, ordinary, ordinary, odd).flatmap(_histories)


def _histories(job: tuple[int, int, int]) -> SearchStrategy[JSON]:
    most, parallelism, operator = job
    return st.lists(prekeyed_steps(most), max_size=25).map(
        lambda made: {"maxParallelism": most, "parallelism": parallelism, "operator": operator, "steps": made}
    )


def prekeyed_steps(most: int) -> SearchStrategy[JSON]:
    """One step of a job with so many key groups."""
    split = st.sampled_from(_SPLITS)
    somewhere = {"operator": st.integers(0, 3)}
    add = st.fixed_dictionaries({"op": st.just("addSplit"), "split": split}, optional=somewhere)
    remove = st.fixed_dictionaries({"op": st.just("removeSplit"), "split": split}, optional=somewhere)
    key = st.one_of(
        *[st.sampled_from(_KEYS).map(lambda text: {"type": "string", "value": text})] * 7,
        st.just({"type": "null"}),
    )
    record = st.fixed_dictionaries(
        {"op": st.just("record"), "key": key, "split": split},
        optional={"value": st.sampled_from(["1", "2", None]), **somewhere},
    )
    dump = st.fixed_dictionaries({"op": st.just("dump")}, optional=somewhere)
    rescale = st.fixed_dictionaries({"op": st.just("rescale"), "parallelism": st.integers(1, max(1, min(most, 8)))})
    return st.one_of(add, add, remove, record, record, dump, rescale)
