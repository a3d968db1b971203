"""Known bugs of Range and RoundRobin."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import AssignorRules, Rules

_RANGE: Final = ("kafka.assignor.range",)
_ROUND_ROBIN: Final = ("kafka.assignor.round-robin",)
_BOTH: Final = (*_RANGE, *_ROUND_ROBIN)


def _bug(  # noqa: PLR0913 - the parts of a bug
    tag: str,
    operations: tuple[str, ...],
    rules: AssignorRules,
    title: str,
    explanation: str,
    *sources: str,
    once_right: bool = False,
) -> Bug:
    return Bug(tag, title, explanation, operations, Rules(assignor=rules), sources, once_right)


ORDERS: Final = (
    _bug(
        "assignor-instance-ids-ignored",
        _BOTH,
        AssignorRules(static="ignored"),
        "ignores instance ids: static members stand among the others, by member id",
        "Static members come first, by group.instance.id, so that they keep their partitions when they restart.",
        "apache/kafka#6815",
        "apache/kafka#7014",
        "aio-libs/aiokafka:aiokafka/coordinator/assignors/roundrobin.py",
        "faust-streaming/faust#658",
    ),
    _bug(
        "assignor-loses-alternating-members",
        _BOTH,
        AssignorRules(static="last-runs", names="code-points"),
        "forgets members where static and dynamic ones alternate (itertools.groupby without sorting)",
        "Every member counts: static ones first, then dynamic ones.",
        "dpkp/kafka-python#2625",
        "dpkp/kafka-python:kafka/coordinator/assignors/range.py",
    ),
    _bug(
        "assignor-names-by-code-points",
        _BOTH,
        AssignorRules(names="code-points"),
        "sorts names by code points (as Python does, and Go and Rust by their UTF-8)",
        "String.compareTo compares UTF-16 units: supplementary characters come before U+E000.",
        "openjdk/jdk:java.lang.String.compareTo",
        "dpkp/kafka-python:kafka/coordinator/assignors/roundrobin.py",
    ),
    _bug(
        "assignor-members-as-given",
        _BOTH,
        AssignorRules(members="as-given"),
        "serves members in the order in which they are given",
        "They are sorted: static ones by instance id, then the others by member id.",
        "apache/kafka:AbstractPartitionAssignor.MemberInfo",
    ),
)

RANGES: Final = (
    _bug(
        "assignor-range-floor",
        _RANGE,
        AssignorRules(range="floor"),
        "starts a member's range at floor(i * partitions / members)",
        "The first members get one more: 3 partitions are 2 and 1.",
        "segmentio/kafka-go:groupbalancer.go",
    ),
    _bug(
        "assignor-range-rounded",
        _RANGE,
        AssignorRules(range="rounded"),
        "starts a member's range at i * partitions / members, rounded",
        "The first members get one more: 5 partitions are 2, 2 and 1, not 2, 1 and 2.",
        "IBM/sarama#2243",
        "IBM/sarama#2245",
    ),
    _bug(
        "assignor-range-remainder-last",
        _RANGE,
        AssignorRules(range="remainder-last"),
        "gives one partition more to the last members",
        "The first members get one more.",
        "apache/kafka#4079",
    ),
    _bug(
        "assignor-range-all-together",
        _RANGE,
        AssignorRules(scope="all-together"),
        "cuts the partitions of all topics into ranges at once",
        "Each topic is cut on its own, so that partition 0 of two topics goes to one member: co-partitioning.",
        "apache/kafka#4079",
    ),
    _bug(
        "assignor-range-racks-ignored",
        _RANGE,
        AssignorRules(racks="ignored"),
        "knows no racks",
        "From 3.5 on members get partitions of their own rack first (KIP-881).",
        "confluentinc/librdkafka#4252",
        "apache/kafka#12990",
        "aio-libs/aiokafka:aiokafka/coordinator/assignors/range.py",
        once_right=True,
    ),
    _bug(
        "assignor-range-lists-sorted",
        _RANGE,
        AssignorRules(lists="sorted"),
        "sorts a member's list by topic",
        "Topics stand in the order of a HashMap. Only the order in the list differs: the group is as well off.",
        "aio-libs/aiokafka:aiokafka/coordinator/assignors/range.py",
        "dpkp/kafka-python:kafka/coordinator/assignors/range.py",
    ),
    _bug(
        "assignor-range-repeats-counted",
        _RANGE,
        AssignorRules(repeats="counted"),
        "counts a member twice that names a topic twice",
        "From 3.5 on a member counts once for a topic; up to 3.4 it did count as often as it named it.",
        "twmb/franz-go:pkg/kgo/group_balancer.go",
        "apache/kafka:RangeAssignor",
        once_right=True,
    ),
)

ROUND_ROBINS: Final = (
    _bug(
        "assignor-round-robin-throws",
        _ROUND_ROBIN,
        AssignorRules(strangers="throw"),
        "raises where a member is to be passed over that doesn't subscribe to the topic",
        "Members that don't subscribe to a topic are passed over; the group never forms where that raises.",
        "dpkp/kafka-python:kafka/coordinator/assignors/roundrobin.py",
    ),
    _bug(
        "assignor-round-robin-serves-strangers",
        _ROUND_ROBIN,
        AssignorRules(strangers="served"),
        "deals the leader's topics to everybody, and other topics to nobody",
        "A member gets partitions of topics that it subscribes to; every topic that somebody wants is assigned.",
        "tulios/kafkajs#1679",
    ),
    _bug(
        "assignor-round-robin-per-topic",
        _ROUND_ROBIN,
        AssignorRules(circle="per-topic"),
        "starts over with the first member for each topic",
        "The circle goes on from topic to topic; else topics of one partition all go to one member.",
        "IBM/sarama#1788",
        "tulios/kafkajs#635",
        "segmentio/kafka-go:groupbalancer.go",
    ),
    _bug(
        "assignor-round-robin-short-circle",
        _ROUND_ROBIN,
        AssignorRules(circle="of-subscribers"),
        "goes round as many members as subscribe to the topic, counted from the first of all",
        "The circle has all members; those that don't subscribe are passed over. The short one may never end, too.",
        "confluentinc/librdkafka#3159",
    ),
    _bug(
        "assignor-round-robin-partitions-as-text",
        _ROUND_ROBIN,
        AssignorRules(partitions="as-text"),
        "sorts partitions as text: t-10 before t-2",
        "They are sorted by topic, then by number.",
        "IBM/sarama:balance_strategy.go",
    ),
    _bug(
        "assignor-round-robin-empty-left-out",
        _ROUND_ROBIN,
        AssignorRules(empty="left-out"),
        "leaves members that get nothing out of the plan",
        "They are sent an empty assignment; a Java member refuses no bytes at all.",
        "tulios/kafkajs:src/consumer/assigners/roundRobinAssigner/index.js",
    ),
)

BUGS: Final = (*ORDERS, *RANGES, *ROUND_ROBINS)
