"""Partitions that a KRaft controller adds to a topic, also while another one is reassigned."""

import pytest

from copartition.errors import (
    InvalidPartitionsException,
    InvalidReplicaAssignmentException,
    UnknownTopicOrPartitionException,
)
from copartition.kafka.controller import Controller, Partition, Target


def controller(*replicas):
    made = Controller("t", eligible_leader_replicas=False)
    for broker in range(1, 6):
        made.register_broker(broker)
        made.heartbeat(broker)
    made.create_topic(replicas)
    return made


def test_partitions_are_added_with_as_many_replicas_as_the_first_one_has_now():
    made = controller((1, 2), (2, 3))
    assert made.reassign([Target(0, (3, 4))]) == []
    with pytest.raises(InvalidReplicaAssignmentException, match=r"which have 4 replica\(s\)"):
        made.add_partitions([(4, 5)])
    assert len(made.partitions) == 2
    made.add_partitions([(2, 1, 3, 5), (1, 2, 4, 5)], count=4)
    assert made.partitions[3] == Partition((1, 2, 4, 5), (1, 2, 4, 5), 1)


@pytest.mark.parametrize(
    ("added", "count", "error", "said"),
    [
        ([], None, InvalidPartitionsException, "Topic already has 2 partition(s)."),
        (
            [(1,)],
            1,
            InvalidPartitionsException,
            "has 2 partition(s); 1 would not be an increase.",
        ),
        ([(1,)], 4, InvalidReplicaAssignmentException, "Attempted to add 2 additional partition(s), but only 1 "),
        ([(1,), (3,)], None, InvalidReplicaAssignmentException, "partition assignment for partition 3 are fenced"),
    ],
)
def test_no_partition_is_added_where_one_of_them_cannot_be(added, count, error, said):
    made = controller((1,), (2,))
    made.heartbeat(3, fence=True)
    with pytest.raises(error) as raised:
        made.add_partitions(added, count)
    assert said in str(raised.value)
    assert len(made.partitions) == 2


def test_a_topic_that_is_not_there_gets_no_partitions():
    with pytest.raises(UnknownTopicOrPartitionException):
        Controller("t").add_partitions([(1,)])
