"""Histories of keyed state: seeded ones that shrink in length, and ones drawn step by step."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.vectors import random_states

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

    from jarparity.answers import JSON

_KINDS: tuple[JSON, ...] = (*random_states.SCALARS, *random_states.COMPOSITES.values())
_NAMESPACES = {
    "void": st.nothing(),
    "string": st.sampled_from(("w1", "w2")),
    "time-window": st.sampled_from(({"start": "0", "end": "10"}, {"start": "10", "end": "20"})),
}
_KEYS = tuple({"type": "string", "value": text} for text in ("a", "b", "user_123", "1", ""))
_ROWS: tuple[JSON, ...] = tuple({"type": "row-data", "fields": fields} for fields in (["STRING"], ["INT", "STRING"]))
_ROW_KEYS = tuple({"type": "row-data", "value": [{"type": "STRING", "value": text}]} for text in ("a", "b"))
_CHANGES = st.sampled_from(("+I", "-U", "+U", "-D"))
_SUMMED = st.integers(-2, 2).map(str)
_OPENED = st.sampled_from((1, 2, 7, 128))


def heap_backends() -> SearchStrategy[JSON]:
    """Inputs of `flink.state.heap-backend`.

    >>> from hypothesis import find
    >>> find(heap_backends(), lambda h: any(s["op"] == "update" for s in h["steps"]))["steps"]
    [{'op': 'update', 'state': 'v', 'value': None}]
    """
    return st.one_of(_drawn(), _seeded())


def _seeded() -> SearchStrategy[JSON]:
    def make(seed: int, kind: JSON, steps: int, sets_groups: bool) -> JSON:  # noqa: FBT001 - Hypothesis passes it so
        random = Random(seed)  # noqa: S311 - reproducible, not secret
        return random_states.history(random, kind, steps=steps, sets_groups=sets_groups)

    return st.builds(make, st.integers(0, 2**32), st.sampled_from(_KINDS), st.integers(1, 40), st.booleans())


@st.composite
def _drawn(draw: DrawFn) -> JSON:
    """Step by step, with a few keys of type string."""
    groups = draw(_OPENED)
    states = [{"name": "v", "namespace": draw(st.sampled_from(tuple(_NAMESPACES)))}]
    if draw(st.booleans()):
        states.append({"name": "w", "namespace": draw(st.sampled_from(tuple(_NAMESPACES))), "default": "d"})
    document: JSON = {
        "maxParallelism": groups,
        "range": draw(ranges(groups)),
        "keyType": "string",
        "states": states,
        "steps": draw(st.lists(_steps(groups, states), max_size=12)),
    }
    taken: set[str] = set()
    for step in document["steps"]:
        if step["op"] == "snapshot":
            taken.add(step["name"])
        elif "from" in step:
            step["from"] = [name for name in step["from"] if name in taken]
    return document


def keyed_operators() -> SearchStrategy[JSON]:
    """Inputs of `flink.state.keyed-operator`: seeded, and short ones of two keys."""

    def make(seed: int, kind: JSON, steps: int) -> JSON:
        return random_states.operator_history(Random(seed), kind, steps=steps)  # noqa: S311 - reproducible, not secret

    seeded = st.builds(make, st.integers(0, 2**32), st.sampled_from(_ROWS), st.integers(1, 30))
    elements = st.lists(_step("element", kind=_CHANGES, key=st.sampled_from(_ROW_KEYS), value=_SUMMED), max_size=8)
    fields = {"maxParallelism": 128, "parallelism": 1, "operator": 0, "keyType": _ROWS[0]}
    short = elements.map(lambda steps: {**fields, "updateBefore": True, "steps": steps})
    return st.one_of(short, seeded)


def ranges(max_parallelism: int) -> SearchStrategy[JSON]:
    """Ranges of key groups below a max parallelism."""
    below = st.integers(0, max_parallelism - 1)
    return st.tuples(below, below).map(lambda ends: {"start": min(ends), "end": max(ends)})


def _steps(groups: int, states: list[JSON]) -> SearchStrategy[JSON]:
    keys = st.sampled_from(_KEYS)
    accesses = [access for state in states for access in _accesses(state)]
    names = st.sampled_from(("a", "b"))
    names_of_states = st.sampled_from([state["name"] for state in states])
    return st.one_of(
        *accesses,
        _step("setCurrentKey", key=keys),
        _step("setCurrentKeyAndKeyGroup", key=keys, keyGroup=st.integers(0, groups)),
        *(_step(op) for op in ("getCurrentKey", "getCurrentKeyGroup", "size", "dump")),
        _step("isEmpty", state=names_of_states),
        _step("size", namespace=st.sampled_from(("n", "m"))),
        *(_step(op, state=names_of_states, value=st.sampled_from(("x", "y"))) for op in ("visit", "visit", "rewrite")),
        _step("snapshot", name=names),
        _step("restore", **{"range": ranges(groups), "from": st.lists(names, unique=True, max_size=2)}),
    )


def _accesses(state: JSON) -> list[SearchStrategy[JSON]]:
    optional = {} if state["namespace"] == "void" else {"namespace": _NAMESPACES[state["namespace"]]}
    name = st.just(state["name"])
    values = st.sampled_from((None, "x", "y"))
    return [
        st.fixed_dictionaries({"op": st.just("update"), "state": name, "value": values}, optional=optional),
        st.fixed_dictionaries({"op": st.sampled_from(("value", "clear", "keys")), "state": name}, optional=optional),
    ]


def _step(op: str, **fields: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
    return st.fixed_dictionaries({"op": st.just(op), **fields})
