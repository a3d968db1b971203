"""A sample of the originals called directly, on both routes: the bridge marshals, so it must say the same."""

import pytest
from direct_calls import Typed, directly

from jarparity.answers import Error, Value
from jarparity.lines import Line
from jarparity.originals import locked_lines

LINES = locked_lines()
FLINK = [line for line in LINES if line.family == "flink"]
KAFKA = [line for line in LINES if line.family == "kafka-clients"]
# Before 3.3 a partitioner is an object that takes a Cluster; since then there is a static method, too.
KAFKA_3 = [line for line in KAFKA if not line < Line("kafka-clients", "3.3")]
KAFKA_2 = [line for line in KAFKA if line not in KAFKA_3]

GROUPS = "org.apache.flink.runtime.state.KeyGroupRangeAssignment"
MIN_INT, MAX_INT = -(2**31), 2**31 - 1
MIN_LONG, MAX_LONG = -(2**63), 2**63 - 1
SAME_IN_BOTH = [-1, -2, MIN_INT, MAX_INT, 0, 1, 42]
STRINGS = ["", "a", "key_0", "polygenelubricants", "é", "漢字", "😀", "\x00", "x" * 100]
KEYS = [b"", b"a", b"21", b"foobar", b"\xff\xfe\xfd", bytes(range(256)), "漢字".encode()]


def each(lines):
    return pytest.mark.parametrize("line", lines, ids=str)


def answered(direct):
    """What the bridge has to say where the original itself says this."""
    return direct if isinstance(direct, Error) else Value(direct if isinstance(direct, dict) else int(direct))


@each(FLINK)
def test_boxed_integers_keep_their_type(reference, originals, line):
    """-1 as Integer and as Long are different keys, and neither route may turn one into the other."""
    calls = directly(reference, originals, line)
    keys = [("integer", "Integer", value) for value in SAME_IN_BOTH]
    keys += [("long", "Long", value) for value in [*SAME_IN_BOTH, MIN_LONG, MAX_LONG, 2**32, -(2**32)]]
    inputs = [{"key": {"type": t, "value": str(v)}, "maxParallelism": 128} for t, _, v in keys]
    direct = [int(calls.call(GROUPS, "assignToKeyGroup", Typed(t, v), Typed("int", 128))) for _, t, v in keys]
    assert reference.answers("flink.key-group.of-key", line, inputs) == [Value(group) for group in direct]
    groups = {(t, v): group for (t, _, v), group in zip(keys, direct, strict=True)}
    assert [groups["integer", v] for v in (-1, -2, MIN_INT)] == [80, 66, 108]
    assert [groups["long", v] for v in (-1, -2, MIN_INT)] == [94, 86, 62]


@each(FLINK)
def test_strings(reference, originals, line):
    calls = directly(reference, originals, line)
    inputs = [{"key": {"type": "string", "value": s}, "maxParallelism": 4096} for s in STRINGS]
    direct = [calls.call(GROUPS, "assignToKeyGroup", Typed("String", s), Typed("int", 4096)) for s in STRINGS]
    assert reference.answers("flink.key-group.of-key", line, inputs) == list(map(answered, direct))


@each(FLINK)
@pytest.mark.parametrize(
    "integer_method",
    [
        ("of-hash", "computeKeyGroupForKeyHash", ("hash", "maxParallelism")),
        (
            "operator-of-group",
            "computeOperatorIndexForKeyGroup",
            ("maxParallelism", "parallelism", "keyGroup"),
        ),
        ("default-max-parallelism", "computeDefaultMaxParallelism", ("parallelism",)),
    ],
    ids=lambda integer_method: integer_method[0],
)
def test_integer_methods_even_with_malformed_arguments(reference, originals, line, integer_method):
    operation, method, fields = integer_method
    calls = directly(reference, originals, line)
    numbers = [0, 1, -1, 7, 128, 127, 32768, 32769, MIN_INT, MAX_INT, -2089875627]
    rows = [[numbers[(i * step + step) % len(numbers)] for step in range(1, len(fields) + 1)] for i in range(11)]
    direct = [calls.call(GROUPS, method, *(Typed("int", n) for n in row)) for row in rows]
    inputs = [dict(zip(fields, row, strict=True)) for row in rows]
    assert reference.answers(f"flink.key-group.{operation}", line, inputs) == list(map(answered, direct))


@each(FLINK)
def test_ranges(reference, originals, line):
    calls = directly(reference, originals, line)
    triples = [
        (10, 3, 0),
        (10, 3, 1),
        (10, 3, 2),
        (128, 128, 127),
        (32768, 7, 3),
        (2, 3, 0),
        (10, 3, -1),
        (10, 3, 3),
    ]

    def direct(triple):
        answer = calls.call(GROUPS, "computeKeyGroupRangeForOperatorIndex", *(Typed("int", n) for n in triple))
        if isinstance(answer, Error):
            return answer
        return {"start": calls.number(answer, "getStartKeyGroup"), "end": calls.number(answer, "getEndKeyGroup")}

    expected = [answered(direct(triple)) for triple in triples]
    inputs = [{"maxParallelism": m, "parallelism": p, "operator": o} for m, p, o in triples]
    assert reference.answers("flink.key-group.range-of-operator", line, inputs) == expected
    assert any(isinstance(answer, Error) for answer in expected)


@each(FLINK)
def test_murmur_hash(reference, originals, line):
    calls = directly(reference, originals, line)
    codes = [0, 1, -1, MIN_INT, MAX_INT, -2089875627, 1772899]
    direct = [calls.call("org.apache.flink.util.MathUtils", "murmurHash", Typed("int", code)) for code in codes]
    inputs = [{"value": code} for code in codes]
    assert reference.answers("flink.math.murmur-hash", line, inputs) == list(map(answered, direct))


@each(KAFKA)
def test_murmur2(reference, originals, line):
    calls = directly(reference, originals, line)
    direct = [calls.call("org.apache.kafka.common.utils.Utils", "murmur2", Typed("bytes", key)) for key in KEYS]
    inputs = [{"bytes": key.hex()} for key in KEYS]
    assert reference.answers("kafka.partitioner.murmur2", line, inputs) == list(map(answered, direct))


@each(KAFKA_3)
def test_partition_for_key(reference, originals, line):
    calls = directly(reference, originals, line)
    name = "org.apache.kafka.clients.producer.internals.BuiltInPartitioner"
    pairs = [(key, n) for key in KEYS for n in (1, 3, 10, 12, 50, MAX_INT, 0)]
    direct = [calls.call(name, "partitionForKey", Typed("bytes", key), Typed("int", n)) for key, n in pairs]
    inputs = [{"bytes": key.hex(), "partitions": n} for key, n in pairs]
    assert reference.answers("kafka.partitioner.partition-for-key", line, inputs) == list(map(answered, direct))
    assert answered(direct[-1]) == Error("ArithmeticException", "/ by zero")


@each(KAFKA_2)
def test_default_partitioner(jpype_reference, originals, line):
    calls = directly(jpype_reference, originals, line)
    common = "org.apache.kafka.common"
    partitioner = calls.java("org.apache.kafka.clients.producer.internals.DefaultPartitioner")()
    infos, nothing = calls.java("java.util.ArrayList")(), calls.java("java.util.Collections").emptySet()
    for partition in range(12):
        infos.add(calls.java(f"{common}.PartitionInfo")("t", partition, None, None, None))
    cluster = calls.java(f"{common}.Cluster")("c", calls.java("java.util.ArrayList")(), infos, nothing, nothing)
    direct = []
    for key in KEYS:
        key_bytes = calls._convert(Typed("bytes", key))
        direct.append(int(partitioner.partition("t", None, key_bytes, None, None, cluster)))
    inputs = [{"bytes": key.hex(), "partitions": 12} for key in KEYS]
    assert jpype_reference.answers("kafka.partitioner.partition-for-key", line, inputs) == list(map(Value, direct))


def test_string_hash_and_order(jpype_reference):
    import jpype  # noqa: PLC0415 - an extra

    (line,) = (line for line in LINES if line.family == "java")
    hashes = [int(jpype.JString(s).hashCode()) for s in STRINGS]
    inputs = [{"a": s} for s in STRINGS]
    assert jpype_reference.answers("java.string.hash", line, inputs) == list(map(Value, hashes))
    pairs = [(a, b) for a in [*STRINGS, "\ue000"] for b in [*STRINGS, "\ue000"]]
    signs = [int(jpype.java.lang.Integer.signum(jpype.JString(a).compareTo(b))) for a, b in pairs]
    inputs = [{"a": a, "b": b} for a, b in pairs]
    assert jpype_reference.answers("java.string.compare", line, inputs) == list(map(Value, signs))
