"""Histories of keyed state that can't be asked: the message names the field and the way out."""

import pytest

from jarparity import registry
from jarparity.areas.flink_state import versions as state_versions
from jarparity.lines import Line
from jarparity.validation import validate_input

KEY = {"type": "string", "value": "a"}
LIST = {"type": "list", "element": "string"}
TUPLE = {"type": "tuple", "fields": ["string", "long"]}
ROW = {"type": "row", "fields": ["string"]}
ROW_DATA = {"type": "row-data", "fields": ["INT"]}


def history(*steps, **fields):
    states = [{"name": "v", "namespace": "void"}]
    document = {"maxParallelism": 128, "range": {"start": 0, "end": 1}, "keyType": "string", "states": states}
    return {**document, "steps": list(steps), **fields}


def setting(kind, value):
    return {"op": "setCurrentKey", "key": {"type": kind, "value": value}}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (history({"op": "jump"}), r"input\.steps\[0\]\.op: \"jump\" is none of the values here"),
        (history({"op": "value"}), r"input\.steps\[0\]: the field 'state' is missing; write: The name of a registered"),
        (history({"op": "value", "state": "w"}), r"input\.steps\[0\]\.state: 'w' is not registered; write one of"),
        (history({"op": "value", "state": "v", "namespace": 1}), r"input\.steps\[0\]\.namespace: 1 is not of type"),
        (history({"op": "update", "state": "v", "value": 7}), r"input\.steps\[0\]\.value: 7 is not of type"),
        (history(setting("long", "1")), r"input\.steps\[0\]\.key\.type: long is not the type of .* write string"),
        (history(setting("list", [KEY, setting("long", "1")["key"]]), keyType=LIST), r"key\.value\[1\]\.type: long is"),
        (history(setting("list", [{"type": "null"}]), keyType=LIST), r"key\.value\[0\]: is null, which .* refuses"),
        (history(setting("tuple", [KEY]), keyType=TUPLE), r"key\.value: has 1 fields; write 2, as in the key type"),
        (
            history(setting("row", {"kind": "+I", "fields": [setting("long", "1")["key"]]}), keyType=ROW),
            r"key\.value\.fields\[0\]\.type: long is not the type",
        ),
        (
            history(setting("row-data", [{"type": "BIGINT", "value": "1"}]), keyType=ROW_DATA),
            r"key\.value: its fields are of \['BIGINT'\]; write fields of \['INT'\]",
        ),
        (
            history(keyType="uuid"),
            r"input\.keyType: \"uuid\" is none of the values here; write: A type of key: string, ",
        ),
        (history(states=[{"name": "v", "namespace": "none"}]), r"input\.states\[0\]\.namespace: \"none\" is none of"),
        (history(states=2 * [{"name": "v", "namespace": "void"}]), r"input\.states\[1\]\.name: 'v' stands there twice"),
        (
            history({"op": "restore", "range": {"start": 0, "end": 1}, "from": ["s"]}),
            r"input\.steps\[0\]\.from\[0\]: there is no snapshot 's' yet; take it in a step before",
        ),
    ],
)
def test_the_message_names_the_field(document, message):
    with pytest.raises(ValueError, match=message):
        validate_input("flink.state.heap-backend", document)


def test_what_can_be_asked():
    row = setting("row", {"kind": "+I", "fields": [{"type": "null", "value": None}]})
    for document in (
        history(setting("string", "a"), {"op": "setCurrentKey", "key": {"type": "null", "value": None}}),
        history(row, keyType=ROW),
        history({"op": "keys", "state": "unknown"}, {"op": "snapshot"}),
    ):
        validate_input("flink.state.heap-backend", document)


def test_key_and_key_group_are_set_together_from_2_0_on():
    both = history({"op": "setCurrentKeyAndKeyGroup", "key": KEY, "keyGroup": 1})
    assert (state_versions.of_backend(both), state_versions.of_backend(history())) == ("2.0.0", None)
    lines = [Line("flink", version) for version in ("1.16.3", "1.20.5", "2.1.3")]
    operation = registry.operation("flink.state.heap-backend")
    assert operation.eligible_lines(lines, both) == lines[2:]
    assert operation.eligible_lines(lines, history()) == lines


def test_a_keyed_operator_has_at_most_32768_key_groups():
    kind = {"type": "row-data", "fields": ["STRING"]}
    document = {"maxParallelism": 32769, "parallelism": 1, "operator": 0, "keyType": kind, "updateBefore": True}
    with pytest.raises(ValueError, match=r"input\.maxParallelism: 32769 does not fit; write: The number of key groups"):
        validate_input("flink.state.keyed-operator", {**document, "steps": []})
