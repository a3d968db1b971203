"""How keys, rows and integers are drawn whose hash is compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values import fields, keys, numbers

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_OF_INTS = ("log2floor", "log2strict", "roundDownToPowerOf2", "jenkinsHash")
_OF_LONGS = ("checkedDownCast", "isPowerOf2", "longToIntWithBitMixing", "flipSignBit")


def key_hash(random: Random) -> JSON:
    """An input of `flink.key.hash`."""
    return {"key": keys.any_key(random)}


def row_hash(random: Random) -> JSON:
    """An input of `flink.table.row-hash`."""
    return {"fields": fields.row(random, 8)}


def murmur_hash(random: Random) -> JSON:
    """An input of `flink.math.murmur-hash`."""
    return {"value": numbers.int32(random)}


def round_up_to_power_of_two(random: Random) -> JSON:
    """An input of `flink.math.round-up-to-power-of-two`: half of them powers of two and their neighbours."""
    return {"value": _near_power(random) if random.randrange(2) else numbers.int32(random)}


def arithmetic(random: Random) -> JSON:
    """An input of `flink.math.arithmetic`."""
    function = random.choice((*_OF_INTS, *_OF_LONGS, "divideRoundUp"))
    if function == "divideRoundUp":
        divisor = numbers.int32(random) if random.randrange(4) == 0 else 1 + random.randrange(12)
        return {"function": function, "value": numbers.mostly(random, 99), "divisor": divisor}
    near = random.randrange(3) == 0
    if function in _OF_INTS:
        return {"function": function, "value": _near_power(random) if near else numbers.int32(random)}
    return {"function": function, "value": str(_near_power(random) if near else numbers.int64(random))}


def _near_power(random: Random) -> int:
    return (1 << random.randrange(31)) + random.randrange(-1, 2)
