"""Values of Kafka's side: other kinds of numbers and lists are taken over as they are, what is none is refused."""

import numpy as np
import pytest

from copartition.errors import RuntimeException, WrongTypeError
from copartition.kafka import Member, PartitionRacks, Subscription, TopicPartition, assign, assignors
from copartition.kafka.assignors import CooperativeStickyAssignor, StickyAssignor
from copartition.kafka.protocol import Assignment, encode_assignment

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


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


def test_an_assignment_is_the_same_however_its_partitions_come():
    made = Assignment(TopicPartition("t", number) for number in (0, 1))
    assert made == Assignment([T0, T1]) == Assignment((T0, T1))
    assert encode_assignment(made, 3) == encode_assignment(made, 3) == encode_assignment(Assignment((T0, T1)), 3)
    assert assignors.Assignment is Assignment


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Subscription({"t", "u"}), "Subscription.topics must be a list or tuple, not set: the order counts"),
        (lambda: Subscription({"t": 1}), "Subscription.topics must be a list or tuple, not dict: the order counts"),
        (lambda: Subscription((), owned={T0}), "Subscription.owned must be a list or tuple, not set: the order counts"),
        (lambda: Assignment({T0, T1}), "Assignment.partitions must be a list or tuple, not set: the order counts"),
        (lambda: Assignment((), memoryview(b"12")), "Assignment.user_data must be bytes or None, not memoryview"),
        (
            lambda: PartitionRacks({frozenset({"r"})}),
            "PartitionRacks.racks must be a list or tuple, not set: the order counts",
        ),
        (
            lambda: assign("range", {"t": 1}, {Member("A", Subscription(()))}),
            "members must be a list or tuple, not set",
        ),
        (lambda: StickyAssignor().on_assignment({T0}, 1), "partitions must be a list or tuple, not set"),
        (lambda: CooperativeStickyAssignor().on_assignment({T0}, 1), "partitions must be a list or tuple, not set"),
    ],
)
def test_what_has_no_order_is_refused_where_the_order_counts(make, message):
    with pytest.raises(WrongTypeError) as refused:
        make()
    assert str(refused.value).startswith(message)
