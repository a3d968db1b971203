"""A group coordinator in memory, driven as clients drive a broker."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from drawn_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from copartition.errors import (
    FencedMemberEpochException,
    GroupMaxSizeReachedException,
    IllegalStateException,
    InvalidRegularExpression,
    InvalidRequestException,
    UnknownMemberIdException,
    UnreleasedInstanceIdException,
    UnsupportedAssignorException,
)
from copartition.kafka.coordinator import (
    Cluster,
    GroupCoordinator,
    Heartbeat,
    Removal,
    Settings,
)
from copartition.kafka.coordinator.group import ConsumerGroup
from copartition.kafka.coordinator.records import CurrentMember, RegularExpression, TargetMember
from copartition.kafka.coordinator.timeline import TimelineMap, hash_of_text
from copartition.kafka.group.metadata_hash import TopicMetadata
from copartition.kafka.group.reconcile import MemberAssignment, MemberState
from copartition.kafka.uuid import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.kafka.coordinator.records import Record
    from copartition.kafka.group.releases import Release

T, U, V = Uuid(0, 7), Uuid(0, 8), Uuid(0, 9)
RELEASES = [(4, 0, 2), (4, 1, 2), (4, 2, 0), (4, 3, 1), (4, 4, 0)]
"""Releases in which no write fails that clients as these can lead to (KAFKA-19862)."""
AT_ONCE = Settings(assignment_interval_ms=0)


def cluster(version: int = 1, **topics: tuple[Uuid, int]) -> Cluster:
    return Cluster.of((TopicMetadata(name, of, [()] * count) for name, (of, count) in topics.items()), version)


@dataclass
class Client:
    """A member as a consumer is one: it says what it was told, and nothing else."""

    coordinator: GroupCoordinator
    id: str
    instance: str | None = None
    epoch: int = 0
    owned: Mapping[Uuid, frozenset[int]] = field(default_factory=dict)

    def join(self, *topics: str, regex: str | None = None, timeout: int = 5000) -> Client:
        self.epoch, self.owned = 0, {}
        return self._ask(Heartbeat(self.id, 0, self.instance, None, timeout, topics or None, regex, owned={}))

    def beat(self) -> Client:
        owned = {topic: sorted(partitions) for topic, partitions in self.owned.items()}
        return self._ask(Heartbeat(self.id, self.epoch, self.instance, owned=owned))

    def leave(self, epoch: int = -1) -> None:
        self.coordinator.heartbeat(Heartbeat(self.id, epoch, self.instance))
        self.epoch, self.owned = 0, {}

    def _ask(self, heartbeat: Heartbeat) -> Client:
        answer = self.coordinator.heartbeat(heartbeat)
        self.epoch = answer.epoch
        if answer.assignment is not None:
            self.owned = answer.assignment
        return self

    @property
    def partitions(self) -> set[tuple[Uuid, int]]:
        return {(topic, number) for topic, numbers in self.owned.items() for number in numbers}


def beat_until_quiet(*clients: Client) -> None:
    for _ in range(4):
        for client in clients:
            client.beat()


def test_a_partition_changes_hands_through_an_unowned_state() -> None:
    coordinator = GroupCoordinator(cluster(t=(T, 3)), AT_ONCE)
    one = Client(coordinator, "A").join("t")
    other = Client(coordinator, "B").join("t")
    assert len(one.partitions) == 3
    assert one.epoch == 2  # 1 is the epoch of the empty target
    assert other.partitions == set()
    given_back = one.partitions - one.beat().partitions
    assert len(given_back) == 1
    assert other.beat().partitions == set()
    one.beat()
    assert other.beat().partitions == given_back
    assert one.epoch == other.epoch == 3


def test_a_cluster_keeps_the_topics_that_it_was_made_with() -> None:
    topics = {"t": TopicMetadata("t", T, [()] * 2)}
    coordinator = GroupCoordinator(Cluster(topics), AT_ONCE)
    one = Client(coordinator, "A").join("t")
    beat_until_quiet(one)
    topics["t"] = TopicMetadata("t", T, [()] * 4)
    coordinator.change_topics(Cluster(topics, version=2))
    beat_until_quiet(one)
    assert len(one.partitions) == 4


def pickled(coordinator: GroupCoordinator) -> GroupCoordinator:
    read: GroupCoordinator = pickle.loads(pickle.dumps(coordinator))  # noqa: S301 - what it has just written
    return read


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_copy_of_a_coordinator_has_a_life_of_its_own(copied: Callable[[GroupCoordinator], GroupCoordinator]) -> None:
    coordinator = GroupCoordinator(cluster(t=(T, 3)), AT_ONCE)
    one, late = Client(coordinator, "A").join("t"), Client(coordinator, "B").join("t", timeout=1000)
    one.beat()  # has to give back
    another = copied(coordinator)
    another.advance(60_000)
    assert [member.id for member in coordinator.describe().members] == ["A", "B"]
    assert another.describe().members == ()
    assert (coordinator.now, another.now) == (1000, 61_000)
    beat_until_quiet(one, late)
    assert one.partitions | late.partitions == {(T, 0), (T, 1), (T, 2)}


def test_who_is_silent_goes() -> None:
    coordinator = GroupCoordinator(cluster(t=(T, 3)), AT_ONCE)
    one, other = Client(coordinator, "A").join("t"), Client(coordinator, "B").join("t")
    beat_until_quiet(one, other)
    coordinator.advance(44_999)
    one.beat()
    coordinator.advance_to(coordinator.now + 1)
    assert len(one.beat().partitions) == 3
    with pytest.raises(UnknownMemberIdException, match="B is not a member of group g"):
        other.beat()


def left(coordinator: GroupCoordinator) -> list[tuple[str, int | None, int | None]]:
    members = coordinator.describe().members
    return [(member.id, member.session_left_ms, member.revocation_left_ms) for member in members]


def test_who_keeps_partitions_for_too_long_goes() -> None:
    coordinator = GroupCoordinator(cluster(t=(T, 2)), AT_ONCE)
    slow = Client(coordinator, "A").join("t", timeout=2000)
    Client(coordinator, "B").join("t")
    assert left(coordinator) == [("A", 45_000, None), ("B", 45_000, None)]
    slow.beat()
    assert left(coordinator)[0] == ("A", 45_000, 2000)
    assert coordinator.advance(1500) == []
    assert left(coordinator) == [("A", 43_500, 500), ("B", 43_500, None)]
    assert coordinator.advance(600) == [Removal("g", "A", 3000, is_silent=False)]
    assert coordinator.advance_to(46_000) == [Removal("g", "B", 46_000, is_silent=True)]


def test_who_was_removed_is_unknown() -> None:
    coordinator = GroupCoordinator(cluster(t=(T, 2)), AT_ONCE)
    slow = Client(coordinator, "A").join("t", timeout=2000)
    other = Client(coordinator, "B").join("t")
    slow.beat()
    coordinator.advance(2000)
    with pytest.raises(UnknownMemberIdException):
        slow.beat()
    assert len(other.beat().partitions) == 2


def test_a_static_member_keeps_its_partitions_while_it_is_away() -> None:
    coordinator = GroupCoordinator(cluster(t=(T, 4)), AT_ONCE)
    one, other = Client(coordinator, "A", "i").join("t"), Client(coordinator, "B").join("t")
    beat_until_quiet(one, other)
    had, epoch = one.partitions, other.epoch
    with pytest.raises(UnreleasedInstanceIdException):
        Client(coordinator, "C", "i").join("t")
    one.leave(epoch=-2)
    assert Client(coordinator, "C", "i").join("t").partitions == had
    assert other.beat().epoch == epoch


def test_a_full_group_refuses_new_members() -> None:
    coordinator = GroupCoordinator(cluster(t=(T, 3)), Settings(max_size=1))
    Client(coordinator, "A").join("t")
    with pytest.raises(GroupMaxSizeReachedException, match="maximum capacity of 1"):
        Client(coordinator, "B").join("t")


def test_a_fenced_member_joins_again() -> None:
    coordinator = GroupCoordinator(cluster(t=(T, 3)), AT_ONCE)
    member = Client(coordinator, "A").join("t")
    member.epoch = 7
    with pytest.raises(FencedMemberEpochException, match=r"greater member epoch \(7\).*coordinator \(2\)"):
        member.beat()
    assert len(member.join("t").partitions) == 3


def test_regular_expressions_are_resolved_beside_the_heartbeats() -> None:
    coordinator = GroupCoordinator(cluster(t1=(T, 1), u=(U, 1)), AT_ONCE)
    member = Client(coordinator, "A").join(regex="t.*")
    assert member.partitions == set()
    coordinator.run_tasks()
    assert member.beat().partitions == {(T, 0)}
    coordinator.change_topics(cluster(2, t1=(T, 1), t2=(V, 1), u=(U, 1)))
    coordinator.advance(10_001)
    member.beat()
    coordinator.run_tasks()
    assert member.beat().partitions == {(T, 0), (V, 0)}
    assert sum(isinstance(record, RegularExpression) for _, record in coordinator.log) == 2


@pytest.mark.parametrize(
    ("release", "bumps"), [((4, 0, 2), 0), ((4, 1, 1), 0), ((4, 1, 2), 1), ((4, 2, 0), 1), ((4, 4, 0), 1)]
)
def test_a_regular_expression_that_is_given_up_changes_the_groups_epoch(release: Release, bumps: int) -> None:
    coordinator = GroupCoordinator(cluster(t=(T, 1)), AT_ONCE, release)
    member = Client(coordinator, "A").join(regex="t")
    coordinator.run_tasks()
    before = coordinator.describe().epoch
    coordinator.heartbeat(Heartbeat("A", member.beat().epoch, regex=""))
    assert coordinator.describe().epoch == before + bumps


@pytest.mark.parametrize("release", [(4, 0, 0), (4, 0, 2), (4, 1, 1), (4, 1, 2), (4, 2, 0), (4, 4, 0)])
def test_a_log_in_which_a_partition_is_taken_before_it_is_given_up(release: Release) -> None:
    """Compacted while it is read: of the former owner's records the one that gives the partition up comes late."""
    group = ConsumerGroup("g", release)
    held: list[Record] = [
        CurrentMember(name, MemberAssignment(epoch, 0, MemberState.STABLE, {T: partitions}, {}))
        for name, epoch, partitions in (("A", 1, {0: 1, 1: 1}), ("B", 2, {1: 2}), ("A", 3, {0: 1}))
    ]
    group.replay(held[0])
    if release in {(4, 0, 0), (4, 1, 1)}:
        with pytest.raises(IllegalStateException):
            group.replay(held[1])
    else:
        group.replay(held[1])
        group.replay(held[2])
        assert [group.partition_epoch(T, number) for number in range(2)] == [3, 2]


@pytest.mark.parametrize("regex", ["(", "(?=t)", r"(t)\1"])
def test_what_is_no_regular_expression_is_refused(regex: str) -> None:
    with pytest.raises(InvalidRegularExpression, match="is not a valid regular expression"):
        Client(GroupCoordinator(cluster(t=(T, 1))), "A").join(regex=regex)


def test_groups_know_nothing_of_each_other() -> None:
    coordinator = GroupCoordinator(cluster(t=(T, 3)), AT_ONCE)
    for group in ("g", "h"):
        beat = Heartbeat("A", 0, rebalance_timeout_ms=5000, topics=["t"], owned={})
        assert coordinator.heartbeat(beat, group).assignment == {T: {0, 1, 2}}
    assert {group for group, _ in coordinator.log} == {"g", "h"}


@pytest.mark.parametrize(
    ("beat", "error", "words"),
    [
        (Heartbeat(" ", 0), InvalidRequestException, "MemberId can't be empty."),
        (Heartbeat("A", -3), InvalidRequestException, "MemberEpoch is invalid."),
        (Heartbeat("A", 0), InvalidRequestException, "RebalanceTimeoutMs must be provided in first request."),
        (Heartbeat("A", 1, assignor="sticky"), UnsupportedAssignorException, "Supported assignors: uniform, range."),
    ],
)
def test_an_unanswerable_request_is_refused(beat: Heartbeat, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as told:
        GroupCoordinator(cluster(t=(T, 1))).heartbeat(beat)
    assert words in str(told.value)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("group_id", ["", " ", "\t\0"])
def test_a_group_needs_a_name(group_id: str, release: Release) -> None:
    coordinator = GroupCoordinator(cluster(t=(T, 1)), release=release)
    with pytest.raises(InvalidRequestException, match=r"^GroupId can't be empty\.$"):
        coordinator.heartbeat(
            Heartbeat("A", 0, instance="", rebalance_timeout_ms=5000, topics=["t"], owned={}), group_id
        )
    with pytest.raises(InvalidRequestException, match=r"^MemberId can't be empty\.$"):
        coordinator.heartbeat(Heartbeat("", 0), group_id)
    assert not coordinator.log


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("beat"), st.integers(0, 4)),
        st.tuples(st.just("beat"), st.integers(0, 4)),
        st.tuples(st.just("join"), st.integers(0, 4)),
        st.tuples(st.just("leave"), st.integers(0, 4)),
        st.tuples(st.just("sleep"), st.integers(0, 3000)),
        st.tuples(st.just("topics"), st.integers(1, 9)),
        st.tuples(st.just("restart"), st.just(0)),
    ),
    max_size=40,
)


class Group:
    """Clients that all subscribe to t and u, and do what a generated history says."""

    def __init__(self, release: Release, assignor: str) -> None:
        wanted = Settings((assignor,), session_timeout_ms=1_000_000, assignment_interval_ms=1000)
        self.topics = {"t": (T, 3)}
        self.version = 1
        self.coordinator = GroupCoordinator(cluster(**self.topics), wanted, release)
        self.clients = [Client(self.coordinator, f"m{n}") for n in range(5)]
        self.joined: list[Client] = []

    def do(self, what: str, number: int) -> None:
        if what in ("beat", "join", "leave"):
            client = self.clients[number]
            if client not in self.joined:
                if what == "join":
                    self.joined.append(client.join("t", "u", timeout=1_000_000))
            elif what == "leave":
                client.leave()
                self.joined.remove(client)
            else:
                client.beat()
        elif what == "sleep":
            self.coordinator.advance(number)
        elif what == "topics":
            self.version += 1
            self.topics["t"] = (T, max(number, self.topics["t"][1]))
            self.topics["u"] = (Uuid(1, self.version), number)  # u is made anew
            self.coordinator.change_topics(cluster(self.version, **self.topics))
        else:
            self.coordinator.restart()


@settings(max_examples=examples(60))
@given(release=st.sampled_from(RELEASES), assignor=st.sampled_from(["uniform", "range"]), steps=STEPS)
def test_no_partition_ever_has_two_members_and_in_the_end_each_has_one(
    release: Release, assignor: str, steps: list[tuple[str, int]]
) -> None:
    group = Group(release, assignor)
    for what, number in steps:
        group.do(what, number)
        held = [partition for client in group.joined for partition in client.partitions]
        assert len(held) == len(set(held))
    group.coordinator.advance(1000)
    for _ in range(5):
        beat_until_quiet(*group.joined)
    held = sorted(partition for client in group.joined for partition in client.partitions)
    if group.joined:
        assert held == sorted((of, n) for of, count in group.topics.values() for n in range(count))
        assert len({client.epoch for client in group.joined}) == 1


@settings(max_examples=examples(40))
@given(release=st.sampled_from(RELEASES), steps=STEPS)
def test_what_is_written_is_the_whole_state(release: Release, steps: list[tuple[str, int]]) -> None:
    """A coordinator that takes over answers as the one before, in a group that isn't waiting for anything."""
    group = Group(release, "uniform")
    for what, number in steps:
        group.do(what, number)
    group.coordinator.advance(1000)
    for _ in range(5):
        beat_until_quiet(*group.joined)
    before = len(group.coordinator.log)
    group.coordinator.restart()
    beat_until_quiet(*group.joined)
    assert not any(isinstance(record, TargetMember) for _, record in group.coordinator.log[before:])


@given(st.lists(st.tuples(st.text(max_size=3), st.booleans()), max_size=60))
def test_a_timeline_map_holds_what_a_dict_holds(changes: list[tuple[str, bool]]) -> None:
    tested: TimelineMap[str, int] = TimelineMap(hash_of_text)
    model: dict[str, int] = {}
    for place, (key, stays) in enumerate(changes):
        if stays:
            tested.put(key, place)
            model[key] = place
        else:
            assert tested.pop(key) == model.pop(key, None)
        assert len(tested) == len(model)
    assert {key: tested[key] for key in tested} == model
    assert dict(tested.items()) == model
    assert all((key in tested) == (key in model) for key, _ in changes)
