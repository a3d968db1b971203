"""Which subtask of a Kafka source reads what: whole sources, and partitions that are added."""

from itertools import product

import numpy as np
import pytest

from copartition.advice import Discovery, discovery, place_source
from copartition.advice.questions import ADVICE
from copartition.errors import WrongTypeError
from copartition.flink.kafka_source import KafkaPartitionSplit, split_owner
from copartition.flink.kafka_source.hash_orders import partition_order, sorted_splits, split_order
from copartition.kafka.topic_partition import TopicPartition


def names(partitions):
    return [f"{partition.topic}-{partition.partition}" for partition in partitions]


def test_four_topics_meet_on_some_subtasks_and_leave_two_without_any():
    placed = place_source({"a": 5, "b": 5, "c": 5, "d": 5}, 10)
    assert placed.starts == {"a": 7, "b": 8, "c": 9, "d": 0}
    assert names(placed.subtasks[0]) == ["a-3", "b-2", "c-1", "d-0"]
    assert names(placed.subtasks[4]) == ["d-4"]
    assert placed.idle == (5, 6)
    assert (placed.fewest, placed.most) == (0, 4)
    assert {topic: owner for topic, (_, owner) in placed.added.items()} == {"a": 2, "b": 3, "c": 4, "d": 5}


def test_a_crowd_of_one_hash_code_keeps_its_order_where_java_has_none_to_give():
    # Neither partitions nor splits are Comparable: a HashSet's tree would order them by identity hash codes.
    crowd = [TopicPartition("".join(parts), 0) for parts in product(("Aa", "BB"), repeat=4)]
    assert partition_order(crowd) == crowd
    assert partition_order(crowd[:8][::-1]) == crowd[:8][::-1]
    splits = [KafkaPartitionSplit(partition, 0) for partition in crowd]
    assert split_order(splits) == splits


def test_splits_sort_as_java_compares_their_topics():
    splits = [KafkaPartitionSplit(TopicPartition(topic, n), 0) for topic in ("\uffee", "😀", "a") for n in (10, 9)]
    assert names(split.topic_partition for split in sorted_splits(splits)) == [
        "a-9", "a-10", "😀-9", "😀-10", "\uffee-9", "\uffee-10",
    ]  # fmt: skip


@pytest.mark.parametrize("parallelism", [1, 3, 10, 1000])
def test_every_partition_has_its_owner_and_no_partition_moves_when_one_is_added(parallelism):
    topics = {"orders": 17, "payments": 4, "": 1, "😀": 3}
    before = place_source(topics, parallelism)
    read = {partition: index for index, partitions in enumerate(before.subtasks) for partition in partitions}
    assert len(read) == sum(topics.values())
    assert all(split_owner(partition, parallelism) == index for partition, index in read.items())
    after = place_source({**topics, "orders": 18}, parallelism)
    added, owner = before.added["orders"]
    assert added == TopicPartition("orders", 17)
    moved = {partition: index for index, partitions in enumerate(after.subtasks) for partition in partitions}
    assert moved == {**read, added: owner}


def test_numbers_of_numpy_place_the_same():
    placed = place_source({"t": np.int64(2)}, np.int8(4))
    assert placed == place_source({"t": 2}, 4)
    _, owner = placed.added["t"]
    assert (type(placed.starts["t"]), type(owner)) == (int, int)


def test_a_topic_without_partitions_waits_for_its_first():
    placed = place_source({"a": 0}, 4)
    assert placed.idle == (0, 1, 2, 3)
    assert placed.added["a"] == (TopicPartition("a", 0), 3)


@pytest.mark.parametrize(
    ("topics", "parallelism", "message"),
    [
        ({"a": 1}, 0, "Operator parallelism not within bounds: 0"),
        ({"a": 1}, 32_769, "Operator parallelism not within bounds: 32769"),
        ({"a": -1}, 2, r"topics\['a'\] must be a number of partitions, not -1"),
        ({"a": "5"}, 2, r"topics\['a'\] must be an integer, not str"),
    ],
)
def test_what_is_no_source_is_refused(topics, parallelism, message):
    with pytest.raises(ValueError, match=message):
        place_source(topics, parallelism)


@pytest.mark.parametrize(
    ("topics", "message"),
    [
        (["a"], 'topics must be a Mapping, not list: write {"topic": 6}, for example'),
        ("a", 'topics must be a Mapping, not str: write {"topic": 6}, for example'),
        (None, 'topics must be a Mapping, not NoneType: write {"topic": 6}, for example'),
        ({5: 1}, "each of topics must be a str, not int"),
    ],
)
def test_topics_of_another_type_are_named(topics, message):
    with pytest.raises(WrongTypeError) as refused:
        place_source(topics, 4)
    assert str(refused.value) == message


def test_added_partitions_are_read_from_their_beginning_since_3_1():
    assert discovery("3.0.2-1.18") == discovery("1.17.2") == Discovery(None, from_earliest=False)
    assert discovery("3.1.0-1.18") == discovery() == Discovery(300_000, from_earliest=True)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"parallelism": 4}, "'topics'"),
        ({"topics": ["a"], "parallelism": 4}, "input.topics must be an object"),
        ({"topics": {"a": "5"}, "parallelism": 4}, "input.topics.a must be a whole number"),
        ({"topics": {"a": 5}}, "'parallelism'"),
    ],
)
def test_a_wrong_question_names_its_field(question, message):
    with pytest.raises(ValueError, match=message):
        ADVICE["source-placement"](question)


def test_a_question_for_a_source():
    found = ADVICE["source-placement"]({"topics": {"a": 1}, "parallelism": 2, "connector": "1.17.2"})
    assert found["subtasks"] == [[], [["a", 0]]]
    assert found["added"] == [{"partition": ["a", 1], "subtask": found["idle"][0]}]
    assert found["discovery"] == {"defaultIntervalMs": None, "fromEarliest": False}
