"""What a group coordinator tells a member next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import FencedMemberEpochException
from copartition.kafka.group.reconcile import Heartbeat, MemberAssignment, MemberState, reconcile
from copartition.kafka.uuid import Uuid
from copartition.port import PORT

if TYPE_CHECKING:
    from copartition.port.fields import JSON

T1, T2 = Uuid(0, 1), Uuid(0, 2)
RELEASES = [(3, 8, 1), (4, 0, 0), (4, 0, 2), (4, 1, 1), (4, 1, 2), (4, 2, 0), (4, 3, 1), (4, 4, 0)]
ASK = PORT.operations["kafka.group.reconcile"]
PARTITIONS = st.dictionaries(st.sampled_from([T1, T2]), st.sets(st.integers(0, 4), min_size=1))
EPOCHS = PARTITIONS.map(lambda topics: {topic: dict.fromkeys(numbers, 8) for topic, numbers in topics.items()})
MEMBERS = st.builds(
    MemberAssignment,
    epoch=st.just(10),
    previous_epoch=st.just(9),
    state=st.sampled_from([state for state in MemberState if state is not MemberState.UNKNOWN]),
    assigned=EPOCHS,
    revoking=EPOCHS,
)


def unowned(_topic: Uuid, _partition: int) -> int:
    return -1


def owned_by_another(_topic: Uuid, _partition: int) -> int:
    return 7


BEATS = st.builds(
    Heartbeat,
    target_epoch=st.integers(10, 12),
    target=PARTITIONS,
    partition_epoch=st.sampled_from([unowned, owned_by_another]),
    owned=st.none() | PARTITIONS,
    subscribed=st.none() | st.frozensets(st.sampled_from([T1, T2])),
    subscription_changed=st.booleans(),
)


def member(state: MemberState = MemberState.STABLE, **more: JSON) -> MemberAssignment:
    return MemberAssignment(**{"epoch": 10, "previous_epoch": 9, "assigned": {}, "revoking": {}, **more}, state=state)


def document(**more: JSON) -> JSON:
    return {
        "topics": {"t1": {"id": str(T1)}, "t2": {"id": str(T2), "deleted": True}},
        "member": {
            "epoch": 10,
            "previousEpoch": 9,
            "state": "STABLE",
            "topics": ["t1", "t2", "t3"],
            "assigned": {"t1": {"0": 9}, "t2": {"0": 9}},
            "revoking": {},
        },
        "target": {"epoch": 11, "partitions": {"t1": [0, 1], "t2": [0]}},
        "partitionEpochs": {"t1": {"1": -1}},
        "owned": {"t1": [0]},
        "subscriptionChanged": False,
        **more,
    }


@given(MEMBERS, BEATS, st.sampled_from(RELEASES))
def test_a_member_gets_only_what_it_has_or_what_is_its_target(
    before: MemberAssignment, beat: Heartbeat, release: tuple[int, ...]
) -> None:
    after = reconcile(before, beat, release)
    for topic, partitions in after.assigned.items():
        assert partitions.keys() <= {*before.assigned.get(topic, ()), *beat.target.get(topic, ())}


@given(MEMBERS, BEATS, st.sampled_from(RELEASES))
def test_what_another_holds_is_never_given(before: MemberAssignment, beat: Heartbeat, release: tuple[int, ...]) -> None:
    after = reconcile(before, beat, release)
    for topic, partitions in after.assigned.items():
        own = {*before.assigned.get(topic, ()), *before.revoking.get(topic, ())}
        assert all(partition in own or beat.partition_epoch(topic, partition) == -1 for partition in partitions)


@given(MEMBERS, BEATS, st.sampled_from(RELEASES))
def test_a_member_keeps_its_epoch_until_it_has_given_back(
    before: MemberAssignment, beat: Heartbeat, release: tuple[int, ...]
) -> None:
    after = reconcile(before, beat, release)
    if after.state is MemberState.UNREVOKED_PARTITIONS:
        assert after.epoch - before.epoch in ({0} if release >= (4, 2) else {0, 1})
    elif after is not before and after.state is not before.state:
        assert after.epoch == beat.target_epoch


def test_two_members_swap_a_partition() -> None:
    first = member(assigned={T1: {0: 10}})
    asked = reconcile(first, Heartbeat(11, {}, owned_by_another, {T1: [0]}, {T1}))
    assert asked.state is MemberState.UNREVOKED_PARTITIONS
    assert (asked.epoch, asked.assigned, asked.revoking) == (10, {}, {T1: {0: 10}})
    waits = reconcile(member(), Heartbeat(11, {T1: [0]}, owned_by_another, {}, {T1}))
    assert (waits.epoch, waits.state, waits.assigned) == (11, MemberState.UNRELEASED_PARTITIONS, {})
    assert reconcile(asked, Heartbeat(11, {}, owned_by_another, None, {T1})) is asked
    done = reconcile(asked, Heartbeat(11, {}, owned_by_another, {}, {T1}))
    assert (done.epoch, done.previous_epoch, done.state) == (11, 10, MemberState.STABLE)
    gets = reconcile(waits, Heartbeat(11, {T1: [0]}, unowned, {}, {T1}))
    assert (gets.state, gets.assigned) == (MemberState.STABLE, {T1: {0: 11}})


@pytest.mark.parametrize("release", RELEASES)
def test_what_the_member_gave_back_itself(release: tuple[int, ...]) -> None:
    before = member(MemberState.UNREVOKED_PARTITIONS, revoking={T1: {0: 9}})
    after = reconcile(before, Heartbeat(11, {T1: [0]}, owned_by_another, {}, {T1}), release)
    free = release in {(4, 0, 2), (4, 1, 2), (4, 2, 0), (4, 3, 1), (4, 4, 0)}
    assert after.state is (MemberState.STABLE if free else MemberState.UNRELEASED_PARTITIONS)
    assert (T1 in after.assigned) is free
    assert after.previous_epoch == 10


@pytest.mark.parametrize("release", RELEASES)
def test_a_member_that_unsubscribes(release: tuple[int, ...]) -> None:
    before = member(assigned={T1: {0: 9}, T2: {0: 9}})
    after = reconcile(before, Heartbeat(10, {}, unowned, None, {T2}, subscription_changed=True), release)
    if release < (4, 2):
        assert after is before
    else:
        assert (after.assigned, after.revoking) == ({T2: {0: 9}}, {T1: {0: 9}})
        assert after.previous_epoch == (10 if release >= (4, 3) else 9)
        said = Heartbeat(10, {T2: [0]}, unowned, {T2: [0]}, {T2}, subscription_changed=True)
        assert reconcile(before, said, release).state is MemberState.STABLE
        assert reconcile(after, said, release).state is MemberState.STABLE
        assert reconcile(after, Heartbeat(10, {}, unowned, None, {T2}, subscription_changed=True), release) is after
        none = reconcile(before, Heartbeat(10, {}, unowned, None, None, subscription_changed=True), release)
        assert (none.assigned, none.revoking) == ({}, before.assigned)


def test_a_member_of_an_unknown_state() -> None:
    before = member(MemberState.UNKNOWN)
    for owned in (None, {T1: [0]}):
        with pytest.raises(FencedMemberEpochException, match="must abandon all its partitions and rejoin"):
            reconcile(before, Heartbeat(11, {}, unowned, owned))
    assert reconcile(before, Heartbeat(11, {}, unowned, {})).state is MemberState.STABLE


def test_a_release_is_text_or_three_numbers() -> None:
    beat = Heartbeat(11, {T1: [0]}, unowned, {}, {T1})
    assert reconcile(member(), beat, "4.0.2") == reconcile(member(), beat, (4, 0, 2))
    with pytest.raises(
        ValueError, match=r"^release must be '4\.4\.0' or three numbers such as \(4, 4, 0\), not \(4, 2\)$"
    ):
        reconcile(member(), beat, (4, 2))


def test_the_operation() -> None:
    of = "kafka-group-coordinator 4.3.1"
    assert ASK(document(), line=of) == {
        "epoch": 11,
        "previousEpoch": 10,
        "state": "STABLE",
        "assigned": {"t1": {"0": 9, "1": 11}},
        "revoking": {},
    }
    before = ASK(document(), line="kafka-group-coordinator 3.8.1")
    assert before["assigned"] == {"t1": {"0": None, "1": None}, "t2": {"0": None}}
    quiet = document()
    quiet["member"]["topics"] = []
    assert ASK(quiet)["assigned"] == {}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("owned", {"t9": [0]}, r"input\.owned must be an object by names of the field 'topics', not \"t9\""),
        ("owned", {"t1": [0, 0]}, r"input\.owned\.t1 must be partitions, each once"),
        ("owned", {"t1": [-1]}, r"input\.owned\.t1\[0\]"),
        (
            "partitionEpochs",
            {"t1": {"01": 1}},
            r"input\.partitionEpochs\.t1 must be an object by numbers of partitions",
        ),
        ("partitionEpochs", {"t1": {"1": "x"}}, r"input\.partitionEpochs\.t1\.1"),
        ("topics", {"t1": {"id": str(T1)}, "t2": {"id": str(T1)}}, r"input\.topics\.t2\.id: t1 has this id"),
    ],
)
def test_what_is_refused(field: str, value: JSON, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ASK(document(**{field: value}))
