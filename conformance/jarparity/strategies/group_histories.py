"""Histories of rebalances: seeded ones that shrink in length, and ones drawn step by step."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.strategies.groups import ASSIGNORS
from jarparity.vectors import random_histories

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

    from jarparity.answers import JSON

_TOPICS = ("t", "u", "v")
_MEMBERS = ("A", "B", "C", "D")


def rebalances() -> SearchStrategy[JSON]:
    """Inputs of `kafka.assignor.rebalances`.

    >>> from hypothesis import find
    >>> find(rebalances(), lambda h: any(s["op"] == "leave" for s in h["steps"]))["steps"]
    [{'op': 'join', 'member': 'A', 'topics': []}, {'op': 'leave', 'member': 'A'}]
    """
    return st.one_of(_drawn(), _seeded())


def _seeded() -> SearchStrategy[JSON]:
    def make(seed: int, assignor: str, steps: int, static: bool) -> JSON:  # noqa: FBT001 - Hypothesis passes it so
        random = Random(seed)  # noqa: S311 - reproducible, not secret
        return random_histories.history(random, assignor, steps=steps, static=static, observed=True)

    return st.builds(make, st.integers(0, 2**32), st.sampled_from(ASSIGNORS), st.integers(1, 12), st.booleans())


@st.composite
def _drawn(draw: DrawFn) -> JSON:
    """Step by step; what can't be done in a state is not offered there."""
    topics = draw(st.dictionaries(st.sampled_from(_TOPICS), st.integers(0, 5), max_size=2))
    document: JSON = {"assignor": draw(st.sampled_from(ASSIGNORS)), "topics": dict(topics), "steps": []}
    members: list[str] = []
    for _ in range(draw(st.integers(0, 12))):
        step = draw(_steps(members, topics))
        document["steps"].append(step)
        match step["op"]:
            case "join":
                members.append(step["member"])
            case "leave":
                members.remove(step["member"])
            case "addTopic" | "addPartitions":
                topics[step["topic"]] = step["partitions"]
    if draw(st.booleans()):
        document["userData"] = True
    return document


def _steps(members: list[str], topics: dict[str, int]) -> SearchStrategy[JSON]:
    subscriptions = st.lists(st.sampled_from(_TOPICS), unique=True, max_size=3)
    outside = [m for m in _MEMBERS if m not in members]
    steps: list[SearchStrategy[JSON]] = []
    if outside:
        steps.append(_step("join", member=st.sampled_from(outside), topics=subscriptions))
    if members:
        inside = st.sampled_from(list(members))
        steps += [
            st.just({"op": "rebalance"}),
            _step("leave", member=inside),
            _step("subscribe", member=inside, topics=subscriptions),
        ]
    if new := [t for t in _TOPICS if t not in topics]:
        steps.append(_step("addTopic", topic=st.sampled_from(new), partitions=st.integers(0, 5)))
    if topics:
        grown = st.tuples(st.sampled_from(sorted(topics)), st.integers(0, 3))
        steps.append(grown.map(lambda g: {"op": "addPartitions", "topic": g[0], "partitions": topics[g[0]] + g[1]}))
    return st.one_of(steps)


def _step(op: str, **fields: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
    return st.fixed_dictionaries({"op": st.just(op), **fields})
