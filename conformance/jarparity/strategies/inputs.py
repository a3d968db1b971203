"""The inputs of each operation, by the names that the catalogue gives: what a search draws from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from jarparity.strategies.composites import any_keys
from jarparity.strategies.integers import (
    int32s,
    int64s,
    key_group_ranges,
    max_parallelisms,
    parallelisms,
    partition_counts,
)
from jarparity.strategies.serialized import serialized_keys
from jarparity.strategies.sql import sql_rows
from jarparity.strategies.text import java_strings

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from jarparity.answers import JSON

_UPPER_BOUND = 32768


def string_hash() -> SearchStrategy[JSON]:
    """Inputs of `java.string.hash`."""
    return _record(a=java_strings())


def string_compare() -> SearchStrategy[JSON]:
    """Inputs of `java.string.compare`: any two strings, and ones that share a beginning."""
    shared = st.builds(
        lambda start, a, b: {"a": start + a, "b": start + b}, _whole_text(), java_strings(), java_strings()
    )
    return st.one_of(_record(a=java_strings(), b=java_strings()), shared)


def key_hash() -> SearchStrategy[JSON]:
    """Inputs of `flink.key.hash`."""
    return _record(key=any_keys())


def row_hash() -> SearchStrategy[JSON]:
    """Inputs of `flink.table.row-hash`."""
    return _record(fields=sql_rows())


def murmur_hash() -> SearchStrategy[JSON]:
    """Inputs of `flink.math.murmur-hash`."""
    return _record(value=int32s())


def round_up_to_power_of_two() -> SearchStrategy[JSON]:
    """Inputs of `flink.math.round-up-to-power-of-two`: powers of two and their neighbours."""
    near = st.builds(lambda power, offset: (1 << power) + offset, st.integers(0, 30), st.integers(-1, 1))
    return _record(value=st.one_of(near, int32s()))


def arithmetic() -> SearchStrategy[JSON]:
    """Inputs of `flink.math.arithmetic`."""
    near = st.builds(lambda power, offset: (1 << power) + offset, st.integers(0, 30), st.integers(-1, 1))
    ints, longs = st.one_of(near, int32s()), st.one_of(near, int64s()).map(str)
    of_ints = st.sampled_from(["log2floor", "log2strict", "roundDownToPowerOf2", "jenkinsHash"])
    of_longs = st.sampled_from(["checkedDownCast", "isPowerOf2", "longToIntWithBitMixing", "flipSignBit"])
    quotients = _record(
        function=st.just("divideRoundUp"), value=_mostly(st.integers(0, 99)), divisor=_mostly(st.integers(1, 12))
    )
    return st.one_of(_record(function=of_ints, value=ints), _record(function=of_longs, value=longs), quotients)


def key_group_of_key() -> SearchStrategy[JSON]:
    """Inputs of `flink.key-group.of-key`."""
    return _record(key=any_keys(), maxParallelism=max_parallelisms())


def key_group_of_hash() -> SearchStrategy[JSON]:
    """Inputs of `flink.key-group.of-hash`."""
    return _record(hash=int32s(), maxParallelism=max_parallelisms())


def operator_of_key() -> SearchStrategy[JSON]:
    """Inputs of `flink.key-group.operator-of-key`."""
    return st.builds(lambda key, both: {"key": key, **both}, any_keys(), _both_parallelisms())


def operator_of_group() -> SearchStrategy[JSON]:
    """Inputs of `flink.key-group.operator-of-group`: mostly groups that exist."""

    def groups(both: JSON) -> SearchStrategy[JSON]:
        legal = st.integers(0, max(0, both["maxParallelism"] - 1))
        return _mostly(legal).map(lambda group: {"keyGroup": group, **both})

    return _both_parallelisms().flatmap(groups)


def range_of_operator() -> SearchStrategy[JSON]:
    """Inputs of `flink.key-group.range-of-operator`: mostly operators that exist."""

    def operators(both: JSON) -> SearchStrategy[JSON]:
        legal = st.integers(0, max(0, both["parallelism"] - 1))
        return _mostly(legal).map(lambda operator: {**both, "operator": operator})

    return _both_parallelisms().flatmap(operators)


def default_max_parallelism() -> SearchStrategy[JSON]:
    """Inputs of `flink.key-group.default-max-parallelism`."""
    return _record(parallelism=parallelisms())


def check_parallelism() -> SearchStrategy[JSON]:
    """Inputs of `flink.key-group.check-parallelism`."""
    return _record(parallelism=st.one_of(parallelisms(), st.integers(_UPPER_BOUND - 1, _UPPER_BOUND + 1)))


def intersection() -> SearchStrategy[JSON]:
    """Inputs of `flink.key-group-range.intersection`: any two ranges, and ones that touch or overlap."""
    near = st.builds(
        lambda start, length, shift, other: {
            "a": {"start": start, "end": start + length},
            "b": {"start": max(0, start + shift), "end": max(0, start + shift) + other},
        },
        st.integers(0, 200),
        st.integers(0, 40),
        st.integers(-60, 60),
        st.integers(0, 40),
    )
    return st.one_of(near, _record(a=key_group_ranges(), b=key_group_ranges()))


def range_of() -> SearchStrategy[JSON]:
    """Inputs of `flink.key-group-range.of`: small ranges and empty ones, probed at their ends; and any ints."""
    near = st.integers(-2, 9)
    ends = st.one_of(st.none(), _record(start=near, end=near))
    small = _record(start=near, end=near, other=ends, keyGroup=near, position=near)
    alike = small.map(lambda document: {**document, "other": {"start": document["start"], "end": document["end"]}})
    other = st.one_of(st.none(), key_group_ranges())
    return st.one_of(
        small, alike, _record(start=int32s(), end=int32s(), other=other, keyGroup=int32s(), position=int32s())
    )


def offsets() -> SearchStrategy[JSON]:
    """Inputs of `flink.key-group-range.offsets`: mostly an offset for each group, and a probe inside."""

    def complete(start: int, values: list[int]) -> SearchStrategy[JSON]:
        end = start + len(values) - 1
        probes = st.one_of(st.integers(start, max(start, end)), st.integers(start - 2, end + 2))
        given = {"range": {"start": start, "end": end}, "offsets": [str(value) for value in values]}
        return probes.map(lambda probe: {**given, "probe": probe})

    numbers = st.one_of(st.integers(0, 10_000), int64s())
    fitting = st.tuples(st.integers(0, 130), st.lists(numbers, min_size=1, max_size=12)).flatmap(
        lambda pair: complete(*pair)
    )
    loose = _record(range=key_group_ranges(), offsets=st.lists(numbers.map(str), max_size=6), probe=int32s())
    return st.integers(0, 5).flatmap(lambda choice: loose if choice == 5 else fitting)  # noqa: PLR2004 - one of six


def channel() -> SearchStrategy[JSON]:
    """Inputs of `flink.partitioner.channel`."""
    return st.builds(
        lambda key, both: {
            "key": key,
            "maxParallelism": both["maxParallelism"],
            "channels": both["parallelism"],
        },
        any_keys(),
        _both_parallelisms(),
    )


def murmur2() -> SearchStrategy[JSON]:
    """Inputs of `kafka.partitioner.murmur2`."""
    return _record(bytes=serialized_keys().map(bytes.hex))


def partition_for_key() -> SearchStrategy[JSON]:
    """Inputs of `kafka.partitioner.partition-for-key`."""
    return _record(bytes=serialized_keys().map(bytes.hex), partitions=partition_counts())


def _record(**fields: SearchStrategy[JSON]) -> SearchStrategy[JSON]:
    return st.fixed_dictionaries(fields)


def _mostly(legal: SearchStrategy[int]) -> SearchStrategy[int]:
    return st.one_of(legal, legal, legal, int32s())


def _whole_text() -> SearchStrategy[str]:
    """Text without surrogates, so that joining it to another text joins no pair."""
    return st.text(max_size=6)


def _both_parallelisms() -> SearchStrategy[JSON]:
    """A maximum parallelism and a parallelism, mostly one that fits it."""
    fitting = max_parallelisms().flatmap(
        lambda limit: st.builds(
            lambda parallelism: {"maxParallelism": limit, "parallelism": parallelism},
            st.integers(1, min(max(limit, 1), _UPPER_BOUND)),
        )
    )
    loose = _record(maxParallelism=max_parallelisms(), parallelism=parallelisms())
    return st.one_of(fitting, fitting, fitting, loose)
