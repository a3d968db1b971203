"""The inputs of `kafka.reassign.*`: what a search draws from. Legal ones a cluster can bring, hostile ones are spoilt.

All are seeded: what they shrink to is a small seed's small document, and then fewer entries in it.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.catalogue.reassign import problems
from jarparity.strategies.integers import int32s
from jarparity.vectors import random_reassignments
from jarparity.vectors.random_reassignments import DIRS, TOPICS

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

_REPLICAS = st.lists(st.integers(0, 5), min_size=1, max_size=4, unique=True)


def texts() -> SearchStrategy[JSON]:
    """Inputs of `kafka.reassign.parse`: files as they should be, and with anything in place of each value."""
    anything = st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.sampled_from(TOPICS)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(TOPICS), inner, max_size=2)
        ),
        max_leaves=4,
    )
    loose = st.lists(st.one_of(st.integers(0, 3), anything), max_size=3)
    entry = st.fixed_dictionaries(
        {"topic": st.one_of(st.sampled_from(TOPICS), anything), "partition": st.one_of(int32s(), anything)},
        optional={
            "replicas": st.one_of(_REPLICAS, loose, anything),
            "log_dirs": st.one_of(st.lists(st.sampled_from(DIRS), max_size=3), anything),
        },
    )
    document = st.fixed_dictionaries(
        {"partitions": st.one_of(st.lists(entry, max_size=4), anything)},
        optional={"version": st.one_of(st.just(1), anything), "other": anything},
    )
    hostile = st.one_of(document, anything).map(lambda found: {"json": json.dumps(found)})
    return st.one_of(_seeded(random_reassignments.text), hostile.filter(_is_legal))


def plans() -> SearchStrategy[JSON]:
    """Inputs of `kafka.reassign.plan`."""
    return _seeded(random_reassignments.plan)


def rollbacks() -> SearchStrategy[JSON]:
    """Inputs of `kafka.reassign.rollback`."""
    return _seeded(random_reassignments.rollback).filter(_is_legal)


def _is_legal(document: JSON) -> bool:
    return not any(problems(document))


def _seeded(draw: Callable[[Random], JSON]) -> SearchStrategy[JSON]:
    return st.integers(0, 2**32).map(lambda seed: draw(Random(seed)))  # noqa: S311 - reproducible, not secret
