"""How numbers are drawn: spread over magnitudes, with boundary values; the same on every version of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.values import boundary

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

UPPER_BOUND: Final = 32768
"""Flink's largest max parallelism."""
_MIN, _MAX = -(2**31), 2**31 - 1
_INT32: Final = tuple(boundary.HASH_CODES.values())
_INT64: Final = tuple(boundary.INT64.values())
_PARALLELISMS: Final = tuple(boundary.PARALLELISMS.values())
_MAX_PARALLELISMS: Final = tuple(boundary.MAX_PARALLELISMS.values())
_PARTITIONS: Final = tuple(boundary.PARTITIONS.values())
_INVALID: Final = (0, -1, UPPER_BOUND + 1, 100_000, _MIN, _MAX)


def number(random: Random, bits: int) -> int:
    """A signed number of at most so many bits; every magnitude is as likely as another."""
    size = random.randrange(bits)
    drawn = random.getrandbits(size) if size else 0
    return ~drawn if random.randrange(2) else drawn


def int32(random: Random) -> int:
    """A 32-bit integer: of any magnitude, uniform, or a boundary value."""
    choice = random.randrange(4)
    if choice == 0:
        return random.choice(_INT32)
    return number(random, 32) if choice == 1 else random.getrandbits(32) + _MIN


def int64(random: Random) -> int:
    """A 64-bit integer: of any magnitude, uniform, small, or a boundary value."""
    match random.randrange(4):
        case 0:
            return random.choice(_INT64)
        case 1:
            return random.randrange(-1000, 1001)
        case 2:
            return random.getrandbits(64) - 2**63
        case _:
            return number(random, 64)


def limit(random: Random) -> int:
    """A max parallelism that Flink accepts, from 1 to 32768: a usual one, a power of two, or any."""
    match random.randrange(4):
        case 0:
            return random.choice((128, 120, 180, 240, 360, 720, 840, 1260, 4096, 32768))
        case 1:
            return 1 << random.randrange(16)
        case 2:
            return 1 + random.randrange(300)
        case _:
            return 1 + random.randrange(UPPER_BOUND)


def below(random: Random, top: int) -> int:
    """A number from 1 to `top`, small ones more often."""
    return 1 + random.randrange(1 + random.randrange(max(1, top)))


def invalid_parallelism(random: Random) -> int:
    """A 32-bit integer that Flink refuses as a parallelism: 0, negative, or above the bound."""
    match random.randrange(3):
        case 0:
            return random.choice(_INVALID)
        case 1:
            return random.randrange(_MIN, 0)
        case _:
            return random.randrange(UPPER_BOUND + 1, _MAX + 1)


def parallelism(random: Random) -> int:
    """A parallelism; about one in five is one that Flink refuses, or a boundary value."""
    if random.randrange(5) == 0:
        return random.choice(_PARALLELISMS) if random.randrange(2) else invalid_parallelism(random)
    return limit(random)


def max_parallelism(random: Random) -> int:
    """A max parallelism; about one in five is one that Flink refuses, or a boundary value."""
    if random.randrange(5) == 0:
        return random.choice(_MAX_PARALLELISMS) if random.randrange(2) else invalid_parallelism(random)
    return limit(random)


def both_parallelisms(random: Random) -> JSON:
    """`{maxParallelism, parallelism}`: in three of four the parallelism fits."""
    most = max_parallelism(random)
    if random.randrange(4) == 0:
        return {"maxParallelism": most, "parallelism": parallelism(random)}
    return {"maxParallelism": most, "parallelism": below(random, min(max(most, 1), UPPER_BOUND))}


def mostly(random: Random, top: int) -> int:
    """A number from 0 to `top`; one in four is any 32-bit integer."""
    return int32(random) if random.randrange(4) == 0 else random.randrange(max(0, top) + 1)


def partition_count(random: Random) -> int:
    """A number of Kafka partitions from 0 to 100,000, mostly below 1000."""
    match random.randrange(4):
        case 0:
            return random.choice(_PARTITIONS)
        case 1:
            return random.randrange(1000)
        case 2:
            return 1 + random.randrange(64)
        case _:
            return below(random, 100_000)


def key_group_range(random: Random) -> JSON:
    """A range of key groups; some are empty (the end before the start), some begin below 0."""
    match random.randrange(8):
        case 0:
            return {"start": 0, "end": -1}
        case 1:
            return {"start": int32(random), "end": int32(random)}
        case 2 | 3:
            ends = sorted(random.randrange(UPPER_BOUND + 1) for _ in range(2))
            return {"start": ends[0], "end": ends[1]}
        case _:
            start = random.randrange(301)
            return {"start": start, "end": start + random.randrange(301)}
