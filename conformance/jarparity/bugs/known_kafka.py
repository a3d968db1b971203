"""Known bugs of Kafka's default partitioner."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import PartitionRules, Rules

_PARTITION: Final = ("kafka.partitioner.partition-for-key",)
_HASH: Final = ("kafka.partitioner.murmur2", *_PARTITION)


def _sign(tag: str, rules: PartitionRules, title: str, explanation: str, *sources: str) -> Bug:
    return Bug(tag, title, explanation, _PARTITION, Rules(partition=rules), sources)


def _hash(tag: str, rules: PartitionRules, title: str, explanation: str, *sources: str) -> Bug:
    return Bug(tag, title, explanation, _HASH, Rules(partition=rules), sources)


SIGNS: Final = (
    _sign(
        "sign-unsigned",
        PartitionRules(sign="unsigned"),
        "takes the hash as unsigned in place of masking its sign bit",
        "toPositive is & 0x7fffffff. Powers of two hide it; about half of all keys go astray on other counts.",
        "thomhurst/Dekaf#1336",
        "kafkaex/kafka_ex#398",
        "platformatic/kafka#121",
        "confluentinc/librdkafka#1816",
    ),
    _sign(
        "sign-abs",
        PartitionRules(sign="abs"),
        "takes abs(hash) % n",
        "toPositive is & 0x7fffffff, which is not the absolute value; abs(MIN_VALUE) is negative besides.",
        "segmentio/kafka-go#905",
        "IBM/sarama#1114",
    ),
    _sign(
        "sign-abs-of-remainder",
        PartitionRules(sign="abs-of-remainder"),
        "takes abs(hash % n)",
        "toPositive masks the sign bit before the remainder is taken. It equals abs(hash) % n but for MIN_VALUE.",
        "IBM/sarama#1114",
    ),
    _sign(
        "sign-floor",
        PartitionRules(sign="floor"),
        "takes Python's remainder of the signed hash",
        "toPositive masks the sign bit before the remainder is taken.",
        "apache/kafka:Utils.toPositive",
    ),
    _sign(
        "sign-kept",
        PartitionRules(sign="java"),
        "takes the remainder of the signed hash, which may be negative",
        "toPositive masks the sign bit before the remainder is taken.",
        "apache/kafka:Utils.toPositive",
    ),
)

HASHES: Final = (
    _hash(
        "seed-0",
        PartitionRules(seed=0),
        "hashes with seed 0",
        "Kafka's murmur2 has the seed 0x9747b28c.",
        "nodefluent/node-sinek#39",
    ),
    _hash(
        "utf-16-units",
        PartitionRules(text="utf-16-low"),
        "hashes the low bytes of a string's UTF-16 units",
        "The key's serialized bytes are hashed, which are UTF-8 for a string.",
        "nodefluent/node-sinek#40",
    ),
    _hash(
        "length-left-out",
        PartitionRules(length="left-out"),
        "leaves the length out of the start value",
        "murmur2 starts with seed ^ length.",
        "apache/kafka:Utils.murmur2",
    ),
    _hash(
        "words-big-endian",
        PartitionRules(words="big"),
        "reads words with the high byte first",
        "murmur2 reads four bytes with the low byte first.",
        "confluentinc/librdkafka#1617",
        "twitter/twemproxy#680",
    ),
    _hash(
        "tail-one-byte",
        PartitionRules(tail="one-byte"),
        "takes one byte of the tail (a switch without falling through)",
        "Java's switch over length % 4 falls through: the last one to three bytes all count.",
        "dpkp/kafka-python#439",
        "dpkp/kafka-python#469",
        "tnm/murmurhash-java#3",
    ),
    _hash(
        "tail-reversed",
        PartitionRules(tail="reversed"),
        "takes the tail's bytes in the wrong order",
        "The first byte of the tail is the low one.",
        "apache/kafka:Utils.murmur2",
    ),
    _hash(
        "tail-signed",
        PartitionRules(tail="signed"),
        "takes the tail's bytes as signed",
        "Bytes are masked with 0xff before they are shifted; from 0x80 on it shows.",
        "apache/kafka:Utils.murmur2",
    ),
    _hash(
        "tail-always",
        PartitionRules(tail="always-mixed"),
        "multiplies for the tail where there is none",
        "With a length that is a multiple of 4 there is no tail, and no product.",
        "apache/kafka:Utils.murmur2",
    ),
    _hash(
        "float-products",
        PartitionRules(arithmetic="float64"),
        "multiplies in floating point, and reads a word too many",
        "Products wrap at 32 bits; a 64-bit float loses their low bits. length / 4 is rounded down.",
        "tulios/kafkajs#357",
        "tulios/kafkajs#358",
    ),
    _hash(
        "crc32",
        PartitionRules(hash="crc32"),
        "hashes with CRC-32, librdkafka's default",
        "The Java client hashes with murmur2 (`partitioner=murmur2_random` in librdkafka).",
        "confluentinc/librdkafka#1349",
        "confluentinc/confluent-kafka-go#325",
        "twmb/franz-go#680",
        "tulios/kafkajs#1154",
    ),
    _hash(
        "fnv-1a",
        PartitionRules(hash="fnv-1a"),
        "hashes with FNV-1a, sarama's default for years",
        "The Java client hashes with murmur2.",
        "IBM/sarama#1424",
        "IBM/sarama#3537",
        "IBM/sarama#709",
        "birdayz/kaf#400",
    ),
    _sign(
        "fnv-1a-masked",
        PartitionRules(hash="fnv-1a-masked"),
        "hashes with FNV-1a, and masks the sign bit as Java does: sarama's NewReferenceHashPartitioner",
        "The Java client hashes with murmur2 (sarama's NewMurmur2Partitioner).",
        "IBM/sarama:partitioner.go",
        "IBM/sarama#3537",
    ),
    _hash(
        "java-string-hash",
        PartitionRules(hash="java-string"),
        "hashes with String.hashCode",
        "The Java client hashes the serialized bytes with murmur2.",
        "apache/kafka:Utils.murmur2",
    ),
    _sign(
        "empty-as-no-key",
        PartitionRules(empty="zero"),
        "takes an empty key as no key (here: partition 0)",
        "An empty key is hashed like any other; only null has no partition of its own.",
        "confluentinc/librdkafka#4510",
        "segmentio/kafka-go#581",
    ),
)

BUGS: Final = (*SIGNS, *HASHES)
