"""Which subtask of a Kafka source reads what: whole sources, and partitions that are added."""

from itertools import product

import numpy as np
import pytest

from copartition.advice import Discovery, discovery, place_source, restore_source
from copartition.advice.questions import ADVICE
from copartition.errors import IllegalArgumentException, WrongTypeError
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


@pytest.mark.parametrize(("old", "new"), [(1, 7), (6, 9), (9, 6), (10, 3), (128, 127)])
@pytest.mark.parametrize("version", ["1.15.4", "4.0.1-2.0", "5.0.0-2.2"])
def test_a_restore_deals_each_partition_once_and_evenly(old, new, version):
    topics = {"orders": 17, "payments": 40, "": 1, "\U0001f600": 3}
    restored = restore_source(topics, old, new, version)
    read = [partition for partitions in restored.subtasks for partition in partitions]
    assert sorted(names(read)) == sorted(f"{topic}-{n}" for topic, count in topics.items() for n in range(count))
    assert restored.most - restored.fewest <= 1
    placed = place_source(topics, new)
    assert (restored.starts, restored.added) == (placed.starts, placed.added)
    assert 0 < restored.moved_from(place_source(topics, old)) <= len(read)


def test_a_restore_at_the_same_parallelism_moves_nothing():
    topics = {"orders": 17, "payments": 4}
    assert restore_source(topics, 5, 5) == place_source(topics, 5)
    assert restore_source(topics, 5, 5).moved_from(place_source(topics, 5)) == 0


def test_readers_write_their_splits_in_the_order_of_a_hash_map():
    # One reader has all three: a-0, b-0 and b-1 are in the bins 5, 4 and 7 of 16.
    restored = restore_source({"a": 1, "b": 2}, 1, 3)
    assert [names(read) for read in restored.subtasks] == [["b-0"], ["a-0"], ["b-1"]]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (({"a": 1}, 0, 2), IllegalArgumentException, "0"),
        (({"a": 1}, 2, 40_000), IllegalArgumentException, "40000"),
        (({"a": 1}, "2", 2), WrongTypeError, "parallelism"),
        (({"a": 1}, 2, 2, "9.9"), ValueError, "9.9"),
    ],
)
def test_a_wrong_restore_is_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        restore_source(*arguments)


def test_a_question_for_a_restore():
    question = {"topics": {"orders": 12, "clicks": 5}, "parallelism": 9, "oldParallelism": 6}
    found = ADVICE["source-placement"](question)
    assert found["moved"] == 14
    assert found["subtasks"][0] == [["orders", 9], ["clicks", 3]]
