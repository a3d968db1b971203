import json
import re
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from jarparity.registry import OPERATIONS
from jarparity.validation import validate_answer, validate_input, values_schema


def key(kind, value, **extra):
    return {"key": {"type": kind, "value": value, **extra}}


def row(kind, value, **extra):
    return {"fields": [{"type": kind, "value": value, **extra}]}


def step(op, kind, value):
    return {"op": op, "key": {"type": kind, "value": value}}


VALID = [
    ("flink.key.hash", key("string", "\ud800")),
    ("flink.key.hash", key("char", "\udfff")),
    ("flink.key.hash", key("long", "-9223372036854775808")),
    ("flink.key.hash", key("double", "0xfff8000000000001")),
    ("flink.key.hash", key("big-decimal", "-1.5E+2147483647")),
    ("flink.key.hash", key("local-date", "-999999999-12-31")),
    ("flink.key.hash", key("local-date", "2000-02-29")),
    ("flink.key.hash", key("local-time", "23:59:59.999999999")),
    ("flink.key.hash", key("local-date-time", "+10000-01-01T00:00")),
    ("flink.key.hash", key("instant", "+1000000000-12-31T23:59:59.999999999Z")),
    ("flink.key.hash", key("sql-timestamp", "-1", nanos=999_999_999)),
    ("flink.key.hash", {"key": {"type": "null"}}),
    ("flink.key.hash", key("null", None)),
    ("flink.key.hash", key("tuple", [{"type": "row", "value": {"kind": "-D", "fields": []}}])),
    ("flink.key.hash", key("row-data", [{"type": "DECIMAL(38,38)", "value": "0." + "9" * 38}])),
    ("flink.table.row-hash", row("TIMESTAMP_LTZ(9)", "-1", nanosOfMillisecond=999_999)),
    ("flink.table.row-hash", row("DECIMAL(18,2)", None)),
    ("flink.table.row-hash", {"fields": []}),
    ("java.hash-map.order", {"steps": [step("computeIfAbsent", "topic-partition", ["t", 0])]}),
    ("kafka.partitioner.partition-for-key", {"bytes": "", "partitions": 0}),
]

# The operation, the input, and what the message must say: the field's path and the fault.
REFUSED = [
    ("flink.key.hash", [], "input: [] is not of type object; write: an object with key"),
    ("flink.key.hash", {}, "input: the field 'key' is missing"),
    ("java.string.hash", {}, "input: the field 'a' is missing; write: A Java string: any sequence of UTF-16 units"),
    ("flink.key.hash", {**key("long", "1"), "x": 1}, "input: there is no field 'x'; write only key"),
    ("flink.key.hash", key("lnog", "1"), 'input.key.type: "lnog" is none of the values here; write: The key'),
    ("flink.key.hash", key("long", 1), "input.key.value: 1 is not of type string; write: A 64-bit integer"),
    ("flink.key.hash", key("long", "9223372036854775808"), "input.key.value"),
    ("flink.key.hash", key("integer", "-2147483649"), "from -2147483648 to 2147483647"),
    ("flink.key.hash", key("short", "32768"), "from -32768 to 32767"),
    ("flink.key.hash", key("byte", "+1"), "without leading zeros or a plus sign"),
    ("flink.key.hash", key("long", "\u0661"), "input.key.value"),
    ("flink.key.hash", key("long", "1\n"), "input.key.value"),
    ("flink.key.hash", key("char", "😀"), "One UTF-16 unit"),
    ("flink.key.hash", key("boolean", 1), "input.key.value: 1 is not of type boolean"),
    ("flink.key.hash", key("double", "0x0"), "sixteen lower-case hex digits"),
    ("flink.key.hash", key("float", "0xFFC00000"), "eight lower-case hex digits"),
    ("flink.key.hash", key("big-decimal", "1E+2147483648"), "input.key.value"),
    ("flink.key.hash", key("big-decimal", "1.E+3"), "input.key.value"),
    ("flink.key.hash", key("big-integer", "007"), "input.key.value"),
    ("flink.key.hash", key("local-date", "2023-02-29"), "input.key.value"),
    ("flink.key.hash", key("local-date", "1900-02-29"), "input.key.value"),
    ("flink.key.hash", key("local-date", "12345-01-01"), "input.key.value"),
    ("flink.key.hash", key("local-date", "+1000000000-01-01"), "input.key.value"),
    ("flink.key.hash", key("local-date", "-0000-01-01"), "input.key.value"),
    ("flink.key.hash", key("local-time", "24:00"), "input.key.value"),
    ("flink.key.hash", key("local-time", "10:15:30.1"), "3, 6 or 9 digits"),
    ("flink.key.hash", key("local-date-time", "2024-02-29 10:15"), "input.key.value"),
    ("flink.key.hash", key("instant", "2024-02-29T10:15Z"), "input.key.value"),
    ("flink.key.hash", key("uuid", "123E4567-E89B-12D3-A456-426614174000"), "lower-case hex"),
    ("flink.key.hash", key("sql-timestamp", "-1", nanos=5), "input.key.nanos: 5 names other milliseconds"),
    ("flink.key.hash", key("long", "1", nanos=5), "input.key: there is no field 'nanos'"),
    ("flink.key.hash", key("tuple", [{"type": "long", "value": 1}]), "input.key.value[0].value: 1 is not"),
    ("flink.key.hash", key("tuple", [{"type": "null"}] * 26), "Tuple0 to Tuple25"),
    ("flink.key.hash", key("row", {"kind": "I", "fields": []}), "input.key.value.kind"),
    ("flink.key.hash", key("row-data", [{"type": "INT", "value": "1"}]), "input.key.value[0].value"),
    ("flink.key.hash", key("null", 0), "input.key.value"),
    ("flink.key.hash", key("bytes", "0"), "two digits a byte"),
    ("flink.key.hash", key("topic-partition", ["t", 0]), "input.key.type"),
    ("flink.key-group.of-hash", {"hash": 1.0, "maxParallelism": 1}, "input.hash: 1.0 is not of type integer"),
    ("flink.key-group.of-hash", {"hash": 1, "maxParallelism": True}, "input.maxParallelism: true is not"),
    ("flink.key-group.of-hash", {"hash": 2**31, "maxParallelism": 1}, "input.hash: 2147483648 does not fit"),
    ("flink.table.row-hash", row("VARCHAR", "a"), "input.fields[0].type"),
    ("flink.table.row-hash", row("TINYINT", 128), "from -128 to 127"),
    ("flink.table.row-hash", row("TIME", 86_400_000), "86399999"),
    ("flink.table.row-hash", row("INT", 1, nanosOfMillisecond=0), "input.fields[0]: there is no field"),
    ("flink.table.row-hash", row("DECIMAL(3,2)", "12.34"), "write up to 1 digits before the point"),
    ("flink.table.row-hash", row("DECIMAL(3,2)", "1.234"), "and 2 after it"),
    ("flink.table.row-hash", row("DECIMAL(3,4)", "1"), "input.fields[0].type: DECIMAL(3,4) has more decimals"),
    ("flink.table.row-hash", row("DECIMAL(39,0)", "1"), "input.fields[0].type"),
    ("flink.table.row-hash", row("DECIMAL(19,0)", None), "NULL of DECIMAL(19,0) has no agreed layout"),
    ("flink.table.row-hash", row("TIMESTAMP(4)", None), "NULL of TIMESTAMP(4) has no agreed layout"),
    ("flink.table.row-hash", row("TIMESTAMP(3)", "0", nanosOfMillisecond=1_000_000), "from 0 to 999999"),
    ("java.hash-set.order", {"steps": [step("put", "string", "a")]}, "input.steps[0].op"),
    ("java.hash-map.order", {"steps": [step("put", "topic-partition", ["t", -1])]}, "input.steps[0].key.value[1]"),
    ("java.hash-map.order", {"steps": [step("put", "topic-partition", ["t"])]}, "input.steps[0].key.value"),
    (
        "java.hash-map.order",
        {"steps": [step("put", "topic-partition", ["Aa", 0]), step("put", "topic-partition", ["BB", 0])]},
        "input.steps[1].key: BB-0 has the hash code of Aa-0",
    ),
    (
        "java.hash-map.order",
        {"steps": [step("put", "topic-partition", ["t", 0]), step("put", "string", "t")]},
        "mixes strings and topic-partitions",
    ),
    ("kafka.partitioner.partition-for-key", {"bytes": "", "partitions": -1}, "from 0 to 2147483647"),
]


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(values_schema())
    for operation in OPERATIONS.values():
        Draft202012Validator.check_schema(operation.input)
        Draft202012Validator.check_schema(operation.answer)


@pytest.mark.parametrize(("operation", "document"), VALID, ids=lambda x: json.dumps(x)[:60])
def test_a_legal_input_is_taken(operation, document):
    validate_input(operation, document)


@pytest.mark.parametrize(("operation", "document", "fault"), REFUSED, ids=lambda x: json.dumps(x)[:60])
def test_an_illegal_input_is_refused_by_operation_field_and_fix(operation, document, fault):
    with pytest.raises(ValueError, match=rf"^{re.escape(operation)}: input") as refusal:
        validate_input(operation, document)
    assert fault in str(refusal.value)
    assert "; " in str(refusal.value)


def test_an_answer_is_checked_too():
    validate_answer("flink.key-group.range-of-operator", {"start": 0, "end": -1})
    with pytest.raises(ValueError, match=r"^flink\.key-group\.range-of-operator: answer\.end"):
        validate_answer("flink.key-group.range-of-operator", {"start": 0, "end": "1"})
    with pytest.raises(ValueError, match=r"^java\.string\.compare: answer: 2 is none of"):
        validate_answer("java.string.compare", 2)
    with pytest.raises(ValueError, match=re.escape("kafka.message.bytes: answer.topics[0].port: 1.5 is not of type")):
        validate_answer("kafka.message.bytes", {"topics": [{"port": 1.5}]})


@pytest.mark.parametrize(
    ("operation", "answer", "fault"),
    [
        ("flink.watermark.valve", [{"emitted": [["watermark", 5]]}], "answer[0].emitted[0]"),
        ("flink.watermark.combined", [{"changed": True, "idle": False}], "answer[0]: the field 'watermark' is missing"),
        ("flink.watermark.combined", [{"error": "IllegalState"}], "answer[0].error"),
        ("flink.kafka-source.enumerator", [{"assign": [], "noMoreSplits": ["0"]}], "answer[0].noMoreSplits[0]"),
        ("kafka.assignor.rebalances", [{"assignment": {"a": []}}], "answer[0]"),
        (
            "kafka.partitioner.round-robin",
            ["0"],
            'answer[0]: "0" is not of type integer or null; write: integer or null',
        ),
    ],
)
def test_each_step_of_a_history_has_a_form(operation, answer, fault):
    with pytest.raises(ValueError, match=re.escape(f"{operation}: {fault}")):
        validate_answer(operation, answer)


def test_no_answer_has_a_part_of_which_nothing_is_said():
    converted_by_kafka = {"kafka.group.coordinator", "kafka.group.target"}
    loose = {name for name, operation in OPERATIONS.items() if says_nothing(operation.answer)}
    assert loose == converted_by_kafka


def says_nothing(schema):
    """Whether it has an array of anything or an object of anything, outside of what an `if` asks."""
    if isinstance(schema, list):
        return any(says_nothing(one) for one in schema)
    if not isinstance(schema, dict):
        return False
    if schema.get("type") in ("array", "object") and not set(schema) - {"type", "description"}:
        return True
    return any(says_nothing(part) for name, part in schema.items() if name != "if")


def test_an_entry_of_the_same_name_has_its_own_validator():
    mine = replace(OPERATIONS["flink.math.murmur-hash"], input={"type": "object", "required": ["x"]})
    with pytest.raises(ValueError, match="'x' is missing"):
        validate_input(mine, {"value": 1})
    validate_input("flink.math.murmur-hash", {"value": 1})


def test_an_unknown_operation_is_a_key_error():
    with pytest.raises(KeyError, match=r"flink\.nothing"):
        validate_input("flink.nothing", {})
