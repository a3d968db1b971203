"""Who owns a split of the Kafka source: what the originals were measured to say, and how the port's door reads."""

import pytest

from copartition.errors import ArithmeticException
from copartition.flink.kafka_source import first_owner, split_owner
from copartition.kafka.topic_partition import TopicPartition
from copartition.port import PORT

OWNER = PORT.operations["flink.kafka-source.split-owner"]
LAST = 2**31 - 1


def test_a_topic_is_dealt_round_from_a_reader_of_its_name():
    assert [split_owner(TopicPartition("a", p), 4) for p in range(6)] == [3, 0, 1, 2, 3, 0]
    assert OWNER({"topic": "a", "partition": 1, "readers": 4}) == 0
    assert first_owner("a", 4) == 3
    assert first_owner("polygenelubricants", 7) == 0  # its hash code is MIN_VALUE, and times 31 still


@pytest.mark.parametrize(("topic", "readers", "owner"), [("a", 7, -6), ("a", 10, -2), ("b", 10, -1)])
def test_near_the_greatest_int_owners_are_negative(topic, readers, owner):
    assert split_owner(TopicPartition(topic, LAST), readers) == owner


def test_readers_that_no_job_has():
    with pytest.raises(ArithmeticException, match="/ by zero"):
        split_owner(TopicPartition("a", 0), 0)
    assert split_owner(TopicPartition("a", 2), -4) == split_owner(TopicPartition("a", 2), 4)
    with pytest.raises(ValueError, match=r"readers must be a 32-bit integer, not 2147483648"):
        split_owner(TopicPartition("a", 0), LAST + 1)
