"""The inputs of `kafka.replicas.*`: what a search draws from.

Legal clusters have distinct brokers, racks on all or none of them, and no more replicas than brokers; hostile ones
break each of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.catalogue.replicas import problems
from jarparity.strategies.integers import int64s
from jarparity.strategies.text import java_strings

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

_MAX = 2**31 - 1
_IDS = st.one_of(st.integers(0, 6), st.integers(0, 6), st.integers(0, 100), st.just(_MAX))
_RACK = st.sampled_from(["a", "b", "c"])
_ODD_RACK = st.one_of(_RACK, java_strings(max_size=4), st.just(""), st.none())


def _brokers(rack: SearchStrategy[str | None], *, unique: bool) -> SearchStrategy[list[JSON]]:
    broker = st.builds(lambda number, name: {"id": number} | ({} if name is None else {"rack": name}), _IDS, rack)
    return st.lists(broker, min_size=int(unique), max_size=8, unique_by=(lambda b: b["id"]) if unique else None)


def legal_assignments() -> SearchStrategy[JSON]:
    """Inputs of `kafka.replicas.assign` that a cluster can bring."""
    clusters = st.one_of(_brokers(st.none(), unique=True), _brokers(_RACK, unique=True))
    return clusters.flatmap(
        lambda brokers: st.fixed_dictionaries(
            {
                "brokers": st.just(brokers),
                "partitions": st.integers(1, 20),
                "replicationFactor": st.integers(1, len(brokers)),
                "startIndex": st.integers(0, len(brokers) - 1),
                "startPartition": st.integers(-1, 9),
            }
        )
    )


def hostile_assignments() -> SearchStrategy[JSON]:
    """Inputs of `kafka.replicas.assign` that the original's types allow."""
    return st.fixed_dictionaries(
        {
            "brokers": _brokers(_ODD_RACK, unique=False),
            "partitions": st.integers(-1, 12),
            "replicationFactor": st.one_of(st.integers(-1, 9), st.sampled_from([_MAX, -_MAX - 1])),
            "startIndex": st.one_of(st.integers(0, 9), st.integers(0, 1_000_000)),
            "startPartition": st.one_of(st.integers(-2, 9), st.integers(_MAX - 9, _MAX), st.just(-_MAX - 1)),
        }
    )


def _drawn_starts() -> SearchStrategy[JSON]:
    """A start that the original draws, where there is only one."""
    one = st.one_of(_brokers(st.none(), unique=True), _brokers(_RACK, unique=True)).map(lambda brokers: brokers[:1])
    return st.fixed_dictionaries(
        {
            "brokers": one,
            "partitions": st.integers(-1, 5),
            "replicationFactor": st.integers(0, 2),
            "startIndex": st.just(-1),
            "startPartition": st.integers(-1, 5),
        }
    )


def assignments() -> SearchStrategy[JSON]:
    """Inputs of `kafka.replicas.assign`."""
    return st.one_of(legal_assignments(), hostile_assignments(), _drawn_starts())


def legal_placements() -> SearchStrategy[JSON]:
    """Inputs of `kafka.replicas.place` that a cluster can bring."""
    return _brokers(st.one_of(_RACK, st.none()), unique=True).flatmap(
        lambda brokers: _placement(_some_fenced(brokers), st.integers(0, 20), st.integers(1, len(brokers)))
    )


def hostile_placements() -> SearchStrategy[JSON]:
    """Inputs of `kafka.replicas.place` that the original's types allow, but for racks in an order of identities."""
    drawn = _brokers(_ODD_RACK, unique=False).flatmap(
        lambda brokers: _placement(_some_fenced(brokers), st.integers(-1, 12), st.integers(-2, 9))
    )
    return drawn.filter(lambda document: not any(problems(document)))


def placements() -> SearchStrategy[JSON]:
    """Inputs of `kafka.replicas.place`."""
    return st.one_of(legal_placements(), hostile_placements())


def _some_fenced(brokers: list[JSON]) -> SearchStrategy[list[JSON]]:
    flags = st.lists(st.sampled_from([False, False, True]), min_size=len(brokers), max_size=len(brokers))
    return flags.map(
        lambda fenced: [{**b, "fenced": True} if flag else b for b, flag in zip(brokers, fenced, strict=True)]
    )


def _placement(
    brokers: SearchStrategy[list[JSON]], partitions: SearchStrategy[int], factors: SearchStrategy[int]
) -> SearchStrategy[JSON]:
    return st.fixed_dictionaries(
        {
            "brokers": brokers,
            "partitions": partitions,
            "replicationFactor": factors,
            "startPartition": st.one_of(st.integers(0, 5), st.integers(0, 5), st.integers(-_MAX - 1, _MAX)),
            "seed": int64s().map(str),
        }
    )
