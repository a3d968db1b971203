"""Known faults of where records without a key go."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Rewritten

_round_robin: Final = partial(Fault.of, "kafka.partitioner.round-robin")
_load: Final = partial(
    Fault.of, "kafka.partitioner.load-table", "apache/kafka:BuiltInPartitioner.updatePartitionLoadStats"
)
_KEYLESS: Final = "copartition.kafka.keyless"
_PARTITION: Final = f"{_KEYLESS}:RoundRobinPartitioner.partition"
_LOAD_TABLE: Final = f"{_KEYLESS}:load_table"
_SUMMED: Final = f"{_KEYLESS}:_summed"
_CHOSEN: Final = "leading[number % len(leading)] if leading else remainder(number, len(leaders))"
_COUNTED: Final = "self._placed[topic] += 1"
_WRAPPING: Final = """size = len(leading) or len(leaders)
        number = number if number < size else remainder(0, size)
        self._placed[topic] = number + 1
        return leading[number] if leading else number"""

FAULTS: Final = (
    _round_robin(
        "segmentio/kafka-go:balancer.go",
        "round-robin-leaders-ignored",
        "goes round all partitions, whether they have a leader or not",
        "Partitions without a leader are passed over as long as any partition has one.",
        Rewritten(_PARTITION, _CHOSEN, "remainder(number, len(leaders))"),
    ),
    _round_robin(
        "segmentio/kafka-go:balancer.go",
        "round-robin-one-counter",
        "counts the records of all topics together",
        "Each topic has a count of its own.",
        Rewritten(_PARTITION, "number = self._placed[topic]", 'number = self._placed[""]'),
        Rewritten(_PARTITION, _COUNTED, 'self._placed[""] += 1'),
    ),
    _round_robin(
        "IBM/sarama:partitioner.go",
        "round-robin-position-wraps",
        "keeps its position in the circle, and goes back to the first partition behind the last one",
        "Records are counted on, and the count's remainder is the place: it shows where leaders or partitions come and "
        "go.",
        Rewritten(_PARTITION, _COUNTED, "pass"),
        Rewritten(_PARTITION, f"return {_CHOSEN}", _WRAPPING),
    ),
    _round_robin(
        "IBM/sarama:async_producer.go",
        "round-robin-refuses-without-leader",
        "raises where no partition has a leader",
        "Where none has one, the circle is that of all partitions, and the record waits for its leader.",
        Rewritten(_PARTITION, _CHOSEN, "leading[remainder(number, len(leading))]"),
    ),
    _round_robin(
        "apache/kafka:RoundRobinPartitioner.nextValue",
        "round-robin-starts-at-second",
        "counts a record before it takes the count",
        "The count is taken, then raised: a topic's first record goes to its first partition.",
        Rewritten(_PARTITION, "self._placed[topic] & _POSITIVE", "self._placed[topic] + 1 & _POSITIVE"),
    ),
    _load(
        "load-table-not-summed",
        "gives each partition's weight, not the sums",
        "The table has running sums, among which a random number is looked up.",
        Rewritten(_SUMMED, "above - sizes[i] + sums[i - 1]", "above - sizes[i]"),
    ),
    _load(
        "load-table-prefers-long-queues",
        "takes a queue's length as its weight",
        "The weight is the longest queue plus 1, less the partition's own queue.",
        Rewritten(_SUMMED, "above - sizes[0]", "sizes[0] + 1"),
        Rewritten(_SUMMED, "above - sizes[i]", "sizes[i] + 1"),
    ),
    _load(
        "load-table-longest-never-chosen",
        "takes queues from the longest one, without adding 1",
        "Also the partition with the longest queue has a weight, of 1.",
        Rewritten(_LOAD_TABLE, "int32(max(sizes) + 1)", "max(sizes)"),
    ),
    _load(
        "load-table-slow-brokers-counted",
        "looks for the longest queue also among partitions that take no part",
        "The partitions of slow brokers stand behind the others; their queues count for nothing.",
        Rewritten(_LOAD_TABLE, "max(sizes)", "max(queues)"),
    ),
    _load(
        "load-table-of-equal-queues",
        "makes a table where all queues are equal",
        "Where all partitions take part with equal queues there is no table: each is as good as another.",
        Rewritten(_LOAD_TABLE, "if count == len(queues) and len(set(sizes)) == 1", "if False"),
    ),
    _load(
        "load-table-rack-ignored",
        "makes no table of the partitions in the producer's rack",
        "From 4.4 on a producer that knows its rack prefers partitions whose leaders are there.",
        Rewritten(_LOAD_TABLE, "None if rack is None else _near(sizes, numbers, racks, rack)", "None"),
    ),
)
