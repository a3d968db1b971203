"""The inputs of `flink.kafka-source.enumerator`: jobs, and what happens to their enumerators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.source_bytes import write_state

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

TOPICS = ("a", "b", "orders", "Aa", "BB")
"""`Aa` and `BB` have one hash code, and so their partitions do."""
_PARTITIONS = 4
_HOSTILE = (["a", -1], ["a", 2**31 - 1], ["\U0001f600", 0], ["", 3])


def enumerator() -> SearchStrategy[JSON]:
    """Inputs of `flink.kafka-source.enumerator`: a job whose partitions, readers and snapshots come and go."""
    return st.builds(
        _history,
        jobs(),
        st.lists(steps(), max_size=12),
        st.sampled_from(([{"op": "start"}], [{"op": "start"}], [])),
    )


def jobs() -> SearchStrategy[JSON]:
    """All of an input but its steps."""
    starts = initializers()
    return st.fixed_dictionaries(
        {
            "parallelism": st.one_of(st.integers(1, 5), st.integers(1, 5), st.sampled_from((0, -2, 300))),
            "discoveryIntervalMs": st.sampled_from(("1000", "1000", "-1", "0", None)),
            "boundedness": st.sampled_from(("CONTINUOUS_UNBOUNDED", "BOUNDED")),
            "start": starts,
            "stop": st.one_of(st.none(), st.none(), starts),
            "endOffsets": _offsets(st.integers(0, 9)),
        },
        optional={
            "beginningOffsets": _offsets(st.integers(0, 9)),
            "timestampOffsets": _offsets(st.integers(-1, 9)),
            "committedOffsets": _offsets(st.integers(0, 9)),
            "events": st.booleans(),
        },
    )


def initializers() -> SearchStrategy[JSON]:
    """Where splits start or stop."""
    plain = st.sampled_from(("earliest", "latest", "committed")).map(lambda name: {"type": name})
    timestamps = st.just({"type": "timestamp", "timestamp": "1700000000000"})
    given = st.fixed_dictionaries(
        {"type": st.just("offsets"), "offsets": _offsets(st.integers(-4, 9))},
        optional={"reset": st.sampled_from(("earliest", "latest", "none"))},
    )
    return st.one_of(plain, plain, given, timestamps)


def steps() -> SearchStrategy[JSON]:
    """One step."""
    return st.one_of(
        st.just({"op": "start"}),
        discoveries(),
        discoveries(),
        st.just({"op": "initialize"}),
        _step("addReader", reader=readers()),
        _step("addReader", reader=readers()),
        _step("addReader", reader=readers(), registered=st.booleans()),
        _step("removeReader", reader=readers()),
        _step("addSplitsBack", reader=readers(), splits=st.lists(splits(), max_size=3)),
        st.sampled_from(({"op": "snapshot"}, {"op": "snapshot"}, {"op": "snapshot"}, {"op": "close"})),
        restores(),
    )


def discoveries() -> SearchStrategy[JSON]:
    """A discovery, now and then one that fails or of which the initialization waits."""
    there = st.lists(partitions(), max_size=8, unique_by=tuple)
    return st.fixed_dictionaries(
        {"op": st.just("discover"), "partitions": there},
        optional={"fails": st.sampled_from((False, False, True)), "initialize": st.booleans()},
    )


def partitions() -> SearchStrategy[JSON]:
    """A partition, mostly one of few."""
    usual = st.tuples(st.sampled_from(TOPICS), st.integers(0, _PARTITIONS - 1)).map(list)
    return st.one_of(usual, usual, usual, st.sampled_from(_HOSTILE).map(list))


def readers() -> SearchStrategy[int]:
    """A subtask, now and then one that there isn't."""
    return st.one_of(st.integers(0, 4), st.integers(0, 4), st.sampled_from((-1, 17, 33)))


def splits() -> SearchStrategy[JSON]:
    """A split that comes back."""
    starts = st.integers(-4, 9).map(str)
    return st.builds(
        lambda partition, start, stop: [*partition, start, stop], partitions(), starts, st.one_of(st.none(), starts)
    )


def restores() -> SearchStrategy[JSON]:
    """From the last snapshot, or from state of an older connector; at the same or another parallelism."""
    plain = st.just({"op": "restore"})
    rescaled = _step("restore", parallelism=st.integers(1, 5))
    marked = st.lists(st.tuples(splits(), st.integers(0, 1)), max_size=4)
    old = st.builds(_restored, st.integers(0, 3), marked, st.integers(0, 1))
    return st.one_of(plain, plain, rescaled, old)


def _restored(version: int, marked: list[tuple[JSON, int]], finished: int) -> JSON:
    return {"op": "restore", "version": version, "state": write_state(version, marked, finished=finished).hex()}


def _step(op: str, **fields: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
    return st.fixed_dictionaries({"op": st.just(op), **fields})


def _offsets(numbers: SearchStrategy[int]) -> SearchStrategy[JSON]:
    usual = st.tuples(st.sampled_from(TOPICS), st.integers(0, _PARTITIONS - 1)).map(list)
    some = st.lists(st.tuples(usual, numbers), max_size=6, unique_by=lambda pair: tuple(pair[0]))
    everywhere = st.lists(numbers, min_size=20, max_size=20).map(
        lambda drawn: [
            [topic, partition, str(number)]
            for (topic, partition), number in zip(
                ((topic, partition) for topic in TOPICS for partition in range(_PARTITIONS)), drawn, strict=True
            )
        ]
    )
    return st.one_of(some.map(lambda rows: [[*partition, str(number)] for partition, number in rows]), everywhere)


def _history(job: JSON, drawn: list[JSON], first: list[JSON]) -> JSON:
    return {**job, "steps": [*first, *drawn]}
