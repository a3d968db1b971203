"""Cases that people published, mostly as reports of a wrong port, with the place where each stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublishedKey:
    """A Kafka key and the number of partitions with which it was reported."""

    source: str
    text: str
    partitions: int

    @property
    def slug(self) -> str:
        """The source as a part of an id: `tulios-kafkajs-357`."""
        return self.source.lower().replace("/", "-").replace("#", "-").replace("_", "-")


KAFKA_KEYS: tuple[PublishedKey, ...] = (
    PublishedKey("tulios/kafkajs#357", "100:48069", 12),
    PublishedKey("tulios/kafkajs#1154", "TT0124", 15),
    PublishedKey("Blizzard/node-rdkafka#817", "fd7af248-ce5c-46a5-93d7-1c0c9005b99d", 32),
    PublishedKey("confluentinc/confluent-kafka-dotnet#1729", "UFJPRDAuQVNTRVQuMzEwMQ.002.AC000HN.01_RMSVel", 30),
    PublishedKey("nodefluent/node-sinek#39", "wu", 10),
    PublishedKey("nodefluent/node-sinek#40", "thingäöüÄÖÜ", 10),
    PublishedKey("confluentinc/confluent-kafka-dotnet#885", "1434cf9a-8a47-4d47-8616-86b2570e08bf", 20),
    PublishedKey(
        "confluentinc/confluent-kafka-python#1481",
        'Struct{documentKey={"_id": "638d1b94ce8def06be68b439"}}',
        50,
    ),
    PublishedKey("segmentio/kafka-go#524", "30142322.022108_2000", 32),
    PublishedKey("twmb/franz-go#669", "test", 840),
    PublishedKey("confluentinc/librdkafka#4510", "", 12),
    PublishedKey("aio-libs/aiokafka#809", "longstring_longstring.csv", 12),
)

BALANCED_KEYS = "segmentfault 1190000037458131"
"""An article that looks for keys "0", "1", … which fall on different subtasks."""
FLINK_STRINGS: dict[str, str] = {
    **{str(digit): BALANCED_KEYS for digit in (0, 2, 3, 4, 5, 6, 7)},
    "6666": BALANCED_KEYS,
}

AGENTS = "apache/flink-agents#1024"
"""Ownership was computed from the text of a Long key, so actions ran twice."""

MAP_BUNDLE = "devgem.io, key group 193 is not in KeyGroupRange 144 to 179"
"""Flink 1.19 with 720 key groups on 20 subtasks; the range is the right one of subtask 4."""

ROWS: dict[str, list[dict[str, object]]] = {
    "int-one": [{"type": "INT", "value": 1}],
    "bigint-one": [{"type": "BIGINT", "value": "1"}],
    "string-a": [{"type": "STRING", "value": "a"}],
    "seven-characters": [{"type": "STRING", "value": "user_12"}],
    "twelve-characters": [{"type": "STRING", "value": "user_1234567"}],
    "string-and-bigint": [{"type": "STRING", "value": "a"}, {"type": "BIGINT", "value": "7"}],
    "null": [{"type": "BIGINT", "value": None}],
    "true-and-double": [
        {"type": "BOOLEAN", "value": True},
        {"type": "DOUBLE", "value": "0x3ff8000000000000"},
    ],
    "compact-decimal": [{"type": "DECIMAL(10,2)", "value": "12.34"}],
    "wide-decimal": [{"type": "DECIMAL(25,2)", "value": "12.34"}],
    "millis": [{"type": "TIMESTAMP(3)", "value": "1700000000123", "nanosOfMillisecond": 0}],
    "micros": [{"type": "TIMESTAMP(6)", "value": "1700000000123", "nanosOfMillisecond": 456_000}],
}
"""Rows of each layout whose bytes and hash are easy to compare by hand; not published, so without a source."""
