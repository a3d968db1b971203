"""How inputs of the key-group arithmetic are drawn: mostly what a job can have, and any int that Java takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values import keys, numbers

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_BOUND = numbers.UPPER_BOUND


def of_key(random: Random) -> JSON:
    """An input of `flink.key-group.of-key`."""
    return {"key": keys.any_key(random), "maxParallelism": numbers.max_parallelism(random)}


def of_hash(random: Random) -> JSON:
    """An input of `flink.key-group.of-hash`."""
    return {"hash": numbers.int32(random), "maxParallelism": numbers.max_parallelism(random)}


def operator_of_key(random: Random) -> JSON:
    """An input of `flink.key-group.operator-of-key`."""
    return {"key": keys.any_key(random), **numbers.both_parallelisms(random)}


def channel(random: Random) -> JSON:
    """An input of `flink.partitioner.channel`."""
    both = numbers.both_parallelisms(random)
    return {"key": keys.any_key(random), "maxParallelism": both["maxParallelism"], "channels": both["parallelism"]}


def operator_of_group(random: Random) -> JSON:
    """An input of `flink.key-group.operator-of-group`: mostly groups that exist."""
    both = numbers.both_parallelisms(random)
    return {"keyGroup": numbers.mostly(random, both["maxParallelism"] - 1), **both}


def range_of_operator(random: Random) -> JSON:
    """An input of `flink.key-group.range-of-operator`: mostly operator indexes that exist."""
    both = numbers.both_parallelisms(random)
    return {**both, "operator": numbers.mostly(random, both["parallelism"] - 1)}


def default_max_parallelism(random: Random) -> JSON:
    """An input of `flink.key-group.default-max-parallelism`."""
    return {"parallelism": numbers.parallelism(random)}


def check_parallelism(random: Random) -> JSON:
    """An input of `flink.key-group.check-parallelism`: some next to the bound."""
    near = random.randrange(4) == 0
    return {"parallelism": _BOUND + random.randrange(-1, 2) if near else numbers.parallelism(random)}


def intersection(random: Random) -> JSON:
    """An input of `flink.key-group-range.intersection`: half of the pairs touch or overlap, or nearly so."""
    if random.randrange(2):
        return {"a": numbers.key_group_range(random), "b": numbers.key_group_range(random)}
    start, length = random.randrange(201), random.randrange(41)
    other = max(0, start + random.randrange(-60, 61))
    return {"a": {"start": start, "end": start + length}, "b": {"start": other, "end": other + random.randrange(41)}}


def range_of(random: Random) -> JSON:
    """An input of `flink.key-group-range.of`: small ranges and empty ones, probed at their ends; and any ints."""
    if random.randrange(3) == 0:
        other = random.choice((None, numbers.key_group_range(random)))
        start, end, group, position = (numbers.int32(random) for _ in range(4))
        return {"start": start, "end": end, "other": other, "keyGroup": group, "position": position}
    start, end, group, position, first, last = (random.randrange(-2, 10) for _ in range(6))
    other = random.choice((None, {"start": start, "end": end}, {"start": first, "end": last}))
    return {"start": start, "end": end, "other": other, "keyGroup": group, "position": position}


def offsets(random: Random) -> JSON:
    """An input of `flink.key-group-range.offsets`: mostly an offset for each group, and a probe inside."""
    if random.randrange(6) == 0:
        values = [str(numbers.int64(random)) for _ in range(random.randrange(7))]
        return {"range": numbers.key_group_range(random), "offsets": values, "probe": numbers.int32(random)}
    start, size = random.randrange(200), 1 + random.randrange(12)
    values = [str(numbers.int64(random) if random.randrange(2) else random.randrange(10_000)) for _ in range(size)]
    probe = start + random.randrange(-2, size + 2)
    return {"range": {"start": start, "end": start + size - 1}, "offsets": values, "probe": probe}
