"""Values of Kafka's side: other kinds of numbers and lists are taken over as they are, what is none is refused."""

import numpy as np
import pytest

from copartition.errors import RuntimeException
from copartition.kafka import Member, Subscription, TopicPartition, assign
from copartition.kafka.protocol import Assignment, encode_assignment


class Name(str):
    __slots__ = ()


def test_whole_numbers_of_numpy_are_plain_ones_afterwards():
    partition = TopicPartition("t", np.int64(3))
    assert type(partition.partition) is int
    assert partition == TopicPartition("t", 3)
    assert type(Subscription(("t",), generation=np.int32(7)).generation) is int


def test_lists_are_tuples_afterwards():
    subscription = Subscription(["t"], owned=[TopicPartition("t", 0)])
    assert subscription == Subscription(("t",), owned=(TopicPartition("t", 0),))
    assert hash(subscription) == hash(Subscription(("t",), owned=(TopicPartition("t", 0),)))


def test_a_subclass_of_str_is_a_name():
    assert Subscription((Name("t"), "u")).topics == ("t", "u")


@pytest.mark.parametrize("ids", ["AA", "ABA", "ABBC"])
def test_members_of_one_id_are_refused_by_that_id(ids):
    twice = max(ids, key=ids.count)
    with pytest.raises(ValueError, match=rf"members must have different ids: '{twice}' occurs twice"):
        assign("range", {"t": 1}, [Member(name, Subscription(("t",))) for name in ids])


def test_a_topic_is_no_longer_than_its_length_field_can_say():
    longest = "t" * 32767
    assert encode_assignment(Assignment((TopicPartition(longest, 0),)), 0)[6:8] == b"\x7f\xff"
    with pytest.raises(RuntimeException, match="String length 32768 is larger than the maximum string length"):
        encode_assignment(Assignment((TopicPartition(longest + "t", 0),)), 0)
