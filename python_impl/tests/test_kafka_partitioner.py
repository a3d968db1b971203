"""Kafka's partitioner: keys of public bug reports, replayed on kafka-clients 4.4.0; all lines from 2.0.1 on agree."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition import kafka
from copartition.errors import ArithmeticException, NullPointerException, WrongTypeError
from copartition.java import hash_code

REPORTED = [
    ("100:48069", 12, 1009543857, 9),  # tulios/kafkajs#357
    ("TT0124", 15, -1442328778, 10),  # tulios/kafkajs#1154
    ("fd7af248-ce5c-46a5-93d7-1c0c9005b99d", 32, -147180742, 26),  # Blizzard/node-rdkafka#817
    ("UFJPRDAuQVNTRVQuMzEwMQ.002.AC000HN.01_RMSVel", 30, -1134570025, 13),  # confluent-kafka-dotnet#1729
    ("wu", 10, 290249560, 0),  # nodefluent/node-sinek#39
    ("thingäöüÄÖÜ", 10, 215785582, 2),  # nodefluent/node-sinek#40
    ("1434cf9a-8a47-4d47-8616-86b2570e08bf", 20, -1637027775, 13),  # confluent-kafka-dotnet#885
    ('Struct{documentKey={"_id": "638d1b94ce8def06be68b439"}}', 50, -327499208, 40),  # confluent-kafka-python#1481
    ("30142322.022108_2000", 32, -926857326, 18),  # segmentio/kafka-go#524
    ("test", 840, 716234879, 479),  # twmb/franz-go#669
    ("", 12, 275646681, 9),  # librdkafka#4510
    ("longstring_longstring.csv", 12, -240838621, 7),  # aiokafka#809
]


@pytest.mark.parametrize(("key", "partitions", "code", "partition"), REPORTED)
def test_reported_keys(key, partitions, code, partition):
    assert kafka.murmur2(key.encode()) == code
    assert kafka.partition_for_key(key.encode(), partitions) == partition


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff", -311467685),
        (b"\x80\xff", -80095470),
        (b"\xff\x80\xfe", 957058525),
        (b"\xff" * 4, 644171429),
        (b"abcd\x80", 288438803),
    ],
)
def test_tails_and_high_bytes(data, code):
    assert kafka.murmur2(data) == code


@given(st.binary(max_size=40), st.integers(1, 2**31 - 1))
def test_a_partition_is_one_of_the_topic(key, partitions):
    assert 0 <= kafka.partition_for_key(key, partitions) < partitions


@given(st.binary(max_size=40), st.integers(1, 2**31 - 1))
def test_a_negative_number_of_partitions_counts_as_a_positive_one(key, partitions):
    assert kafka.partition_for_key(key, -partitions) == kafka.partition_for_key(key, partitions)


@given(st.binary(max_size=40))
def test_any_kind_of_bytes_will_do(key):
    assert kafka.murmur2(bytearray(key)) == kafka.murmur2(memoryview(key)) == kafka.murmur2(key)


def test_to_positive_cuts_the_sign_off():
    assert [kafka.to_positive(n) for n in (-1, -(2**31), 2**31 - 1, 5)] == [2**31 - 1, 0, 2**31 - 1, 5]


def test_to_positive_takes_numbers_of_32_bits():
    positive = kafka.to_positive(np.int32(-1))
    assert (positive, type(positive)) == (2**31 - 1, int)
    for number in (2**31, 2**40 + 5, -(2**31) - 1):
        with pytest.raises(ValueError, match=r"^number must be a 32-bit integer, not "):
            kafka.to_positive(number)
    for number in (1.5, True, "5", None):
        with pytest.raises(WrongTypeError, match=r"^number must be an integer, not "):
            kafka.to_positive(number)


def test_no_partitions_divide_by_zero():
    with pytest.raises(ArithmeticException, match=r"^/ by zero$"):
        kafka.partition_for_key(b"a", 0)


def test_a_key_is_bytes():
    with pytest.raises(NullPointerException, match="without a key"):
        kafka.partition_for_key(None, 3)
    with pytest.raises(TypeError, match="encode it first"):
        kafka.murmur2("a")
    with pytest.raises(ValueError, match=r"^partitions must be a 32-bit integer"):
        kafka.partition_for_key(b"a", 2**31)


@pytest.mark.parametrize(
    ("topic", "partition", "code"),
    [
        ("t", 0, 1077),
        ("t", -1, 1046),
        ("t", 2**31 - 1, -2147482602),
        ("orders", 7, -1008769153),
        ("😀", 3, 1773953),
    ],
)
def test_topic_partitions(topic, partition, code):
    assert hash_code(kafka.TopicPartition(topic, partition)) == code


def test_a_topic_partition_is_checked():
    with pytest.raises(ValueError, match=r"^partition must be a 32-bit integer"):
        kafka.TopicPartition("t", 2**31)
    with pytest.raises(TypeError, match=r"TopicPartition\.topic"):
        kafka.TopicPartition(b"t", 0)
