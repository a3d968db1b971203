"""`org.apache.kafka.common.TopicPartition`."""

from __future__ import annotations

from dataclasses import dataclass

from copartition import _arguments
from copartition.errors import WrongTypeError
from copartition.java.ints import int32
from copartition.java.strings import joined, string_hash


@dataclass(frozen=True, slots=True)
class TopicPartition:
    """A partition of a topic, which Kafka keeps in hash maps.

    Attributes:
        topic: The topic's name; two halves of a surrogate pair become the character that they are in Java.
        partition: The partition's number, int32.

    Raises:
        WrongTypeError: `topic` is no str, or `partition` no integer.
        ValueError: `partition` doesn't fit 32 bits.
    """

    topic: str
    partition: int

    def __post_init__(self) -> None:
        topic = self.topic
        if type(topic) is not str or not topic.isascii():  # one test of most: there may be millions of partitions
            if not isinstance(topic, str):
                raise WrongTypeError(f"TopicPartition.topic must be a str, not {type(topic).__name__}")
            object.__setattr__(self, "topic", joined(topic))
        partition = _arguments.int32("partition", self.partition)
        if partition is not self.partition:  # setting a field of a frozen value is slow, and rarely needed
            object.__setattr__(self, "partition", partition)

    def java_hash_code(self) -> int:
        """`TopicPartition.hashCode()`, int32."""
        return int32(31 * (31 + self.partition) + string_hash(self.topic))
