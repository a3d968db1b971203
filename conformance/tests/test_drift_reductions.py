"""Smaller groups and histories, step by step: what goes together goes together, and claims follow what they name."""

from __future__ import annotations

import hypothesis
import pytest

from jarparity import catalogue, sticky_bytes
from jarparity.catalogue.schema import validate_input
from jarparity.drift.group_reductions import edits, renamed_topics
from jarparity.drift.reductions import smaller
from jarparity.drift.strategies import inputs_for, rare_inputs

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
    assert renamed_topics(topic, {"u": "orders"}) == HISTORY


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
    operation = catalogue.operation(f"kafka.assignor.{of}")
    for batch in smaller(operation, group(member, t=2)):
        for edited in batch:
            assert all(
                len(set(map(tuple, m.get("owned") or []))) == len(m.get("owned") or []) for m in edited["members"]
            )


def first_of(name, count):
    rare = rare_inputs(catalogue.operation(name), 1)
    return [next(rare) for _ in range(count)]


@pytest.mark.parametrize("name", ["kafka.assignor.sticky", "kafka.assignor.cooperative-sticky"])
def test_rare_groups_are_lawful_and_some_are_claimed_by_all(name):
    drawn = first_of(name, 30)
    assert drawn == first_of(name, 30)
    for document in drawn:
        validate_input(name, document)
    claimed_by_all = [d for d in drawn if d["topics"] == {"t": 3} and len(d["members"]) >= 3]
    assert 0 < len(claimed_by_all) < len(drawn)


def test_rare_histories_have_topics_of_one_hash_code():
    drawn = first_of("kafka.assignor.rebalances", 10)
    for document in drawn:
        validate_input("kafka.assignor.rebalances", document)
    assert {"Aa", "BB"} <= {topic for document in drawn for topic in document["topics"]}


def test_nothing_is_rare_where_nobody_said_what():
    assert list(rare_inputs(catalogue.operation("kafka.assignor.range"), 1)) == []


def test_an_operator_stays_a_subtask_of_its_job():
    operation = catalogue.operation("flink.state.keyed-operator")
    key = {"type": "row-data", "fields": ["STRING"]}
    job = {"maxParallelism": 4, "parallelism": 2, "keyType": key, "updateBefore": False}
    document = {**job, "operator": 1, "steps": []}
    validate_input(operation, document)
    kept = [edited for batch in smaller(operation, document) for edited in batch]
    assert {**document, "operator": 0} in kept
    assert all(edited["operator"] < edited["parallelism"] <= edited["maxParallelism"] for edited in kept)


def test_drawn_histories_may_have_topics_of_one_hash_code():
    operation = catalogue.operation("kafka.assignor.rebalances")
    settings = hypothesis.settings(database=None, max_examples=200, phases=[hypothesis.Phase.generate])
    found = hypothesis.find(inputs_for(operation), lambda history: "Aa" in history["topics"], settings=settings)
    validate_input(operation, found)
