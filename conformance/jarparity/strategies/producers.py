"""Records without a key: topics whose leaders come and go, and the sizes of queues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.strategies.integers import int32s

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

_TOPIC = st.sampled_from(["t", "u", "unknown"])


def round_robin_histories() -> SearchStrategy[JSON]:
    """Inputs of `kafka.partitioner.round-robin`."""
    topics = st.dictionaries(st.sampled_from(["t", "u"]), st.lists(st.booleans(), max_size=5), max_size=2)
    record = st.builds(lambda topic: {"op": "record", "topic": topic}, _TOPIC)
    change = st.builds(lambda changed: {"op": "topics", "topics": changed}, topics)
    steps = st.lists(st.one_of(record, record, record, change), max_size=20)
    return st.builds(lambda first, made: {"topics": first, "steps": made}, topics, steps)


def load_tables() -> SearchStrategy[JSON]:
    """Inputs of `kafka.partitioner.load-table`: mostly a size for each partition, and as many as are available."""
    sizes = st.lists(st.one_of(st.integers(0, 9), st.integers(0, 9), int32s()), max_size=8)

    def fitting(queues: list[int]) -> SearchStrategy[JSON]:
        return st.builds(
            lambda partitions, length: {"queueSizes": queues, "partitions": partitions, "length": length},
            st.permutations(range(len(queues))),
            st.one_of(st.just(len(queues)), st.integers(0, len(queues))),
        )

    loose = st.fixed_dictionaries(
        {
            "queueSizes": st.one_of(st.none(), sizes),
            "partitions": st.lists(st.integers(0, 9), max_size=8),
            "length": st.integers(-1, 9),
        }
    )

    def racked(table: JSON) -> SearchStrategy[JSON]:
        count = len(table["queueSizes"])
        racks = st.lists(st.sampled_from(["r1", "r2", None]), min_size=count, max_size=count)
        return st.tuples(racks, st.sampled_from(["r1", "r2"])).map(lambda r: {**table, "racks": r[0], "rack": r[1]})

    fits = sizes.flatmap(fitting)
    return st.one_of(fits, fits, loose, fits.flatmap(racked))
