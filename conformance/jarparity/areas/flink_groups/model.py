"""Key groups, operators and ranges: the kit's own model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.models import ThrownError
from jarparity.values.ints import murmur, quotient, remainder, round_up
from jarparity.values.key_hashes import key_hash
from jarparity.values.utf16 import signed

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON

_LEAST, _HIGHEST = 1 << 7, 1 << 15
_MAX_INT: Final = (1 << 31) - 1


def _group(code: int, max_parallelism: int) -> int:
    """`computeKeyGroupForKeyHash`."""
    return remainder(murmur(code), max_parallelism)


def _operator(group: int, max_parallelism: int, parallelism: int) -> int:
    """`computeOperatorIndexForKeyGroup`."""
    return quotient(signed(group * parallelism), max_parallelism)


def _of_key(document: JSON, parallelism: int) -> int:
    """`assignKeyToParallelOperator`."""
    max_parallelism = document["maxParallelism"]
    return _operator(_group(key_hash(document["key"]), max_parallelism), max_parallelism, parallelism)


def _channel(document: JSON) -> int:
    """`KeyGroupStreamPartitioner`, whose constructor runs before any key is there."""
    if document["maxParallelism"] <= 0:
        raise ThrownError("IllegalArgumentException")
    return _of_key(document, document["channels"])


def _range_of_operator(document: JSON) -> JSON:
    """`computeKeyGroupRangeForOperatorIndex`."""
    most, parallelism, operator = (document[name] for name in ("maxParallelism", "parallelism", "operator"))
    _check(parallelism)
    _check(most)
    if parallelism > most:
        raise ThrownError("IllegalArgumentException")
    start = quotient(signed(operator * most + parallelism - 1), parallelism)
    return _range(start, quotient(signed((operator + 1) * most - 1), parallelism))


def _check(parallelism: int) -> None:
    """`checkParallelismPreconditions`."""
    if not 0 < parallelism <= _HIGHEST:
        raise ThrownError("IllegalArgumentException")


def _default(document: JSON) -> int:
    """`computeDefaultMaxParallelism`."""
    parallelism = document["parallelism"]
    _check(parallelism)
    return min(max(round_up(parallelism + parallelism // 2), _LEAST), _HIGHEST)


def _intersection(document: JSON) -> JSON:
    """`KeyGroupRange.getIntersection`."""
    for one in (document["a"], document["b"]):
        _range(**one)
    start, end = (pick(document[one][at] for one in "ab") for pick, at in ((max, "start"), (min, "end")))
    return _range_or_empty(start, end)


def _range_of(document: JSON) -> JSON:
    """`KeyGroupRange.of` and what the range says of itself."""
    own = _range_or_empty(document["start"], document["end"])
    other = document["other"] and _range_or_empty(document["other"]["start"], document["other"]["end"])
    size, at = own["end"] - own["start"] + 1, document["position"]
    if not 0 <= at <= size:  # the original lets the place just behind the last one through
        raise ThrownError("IndexOutOfBoundsException")
    return {
        "range": own,
        "keyGroups": size,
        "text": f"KeyGroupRange{{startKeyGroup={own['start']}, endKeyGroup={own['end']}}}",
        "equal": other == own,
        "contains": own["start"] <= document["keyGroup"] <= own["end"],
        "keyGroupAt": signed(own["start"] + at),
    }


def _offset(document: JSON) -> str:
    """`KeyGroupRangeOffsets.getKeyGroupOffset`."""
    own, offsets = _range(**document["range"]), document["offsets"]
    at = document["probe"] - own["start"]
    if len(offsets) != own["end"] - own["start"] + 1 or not 0 <= at < len(offsets):
        raise ThrownError("IllegalArgumentException")
    found: str = offsets[at]
    return found


def _range_or_empty(start: int, end: int) -> JSON:
    return _range(start, end) if start <= end else {"start": 0, "end": -1}


def _range(start: int, end: int) -> JSON:
    """`new KeyGroupRange(start, end)`: no empty range can be made this way."""
    if start < 0 or start > end or end - start + 1 > _MAX_INT:
        raise ThrownError("IllegalArgumentException")
    return {"start": start, "end": end}


MODELS: Final[dict[str, Callable[[JSON], JSON]]] = {
    "flink.key-group.of-key": lambda document: _group(key_hash(document["key"]), document["maxParallelism"]),
    "flink.key-group.of-hash": lambda document: _group(document["hash"], document["maxParallelism"]),
    "flink.key-group.operator-of-key": lambda document: _of_key(document, document["parallelism"]),
    "flink.key-group.operator-of-group": lambda document: _operator(
        document["keyGroup"], document["maxParallelism"], document["parallelism"]
    ),
    "flink.key-group.range-of-operator": _range_of_operator,
    "flink.key-group.default-max-parallelism": _default,
    "flink.key-group.check-parallelism": lambda document: _check(document["parallelism"]),
    "flink.key-group-range.intersection": _intersection,
    "flink.key-group-range.of": _range_of,
    "flink.key-group-range.offsets": _offset,
    "flink.partitioner.channel": _channel,
}
