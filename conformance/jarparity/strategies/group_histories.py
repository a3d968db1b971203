"""Histories of rebalances: seeded ones that shrink in length, and ones drawn step by step."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.strategies.group_steps import KINDS, GroupNow, first_topics
from jarparity.strategies.groups import ASSIGNORS
from jarparity.vectors import random_histories

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

    from jarparity.answers import JSON


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
    topics = draw(first_topics())
    document: JSON = {"assignor": draw(st.sampled_from(ASSIGNORS)), "topics": dict(topics), "steps": []}
    group = GroupNow(topics, draw(st.booleans()))
    for _ in range(draw(st.integers(0, 12))):
        possible = [kind for kind in KINDS if group.can(kind)]
        for step in draw(st.sampled_from(possible).flatmap(group.steps)):
            group.make(step)
            document["steps"].append(step)
    if draw(st.booleans()):
        document["userData"] = True
    return document
