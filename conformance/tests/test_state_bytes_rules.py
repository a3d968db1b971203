import random
import struct

import pytest

from jarparity import registry
from jarparity.answers import Error, Value
from jarparity.areas.flink_state_bytes import rules
from jarparity.areas.flink_state_bytes.original_faults import ORIGINAL_FAULTS
from jarparity.areas.flink_state_bytes.promises import are_modest, is_variable
from jarparity.areas.flink_state_bytes.walk import MOST
from jarparity.values import state_values as values
from jarparity.values.boundary.keys import key
from jarparity.values.state_rules import names

TUPLE = {"type": "tuple", "fields": ["long", "sql-timestamp"]}
(FAULT,) = ORIGINAL_FAULTS
LIST = {"type": "list", "element": "byte"}


def of_value(kind, value):
    return [path for path, _ in rules.of_value({"type": kind, "value": value})]


def test_values_are_of_the_declared_type_all_through():
    assert of_value("long", key("string", "a")) == ["input.value.type"]
    assert of_value(TUPLE, key("tuple", [key("null", None)])) == ["input.value.value"]
    assert of_value(LIST, key("list", [key("long", "1")])) == ["input.value.value[0].type"]
    mapped = {"type": "map", "key": "string", "value": LIST}
    pair = [key("string", "k"), key("list", [key("byte", "1"), key("long", "1")])]
    assert of_value(mapped, key("map", [pair])) == ["input.value.value[0][1].value[1].type"]
    row = key("row", {"kind": "+I", "fields": [key("long", "1")]})
    assert of_value({"type": "row", "fields": ["string"]}, row) == ["input.value.value.fields[0].type"]
    fields = key("row-data", [{"type": "INT", "value": 1}])
    assert of_value({"type": "row-data", "fields": ["STRING"]}, fields) == ["input.value.value"]
    assert of_value("big-integer", {**key("big-integer", "7"), "constant": True}) == ["input.value.constant"]
    assert of_value("sql-timestamp", {"type": "sql-timestamp", "value": "5", "nanos": 0}) == ["input.value.nanos"]
    assert of_value({"type": "map", "key": LIST, "value": "long"}, key("map", [])) == ["input.type.key"]
    assert of_value(
        {"type": "tuple", "fields": [{"type": "map", "key": "bytes", "value": "long"}]}, key("null", None)
    ) == ["input.type.fields[0].key"]


def test_parts_of_a_composite_key_come_with_their_types():
    document = {"maxParallelism": 128, "keyType": "string", "namespaceType": "string", "userKeyType": "long"}
    document |= {"key": key("string", "a"), "namespace": key("string", "")}
    assert [path for path, _ in rules.of_composite_key(document)] == ["input.userKey"]
    document["userKey"] = key("long", "1")
    assert not list(rules.of_composite_key(document))
    del document["userKeyType"]
    assert [path for path, _ in rules.of_composite_key(document)] == ["input.userKeyType"]
    identity = {**document, "userKeyType": "long", "keyType": {"type": "list", "element": "bytes"}}
    assert [path for path, _ in rules.of_composite_key({**identity, "key": key("list", [])})] == ["input.keyGroup"]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (LIST, struct.pack(">i", MOST + 1)),
        ({"type": "map", "key": "byte", "value": "long"}, struct.pack(">i", MOST + 1)),
        ("bytes", struct.pack(">i", MOST + 1)),
        ("string", b"\xff\xff\xff\x07"),
        ("big-integer", struct.pack(">i", -(2**31))),
        ({"type": "row", "fields": ["string", LIST]}, b"\x20" + struct.pack(">i", MOST + 1)),
        ({"type": "tuple", "fields": ["sql-timestamp", LIST]}, b"\x80" + bytes(7) + b"\1\0\0\0"),
        ({"type": "tuple", "fields": ["sql-timestamp", LIST]}, b"\x80" + bytes(11) + struct.pack(">i", MOST + 1)),
    ],
)
def test_bytes_that_promise_much_are_refused(kind, data):
    assert not are_modest(data, [kind])
    document = {"direction": "decode", "type": kind, "bytes": data.hex()}
    assert [path for path, _ in rules.of_value(document)] == ["input.bytes"]
    composite = {"maxParallelism": 128, "keyType": "long", "namespaceType": kind, "bytes": "00" * 9 + data.hex()}
    assert [path for path, _ in rules.of_composite_key(composite)] == ["input.bytes"]


def test_lengths_of_parts_are_stepped_over():
    data = b"\1" + b"\1" + struct.pack(">i", 0) + b"\4" + struct.pack(">i", MOST + 1)
    assert not are_modest(data, ["string", LIST, LIST], lengths=2)
    assert are_modest(data[:-4], ["string", LIST, LIST], lengths=2)


def test_a_tuple_with_a_void_namespace_varies_in_length():
    assert is_variable({"type": "tuple", "fields": ["long", "void-namespace"]})
    assert not is_variable({"type": "tuple", "fields": ["long", "time-window"]})
    assert not is_variable(TUPLE)
    assert is_variable(LIST)
    assert not is_variable("time-window")


def test_bytes_that_are_drawn_promise_little():
    drawing = random.Random(7)  # noqa: S311 - the same inputs in each run
    for _ in range(500):
        kind = values.any_type(drawing)
        if {"sql-timestamp", "pojo"} <= {*names(kind)}:  # behind half a null the flag of an object is any byte
            continue
        assert are_modest(values.stored(drawing, kind), [kind])
    for name in ("flink.state.serialized", "flink.state.composite-key"):
        operation = registry.operation(name)
        for _ in range(200):
            assert not list(operation.problems(operation.draw(drawing)))


def shows(document, value):
    return FAULT.shown({"direction": "decode", **document}, value)


def test_a_null_timestamp_that_is_read_as_eight_bytes_is_seen_by_what_is_left():
    null = b"\x80" + bytes(11)
    pair = {"type": {"type": "tuple", "fields": ["sql-timestamp", "integer"]}, "bytes": (null + bytes(4)).hex()}
    assert shows(pair, Value({"value": None, "left": 4}))
    assert not shows(pair, Value({"value": None, "left": 0}))
    assert not shows(pair, Error("EOFException"))
    named = {"keyType": "sql-timestamp", "namespaceType": "void-namespace", "maxParallelism": 129}
    named["bytes"] = (b"\0\5" + null + b"\0").hex()
    assert shows(named, Value({"left": 4}))
    assert not shows(named, Value({"left": 0}))
    assert not shows({"type": "sql-timestamp", "bytes": (b"\0" + null[1:]).hex()}, Value({"value": None, "left": 0}))
    assert not FAULT.concerns({"type": "sql-timestamp", "value": key("null", None)}, Value(null.hex()))


@pytest.mark.parametrize(
    ("fields", "data", "refused"),
    [
        (["sql-timestamp"], bytes(4), False),
        (["sql-timestamp"], b"", True),
        (["sql-timestamp", "integer"], bytes(4), True),
        (["sql-timestamp", "integer"], bytes(8), False),
        (["sql-timestamp", "local-date"], bytes(10), True),
        (["sql-timestamp", "sql-timestamp"], bytes(16), True),
    ],
)
def test_a_fix_may_refuse_what_no_serializer_writes(fields, data, refused):
    data = b"\x80" + bytes(7) + data
    document = {"direction": "decode", "type": {"type": "tuple", "fields": fields}, "bytes": data.hex()}
    assert FAULT.refuses(document, Value(None)) is refused
