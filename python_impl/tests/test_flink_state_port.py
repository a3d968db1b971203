"""The operations `flink.state.*` of the port: JSON in, JSON out, and what is no input."""

import pytest

from copartition.errors import ArithmeticException
from copartition.port import PORT

KEY = {"type": "string", "value": "user_123"}
FOREIGN = {"type": "string", "value": "1"}
REFUSED = {"error": {"kind": "IllegalArgumentException"}}
STATES = [{"name": "v", "namespace": "void"}, {"name": "w", "namespace": "time-window", "default": "d"}]
ENTRY = {"state": "v", "namespace": None, "key": KEY, "value": "x"}


def ask(*steps, line=None, **fields):
    document = {"maxParallelism": 128, "range": {"start": 0, "end": 42}, "keyType": "string", "states": STATES}
    return PORT.operations["flink.state.heap-backend"]({**document, "steps": list(steps), **fields}, line)


def step(op, **fields):
    return {"op": op, **fields}


def test_a_history():
    window = {"start": "0", "end": "10"}
    assert ask(
        step("getCurrentKey"),
        step("setCurrentKey", key=KEY),
        step("getCurrentKey"),
        step("getCurrentKeyGroup"),
        step("update", state="v", value="x"),
        step("value", state="v"),
        step("value", state="w"),
        step("value", state="w", namespace=window),
        step("keys", state="v"),
        step("size"),
        step("snapshot"),
        step("clear", state="v"),
        step("dump"),
        step("restore", range={"start": 37, "end": 37}),
        step("dump"),
    ) == [
        *(None, None, KEY, 37, None, "x", {"error": {"kind": "NullPointerException"}}, "d", [KEY], 1),
        *(None, None, {}, None, {"37": [ENTRY]}),
    ]  # fmt: skip


def test_whole_tables():
    kept = {**ENTRY, "value": "y"}
    void, null = {"start": "0", "end": "0"}, {"error": {"kind": "NullPointerException"}}
    assert ask(
        step("isEmpty", state="v"),
        step("size", namespace=None),
        step("setCurrentKey", key=KEY),
        step("update", state="v", value="x"),
        step("isEmpty", state="v"),
        step("isEmpty", state="w"),
        step("size", namespace=void),
        step("size", namespace=None),
        step("visit", state="v", value="z"),
        step("rewrite", state="v", value="y"),
        step("visit", state="v", value="y"),
        step("dump"),
    ) == [True, 0, None, None, False, True, 0, null, [ENTRY], None, [kept], {}]


@pytest.mark.parametrize(
    ("line", "observed"),
    [
        ("flink 1.16.3", [None, 54, REFUSED]),
        ("flink 1.20.5", [REFUSED, 0, None]),
        (None, [REFUSED, 0, None]),
    ],
)
def test_a_foreign_key(line, observed):
    steps = (step("setCurrentKey", key=FOREIGN), step("getCurrentKeyGroup"), step("value", state="v"))
    assert ask(*steps, line=line) == observed


def test_lists_are_in_the_order_of_utf16():
    texts = ["b", "a", "", "\ud83d\ude00", "\uffff"]
    steps = [s for t in texts for s in (step("setCurrentKey", key={"type": "string", "value": t}), UPDATE)]
    *_, keys = ask(*steps, step("keys", state="v"), range={"start": 0, "end": 127})
    assert [key["value"] for key in keys] == ["", "a", "b", "\U0001f600", "\uffff"]


UPDATE = step("update", state="v", value="x")


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ({"type": "sql-timestamp", "value": "-1"}, {"type": "sql-timestamp", "value": "-1", "nanos": 999000000}),
        ({"type": "double", "value": "0xffffffffffffffff"}, {"type": "double", "value": "0x7ff8000000000000"}),
        ({"type": "float", "value": "0xffffffff"}, {"type": "float", "value": "0x7fc00000"}),
        (
            {"type": "row-data", "value": [{"type": "INT", "value": 1}]},
            {"type": "row-data", "value": "00000000000000000100000000000000"},
        ),
        (
            {"type": "row", "value": {"kind": "+I", "fields": [{"type": "null", "value": None}]}},
            {"type": "row", "value": {"kind": "+I", "fields": [{"type": "null", "value": None}]}},
        ),
        (
            {"type": "tuple", "value": [{"type": "list", "value": [KEY]}]},
            {"type": "tuple", "value": [{"type": "list", "value": [KEY]}]},
        ),
    ],
)
def test_keys_as_they_are_shown(key, shown):
    steps = (step("setCurrentKey", key=key), step("getCurrentKey"))
    assert ask(*steps, range={"start": 0, "end": 127})[1] == shown


@pytest.mark.parametrize(("groups", "written"), [(-1, "350000"), (32_769, "00350000"), (2**31 - 1, "00350000")])
def test_composite_keys_of_numbers_of_key_groups_that_no_job_has(groups, written):
    kinds = {"maxParallelism": groups, "keyType": "byte", "namespaceType": "void-namespace"}
    parts = {"key": {"type": "byte", "value": "0"}, "namespace": {"type": "void-namespace", "value": None}}
    encoded = PORT.operations["flink.state.composite-key"]({**kinds, **parts, "keyGroup": 53})
    assert encoded == {"keyGroup": 53, "ambiguous": False, "bytes": written}
    read = {**kinds, "direction": "decode", "bytes": encoded["bytes"]}
    assert PORT.operations["flink.state.composite-key"](read) == {
        "keyGroup": 53,
        "ambiguous": False,
        **parts,
        "left": 0,
    }


def test_a_composite_key_of_no_key_groups_is_divided_by_zero():
    document = {"maxParallelism": 0, "keyType": "string", "key": KEY, "namespaceType": "string", "namespace": KEY}
    with pytest.raises(ArithmeticException):
        PORT.operations["flink.state.composite-key"](document)
