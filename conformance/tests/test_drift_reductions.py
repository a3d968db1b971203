"""Smaller groups and histories, step by step: what goes together goes together, and claims follow what they name."""

from __future__ import annotations

import json

import pytest

from jarparity import registry
from jarparity.areas.kafka_assignors.edits import edits
from jarparity.shrinking import smaller
from jarparity.validation import validate_input
from jarparity.values import sticky_bytes

HISTORY = {
    "assignor": "sticky",
    "topics": {"orders": 2, "t": 1},
    "steps": [
        {"op": "join", "member": "first", "topics": ["orders", "t"]},
        {"op": "addPartitions", "topic": "orders", "partitions": 3},
        {"op": "rebalance"},
        {"op": "leave", "member": "first"},
        {"op": "rebalance"},
    ],
}


def without(document, field):
    return {name: value for name, value in document.items() if name != field}


def group(*members, **topics):
    return {"topics": topics, "members": list(members)}


def test_a_topic_leaves_a_history_with_the_steps_that_name_it():
    first = next(iter(edits(HISTORY)))
    assert first["topics"] == {"t": 1}
    assert first["steps"][0] == {"op": "join", "member": "first", "topics": ["t"]}
    assert [step["op"] for step in first["steps"]] == ["join", "rebalance", "leave", "rebalance"]


def test_a_topic_of_a_history_shrinks_and_its_steps_stay():
    shrunk = [edited for edited in edits(HISTORY) if edited["topics"] == {"orders": 1, "t": 1}]
    assert without(HISTORY, "topics") in [without(edited, "topics") for edited in shrunk]


def test_steps_that_go_together_go_at_once():
    told = [[step["op"] for step in edited["steps"]] for edited in edits(HISTORY)]
    assert ["join", "addPartitions", "leave"] in told  # two rebalances
    assert ["addPartitions", "rebalance", "rebalance"] in told  # all that the member does, or a join and its leave


def test_members_and_topics_of_a_history_get_shorter_names_everywhere():
    found = list(edits(HISTORY))
    member = next(edited for edited in found if edited["steps"][0].get("member") == "A")
    assert [step.get("member") for step in member["steps"]] == ["A", None, None, "A", None]
    topic = next(edited for edited in found if "u" in edited["topics"])
    assert topic["topics"] == {"u": 2, "t": 1}
    assert topic["steps"][0]["topics"] == ["u", "t"]
    assert topic["steps"][1]["topic"] == "u"
    assert json.loads(json.dumps(topic).replace('"u"', '"orders"')) == HISTORY


def test_claims_in_the_field_lose_one_partition_at_a_time():
    member = {"id": "A", "topics": ["t"], "owned": [["t", 1], ["t", 0]], "userData": None}
    owned = [edited["members"][0]["owned"] for edited in edits(group(member, t=3))]
    assert [["t", 0]] in owned
    assert [["t", 1]] in owned
    assert [["t", 0], ["t", 1]] in owned  # as many, but in order


def test_a_generation_gets_smaller_wherever_it_stands():
    data = sticky_bytes.write([("t", 0)], 3).hex()
    remembering = {"id": "A", "topics": ["t"], "userData": data, "generation": 3}
    said = {
        (edited["members"][0]["userData"], edited["members"][0]["generation"])
        for edited in edits(group(remembering, t=1))
        if edited["members"]
    }
    lower = {generation: sticky_bytes.write([("t", 0)], generation).hex() for generation in (0, 1, 2)}
    for generation, written in lower.items():
        assert {(written, 3), (written, generation)} <= said
    assert (sticky_bytes.write([("t", 0)], None).hex(), 3) in said  # without any, as up to 2.2


def test_a_cooperative_members_generation_stays_one():
    member = {"id": "A", "topics": ["t"], "owned": [["t", 0]], "userData": sticky_bytes.write_generation(2).hex()}
    data = {edited["members"][0]["userData"] for edited in edits(group(member, t=1))}
    assert data == {sticky_bytes.write_generation(generation).hex() for generation in (0, 1, 2)}


def test_the_first_generation_can_only_go_or_be_none():
    member = {"id": "A", "topics": ["t"], "userData": sticky_bytes.write([("t", 0)], 0).hex()}
    generations = {
        sticky_bytes.read_with_rest(bytes.fromhex(edited["members"][0]["userData"]))[1]
        for edited in edits(group(member, t=1))
    }
    assert generations == {b"", b"\0\0\0\0", b"\xff\xff\xff\xff"}


@pytest.mark.parametrize("data", ["00", "0000000100"])
def test_user_data_that_is_damaged_is_left_alone(data):
    member = {"id": "A", "topics": ["t"], "userData": data}
    assert {edited["members"][0]["userData"] for edited in edits(group(member, t=1))} == {data}


@pytest.mark.parametrize(
    ("member", "of"),
    [
        ({"id": "A", "topics": ["t"], "owned": [["t", 0], ["t", 0]]}, "cooperative-sticky"),
        ({"id": "A", "topics": ["t"], "userData": sticky_bytes.write([("t", 0), ("t", 0)], 1).hex()}, "sticky"),
    ],
)
def test_a_step_never_leads_to_a_claim_twice(member, of):
    operation = registry.operation(f"kafka.assignor.{of}")
    for batch in smaller(operation, group(member, t=2)):
        for edited in batch:
            assert all(
                len(set(map(tuple, m.get("owned") or []))) == len(m.get("owned") or []) for m in edited["members"]
            )


def test_an_operator_stays_a_subtask_of_its_job():
    operation = registry.operation("flink.state.keyed-operator")
    key = {"type": "row-data", "fields": ["STRING"]}
    job = {"maxParallelism": 4, "parallelism": 2, "keyType": key, "updateBefore": False}
    document = {**job, "operator": 1, "steps": []}
    validate_input(operation, document)
    kept = [edited for batch in smaller(operation, document) for edited in batch]
    assert {**document, "operator": 0} in kept
    assert all(edited["operator"] < edited["parallelism"] <= edited["maxParallelism"] for edited in kept)
