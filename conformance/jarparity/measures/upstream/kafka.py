"""Kafka's suites: the tests of assignors, of the consumer protocol and of partitioners."""

from __future__ import annotations

from typing import Final

from jarparity.lines import Line
from jarparity.measures.upstream.suite import JavaTests, Suite

_CLIENTS: Final = "org.apache.kafka.clients"
_STICKY: Final = ("kafka.assignor.sticky", "kafka.protocol.sticky-user-data")
# Of a partition that a member has still to give up, the cooperative answer doesn't say who gets it: the eager one does.
_COOPERATIVE: Final = ("kafka.assignor.cooperative-sticky", "kafka.assignor.sticky")

_ASSIGNORS: Final = (
    JavaTests(f"{_CLIENTS}.consumer.RangeAssignorTest", ("kafka.assignor.range",)),
    JavaTests(f"{_CLIENTS}.consumer.RoundRobinAssignorTest", ("kafka.assignor.round-robin",)),
    JavaTests(f"{_CLIENTS}.consumer.StickyAssignorTest", _STICKY),
    JavaTests(f"{_CLIENTS}.consumer.CooperativeStickyAssignorTest", _COOPERATIVE),
    JavaTests(f"{_CLIENTS}.consumer.internals.AbstractPartitionAssignorTest"),
    JavaTests(
        f"{_CLIENTS}.consumer.internals.ConsumerProtocolTest",
        ("kafka.protocol.assignment", "kafka.protocol.subscription"),
    ),
)
_ROUND_ROBIN: Final = JavaTests(f"{_CLIENTS}.producer.RoundRobinPartitionerTest", ("kafka.partitioner.round-robin",))
_BUILT_IN: Final = JavaTests(f"{_CLIENTS}.producer.internals.BuiltInPartitionerTest", ("kafka.partitioner.load-table",))
_UNTIL_3: Final = (
    JavaTests(f"{_CLIENTS}.producer.UniformStickyPartitionerTest"),
    JavaTests(f"{_CLIENTS}.producer.internals.DefaultPartitionerTest", ("kafka.partitioner.partition-for-key",)),
    JavaTests(f"{_CLIENTS}.producer.internals.StickyPartitionCacheTest"),
)

# Groups with a million partitions need it.
_HEAP: Final = "4g"


def _suite(version: str, *partitioners: JavaTests) -> Suite:
    return Suite("kafka", Line("kafka-clients", version), (*_ASSIGNORS, *partitioners), _HEAP)


SUITES: Final = (
    _suite("2.8.2", _ROUND_ROBIN, *_UNTIL_3),
    _suite("3.9.2", _ROUND_ROBIN, _BUILT_IN, *_UNTIL_3),
    _suite("4.3.1", _ROUND_ROBIN, _BUILT_IN),
)

WRONG: Final = (
    "members-exchanged",
    "sticky-forgets",
    "racks-ignored",
    "static-members-ignored",
    "cooperative-hasty",
    "protocol-version-0",
    "protocol-user-data-lost",
    "sticky-data-generation",
    "round-robin-stays",
    "load-not-inverted",
    "sign-unsigned",
    "seed-0",
    "crc32",
)
"""The wrong ports of `--mutants`."""
