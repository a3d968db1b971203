"""Inputs of Flink's operations that fit their schemas, and that no original can be asked, or not all alike."""

import pytest

from jarparity.validation import validate_input

CHANGES = {
    "type": "changes-in-memory",
    "range": {"start": 0, "end": 1},
    "from": "0",
    "to": "1",
    "changes": [[-1, ""], [1, ""]],
    "id": None,
}
STATES = [{"name": name, "mode": "UNION", "offsets": []} for name in ("s", "t")]
HANDLE = {"type": "bytes", "name": "h", "data": ""}


def metadata(changes=CHANGES["changes"], states=STATES):
    subtask = {
        "managedOperator": {"type": "partitionable", "states": states, "handle": HANDLE},
        "rawOperator": None,
        "managedKeyed": {**CHANGES, "changes": changes},
        "rawKeyed": None,
        "inputChannels": [],
        "outputChannels": [],
    }
    named = {"name": None, "uid": None, "id": "00" * 16}
    numbers = {"parallelism": 1, "maxParallelism": 128}
    of = {**named, **numbers, "coordinator": None, "subtasks": {"0": subtask}}
    head = {"direction": "encode", "version": 4, "checkpointId": "1", "master": []}
    return {**head, "operators": [of], "properties": None}


def test_a_handle_has_each_state_once_and_changes_are_of_key_groups():
    of = "flink.checkpoint.metadata"
    validate_input(of, metadata())
    place = r"input\.operators\[0\]\.subtasks\.0\."
    with pytest.raises(ValueError, match=place + r"managedOperator\.states\[1\]\.name: 's' stands there twice"):
        validate_input(of, metadata(states=STATES[:1] * 2))
    with pytest.raises(ValueError, match=place + r"managedKeyed\.changes\[0\]\[0\]: -2 is none; write a key group"):
        validate_input(of, metadata(changes=[[-2, ""]]))


def test_no_offset_below_0_is_committed():
    of = "flink.kafka-source.enumerator"
    job = {"parallelism": 1, "discoveryIntervalMs": None, "boundedness": "BOUNDED", "start": {"type": "earliest"}}
    document = {**job, "stop": None, "endOffsets": [], "steps": []}
    validate_input(of, {**document, "committedOffsets": [["t", 0, "0"]]})
    with pytest.raises(ValueError, match=r"input\.committedOffsets\[1\]\[2\]: is -1, and Kafka commits none below 0"):
        validate_input(of, {**document, "committedOffsets": [["t", 0, "0"], ["t", 1, "-1"]]})


def _history(*partitions, splits=()):
    job = {"parallelism": 1, "discoveryIntervalMs": None, "boundedness": "BOUNDED", "start": {"type": "earliest"}}
    found = {"op": "discover", "partitions": [list(one) for one in partitions]}
    returned = {"op": "addSplitsBack", "reader": 0, "splits": [list(one) for one in splits]}
    return {**job, "stop": None, "endOffsets": [], "steps": [found, returned]}


def test_splits_of_one_code_share_no_tree():
    of, refused = "flink.kafka-source.enumerator", r"input\.steps: some splits of one hash code may share a tree"
    crowd = [("Aa", 64 * number) for number in range(8)]  # 31 * 64 apart: one bin of 64
    validate_input(of, _history(*crowd))
    validate_input(of, _history(*crowd, ("Aa", 64 * 8), ("Aa", 1), ("BB", 1)))
    with pytest.raises(ValueError, match=refused):
        validate_input(of, _history(*crowd, ("BB", 0)))
    many = [("Aa", number) for number in range(100)]
    validate_input(of, _history(*many))
    with pytest.raises(ValueError, match=refused):
        validate_input(of, _history(*many, ("BB", 0)))
    same = [["t", 0, str((number << 32) ^ number), None] for number in range(9)]  # all fold to 0
    validate_input(of, _history(("t", 0), splits=same[:8]))
    with pytest.raises(ValueError, match=refused):
        validate_input(of, _history(("t", 0), splits=same))


def test_windows_of_one_code_share_no_tree():
    of, refused = "flink.window.merge", r"input\.windows: some of one hash code may share a tree of a hash table"
    same = [[str(-number), str(number)] for number in range(9)]
    validate_input(of, {"windows": same[:8] * 2})
    with pytest.raises(ValueError, match=refused):
        validate_input(of, {"windows": same})


@pytest.mark.parametrize("name", ["flink.state.savepoint", "flink.state.checkpoint"])
def test_streams_of_older_formats_are_not_asked(name):
    whole = {"direction": "decode", "maxParallelism": 1, "range": {"start": 0, "end": 0}, "offsets": {"0": "0"}}
    for version in (0, 6, 7):
        validate_input(name, {**whole, "stream": f"{version:08x}"})
    for version in range(1, 6):
        with pytest.raises(ValueError, match=r"input\.stream: is of a format of Flink 1\.6 and before"):
            validate_input(name, {**whole, "stream": f"{version:08x}"})
