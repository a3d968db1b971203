"""What a group coordinator tells a member of a streams group next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import FencedMemberEpochException
from copartition.kafka.streams_group.reconcile import Heartbeat, MemberAssignment, MemberState, reconcile
from copartition.kafka.streams_group.tasks import MemberTasks, Role, Tasks, by_role
from copartition.port import PORT

if TYPE_CHECKING:
    from collections.abc import Collection

    from copartition.kafka.streams_group.tasks import Task
    from copartition.port.fields import JSON

RELEASES = [(4, 1, 1), (4, 2, 0), (4, 3, 1), (4, 4, 0)]
ASK = PORT.operations["kafka.group.reconcile-streams"]
NONE = MemberTasks({}, {}, {})
NO_TASKS: JSON = {"active": {}, "standby": {}, "warmup": {}}
PARTITIONS = st.dictionaries(st.sampled_from("01"), st.sets(st.integers(0, 3), min_size=1))
TASKS = st.builds(Tasks, PARTITIONS, PARTITIONS, PARTITIONS)
EPOCHS = PARTITIONS.map(lambda of: {name: dict.fromkeys(numbers, 8) for name, numbers in of.items()})
HAS = st.builds(MemberTasks, EPOCHS, PARTITIONS, PARTITIONS)
KNOWN = [state for state in MemberState if state is not MemberState.UNKNOWN]
MEMBERS = st.builds(MemberAssignment, st.just("p0"), st.just(10), st.just(9), st.sampled_from(KNOWN), HAS, HAS)


def unowned(_task: Task) -> None:
    return None


def owned_by_another(_task: Task) -> str:
    return "p1"


def nowhere(_task: Task) -> Collection[str]:
    return ()


def here(_task: Task) -> Collection[str]:
    return ("p0",)


BEATS = st.builds(
    Heartbeat,
    st.integers(10, 12),
    TASKS,
    st.sampled_from([unowned, owned_by_another]),
    st.sampled_from([nowhere, here]),
    st.sampled_from([nowhere, here]),
    st.none() | TASKS,
)


def member(state: MemberState = MemberState.STABLE, assigned: Tasks = NONE, revoking: Tasks = NONE) -> MemberAssignment:
    return MemberAssignment("p0", 10, 9, state, assigned, revoking)


def beat(
    target: Tasks, owned: Tasks | None = None, active: str | None = None, standby: tuple[str, ...] = ()
) -> Heartbeat:
    return Heartbeat(11, target, lambda _: active, lambda _: standby, nowhere, owned)


def document(**more: JSON) -> JSON:
    return {
        "member": {
            "process": "p0",
            "epoch": 10,
            "previousEpoch": 9,
            "state": "STABLE",
            "assigned": {"active": {"0": {"0": 9}}, "standby": {"1": [1]}, "warmup": {}},
            "revoking": NO_TASKS,
        },
        "target": {"epoch": 11, "tasks": {"active": {"0": [1, 0]}, "standby": {}, "warmup": {"1": [1]}}},
        "processes": {"active": {"0": {"0": "p0"}}, "standby": {"1": {"1": ["p0"]}}, "warmup": {}},
        "owned": None,
        **more,
    }


@given(MEMBERS, BEATS, st.sampled_from(RELEASES))
def test_a_member_gets_only_what_it_has_or_what_is_its_target(
    before: MemberAssignment, heartbeat: Heartbeat, release: tuple[int, ...]
) -> None:
    after = by_role(reconcile(before, heartbeat, release).assigned)
    for role, tasks in zip(Role, after, strict=True):
        assert tasks <= by_role(before.assigned)[role] | by_role(heartbeat.target)[role]


@given(MEMBERS, BEATS, st.sampled_from(RELEASES))
def test_what_another_process_has_is_never_given_as_active(
    before: MemberAssignment, heartbeat: Heartbeat, release: tuple[int, ...]
) -> None:
    given_anew = by_role(reconcile(before, heartbeat, release).assigned)[Role.ACTIVE] - by_role(before.assigned)[0]
    assert all(heartbeat.active_process(task) is None for task in given_anew)


@given(MEMBERS, BEATS, st.sampled_from(RELEASES))
def test_a_member_keeps_its_epoch_until_it_has_given_back(
    before: MemberAssignment, heartbeat: Heartbeat, release: tuple[int, ...]
) -> None:
    after = reconcile(before, heartbeat, release)
    if after.state is MemberState.UNREVOKED_TASKS:
        assert after.epoch - before.epoch in {0, 1}
    elif after is not before:
        assert (after.epoch, after.previous_epoch) == (heartbeat.target_epoch, before.epoch)
        assert not after.revoking


def test_two_members_swap_a_task() -> None:
    first = member(assigned=MemberTasks({"0": {0: 10}}, {}, {}))
    asked = reconcile(first, beat(NONE, Tasks({"0": [0]}, {}, {}), "p0"))
    assert (asked.state, asked.epoch) == (MemberState.UNREVOKED_TASKS, 10)
    assert (asked.assigned, asked.revoking) == (NONE, MemberTasks({"0": {0: 10}}, {}, {}))
    target = Tasks({"0": [0]}, {}, {})
    waits = reconcile(member(), beat(target, NONE, "p1"))
    assert (waits.epoch, waits.state, waits.assigned) == (11, MemberState.UNRELEASED_TASKS, NONE)
    assert reconcile(asked, beat(NONE, None)) is asked
    done = reconcile(asked, beat(NONE, NONE))
    assert (done.epoch, done.previous_epoch, done.state) == (11, 10, MemberState.STABLE)
    assert reconcile(done, beat(NONE, NONE)) is done
    gets = reconcile(waits, beat(target, NONE))
    assert (gets.state, gets.assigned) == (MemberState.STABLE, MemberTasks({"0": {0: 11}}, {}, {}))


@pytest.mark.parametrize("release", RELEASES)
def test_a_standby_becomes_active(release: tuple[int, ...]) -> None:
    has = MemberTasks({}, {"0": {0}}, {})
    target = Tasks({"0": [0]}, {}, {})
    after = reconcile(member(assigned=has), beat(target, has, standby=("p0",)), release)
    waits = reconcile(member(assigned=has), beat(target, has, "p1", ("p0",)), release)
    if release >= (4, 4):
        assert (after.state, after.assigned.active) == (MemberState.STABLE, {"0": {0: 11}})
        assert (waits.state, waits.assigned) == (MemberState.UNRELEASED_TASKS, has)
    else:
        assert after.state is waits.state is MemberState.UNREVOKED_TASKS
        assert after.revoking == has


def test_a_warmup_becomes_standby_while_something_is_given_back() -> None:
    has = MemberTasks({"1": {0: 8}}, {}, {"0": {0}})
    after = reconcile(member(assigned=has), beat(Tasks({}, {"0": [0]}, {}), has, "p1"))
    assert after.state is MemberState.UNREVOKED_TASKS
    assert (after.assigned, after.revoking) == (MemberTasks({}, {"0": {0}}, {}), MemberTasks({"1": {0: 8}}, {}, {}))


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("target", [Tasks({}, {"0": [0]}, {}), Tasks({}, {}, {"0": [0]})])
def test_a_process_runs_a_task_once(target: Tasks, release: tuple[int, ...]) -> None:
    for by, state in (("p0", MemberState.UNRELEASED_TASKS), ("p1", MemberState.STABLE), (None, MemberState.STABLE)):
        assert reconcile(member(), beat(target, NONE, by), release).state is state
    assert reconcile(member(), beat(target, NONE, "p1", ("p0",)), release).state is MemberState.UNRELEASED_TASKS


def test_a_member_of_an_unknown_state() -> None:
    before = member(MemberState.UNKNOWN)
    for owned in (None, Tasks({}, {}, {"0": []})):
        with pytest.raises(FencedMemberEpochException, match="must abandon all its tasks and rejoin"):
            reconcile(before, beat(NONE, owned))
    assert reconcile(before, beat(NONE, NONE)).state is MemberState.STABLE


def test_a_release_is_text_or_three_numbers() -> None:
    before = MemberAssignment("p", 10, 9, MemberState.STABLE, MemberTasks({}, {}, {}), MemberTasks({}, {}, {}))
    beat = Heartbeat(11, Tasks({"0": {1}}, {}, {}), lambda _: None, lambda _: (), lambda _: (), None)
    assert reconcile(before, beat, "4.4.0") == reconcile(before, beat, (4, 4, 0))
    with pytest.raises(
        ValueError, match=r"^release must be '4\.4\.0' or three numbers such as \(4, 4, 0\), not \(4, 2\)$"
    ):
        reconcile(before, beat, (4, 2))


def test_the_operation() -> None:
    assert ASK(document(), line="kafka-group-coordinator 4.4.0") == {
        "epoch": 11,
        "previousEpoch": 10,
        "state": "STABLE",
        "assigned": {"active": {"0": {"0": 9, "1": 11}}, "standby": {}, "warmup": {"1": [1]}},
        "revoking": NO_TASKS,
    }
    before = ASK(document(), line="kafka-group-coordinator 4.1.1")
    assert (before["state"], before["epoch"]) == ("UNREVOKED_TASKS", 10)
    assert before["assigned"] == {"active": {"0": {"0": None}}, "standby": {}, "warmup": {}}
    assert before["revoking"] == {"active": {}, "standby": {"1": [1]}, "warmup": {}}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("owned", {**NO_TASKS, "active": {"0": [0, 0]}}, r"input\.owned\.active\.0 must be partitions, each once"),
        ("owned", {**NO_TASKS, "warmup": {"0": [-1]}}, r"input\.owned\.warmup\.0\[0\]"),
        (
            "processes",
            {**NO_TASKS, "active": {"0": {"01": "p"}}},
            r"input\.processes\.active\.0 must be an object by num",
        ),
        ("processes", {**NO_TASKS, "standby": {"0": {"1": "p"}}}, r"input\.processes\.standby\.0\.1"),
    ],
)
def test_what_is_refused(field: str, value: JSON, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ASK(document(**{field: value}))
