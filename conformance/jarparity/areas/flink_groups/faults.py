"""Known faults of key groups, operators and ranges."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity.faults.fault import Answers, Fault, Replaced, Rewritten

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON

_GROUPS: Final = (
    "flink.key-group.of-hash",
    "flink.key-group.of-key",
    "flink.key-group.operator-of-key",
    "flink.partitioner.channel",
    "flink.rescale.restored-keys",
)
_INDEX: Final = ("flink.key-group.operator-of-group", "flink.key-group.operator-of-key", "flink.partitioner.channel")
_RANGE: Final = ("flink.key-group.range-of-operator", "flink.rescale.partitions", "flink.rescale.keyed-state")
_DEFAULT: Final = "flink.key-group.default-max-parallelism"

_MURMUR_HASH: Final = "copartition.flink.math_utils:murmur_hash"
_SIGNED_SHIFTS: Final = """mixed ^= 4
    for by, factor in (16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1):
        mixed = (mixed ^ int32(mixed) >> by) * factor & MASK_32"""
_GROUP_OF_HASH: Final = "copartition.flink.assignment:key_group_of_hash"
_OPERATOR_OF_KEY: Final = "copartition.flink.assignment:operator_of_key"
_OPERATOR_OF_GROUP: Final = "copartition.flink.assignment:operator_of_key_group"
_QUOTIENT: Final = 'int32(divide(int32(_arguments.int32("key_group", key_group) * operators), groups))'
_RANGE_OF_OPERATOR: Final = "copartition.flink.assignment:range_of_operator"
_START: Final = "divide(int32(index * groups + operators - 1), operators)"
_END: Final = "divide(int32((index + 1) * groups - 1), operators)"
_DEFAULT_MAX: Final = "copartition.flink.assignment:default_max_parallelism"
_ROUND_UP: Final = "copartition.flink.math_utils:round_up_to_power_of_two"
_RANGES: Final = "copartition.flink.key_group_range:KeyGroupRange"
_INDEX_OF_OFFSET: Final = "copartition.flink.key_group_range:KeyGroupRangeOffsets._index"

_murmur: Final = partial(Fault.of, ("flink.math.murmur-hash", *_GROUPS), "apache/flink:MathUtils.murmurHash")
_bit_mix: Final = partial(Fault.of, ("flink.math.murmur-hash", *_GROUPS), "apache/flink:MathUtils.bitMix")
_index: Final = partial(Fault.of, _INDEX, "apache/flink:KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup")
_of_group: Final = partial(
    Fault.of,
    "flink.key-group.operator-of-group",
    "apache/flink:KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup",
)
_range: Final = partial(Fault.of, _RANGE, "apache/flink:KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex")
_default: Final = partial(Fault.of, _DEFAULT, "apache/flink:KeyGroupRangeAssignment.computeDefaultMaxParallelism")
_power: Final = partial(
    Fault.of, ("flink.math.round-up-to-power-of-two", _DEFAULT), "apache/flink:MathUtils.roundUpToPowerOfTwo"
)


def _floors(original: Callable[[int, int], int], dividend: int, divisor: int) -> int:
    return dividend % divisor if divisor else original(dividend, divisor)


def _divides_down(original: Callable[[int, int], int], dividend: int, divisor: int) -> int:
    return dividend // divisor if divisor else original(dividend, divisor)


def _inverted(document: JSON, answer: JSON) -> JSON:
    del answer
    a, b = document["a"], document["b"]
    return {"start": max(a["start"], b["start"]), "end": min(a["end"], b["end"])}


_FLOORS: Final = Replaced("copartition.java.ints:remainder", _floors)

FAULTS: Final = (
    _murmur(
        "finish-masked",
        "drops the hash's sign bit (& 0x7fffffff) in place of negating",
        "murmurHash negates a negative result. Half of all keys go astray, and Flink's own tests don't see it.",
        Rewritten(_MURMUR_HASH, "-mixed & MASK_32 & ~_SIGN", "mixed & ~_SIGN"),
    ),
    _murmur(
        "finish-abs",
        "takes abs() of the hash, whose MIN_VALUE stays negative",
        "murmurHash makes MIN_VALUE 0. Only the hash code -2089875627 reaches it.",
        Rewritten(_MURMUR_HASH, "-mixed & MASK_32 & ~_SIGN", "int32(-mixed)"),
    ),
    _murmur(
        "finish-missing",
        "leaves the hash signed, so that the remainder may be negative",
        "murmurHash is never negative: it negates a negative result.",
        Rewritten(_MURMUR_HASH, "-mixed & MASK_32 & ~_SIGN", "int32(mixed)"),
    ),
    _murmur(
        "finish-missing-floor",
        "leaves the hash signed, and takes Python's remainder",
        "murmurHash negates a negative result before the remainder.",
        Rewritten(_MURMUR_HASH, "-mixed & MASK_32 & ~_SIGN", "int32(mixed)"),
        _FLOORS,
    ),
    _murmur(
        "finish-unsigned",
        "takes the hash as an unsigned number",
        "murmurHash negates a negative result.",
        Rewritten(_MURMUR_HASH, "-mixed & MASK_32 & ~_SIGN", "mixed"),
    ),
    Fault.of(
        _GROUPS,
        "apache/flink:KeyGroupRangeAssignment.computeKeyGroupForKeyHash",
        "hash-unmixed",
        "takes the hash code itself, modulo the maximum parallelism",
        "The key group is murmurHash(hashCode) % maxParallelism.",
        Rewritten(_GROUP_OF_HASH, "murmur_hash(code)", "code"),
        _FLOORS,
    ),
    _bit_mix(
        "avalanche-missing",
        "leaves out murmur's finalisation",
        "murmurHash ends with bitMix: two products and three shifts.",
        Rewritten(_MURMUR_HASH, "bit_mix(mixed ^ 4)", "mixed ^ 4"),
    ),
    _bit_mix(
        "avalanche-signed-shifts",
        "shifts with the sign (>> in place of >>>)",
        "bitMix shifts zeros in.",
        Rewritten(_MURMUR_HASH, "mixed = bit_mix(mixed ^ 4)", _SIGNED_SHIFTS),
    ),
    _murmur(
        "length-missing",
        "leaves out the length of four bytes",
        "murmurHash mixes in 4, as murmur3 of an int does.",
        Rewritten(_MURMUR_HASH, "mixed ^ 4", "mixed"),
    ),
    _index(
        "index-modulo",
        "takes the key group modulo the parallelism",
        "Operators own ranges of key groups: keyGroup * parallelism / maxParallelism.",
        Rewritten(_OPERATOR_OF_GROUP, _QUOTIENT, "remainder(key_group, operators)"),
    ),
    _index(
        "index-ceiling",
        "rounds the operator's index up",
        "keyGroup * parallelism / maxParallelism is rounded down.",
        Rewritten(_OPERATOR_OF_GROUP, "* operators)", "* operators + groups - 1)"),
    ),
    Fault.of(
        ("flink.key-group.operator-of-key", "flink.partitioner.channel"),
        "apache/flink:KeyGroupRangeAssignment.assignKeyToParallelOperator",
        "group-skipped",
        "takes the hash modulo the parallelism",
        "A key's operator is the owner of its key group.",
        Rewritten(
            _OPERATOR_OF_KEY,
            "operator_of_key_group(max_parallelism, parallelism, key_group(key, max_parallelism))",
            "remainder(murmur_hash(hash_code(key)), parallelism)",
        ),
    ),
    _of_group(
        "index-without-overflow",
        "multiplies without overflow",
        "keyGroup * parallelism wraps at 32 bits in Java.",
        Rewritten(_OPERATOR_OF_GROUP, "divide(int32(", "divide(int("),
    ),
    _of_group(
        "division-floors",
        "rounds a negative quotient down",
        "Java's division rounds towards zero.",
        Replaced("copartition.java.ints:divide", _divides_down),
    ),
    Fault.of(
        ("flink.key-group.of-hash", "flink.key-group.of-key", "flink.key-group.operator-of-key"),
        "apache/flink:KeyGroupRangeAssignment.computeKeyGroupForKeyHash",
        "remainder-floors",
        "gives a remainder the divisor's sign",
        "Java accepts a negative maximum parallelism; the remainder has the dividend's sign.",
        _FLOORS,
    ),
    Fault.of(
        _RANGE,
        "volga-project/volga#159",
        "range-floor",
        "starts an operator's range at floor(i * max / p)",
        "The inverse of the index is the ceiling: 10 groups on 3 operators are 0-3, 4-6, 7-9.",
        Rewritten(_RANGE_OF_OPERATOR, _START, "divide(int32(index * groups), operators)"),
        Rewritten(_RANGE_OF_OPERATOR, _END, "divide(int32((index + 1) * groups), operators) - 1"),
    ),
    _range(
        "range-start-floor",
        "starts an operator's range at floor(i * max / p), and ends it where it should",
        "The start is the ceiling, or a group belongs to two operators.",
        Rewritten(_RANGE_OF_OPERATOR, _START, "divide(int32(index * groups), operators)"),
    ),
    _range(
        "range-end-without-minus-one",
        "ends a range at floor((i + 1) * max / p)",
        "It ends at floor(((i + 1) * max - 1) / p): one group less where the division leaves no rest.",
        Rewritten(_RANGE_OF_OPERATOR, "(index + 1) * groups - 1", "(index + 1) * groups"),
    ),
    _range(
        "range-end-exclusive",
        "gives the range's end as the first group behind it",
        "A KeyGroupRange has both ends inclusive.",
        Rewritten(_RANGE_OF_OPERATOR, "(index + 1) * groups - 1", "(index + 1) * groups + operators - 1"),
    ),
    _range(
        "range-remainder-first",
        "gives one group more to the first operators",
        "The longer ranges are spread: 128 groups on 5 operators are not 26, 26, 26, 25, 25.",
        Rewritten(_RANGE_OF_OPERATOR, _START, "index * (groups // operators) + min(index, groups % operators)"),
        Rewritten(_RANGE_OF_OPERATOR, _END, "start + groups // operators + (index < groups % operators) - 1"),
    ),
    Fault.of(
        (*_RANGE, _DEFAULT, "flink.key-group.check-parallelism"),
        "apache/flink:KeyGroupRangeAssignment.checkParallelismPreconditions",
        "range-unchecked",
        "doesn't check parallelisms",
        "1 to 32768, and not above the maximum: IllegalArgumentException.",
        Rewritten(
            "copartition.flink.assignment:check_parallelism", "not 0 < number <= UPPER_BOUND_MAX_PARALLELISM", "False"
        ),
        Rewritten(_RANGE_OF_OPERATOR, "groups < operators", "False"),
        Rewritten(f"{_RANGES}.__post_init__", "self.start < 0 or self.start > self.end", "False"),
    ),
    Fault.of(
        "flink.key-group-range.intersection",
        "apache/flink:KeyGroupRange.getIntersection",
        "range-disjoint-inverted",
        "intersects disjoint ranges to an inverted one",
        "Disjoint ranges share the empty range, which is 0 to -1.",
        Answers(_inverted),
    ),
    Fault.of(
        "flink.key-group-range.offsets",
        "apache/flink:KeyGroupRangeOffsets.getKeyGroupOffset",
        "offset-unshifted",
        "takes a key group as the index of its offset",
        "Offsets count from the range's start.",
        Rewritten(_INDEX_OF_OFFSET, "key_group not in self.key_group_range", "not 0 <= key_group < len(self.offsets)"),
        Rewritten(_INDEX_OF_OFFSET, "key_group - self.key_group_range.start", "key_group"),
    ),
    Fault.of(
        "flink.key-group-range.of",
        "apache/flink:KeyGroupRange.of",
        "range-of-empty-refused",
        "makes of a start above the end an error",
        "KeyGroupRange.of gives the empty range there, 0 to -1; only the constructor refuses it.",
        Rewritten(f"{_RANGES}.of", " if start <= end else cls.EMPTY", ""),
    ),
    Fault.of(
        "flink.key-group-range.of",
        "apache/flink:KeyGroupRange.getKeyGroupId",
        "range-position-checked",
        "refuses the position just behind a range's last key group",
        "The original compares with the number of key groups in place of the last position, and answers.",
        Rewritten(f"{_RANGES}.get_key_group_id", "0 <= place <= len(self)", "0 <= place < len(self)"),
    ),
    _default(
        "default-lower-64",
        "takes 64 as the least default maximum parallelism",
        "It is 128. Flink's own tests don't see it.",
        Rewritten(_DEFAULT_MAX, "DEFAULT_LOWER_BOUND_MAX_PARALLELISM", "64"),
    ),
    _default(
        "default-upper-missing",
        "lets the default maximum parallelism grow above 32768",
        "32768 is the greatest.",
        Rewritten(_DEFAULT_MAX, "UPPER_BOUND_MAX_PARALLELISM", "1 << 30"),
    ),
    _default(
        "default-without-half",
        "rounds the parallelism itself up",
        "Parallelism and a half is rounded up to a power of two.",
        Rewritten(_DEFAULT_MAX, "operators + operators // 2", "operators"),
    ),
    _power(
        "power-above",
        "rounds a power of two up to the next one",
        "A power of two stays as it is.",
        Rewritten(_ROUND_UP, '_arguments.int32("x", x) - 1', '_arguments.int32("x", x) - (x < 0)'),
    ),
    _power(
        "power-nearest",
        "rounds to the nearest power of two",
        "It is always rounded up.",
        Rewritten(
            _ROUND_UP,
            "below.bit_length()",
            "(x.bit_length() - 1 + (x >> max(x.bit_length() - 2, 0) == 3) if x > 0 else 31)",
        ),
    ),
    Fault.of(
        "flink.math.arithmetic",
        "apache/flink:MathUtils.log2floor",
        "logarithm-of-the-amount",
        "takes the logarithm of a negative number's amount",
        "The highest bit of a negative int is its sign: the logarithm is 31.",
        Rewritten(
            "copartition.flink.math_utils:log2_floor",
            '_arguments.int32("value", value) & MASK_32',
            'abs(_arguments.int32("value", value))',
        ),
    ),
    Fault.of(
        "flink.math.arithmetic",
        "apache/flink:MathUtils.jenkinsHash",
        "jenkins-negated",
        "negates a negative hash of Jenkins'",
        "All its bits are turned, as murmurHash's are not: one less than its negative.",
        Rewritten("copartition.flink.math_utils:jenkins_hash", "~word & MASK_32", "int32(-word)"),
    ),
)
