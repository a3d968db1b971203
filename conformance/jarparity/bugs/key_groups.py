"""Key groups, operators and ranges: the model, with the switches of `GroupRules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.bugs.ints import INT_MIN, MASK, bit_mix, quotient, remainder, rotate_left
from jarparity.bugs.rules import ThrownError
from jarparity.utf16 import signed

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.bugs.rules import GroupRules

_HIGHEST = 1 << 15


def murmur(code: int, rules: GroupRules) -> int:
    """`MathUtils.murmurHash`."""
    if rules.mix == "none":
        return code
    word = (code & MASK) * 0xCC9E2D51 & MASK
    word = rotate_left(word, 15) * 0x1B873593 & MASK
    word = rotate_left(word, 13) * 5 + 0xE6546B64 & MASK
    if rules.length == "mixed-in":
        word ^= 4
    if rules.avalanche != "left-out":
        word = bit_mix(word, signed_shifts=rules.avalanche == "signed-shifts")
    number = signed(word)
    match rules.finish:
        case "negate":
            return abs(number) if number != INT_MIN else 0
        case "mask":
            return number & 0x7FFFFFFF
        case "abs":
            return signed(abs(number))
        case "none":
            return number
        case "unsigned":
            return word


def group_of_hash(code: int, max_parallelism: int, rules: GroupRules) -> int:
    """`computeKeyGroupForKeyHash`."""
    return _remainder(murmur(code, rules), max_parallelism, rules)


def operator_of_group(group: int, max_parallelism: int, parallelism: int, rules: GroupRules) -> int:
    """`computeOperatorIndexForKeyGroup`."""
    match rules.index:
        case "modulo":
            return _remainder(group, parallelism, rules)
        case "ceiling":
            return _quotient(group * parallelism + max_parallelism - 1, max_parallelism, rules)
        case _:
            return _quotient(group * parallelism, max_parallelism, rules)


def operator_of_hash(code: int, max_parallelism: int, parallelism: int, rules: GroupRules) -> int:
    """`assignKeyToParallelOperator`, from the key's hash code on."""
    if rules.index == "hash-only":
        return _remainder(murmur(code, rules), parallelism, rules)
    return operator_of_group(group_of_hash(code, max_parallelism, rules), max_parallelism, parallelism, rules)


def check_partitioner(max_parallelism: int, rules: GroupRules) -> None:
    """The constructor of `KeyGroupStreamPartitioner`, which runs before any key is there."""
    if max_parallelism <= 0 and rules.checks == "made":
        raise ThrownError("IllegalArgumentException")


def range_of_operator(max_parallelism: int, parallelism: int, operator: int, rules: GroupRules) -> JSON:
    """`computeKeyGroupRangeForOperatorIndex`."""
    if rules.checks == "made":
        check_parallelism(parallelism, rules)
        check_parallelism(max_parallelism, rules)
        if parallelism > max_parallelism:
            raise ThrownError("IllegalArgumentException")
    match rules.range:
        case "ceiling":
            start = _quotient(operator * max_parallelism + parallelism - 1, parallelism, rules)
            end = _quotient((operator + 1) * max_parallelism - 1, parallelism, rules)
        case "floor":
            start = _quotient(operator * max_parallelism, parallelism, rules)
            end = _quotient((operator + 1) * max_parallelism, parallelism, rules) - 1
        case "end-exclusive":
            start = _quotient(operator * max_parallelism + parallelism - 1, parallelism, rules)
            end = _quotient((operator + 1) * max_parallelism + parallelism - 1, parallelism, rules)
        case "remainder-first":
            each, more = (
                _quotient(max_parallelism, parallelism, rules),
                _remainder(max_parallelism, parallelism, rules),
            )
            start = operator * each + min(operator, more)
            end = start + each + (operator < more) - 1
    if rules.checks == "made":
        _new_range(start, end)
    return {"start": start, "end": end}


def check_parallelism(parallelism: int, rules: GroupRules) -> None:
    """`checkParallelismPreconditions`."""
    if rules.checks == "made" and not 0 < parallelism <= min(_HIGHEST, rules.upper_bound):
        raise ThrownError("IllegalArgumentException")


def round_up(value: int, rules: GroupRules) -> int:
    """`MathUtils.roundUpToPowerOfTwo`, with its overflow."""
    if rules.power == "above" and value >= 0:
        return signed(1 << value.bit_length())
    if rules.power == "nearest" and value > 0:
        below = 1 << value.bit_length() - 1
        return signed(below if value - below < below / 2 else 2 * below)
    bits = signed(value - 1)
    for by in (1, 2, 4, 8, 16):
        bits |= bits >> by
    return signed(bits + 1)


def default_max_parallelism(parallelism: int, rules: GroupRules) -> int:
    """`computeDefaultMaxParallelism`."""
    check_parallelism(parallelism, rules)
    wanted = parallelism + (quotient(parallelism, 2) if rules.margin == "half" else 0)
    return min(max(round_up(signed(wanted), rules), rules.lower_bound), rules.upper_bound)


def intersection(a: JSON, b: JSON, rules: GroupRules) -> JSON:
    """`KeyGroupRange.getIntersection`."""
    (a_start, a_end), (b_start, b_end) = _range(a), _range(b)
    start, end = max(a_start, b_start), min(a_end, b_end)
    if start <= end:
        _new_range(start, end)
    elif rules.disjoint == "empty":
        return {"start": 0, "end": -1}
    return {"start": start, "end": end}


def range_of(document: JSON, rules: GroupRules) -> JSON:
    """`KeyGroupRange.of` and what the range says of itself."""
    start, end = _range_or_empty(document, rules)
    other = None if document["other"] is None else _range_or_empty(document["other"], rules)
    size, at = end - start + 1, document["position"]
    if at < 0 or at > size or (at == size and rules.position == "checked"):
        raise ThrownError("IndexOutOfBoundsException")
    return {
        "range": {"start": start, "end": end},
        "keyGroups": size,
        "text": f"KeyGroupRange{{startKeyGroup={start}, endKeyGroup={end}}}",
        "equal": other == (start, end),
        "contains": start <= document["keyGroup"] <= end,
        "keyGroupAt": signed(start + at),
    }


def _range_or_empty(document: JSON, rules: GroupRules) -> tuple[int, int]:
    if document["start"] > document["end"] and rules.empty == "empty":
        return 0, -1
    return _range(document)


def offset(span: JSON, offsets: list[str], probe: int, rules: GroupRules) -> str:
    """`KeyGroupRangeOffsets.getKeyGroupOffset`."""
    start, end = _range(span)
    if len(offsets) != end - start + 1:
        raise ThrownError("IllegalArgumentException")
    at = probe - start if rules.offset == "from-start" else probe
    if not 0 <= at < len(offsets):
        raise ThrownError("IllegalArgumentException")
    return offsets[at]


def _range(document: JSON) -> tuple[int, int]:
    """`new KeyGroupRange(start, end)`: no empty range can be made this way."""
    start, end = document["start"], document["end"]
    _new_range(start, end)
    return start, end


def _new_range(start: int, end: int) -> None:
    """The checks of `KeyGroupRange`'s constructor."""
    if start < 0 or start > end or end - start + 1 > 0x7FFFFFFF:  # noqa: PLR2004 - Integer.MAX_VALUE
        raise ThrownError("IllegalArgumentException")


def _quotient(a: int, b: int, rules: GroupRules) -> int:
    if rules.overflow == "wraps":
        a = signed(a)
    if rules.division == "floor" and b != 0:
        return a // b
    return quotient(a, b)


def _remainder(a: int, b: int, rules: GroupRules) -> int:
    if rules.remainder == "floor" and b != 0:
        return a % b
    return remainder(a, b)
