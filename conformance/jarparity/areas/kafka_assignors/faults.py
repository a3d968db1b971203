"""Known faults of Range and RoundRobin."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from jarparity.faults.fault import Answers, Fault, Replaced, Rewritten

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_STICKY: Final = ("kafka.assignor.sticky", "kafka.assignor.cooperative-sticky")
_HISTORY: Final = "kafka.assignor.rebalances"
_BOTH: Final = ("kafka.assignor.range", "kafka.assignor.round-robin")
_both: Final = partial(Fault.of, _BOTH)
_range: Final = partial(Fault.of, "kafka.assignor.range")
_round_robin: Final = partial(Fault.of, "kafka.assignor.round-robin")
_PACKAGE: Final = "copartition.kafka.assignors"
_SORTED_MEMBERS: Final = f"{_PACKAGE}.sorted_members:sorted_members"
_SORTED_NAMES: Final = f"{_PACKAGE}.java_order:sorted_names"
_RANGE: Final = f"{_PACKAGE}.range:RangeAssignor"
_SHARE_OUT: Final = f"{_PACKAGE}.range:_share_out"
_ROUND_ROBIN: Final = f"{_PACKAGE}.round_robin:RoundRobinAssignor._assign"
_END: Final = "start + each + (place < more)"
_ALWAYS_CUT: Final = Rewritten(_SHARE_OUT, "if not each", "if False")
_NEVER_ALIKE: Final = Rewritten(
    _ROUND_ROBIN, "if all(one == frozenset(listed) for listed in tuples.values())", "if False"
)
_WITHOUT_RACKS: Final = Rewritten(f"{_RANGE}._assign", "if self._behaviour.racks and racks", "if False")
_TOGETHER: Final = """everything = [each for topic in topics for each in topic_partitions(topic, cluster.counts[topic])]
        if everything:
            ring = sorted_members(members, static=self._behaviour.static_members)
            _share_out(everything, [member.id for member in ring], given)
        for member in members:
            given[member.id] = [each for each in given[member.id] if each.topic in member.subscription.topics]
        for topic in ():"""
_SKIPPED: Final = """turn = turn[first:] + turn[:first]
            if any((at + i) % count != turn[i % len(turn)] for i in range(len(partitions))):
                raise KeyError"""
_SHORT: Final = """turn = [place for place in subscribers[topic] if place < len(subscribers[topic])]
            if not turn:
                raise NotImplementedError  # it goes round for ever
            at %= len(subscribers[topic])"""
_UTF_16: Final = '.encode("utf-16-be", "surrogatepass")'
_AS_TEXT: Final = f"""for topic, number in sorted(
            ((name, n) for name in topics for n in range(cluster.counts[name])),
            key=lambda each: f"{{each[0]}}-{{each[1]}}"{_UTF_16},
        ):
"""
_LEADERS: Final = "[topic for topic in dict.fromkeys(members[0].subscription.topics) if topic in cluster.counts]"


def _last_runs(members: Sequence[Any]) -> list[Any]:
    """Only the last run of static members in a row, and the last of dynamic ones: the others are lost."""
    runs = {static: [*run] for static, run in groupby(members, lambda one: one.subscription.instance is not None)}
    static = sorted(runs.get(True, []), key=lambda one: (one.subscription.instance, one.id))
    return static + sorted(runs.get(False, []), key=lambda one: str(one.id))


def _subscribers(original: Callable[..., Any], assignor: object, cluster: Any, members: Any) -> dict[str, list[str]]:  # noqa: ANN401 - the port's own
    topics = dict.fromkeys(topic for member in members for topic in member.subscription.topics)
    of_topic = {topic: [one for one in members if topic in one.subscription.topics] for topic in topics}
    del original, assignor
    return {topic: [one.id for one in _last_runs(of_topic[topic])] for topic in topics if topic in cluster.counts}


FAULTS: Final = (
    _both(
        (
            "apache/kafka#6815",
            "apache/kafka#7014",
            "aio-libs/aiokafka:aiokafka/coordinator/assignors/roundrobin.py",
            "faust-streaming/faust#658",
        ),
        "assignor-instance-ids-ignored",
        "ignores instance ids: static members stand among the others, by member id",
        "Static members come first, by group.instance.id, so that they keep their partitions when they restart.",
        Rewritten(
            _SORTED_MEMBERS, "{member.subscription.instance for member in members} if static else {None}", "{None}"
        ),
    ),
    _both(
        ("openjdk/jdk:java.lang.String.compareTo", "dpkp/kafka-python:kafka/coordinator/assignors/roundrobin.py"),
        "assignor-names-by-code-points",
        "sorts names by code points (as Python does, and Go and Rust by their UTF-8)",
        "String.compareTo compares UTF-16 units: supplementary characters come before U+E000.",
        Rewritten(
            f"{_PACKAGE}.sorted_members:_key",
            "utf16_key(member.id if instance is None else instance)",
            "member.id if instance is None else instance",
        ),
        Replaced(_SORTED_NAMES, lambda _, names: sorted(names)),
    ),
    _both(
        "openjdk/jdk:java.lang.String.compareTo",
        "assignor-names-by-locale",
        "sorts names as a dictionary does (localeCompare in JavaScript): a before B",
        "String.compareTo compares UTF-16 units: all of A to Z come before a.",
        Rewritten(
            f"{_PACKAGE}.sorted_members:_key",
            "utf16_key(member.id if instance is None else instance)",
            "utf16_key((member.id if instance is None else instance).casefold())",
        ),
        Replaced(_SORTED_NAMES, lambda _, names: sorted(names, key=str.casefold)),
    ),
    _both(
        ("dpkp/kafka-python#2625", "dpkp/kafka-python:kafka/coordinator/assignors/range.py"),
        "assignor-loses-alternating-members",
        "forgets members where static and dynamic ones alternate (itertools.groupby without sorting)",
        "Every member counts: static ones first, then dynamic ones.",
        Replaced(_SORTED_MEMBERS, lambda _, members, **__: _last_runs(members)),
        Replaced(f"{_RANGE}._subscribers", _subscribers),
        Replaced(_SORTED_NAMES, lambda _, names: sorted(names)),
        _NEVER_ALIKE,
        Rewritten(
            _ROUND_ROBIN,
            "member.subscription.topics for member in ring}",
            "member.subscription.topics for member in members}",
        ),
        Rewritten(
            _ROUND_ROBIN,
            "for topic in topics:\n",
            "for topic in topics:\n            if not subscribers[topic]:\n                raise NotImplementedError\n",
        ),
        Rewritten(_ROUND_ROBIN, "by_id[member.id] for", "by_id.get(member.id, []) for"),
    ),
    _both(
        "apache/kafka:AbstractPartitionAssignor.MemberInfo",
        "assignor-members-as-given",
        "serves members in the order in which they are given",
        "They are sorted: static ones by instance id, then the others by member id.",
        Replaced(_SORTED_MEMBERS, lambda _, members, **__: list(members)),
    ),
    _range(
        "segmentio/kafka-go:groupbalancer.go",
        "assignor-range-floor",
        "starts a member's range at floor(i * partitions / members)",
        "The first members get one more: 3 partitions are 2 and 1.",
        _ALWAYS_CUT,
        Rewritten(_SHARE_OUT, _END, "(place + 1) * len(partitions) // len(members)"),
    ),
    _range(
        ("IBM/sarama#2243", "IBM/sarama#2245"),
        "assignor-range-rounded",
        "starts a member's range at i * partitions / members, rounded",
        "The first members get one more: 5 partitions are 2, 2 and 1, not 2, 1 and 2.",
        _ALWAYS_CUT,
        Rewritten(_SHARE_OUT, _END, "int((place + 1) * (len(partitions) / len(members)) + 0.5)"),
    ),
    _range(
        "apache/kafka#4079",
        "assignor-range-remainder-last",
        "gives one partition more to the last members",
        "The first members get one more.",
        _ALWAYS_CUT,
        Rewritten(_SHARE_OUT, _END, "start + each + (place >= len(members) - more)"),
    ),
    _range(
        "apache/kafka#4079",
        "assignor-range-all-together",
        "cuts the partitions of all topics into ranges at once",
        "Each topic is cut on its own, so that partition 0 of two topics goes to one member: co-partitioning.",
        _WITHOUT_RACKS,
        Rewritten(f"{_RANGE}._assign", "for topic in topics:", _TOGETHER),
    ),
    _range(
        (
            "confluentinc/librdkafka#4252",
            "apache/kafka#12990",
            "aio-libs/aiokafka:aiokafka/coordinator/assignors/range.py",
        ),
        "assignor-range-racks-ignored",
        "knows no racks",
        "From 3.5 on members get partitions of their own rack first (KIP-881).",
        _WITHOUT_RACKS,
        once_right=True,
    ),
    _range(
        (
            "aio-libs/aiokafka:aiokafka/coordinator/assignors/range.py",
            "dpkp/kafka-python:kafka/coordinator/assignors/range.py",
        ),
        "assignor-range-lists-sorted",
        "sorts a member's list by topic",
        "Topics stand in the order of a HashMap. Only the order in the list differs: the group is as well off.",
        Rewritten(
            f"{_RANGE}._assign", "racks = {", f"topics = sorted(topics, key=lambda topic: topic{_UTF_16}); racks = {{"
        ),
    ),
    _range(
        ("twmb/franz-go:pkg/kgo/group_balancer.go", "apache/kafka:RangeAssignor"),
        "assignor-range-repeats-counted",
        "counts a member twice that names a topic twice",
        "From 3.5 on a member counts once for a topic; up to 3.4 it did count as often as it named it.",
        Rewritten(
            f"{_RANGE}._subscribers",
            "listed if self._behaviour.range_repeats else tuple(dict.fromkeys(listed))",
            "listed",
        ),
        once_right=True,
    ),
    _round_robin(
        "dpkp/kafka-python:kafka/coordinator/assignors/roundrobin.py",
        "assignor-round-robin-throws",
        "raises where a member is to be passed over that doesn't subscribe to the topic",
        "Members that don't subscribe to a topic are passed over; the group never forms where that raises.",
        Rewritten(_ROUND_ROBIN, "turn = turn[first:] + turn[:first]", _SKIPPED),
    ),
    _round_robin(
        "tulios/kafkajs#1679",
        "assignor-round-robin-serves-strangers",
        "gives the leader's topics to all members, and assigns no other topic",
        "A member gets partitions of its own topics only; every topic with a subscriber is assigned.",
        Rewritten(
            _ROUND_ROBIN, "sorted_names(cluster.counts.keys() & frozenset[str]().union(*tuples.values()))", _LEADERS
        ),
        Rewritten(_ROUND_ROBIN, "if all(one == frozenset(listed) for listed in tuples.values())", "if True"),
    ),
    _round_robin(
        ("IBM/sarama#1788", "tulios/kafkajs#635", "segmentio/kafka-go:groupbalancer.go"),
        "assignor-round-robin-per-topic",
        "starts over with the first member for each topic",
        "The circle goes on from topic to topic; else topics of one partition all go to one member.",
        _NEVER_ALIKE,
        Rewritten(_ROUND_ROBIN, "at = turn[(len(partitions) - 1) % len(turn)] + 1", "at = 0"),
    ),
    _round_robin(
        "confluentinc/librdkafka#3159",
        "assignor-round-robin-short-circle",
        "goes round as many members as subscribe to the topic, counted from the first of all",
        "The circle has all members; those that don't subscribe are passed over. The short one may never end, too.",
        _NEVER_ALIKE,
        Rewritten(_ROUND_ROBIN, "turn = subscribers[topic]", _SHORT),
    ),
    _round_robin(
        "IBM/sarama:balance_strategy.go",
        "assignor-round-robin-partitions-as-text",
        "sorts partitions as text: t-10 before t-2",
        "They are sorted by topic, then by number.",
        _NEVER_ALIKE,
        Rewritten(_ROUND_ROBIN, "for topic in topics:\n", _AS_TEXT),
        Rewritten(
            _ROUND_ROBIN,
            "partitions = topic_partitions(topic, cluster.counts[topic])",
            "partitions = topic_partitions(topic, cluster.counts[topic])[number : number + 1]",
        ),
    ),
    _round_robin(
        "tulios/kafkajs:src/consumer/assigners/roundRobinAssigner/index.js",
        "assignor-round-robin-empty-left-out",
        "leaves members that get nothing out of the plan",
        "They are sent an empty assignment; a Java member refuses no bytes at all.",
        Answers(lambda _, given: {member: its for member, its in given.items() if its}),
    ),
    Fault.of(
        (*_BOTH, _HISTORY),
        "apache/kafka:AbstractPartitionAssignor.MemberInfo",
        "assignor-static-members-last",
        "serves static members behind the others",
        "Static members come first.",
        Rewritten(f"{_PACKAGE}.sorted_members:_key", "instance is None,", "instance is not None,"),
    ),
    Fault.of(
        (_BOTH[1], _HISTORY),
        "apache/kafka:RoundRobinAssignor",
        "assignor-round-robin-one-further",
        "passes over a member at the start of each topic",
        "The circle goes on with the member behind the last one that got a partition.",
        _NEVER_ALIKE,
        Rewritten(_ROUND_ROBIN, "bisect_left(turn, at)", "bisect_left(turn, at + 1)"),
    ),
    Fault.of(
        (*_BOTH, *_STICKY, _HISTORY, "kafka.assignor.custom"),
        ("dpkp/kafka-python:kafka/coordinator/assignors/range.py", "openjdk/jdk:java.util.HashMap"),
        "assignor-maps-by-insertion",
        "goes through maps in the order of insertion, as Python's and JavaScript's are",
        "Topics and members stand in the order of a HashMap, by hash code.",
        Rewritten(
            f"{_PACKAGE}.java_order:_by_bin",
            "[keys[place] for place in sorted(range(len(keys)), key=bins.__getitem__)]",
            "list(keys)",
        ),
    ),
)
