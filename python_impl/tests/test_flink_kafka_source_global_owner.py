"""Which reader gets a split of a dynamic source that balances over all its clusters: what connector 5.0.0 answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import IllegalArgumentException, WrongTypeError
from copartition.flink.kafka_source import GlobalSplitOwnerAssigner, dynamic_split_id
from copartition.kafka.topic_partition import TopicPartition
from copartition.port import PORT

A, B, C, D = "abcd"
ASK = PORT.operations["flink.kafka-source.global-owner"]


@given(st.lists(st.text(max_size=3), unique=True), st.integers(1, 9))
def test_splits_are_dealt_round_as_they_are_found(splits, readers):
    assigner = GlobalSplitOwnerAssigner()
    owners = [assigner.assign_split_owner(split, readers) for split in splits]
    assert owners == [place % readers for place in range(len(splits))]


def test_a_split_that_is_given_back_goes_to_its_reader_once():
    assigner = GlobalSplitOwnerAssigner()
    assigner.on_splits_back([A, B], 2)
    assert [assigner.assign_split_owner(A, 5) for _ in range(2)] == [2, 2]  # then as the third of two that are known
    assigner.on_splits_back([C], 0)
    assert [assigner.assign_split_owner(split, 5) for split in (C, C, D)] == [0, 3, 3]


def test_a_reader_that_is_gone_gets_nothing_back():
    assigner = GlobalSplitOwnerAssigner()
    for reader in (5, -1):
        assigner.on_splits_back([A], reader)
        assert assigner.assign_split_owner(A, 3) == 1


def test_a_refresh_says_what_counts():
    assigner = GlobalSplitOwnerAssigner()
    assigner.on_splits_back([A, B], 2)
    assigner.on_metadata_refresh([B, B])
    assert assigner.assign_split_owner(A, 3) == 1
    assert assigner.assign_split_owner(B, 3) == 2


def test_two_splits_may_have_one_id():
    ids = dynamic_split_id("a-b", TopicPartition("c", 0)), dynamic_split_id("a", TopicPartition("b-c", 0))
    assert ids == ("a-b-c-0", "a-b-c-0")


def test_ids_are_javas_texts():
    assigner = GlobalSplitOwnerAssigner()
    assigner.on_splits_back(["\ud83d\ude00"], 2)
    assert assigner.assign_split_owner("😀", 3) == 2


def test_what_is_refused():
    assigner = GlobalSplitOwnerAssigner()
    assigner.on_splits_back([A], 1)
    for readers in (0, -3):
        with pytest.raises(IllegalArgumentException, match=r"^numReaders must be > 0$"):
            assigner.assign_split_owner(A, readers)
    assert assigner.assign_split_owner(A, 2) == 1  # its reader is not forgotten
    with pytest.raises(WrongTypeError, match="splits must hold str values, not be a str"):
        assigner.on_metadata_refresh("ab")
    with pytest.raises(WrongTypeError, match="split must be a str, not int"):
        assigner.assign_split_owner(7, 2)
    with pytest.raises(WrongTypeError, match="reader must be an integer"):
        assigner.on_splits_back([A], "1")


def test_the_operation():
    split = ["c", "t", 0]
    steps = [
        {"op": "addSplitsBack", "splits": [split], "reader": 1},
        {"op": "assign", "split": split, "readers": 2},
        {"op": "refresh", "splits": []},
        {"op": "assign", "split": split, "readers": 0},
    ]
    refused = {"error": {"kind": "IllegalArgumentException"}}
    assert ASK({"steps": steps}) == [{"owner": None}, {"owner": 1}, {"owner": None}, refused]
