"""Known bugs of key groups, operators and ranges."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import GroupRules, Rules

_GROUPS: Final = (
    "flink.key-group.of-hash",
    "flink.key-group.of-key",
    "flink.key-group.operator-of-key",
    "flink.partitioner.channel",
    "flink.rescale.restored-keys",
)
_MURMUR: Final = ("flink.math.murmur-hash", *_GROUPS)
_INDEX: Final = (
    "flink.key-group.operator-of-group",
    "flink.key-group.operator-of-key",
    "flink.partitioner.channel",
)
_RANGE: Final = ("flink.key-group.range-of-operator", "flink.rescale.partitions", "flink.rescale.keyed-state")
_DEFAULT: Final = ("flink.key-group.default-max-parallelism",)
_POWER: Final = ("flink.math.round-up-to-power-of-two", *_DEFAULT)


def _bug(tag: str, operations: tuple[str, ...], rules: GroupRules, title: str, explanation: str, *sources: str) -> Bug:
    return Bug(tag, title, explanation, operations, Rules(group=rules), sources)


MURMUR: Final = (
    _bug(
        "finish-masked",
        _MURMUR,
        GroupRules(finish="mask"),
        "drops the hash's sign bit (& 0x7fffffff) in place of negating",
        "murmurHash negates a negative result. Half of all keys go astray, and Flink's own tests don't see it.",
        "apache/flink:MathUtils.murmurHash",
    ),
    _bug(
        "finish-abs",
        _MURMUR,
        GroupRules(finish="abs"),
        "takes abs() of the hash, whose MIN_VALUE stays negative",
        "murmurHash makes MIN_VALUE 0. Only the hash code -2089875627 reaches it.",
        "apache/flink:MathUtils.murmurHash",
    ),
    _bug(
        "finish-missing",
        _MURMUR,
        GroupRules(finish="none"),
        "leaves the hash signed, so that the remainder may be negative",
        "murmurHash is never negative: it negates a negative result.",
        "apache/flink:MathUtils.murmurHash",
    ),
    _bug(
        "finish-missing-floor",
        _MURMUR,
        GroupRules(finish="none", remainder="floor"),
        "leaves the hash signed, and takes Python's remainder",
        "murmurHash negates a negative result before the remainder.",
        "apache/flink:MathUtils.murmurHash",
    ),
    _bug(
        "finish-unsigned",
        _MURMUR,
        GroupRules(finish="unsigned"),
        "takes the hash as an unsigned number",
        "murmurHash negates a negative result.",
        "apache/flink:MathUtils.murmurHash",
    ),
    _bug(
        "hash-unmixed",
        _GROUPS,
        GroupRules(mix="none", remainder="floor"),
        "takes the hash code itself, modulo the maximum parallelism",
        "The key group is murmurHash(hashCode) % maxParallelism.",
        "apache/flink:KeyGroupRangeAssignment.computeKeyGroupForKeyHash",
    ),
    _bug(
        "avalanche-missing",
        _MURMUR,
        GroupRules(avalanche="left-out"),
        "leaves out murmur's finalisation",
        "murmurHash ends with bitMix: two products and three shifts.",
        "apache/flink:MathUtils.bitMix",
    ),
    _bug(
        "avalanche-signed-shifts",
        _MURMUR,
        GroupRules(avalanche="signed-shifts"),
        "shifts with the sign (>> in place of >>>)",
        "bitMix shifts zeros in.",
        "apache/flink:MathUtils.bitMix",
    ),
    _bug(
        "length-missing",
        _MURMUR,
        GroupRules(length="left-out"),
        "leaves out the length of four bytes",
        "murmurHash mixes in 4, as murmur3 of an int does.",
        "apache/flink:MathUtils.murmurHash",
    ),
)

OPERATORS: Final = (
    _bug(
        "index-modulo",
        _INDEX,
        GroupRules(index="modulo"),
        "takes the key group modulo the parallelism",
        "Operators own ranges of key groups: keyGroup * parallelism / maxParallelism.",
        "apache/flink:KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup",
    ),
    _bug(
        "index-ceiling",
        _INDEX,
        GroupRules(index="ceiling"),
        "rounds the operator's index up",
        "keyGroup * parallelism / maxParallelism is rounded down.",
        "apache/flink:KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup",
    ),
    _bug(
        "group-skipped",
        ("flink.key-group.operator-of-key", "flink.partitioner.channel"),
        GroupRules(index="hash-only"),
        "takes the hash modulo the parallelism",
        "A key's operator is the owner of its key group.",
        "apache/flink:KeyGroupRangeAssignment.assignKeyToParallelOperator",
    ),
    _bug(
        "index-without-overflow",
        ("flink.key-group.operator-of-group",),
        GroupRules(overflow="never"),
        "multiplies without overflow",
        "keyGroup * parallelism wraps at 32 bits in Java.",
        "apache/flink:KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup",
    ),
    _bug(
        "division-floors",
        ("flink.key-group.operator-of-group",),
        GroupRules(division="floor"),
        "rounds a negative quotient down",
        "Java's division rounds towards zero.",
        "apache/flink:KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup",
    ),
    _bug(
        "remainder-floors",
        ("flink.key-group.of-hash", "flink.key-group.of-key", "flink.key-group.operator-of-key"),
        GroupRules(remainder="floor"),
        "gives a remainder the divisor's sign",
        "Java accepts a negative maximum parallelism; the remainder has the dividend's sign.",
        "apache/flink:KeyGroupRangeAssignment.computeKeyGroupForKeyHash",
    ),
)

RANGES: Final = (
    _bug(
        "range-floor",
        _RANGE,
        GroupRules(range="floor"),
        "starts an operator's range at floor(i * max / p)",
        "The inverse of the index is the ceiling: 10 groups on 3 operators are 0-3, 4-6, 7-9.",
        "volga-project/volga#159",
    ),
    _bug(
        "range-end-exclusive",
        _RANGE,
        GroupRules(range="end-exclusive"),
        "gives the range's end as the first group behind it",
        "A KeyGroupRange has both ends inclusive.",
        "apache/flink:KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex",
    ),
    _bug(
        "range-remainder-first",
        _RANGE,
        GroupRules(range="remainder-first"),
        "gives one group more to the first operators",
        "The longer ranges are spread: 128 groups on 5 operators are not 26, 26, 26, 25, 25.",
        "apache/flink:KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex",
    ),
    _bug(
        "range-unchecked",
        (*_RANGE, *_DEFAULT, "flink.key-group.check-parallelism"),
        GroupRules(checks="left-out"),
        "doesn't check parallelisms",
        "1 to 32768, and not above the maximum: IllegalArgumentException.",
        "apache/flink:KeyGroupRangeAssignment.checkParallelismPreconditions",
    ),
    _bug(
        "range-disjoint-inverted",
        ("flink.key-group-range.intersection",),
        GroupRules(disjoint="inverted"),
        "intersects disjoint ranges to an inverted one",
        "Disjoint ranges share the empty range, which is 0 to -1.",
        "apache/flink:KeyGroupRange.getIntersection",
    ),
    _bug(
        "offset-unshifted",
        ("flink.key-group-range.offsets",),
        GroupRules(offset="from-zero"),
        "takes a key group as the index of its offset",
        "Offsets count from the range's start.",
        "apache/flink:KeyGroupRangeOffsets.getKeyGroupOffset",
    ),
    _bug(
        "range-of-empty-refused",
        ("flink.key-group-range.of",),
        GroupRules(empty="refused"),
        "makes of a start above the end an error",
        "KeyGroupRange.of gives the empty range there, 0 to -1; only the constructor refuses it.",
        "apache/flink:KeyGroupRange.of",
    ),
    _bug(
        "range-position-checked",
        ("flink.key-group-range.of",),
        GroupRules(position="checked"),
        "refuses the position just behind a range's last key group",
        "The original compares with the number of key groups in place of the last position, and answers.",
        "apache/flink:KeyGroupRange.getKeyGroupId",
    ),
)

DEFAULTS: Final = (
    _bug(
        "default-lower-64",
        _DEFAULT,
        GroupRules(lower_bound=64),
        "takes 64 as the least default maximum parallelism",
        "It is 128. Flink's own tests don't see it.",
        "apache/flink:KeyGroupRangeAssignment.computeDefaultMaxParallelism",
    ),
    _bug(
        "default-upper-missing",
        _DEFAULT,
        GroupRules(upper_bound=1 << 30),
        "lets the default maximum parallelism grow above 32768",
        "32768 is the greatest.",
        "apache/flink:KeyGroupRangeAssignment.computeDefaultMaxParallelism",
    ),
    _bug(
        "default-without-half",
        _DEFAULT,
        GroupRules(margin="none"),
        "rounds the parallelism itself up",
        "Parallelism and a half is rounded up to a power of two.",
        "apache/flink:KeyGroupRangeAssignment.computeDefaultMaxParallelism",
    ),
    _bug(
        "power-above",
        _POWER,
        GroupRules(power="above"),
        "rounds a power of two up to the next one",
        "A power of two stays as it is.",
        "apache/flink:MathUtils.roundUpToPowerOfTwo",
    ),
    _bug(
        "power-nearest",
        _POWER,
        GroupRules(power="nearest"),
        "rounds to the nearest power of two",
        "It is always rounded up.",
        "apache/flink:MathUtils.roundUpToPowerOfTwo",
    ),
)

ARITHMETIC: Final = (
    _bug(
        "logarithm-of-the-amount",
        ("flink.math.arithmetic",),
        GroupRules(logarithm="of-the-amount"),
        "takes the logarithm of a negative number's amount",
        "The highest bit of a negative int is its sign: the logarithm is 31.",
        "apache/flink:MathUtils.log2floor",
    ),
    _bug(
        "jenkins-negated",
        ("flink.math.arithmetic",),
        GroupRules(jenkins="negate"),
        "negates a negative hash of Jenkins'",
        "All its bits are turned, as murmurHash's are not: one less than its negative.",
        "apache/flink:MathUtils.jenkinsHash",
    ),
)

BUGS: Final = (*MURMUR, *OPERATORS, *RANGES, *DEFAULTS, *ARITHMETIC)
