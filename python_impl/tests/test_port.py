"""The port object that a conformance kit loads: every operation, its errors, and what it says of bad input."""

import json
import pkgutil
import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest

from copartition import port
from copartition._bulk import OPERATIONS as BULK
from copartition.errors import IDENTITY_HASHED_BYTES, IDENTITY_HASHED_ENUM
from copartition.port import PORT

STRING = {"type": "string", "value": "user_123"}
BYTES = {"type": "bytes", "value": "61ff80"}
ENUM = {"type": "enum", "value": "DAYS"}
NULL = {"type": "null", "value": None}
LAZY = ["copartition.flink", "copartition.kafka", "copartition.advice", "copartition.advice.reassign"]


def typed(kind, value):
    return {"type": kind, "value": value}


def row(*fields, kind="+I"):
    return typed("row", {"kind": kind, "fields": list(fields)})


ANSWERS = [
    ("java.string.hash", {"a": "héllo😀"}, 291564465),
    ("java.string.hash", {"a": "\ud83d\ude00"}, 1772899),
    ("java.string.compare", {"a": "\uffee", "b": "😀"}, 1),
    (
        "java.hash-map.order",
        {"steps": [{"op": "put", "key": typed("string", s)} for s in "ba"]},
        [typed("string", "a"), typed("string", "b")],
    ),
    (
        "java.hash-map.order",
        {
            "steps": [
                {"op": "put", "key": typed("string", "Aa")},
                {"op": "computeIfAbsent", "key": typed("string", "BB")},
                {"op": "put", "key": typed("string", "c")},
                {"op": "remove", "key": typed("string", "c")},
            ]
        },
        [typed("string", "BB"), typed("string", "Aa")],
    ),
    (
        "java.hash-set.order",
        {
            "steps": [
                {"op": "add", "key": typed("topic-partition", ["t", 1])},
                {"op": "add", "key": typed("topic-partition", ["t", 0])},
                {"op": "add", "key": typed("topic-partition", ["t", 2])},
                {"op": "remove", "key": typed("topic-partition", ["t", 2])},
            ]
        },
        [typed("topic-partition", ["t", 1]), typed("topic-partition", ["t", 0])],
    ),
    ("flink.table.row-hash", {"fields": []}, {"bytes": "0000000000000000", "hash": -1670924195}),
    (
        "flink.table.row-hash",
        {"fields": [{"type": "TIMESTAMP(6)", "value": "1700000000123", "nanosOfMillisecond": 456000}]},
        {"bytes": "000000000000000040f50600100000007b68e5cf8b010000", "hash": 1196670069},
    ),
    ("flink.math.murmur-hash", {"value": -2089875627}, 0),
    ("flink.math.round-up-to-power-of-two", {"value": 129}, 256),
    ("flink.math.arithmetic", {"function": "log2floor", "value": 10}, 3),
    ("flink.math.arithmetic", {"function": "flipSignBit", "value": "0"}, "-9223372036854775808"),
    ("flink.math.arithmetic", {"function": "divideRoundUp", "value": 3, "divisor": 2}, 2),
    ("flink.key-group.of-key", {"key": STRING, "maxParallelism": 128}, 37),
    ("flink.key-group.of-hash", {"hash": -1, "maxParallelism": 128}, 80),
    ("flink.key-group.operator-of-key", {"key": STRING, "maxParallelism": 128, "parallelism": 4}, 1),
    ("flink.key-group.operator-of-group", {"keyGroup": 37, "maxParallelism": 128, "parallelism": 4}, 1),
    (
        "flink.key-group.range-of-operator",
        {"maxParallelism": 10, "parallelism": 3, "operator": 1},
        {"start": 4, "end": 6},
    ),
    ("flink.key-group.default-max-parallelism", {"parallelism": 86}, 256),
    ("flink.key-group.check-parallelism", {"parallelism": 1}, None),
    (
        "flink.key-group-range.intersection",
        {"a": {"start": 0, "end": 5}, "b": {"start": 6, "end": 9}},
        {"start": 0, "end": -1},
    ),
    (
        "flink.key-group-range.of",
        {"start": 3, "end": 4, "other": {"start": 3, "end": 4}, "keyGroup": 5, "position": 2},
        {
            "range": {"start": 3, "end": 4},
            "keyGroups": 2,
            "text": "KeyGroupRange{startKeyGroup=3, endKeyGroup=4}",
            "equal": True,
            "contains": False,
            "keyGroupAt": 5,
        },
    ),
    (
        "flink.key-group-range.offsets",
        {"range": {"start": 3, "end": 4}, "offsets": ["10", "-9223372036854775808"], "probe": 4},
        "-9223372036854775808",
    ),
    ("flink.partitioner.channel", {"key": STRING, "maxParallelism": 128, "channels": 4}, 1),
    ("kafka.partitioner.murmur2", {"bytes": ""}, 275646681),
    ("kafka.partitioner.partition-for-key", {"bytes": b"TT0124".hex(), "partitions": 15}, 10),
    (
        "kafka.partitioner.round-robin",
        {"topics": {"t": [True, False]}, "steps": [{"op": "record", "topic": "t"}]},
        [0],
    ),
    (
        "kafka.partitioner.load-table",
        {"queueSizes": [0, 3], "partitions": [0, 1], "length": 2},
        {"table": [4, 5], "partitions": [0, 1], "length": 2},
    ),
]

HASHES = [
    (typed("string", "a"), 97),
    (typed("long", "-1"), 0),
    (typed("long", "-9223372036854775808"), -(2**31)),
    (typed("integer", "-1"), -1),
    (typed("short", "-32768"), -32768),
    (typed("byte", "-128"), -128),
    (typed("char", "\ud800"), 0xD800),
    (typed("boolean", value=True), 1231),
    (typed("double", "0x7ff8000000000001"), 2146959360),
    (typed("float", "0x80000000"), -(2**31)),
    (typed("big-decimal", "1.0"), 311),
    (typed("big-decimal", "1.00"), 3102),
    (typed("big-integer", "-4294967296"), -31),
    (typed("local-date", "2024-02-29"), 4145309),
    (typed("local-time", "00:00:00.000000001"), 1),
    (typed("local-date-time", "2024-02-29T00:00"), 4145309),
    (typed("instant", "1970-01-01T00:00:01.000000001Z"), 52),
    (typed("uuid", "00000000-0000-0001-0000-000000000002"), 3),
    (typed("sql-date", "-1"), 0),
    (typed("sql-timestamp", "1700000000123"), -807048720),
    (typed("sql-timestamp", "5") | {"nanos": 5_000_001}, 5),
    (typed("tuple", [typed("string", "a"), typed("integer", "1")]), 3008),
    (typed("tuple", [NULL]), 0),
    (typed("list", []), 1),
    (typed("list", [typed("string", "a"), NULL]), 31 * (31 + 97)),
    (row(typed("string", "a")), 159),
    (row(typed("string", "a"), kind="-D"), 252),
    (typed("row-data", [typed("INT", 1)]), 1465514398),
]


@pytest.mark.parametrize(("operation", "document", "answer"), ANSWERS)
def test_answers_are_plain_json(operation, document, answer):
    got = PORT.operations[operation](document)
    assert got == answer
    assert json.loads(json.dumps(got)) == got


@pytest.mark.parametrize(("key", "code"), HASHES)
def test_key_types(key, code):
    assert PORT.operations["flink.key.hash"]({"key": key}) == code


@pytest.mark.parametrize(
    ("key", "code"),
    [
        (row(BYTES), 122911),
        (row(typed("list", [BYTES])), 122942),
        (row(row(BYTES)), 122973),
        (typed("tuple", [row(BYTES)]), 122911),
        (typed("list", [row(BYTES)]), 122942),
    ],
)
def test_bytes_count_by_content_wherever_a_row_looks(key, code):
    assert PORT.operations["flink.key.hash"]({"key": key}) == code


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (BYTES, IDENTITY_HASHED_BYTES),
        (typed("tuple", [BYTES]), IDENTITY_HASHED_BYTES),
        (typed("list", [BYTES]), IDENTITY_HASHED_BYTES),
        (row(typed("tuple", [BYTES])), IDENTITY_HASHED_BYTES),
        (ENUM, IDENTITY_HASHED_ENUM),
        (row(ENUM), IDENTITY_HASHED_ENUM),
    ],
)
@pytest.mark.parametrize(
    ("operation", "rest"),
    [
        ("flink.key.hash", {}),
        ("flink.key-group.of-key", {"maxParallelism": 0}),
        ("flink.partitioner.channel", {"maxParallelism": 0, "channels": 1}),
    ],
)
def test_identity_hashed_keys_are_refused_before_anything_else(operation, rest, key, message):
    with pytest.raises(TypeError) as refused:
        PORT.operations[operation]({"key": key} | rest)
    assert (refused.value.kind, str(refused.value)) == ("IdentityHashedKey", message)


@pytest.mark.parametrize(
    ("operation", "document", "kind", "message"),
    [
        ("flink.key.hash", {"key": NULL}, "NullPointerException", None),
        (
            "flink.key-group.of-key",
            {"key": NULL, "maxParallelism": 0},
            "NullPointerException",
            "Assigned key must not be null!",
        ),
        ("flink.key-group.of-hash", {"hash": 1, "maxParallelism": 0}, "ArithmeticException", "/ by zero"),
        (
            "flink.key-group-range.intersection",
            {"a": {"start": 0, "end": -1}, "b": {"start": 0, "end": 1}},
            "IllegalArgumentException",
            "",
        ),
        ("kafka.partitioner.partition-for-key", {"bytes": "", "partitions": 0}, "ArithmeticException", "/ by zero"),
    ],
)
def test_errors_have_the_original_s_kind_and_message(operation, document, kind, message):
    with pytest.raises(Exception) as thrown:  # noqa: PT011 - the kind is what is asserted
        PORT.operations[operation](document)
    assert thrown.value.kind == kind
    assert message is None or str(thrown.value) == message


def test_bulk_forms_are_those_of_the_kernels():
    assert set(PORT.bulk) == set(BULK) <= set(PORT.operations)


def test_a_bulk_form_answers_as_the_operation_does():
    codes = np.array([0, 1, -1, -2089875627, -(2**31)], "<i4")
    got = PORT.bulk["flink.math.murmur-hash"]("integer", {}, codes.view(np.uint8), len(codes))
    single = PORT.operations["flink.math.murmur-hash"]
    assert got.dtype == np.int32
    assert got.tolist() == [single({"value": code}) for code in codes.tolist()]


def test_the_port_says_who_it_is():
    assert (PORT.name, PORT.messages, PORT.lines) == ("copartition", True, ("*",))
    assert PORT.version[0].isdigit()


@pytest.mark.parametrize("module", ["copartition.port", *LAZY])
def test_numpy_is_not_loaded_for_single_keys(module):
    code = f"import sys, {module}; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_what_is_seldom_asked_is_not_loaded_for_single_keys():
    code = (
        "import sys; from copartition.port import PORT; import copartition.kafka\n"
        "PORT.operations['kafka.partitioner.murmur2']({'bytes': '31'})\n"
        "sys.exit(bool({'copartition.kafka.assignors', 'copartition.flink.checkpoint'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_each_module_of_the_port_has_the_operations_that_the_table_says_it_has():
    found = {
        module.name: import_module(f"copartition.port.{module.name}") for module in pkgutil.iter_modules(port.__path__)
    }
    had = {name: module.OPERATIONS.keys() for name, module in found.items() if hasattr(module, "OPERATIONS")}
    del had["table"]
    said = {}
    for name, operation in PORT.operations.items():
        if hasattr(operation, "module"):
            said.setdefault(operation.module, set()).add(name)
    assert had == said


@pytest.mark.parametrize("package", LAZY)
def test_each_public_name_is_there(package):
    code = (
        f"import {package} as p; from {package} import *; "
        "assert dir(p) == sorted(p.__all__) and all(callable(getattr(p, n)) or n.isupper() for n in p.__all__)\n"
        "try: p.nothing\n"
        "except AttributeError as missing: assert 'nothing' in str(missing)\n"
        "else: raise SystemExit('an attribute that is not there was found')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
