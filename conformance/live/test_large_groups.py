"""Groups of the sizes of Kafka's own benchmark, on the newest line and on 2.8.2: every list, whole."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random
from zlib import crc32

import pytest

from jarparity import registry
from jarparity.answers import Value
from jarparity.lines import Line
from jarparity.ports.load import open_port
from jarparity.references.fresh import PLAIN, FreshReference

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


def unbalanced_group():
    """Names of one hash code, and members of which few had most: Java takes half a second until it is compiled."""
    random, names = Random(SEED), ["".join(parts) for parts in product(("Aa", "BB"), repeat=5)][:24]  # noqa: S311
    topics = {name: random.randrange(1, 56) for name in names}
    members = [
        {"id": f"consumer-{place}", "topics": [n for n in names if random.getrandbits(1)], "owned": []}
        for place in range(32)
    ]
    for name in names:
        subscribers = [member for member in members if name in member["topics"]]
        for number in range(topics[name]):
            if random.getrandbits(1):
                subscribers[int(random.random() ** 4 * len(subscribers))]["owned"].append([name, number])
    return {"members": [member | {"userData": "00000001"} for member in members], "topics": topics}


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


@pytest.mark.usefixtures("jpype_reference")
def test_a_large_group_that_comes_before_java_is_warm_is_no_endless_loop(originals):
    line, operation = Line("kafka-clients", "4.4.0"), "kafka.assignor.cooperative-sticky"
    small = {"members": [{"id": "A", "topics": ["t"]}], "topics": {"t": 1}}
    fresh = FreshReference.open(originals.class_paths([line]), originals.bridge(), PLAIN)
    large = unbalanced_group()
    try:
        *_, java = fresh.answers(operation, line, [*[small] * 12, large])
    finally:
        fresh.close()
    (mine,) = open_port().replies(operation, line, [large])
    assert isinstance(java, Value)
    assert mine == java
