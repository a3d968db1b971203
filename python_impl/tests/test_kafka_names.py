"""Names that spell a character as the two halves of its surrogate pair: in Java they are the same name."""

from __future__ import annotations

import pytest

from copartition.errors import WrongTypeError
from copartition.java.strings import all_joined, joined
from copartition.kafka import (
    Consumer,
    Member,
    PartitionRacks,
    RoundRobinPartitioner,
    Subscription,
    TopicPartition,
    WeightedAssignor,
    assign,
    rebalance,
)
from copartition.kafka.coordinator import Cluster, GroupCoordinator, Heartbeat
from copartition.kafka.group import GroupMember, TopicMetadata, assign_range
from copartition.kafka.streams_group import StreamsMember, Subtopology, assign_sticky
from copartition.kafka.uuid import Uuid

HALVES, WHOLE = "\ud83d\ude00", "😀"
T = Uuid(0, 7)
ALL = ("range", "round-robin", "sticky", "cooperative-sticky")


def test_a_text_is_joined_once() -> None:
    assert (joined(HALVES), joined("\ude00\ud83d"), joined("a")) == (WHOLE, "\ude00\ud83d", "a")
    texts = ("a", "é", WHOLE, "\ud800")
    assert all_joined(texts) is texts
    assert all_joined(("a", HALVES)) == ("a", WHOLE)
    with pytest.raises(WrongTypeError, match="a string must be a str, not int"):
        joined(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("assignor", ALL)
def test_members_topics_and_partitions(assignor: str) -> None:
    owned = (TopicPartition(HALVES, 0),)
    members = [Member(HALVES, Subscription((HALVES,), owned=owned, generation=1)), Member("b", Subscription((WHOLE,)))]
    answer = assign(assignor, {HALVES: 2}, members)
    assert answer == assign(assignor, {WHOLE: 2}, members)
    assert {name: len(given) for name, given in answer.items()} == {WHOLE: 1, "b": 1}
    with pytest.raises(ValueError, match="'😀' occurs twice"):
        assign(assignor, {"t": 1}, [Member(name, Subscription(("t",))) for name in (HALVES, WHOLE)])
    with pytest.raises(ValueError, match="topics has '😀' twice"):
        assign(assignor, {HALVES: 1, WHOLE: 2}, members)


def test_racks_and_instances() -> None:
    said = Subscription(("t",), rack=HALVES, instance=HALVES)
    assert said == Subscription(("t",), rack=WHOLE, instance=WHOLE)
    assert PartitionRacks((frozenset({HALVES, "r"}),)) == PartitionRacks((frozenset({WHOLE, "r"}),))


def test_a_custom_assignors_group() -> None:
    group = [Consumer(HALVES, WeightedAssignor(), (HALVES,)), Consumer("b", WeightedAssignor(), (WHOLE,))]
    assert rebalance({HALVES: 2}, group).told.keys() == {WHOLE, "b"}
    with pytest.raises(ValueError, match="must be different"):
        Consumer("a", WeightedAssignor(), (HALVES, WHOLE)).subscription()
    with pytest.raises(WrongTypeError, match=r"^Consumer\.id must be a str, not int$"):
        Consumer(7, WeightedAssignor(), ("t",))  # type: ignore[arg-type]


def test_two_members_of_a_broker_have_two_ids() -> None:
    with pytest.raises(ValueError, match=r"members\[1\]\.id: a member before it is '😀', too"):
        assign_range({T: 1}, [GroupMember(HALVES, [T]), GroupMember(WHOLE, [T])])


def test_a_coordinator() -> None:
    cluster = Cluster.of([TopicMetadata(HALVES, T, [(HALVES,)])])
    assert cluster.topics[WHOLE] == TopicMetadata(WHOLE, T, [(WHOLE,)])
    assert TopicMetadata("t", T, [{HALVES}]) == TopicMetadata("t", T, [{WHOLE}])
    coordinator = GroupCoordinator(cluster)
    beat = Heartbeat(HALVES, 0, instance=HALVES, rebalance_timeout_ms=5000, topics=[HALVES], owned={})
    coordinator.heartbeat(beat, HALVES)
    assert [group for group, _ in coordinator.log[:1]] == [WHOLE]
    assert [*coordinator.describe(HALVES).members] == [*coordinator.describe(WHOLE).members]
    assert beat == Heartbeat(WHOLE, 0, instance=WHOLE, rebalance_timeout_ms=5000, topics=(WHOLE,), owned={})
    with pytest.raises(WrongTypeError, match="group_id must be a str, not NoneType"):
        coordinator.describe(None)  # type: ignore[arg-type]


def test_a_streams_group() -> None:
    said = StreamsMember(HALVES, {HALVES: {0}}, {WHOLE: {1}}, {HALVES: {0: 5}})
    assert said == StreamsMember(WHOLE, {WHOLE: {0}}, {WHOLE: {1}}, {WHOLE: {0: 5}})
    halves = assign_sticky({HALVES: said, "b": StreamsMember(WHOLE)}, {HALVES: Subtopology(2, stateful=True)})
    assert halves == assign_sticky({WHOLE: said, "b": StreamsMember(WHOLE)}, {WHOLE: Subtopology(2, stateful=True)})
    for call in (
        lambda: assign_sticky({HALVES: said, WHOLE: said}, {}),
        lambda: StreamsMember("p", {HALVES: {0}, WHOLE: {1}}),
    ):
        with pytest.raises(ValueError, match="has an id twice, once as two halves of its pairs: name each once"):
            call()
    with pytest.raises(WrongTypeError, match="members must be a mapping from ids, not list"):
        assign_sticky([said], {})  # type: ignore[arg-type]


def test_records_without_a_key() -> None:
    partitioner = RoundRobinPartitioner()
    assert [partitioner.partition(topic, [True] * 2) for topic in (HALVES, WHOLE)] == [0, 1]
    with pytest.raises(WrongTypeError, match="topic must be a str, not NoneType"):
        partitioner.partition(None, [True])  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match="available must be a sequence, not int"):
        partitioner.partition("t", 3)  # type: ignore[arg-type]
