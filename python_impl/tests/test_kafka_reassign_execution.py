"""What the reassignment tool's `--execute` prints, and what it refuses."""

import json

import pytest

from copartition.errors import (
    AdminCommandFailedException,
    ExecutionException,
    TerseException,
    TerseReassignmentFailureException,
)
from copartition.kafka.reassign import execution_text
from copartition.kafka.topic_partition import TopicPartition

T0 = TopicPartition("t", 0)
ONE = {"topic": "t", "partition": 0, "replicas": [1, 2]}


def file(*entries, **fields):
    return json.dumps({"partitions": list(entries), **fields})


def test_what_execute_prints():
    current = {T0: (1, 9), TopicPartition("u", 3): (2,)}
    text = file(ONE, {**ONE, "topic": "u", "partition": 3})
    printed = execution_text(text, [1, 2], current, {(T0, 1): "/d", (T0, 9): "/gone"})
    assert '"log_dirs":["/d","any"]' in printed
    assert printed.endswith("rollback\nSuccessfully started partition reassignments for t-0,u-3\n")
    assert execution_text(file(ONE), [1, 2], current).endswith("started partition reassignment for t-0\n")


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (
            {"reassigning": True},
            TerseException,
            "Cannot execute because there is an existing partition assignment.  Use",
        ),
        ({"reassigning": True, "scala": True}, TerseReassignmentFailureException, "Cannot execute because there is an"),
        ({"brokers": [1]}, AdminCommandFailedException, "Unknown broker id 2"),
        ({"current": {}}, ExecutionException, "Exception: Topic t not found."),
        ({"current": {}, "scala": True}, ExecutionException, "Exception: Topic t not found."),
        ({"current": {TopicPartition("t", 1): (1,)}}, ExecutionException, "Exception: Unable to find partition: t-0"),
    ],
)
def test_what_execute_refuses(change, error, message):
    cluster = {"brokers": [1, 2], "current": {T0: (1,)}} | change
    with pytest.raises(error) as raised:
        execution_text(file(ONE), cluster.pop("brokers"), cluster.pop("current"), **cluster)
    assert type(raised.value) is error
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("replicas", "in_java", "in_scala"), [([1, 0], 0, 1), ([5, 6, 7, 8], 5, 5), ([1, 2, 3, 4, 9], 1, 1)]
)
def test_the_unknown_broker_that_is_named_is_the_first_of_each_tools_set(replicas, in_java, in_scala):
    for scala, named in ((False, in_java), (True, in_scala)):
        with pytest.raises(AdminCommandFailedException, match=f"Unknown broker id {named}$"):
            execution_text(file({**ONE, "replicas": replicas}), [], {T0: (1,)}, scala=scala)


def test_all_partitions_that_are_unknown_are_named_in_the_order_of_a_hash_set():
    text = file(*[{**ONE, "topic": topic, "partition": number} for topic in "tu" for number in (17, 0, 33)])
    with pytest.raises(ExecutionException, match=r"Unable to find partition: t-17, t-33, u-17, u-33, u-0$"):
        execution_text(text, [1, 2], {T0: (1,), TopicPartition("u", 1): (1,)})


@pytest.mark.parametrize("tool", [{"scala": True, "release": "3.5.2"}, {"release": "3.7.2"}])
def test_before_3_8_an_unknown_partition_is_left_to_the_cluster(tool):
    printed = execution_text(file(ONE, {**ONE, "partition": 9}), [1, 2], {T0: (1,)}, **tool)
    assert '[{"topic":"t","partition":0,"replicas":[1],"log_dirs":["any"]}]' in printed
    assert printed.endswith("started partition reassignments for t-0,t-9\n")
