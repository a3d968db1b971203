"""Groups of the sizes of Kafka's own benchmark, on the newest line and on 2.8.2: every list, whole."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from zlib import crc32

import pytest

from jarparity import registry
from jarparity.answers import Value
from jarparity.lines import Line
from jarparity.ports.load import open_port

LINES = [Line("kafka-clients", "2.8.2"), Line("kafka-clients", "4.3.1")]
ASSIGNORS = ["range", "round-robin", "sticky", "cooperative-sticky"]
HISTORY = "kafka.assignor.rebalances"
SEED = 20261121


@dataclass(frozen=True)
class LargeGroup:
    members: int
    topics: int
    partitions: int
    kind: str

    def names(self):
        # Scattered names: those that only count up give partitions one hash code, whose order 2.8.2 takes by identity.
        return [f"topic-{crc32(bytes([place % 256, place // 256])):08x}" for place in range(self.topics)]

    def subscriptions(self):
        topics, random = self.names(), Random(SEED)  # noqa: S311 - the same groups in every run
        for member in range(self.members):
            if self.kind == "uniform":
                yield topics
            elif self.kind == "buckets":
                yield topics[member % 5 :: 5]
            else:
                yield [topic for topic in topics if random.getrandbits(1)]

    def history(self, assignor):
        """All join, then the first one leaves; the others come back with what they were given."""
        joins = [
            {"op": "join", "member": f"consumer-{place}", "topics": topics}
            for place, topics in enumerate(self.subscriptions())
        ]
        return {
            "assignor": assignor,
            "topics": dict.fromkeys(self.names(), self.partitions),
            "steps": [*joins, {"op": "rebalance"}, {"op": "leave", "member": "consumer-0"}, {"op": "rebalance"}],
        }

    def __str__(self):
        return f"{self.members}-{self.topics}-{self.partitions}-{self.kind}"


GROUPS = [
    LargeGroup(1000, 100, 10, "uniform"),
    LargeGroup(100, 1000, 10, "uniform"),
    LargeGroup(100, 100, 10, "buckets"),
    LargeGroup(100, 100, 10, "halves"),
]


@pytest.mark.parametrize("line", LINES, ids=str)
@pytest.mark.parametrize("assignor", ASSIGNORS)
@pytest.mark.parametrize("group", GROUPS, ids=str)
def test_large_groups_get_the_same_lists(jpype_reference, group, assignor, line):
    history = group.history(assignor)
    assert registry.operation(HISTORY).takes(line, history), "the original's answer would depend on identity hash codes"
    (java,) = jpype_reference.answers(HISTORY, line, [history])
    (mine,) = open_port().replies(HISTORY, line, [history])
    assert isinstance(java, Value)
    everything = sorted([topic, number] for topic in group.names() for number in range(group.partitions))
    assert sorted(each for partitions in java.value[0].values() for each in partitions) == everything
    assert [len(answer) for answer in java.value] == [group.members, group.members - 1]
    assert mine == java
