"""Which member of a streams group gets which task."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import TaskAssignorException
from copartition.java.priority_queue import PriorityQueue
from copartition.kafka.streams_group import StreamsMember, Subtopology, assign_sticky
from copartition.kafka.streams_group.sticky import _Quota
from copartition.port import PORT

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.port.fields import JSON

RELEASES = [(4, 2, 0), (4, 2, 2), (4, 3, 1), (4, 4, 0)]
ASK = PORT.operations["kafka.group.assignor.streams-sticky"]
PARTITIONS = st.dictionaries(st.sampled_from("01"), st.frozensets(st.integers(0, 5), min_size=1))
OFFSETS = st.dictionaries(st.sampled_from("01"), st.dictionaries(st.integers(0, 5), st.integers(0, 3)))
MEMBERS = st.builds(StreamsMember, st.sampled_from(["p1", "p2", "p3"]), PARTITIONS, PARTITIONS, OFFSETS)
GROUPS = st.dictionaries(st.sampled_from([f"m{n}" for n in range(8)]), MEMBERS, min_size=1)
TOPOLOGIES = st.dictionaries(st.sampled_from("01"), st.builds(Subtopology, st.integers(0, 6), st.booleans()))


@given(GROUPS, TOPOLOGIES, st.integers(0, 2), st.sampled_from(RELEASES))
def test_every_task_is_active_once_and_in_a_process_once(
    members: dict[str, StreamsMember], topology: dict[str, Subtopology], standbys: int, release: tuple[int, ...]
) -> None:
    assigned = assign_sticky(members, topology, standbys, release)
    assert assigned.keys() == members.keys()
    active = [(name, one) for tasks in assigned.values() for name, of in tasks.active.items() for one in of]
    assert sorted(active) == sorted((name, one) for name, of in topology.items() for one in range(of.partitions))
    runs = [
        (members[member].process, name, one)
        for member, tasks in assigned.items()
        for of_role in (tasks.active, tasks.standby)
        for name, of in of_role.items()
        for one in of
    ]
    assert len(runs) == len({*runs})
    processes = {member.process for member in members.values()}
    copies = sum(of.partitions for of in topology.values() if of.stateful) * min(standbys, len(processes) - 1)
    assert len(runs) == len(active) + copies


@pytest.mark.parametrize("release", RELEASES)
def test_what_nothing_happens_to_stays(release: tuple[int, ...]) -> None:
    members = {"a": StreamsMember("p1", {"0": [2, 0]}), "b": StreamsMember("p2", {"0": [1]})}
    assigned = assign_sticky(members, {"0": Subtopology(3, stateful=False)}, 1, release)
    assert {member: tasks.active for member, tasks in assigned.items()} == {"a": {"0": {0, 2}}, "b": {"0": {1}}}


@pytest.mark.parametrize("release", RELEASES)
def test_what_is_on_disk_counts_from_4_4_on(release: tuple[int, ...]) -> None:
    disk = {"0": {0: 5}}
    for owner, other in (("a", "b"), ("b", "a")):
        members = {owner: StreamsMember("p1", offsets=disk), other: StreamsMember("p2", offsets={"0": {0: 4}})}
        assigned = assign_sticky(members, {"0": Subtopology(1, stateful=True)}, 0, release)
        assert release < (4, 4) or assigned[owner].active == {"0": {0}}


@pytest.mark.parametrize("release", RELEASES)
def test_standbys_stay_where_the_state_is(release: tuple[int, ...]) -> None:
    every = {"0": [0, 1, 2]}
    members = {"a": StreamsMember("p1", active=every), "b": StreamsMember("p2", standby=every)}
    assigned = assign_sticky(members, {"0": Subtopology(3, stateful=True)}, 2, release)
    assert (assigned["a"].active, assigned["a"].standby) == ({"0": {0, 1}}, {"0": {2}})
    assert (assigned["b"].active, assigned["b"].standby) == ({"0": {2}}, {"0": {0, 1}})


@pytest.mark.parametrize(("release", "standby"), [("4.2.0", {}), ("4.2.2", {"0": {1}}), ("4.3.1", {})])
def test_processes_that_have_the_task_are_passed_over(release: str, standby: dict[str, set[int]]) -> None:
    members = {
        "a": StreamsMember("p1", offsets={"0": {0: 900}}),
        "b": StreamsMember("p2", standby={"0": [0]}, offsets={"0": {0: 5}}),
        "c": StreamsMember("p3", standby={"0": [0]}, offsets={"0": {0: 7}}),
    }
    assigned = assign_sticky(members, {"0": Subtopology(3, stateful=True)}, 1, release)
    assert assigned["b"].standby == standby


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: StreamsMember(7), "StreamsMember.process must be a str, not int"),
        (lambda: StreamsMember("p", {0: [1]}), "each subtopology of StreamsMember.active must be a str, not int"),
        (lambda: StreamsMember("p", {"0": ["1"]}), "each partition of StreamsMember.active['0'] must be an integer"),
        (lambda: StreamsMember("p", {"0": "12"}), "StreamsMember.active['0'] must be a list of partitions, not str"),
        (lambda: StreamsMember("p", {"0": iter([1])}), "StreamsMember.active['0'] must be a list of partitions, not"),
        (
            lambda: StreamsMember("p", standby={"0": [-1]}),
            "each partition of StreamsMember.standby['0'] is -1: write 0",
        ),
        (lambda: StreamsMember("p", standby=["0"]), "StreamsMember.standby must be a mapping from subtopologies, not"),
        (
            lambda: StreamsMember("p", offsets={"0": [1]}),
            "StreamsMember.offsets['0'] must be a mapping from partitions",
        ),
        (
            lambda: StreamsMember("p", offsets={"0": {"0": 1}}),
            "each partition of StreamsMember.offsets['0'] must be an",
        ),
        (
            lambda: StreamsMember("p", offsets={"0": {0: "1"}}),
            "StreamsMember.offsets['0'][0] must be an integer, not str",
        ),
        (lambda: Subtopology(2, "false"), "Subtopology.stateful must be a bool, not str: write True or False"),
        (lambda: Subtopology(-4, stateful=False), "Subtopology.partitions is -4: write 0 or more"),
        (lambda: assign_sticky({}, {}, -1), "standbys is -1: write 0 or more"),
        (lambda: assign_sticky({}, {}, True), "standbys must be an integer, not True"),  # noqa: FBT003 - what is refused
        (lambda: assign_sticky({}, {}, 0, (4, 1, 1)), "release is (4, 1, 1): write (4, 2, 0) or a newer one"),
        (
            lambda: assign_sticky({}, {}, 0, 4.4),
            "release must be '4.4.0' or a tuple such as (4, 4, 0), not float",
        ),
        (lambda: assign_sticky({7: StreamsMember("p")}, {}), "each id in members must be a str, not int"),
        (
            lambda: assign_sticky({}, {0: Subtopology(1, stateful=True)}),
            "each id in subtopologies must be a str, not int",
        ),
    ],
)
def test_what_would_be_passed_over_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=r"must|write") as refused:
        make()
    assert str(refused.value).startswith(message)


def test_no_member_is_there() -> None:
    assert assign_sticky({}, {}) == {}
    with pytest.raises(TaskAssignorException, match=r"No process available to assign active task 0_0\."):
        assign_sticky({}, {"0": Subtopology(1, stateful=False)})


def test_a_quota_shrinks_as_members_reach_it() -> None:
    quota = _Quota(7, 3)
    assert quota.each == 3
    quota.reached(2)
    quota.reached(3)
    assert quota.each == 2
    quota.reached(2)
    quota.reached(2)
    assert quota.each == 0
    assert _Quota(-3, 2).each == -1


def test_a_queue_gives_equals_as_java_does() -> None:
    queue: PriorityQueue[tuple[int, str]] = PriorityQueue(lambda one: one[0])
    for element in ((1, "a"), (0, "b"), (1, "c"), (0, "d"), (1, "e"), (0, "f")):
        queue.add(element)
    assert [queue.poll()[1] for _ in range(len(queue))] == ["b", "d", "f", "a", "e", "c"]


def document(**more: JSON) -> JSON:
    member = {"id": "a", "process": "p", "active": {"0": [1]}, "standby": {}, "offsets": {"0": {"0": 3}}}
    return {"subtopologies": {"0": {"partitions": 2, "stateful": True}}, "members": [member], "standbys": 1, **more}


def test_the_operation() -> None:
    assert ASK(document(), line="kafka-group-coordinator 4.2.0") == {"a": {"active": {"0": [0, 1]}, "standby": {}}}
    with pytest.raises(ValueError, match=r"input\.members\[1\]\.id: another member has this id"):
        ASK(document(members=document()["members"] * 2))
    with pytest.raises(ValueError, match=r"input\.standbys"):
        ASK(document(standbys=-1))


def test_a_bool_of_numpy_says_what_is_stateful():
    assert Subtopology(2, np.bool_(False)).stateful is False  # noqa: FBT003 - it is the value that is meant
