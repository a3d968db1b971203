"""Which recorded answers show a fault of Kafka's controller, and which inputs are none of its."""

import pytest
from golden_vectors import showing

from jarparity.answers import Error, Value
from jarparity.areas.kafka_controller.original_faults import ORIGINAL_FAULTS

FAULTS = {fault.name: fault for fault in ORIGINAL_FAULTS}
NEVER_ENDS = FAULTS["kafka-reassignment-never-ends"]
LOSES = FAULTS["kafka-reassignment-loses-a-replica"]
KEEPS = FAULTS["kafka-cancel-keeps-a-replica"]
GROWS = FAULTS["kafka-partitions-added-during-a-move"]
OLDER, NEWER = "kafka-metadata 4.0.2", "kafka-metadata 4.3.1"


@pytest.fixture(scope="module")
def shown():
    return showing(ORIGINAL_FAULTS)


def test_a_replica_that_comes_and_goes_is_waited_for_by_the_newer_release_alone(shown):
    assert shown[NEVER_ENDS.name] == {NEWER: {"back", "change/reassignment-back-never-ends"}}


def test_every_release_takes_away_what_was_asked_for(shown):
    assert shown[LOSES.name].keys() == {OLDER, NEWER}
    assert all({"back", "move/over-a-move"} <= ids for ids in shown[LOSES.name].values())


def test_every_release_keeps_what_came_first_and_the_newer_one_does_not_wait_for_it(shown):
    assert shown[KEEPS.name].keys() == {OLDER, NEWER}
    assert "cancel" in shown[KEEPS.name][OLDER] & shown[KEEPS.name][NEWER]
    assert shown[KEEPS.name][NEWER] - shown[KEEPS.name][OLDER] == {"move/over-a-move"}


def test_every_release_adds_partitions_with_the_replicas_of_a_move(shown):
    assert shown[GROWS.name] == {OLDER: {"grow"}, NEWER: {"grow"}}


def reassigned(*targets):
    return {"op": "reassign", "targets": [{"partition": at, "replicas": replicas} for at, replicas in targets]}


def partition(replicas, adding=(), removing=(), isr=()):
    return {"replicas": list(replicas), "adding": list(adding), "removing": list(removing), "isr": list(isr)}


def told(state, **more):
    return {"partitions": {"0": state}, **more}


REFUSED = [{"kind": "InvalidReplicaAssignmentException", "message": None, "partition": 0}]


@pytest.mark.parametrize(
    ("left", "is_shown", "concerned"),
    [
        (partition([1, 2], [2], [2], isr=[1]), True, True),
        (partition([1, 2], [2], [2], isr=[2]), False, True),
        (partition([1, 2, 3], [3], [2], isr=[1, 2, 3]), False, False),
    ],
)
def test_it_never_ends_where_a_replica_is_on_both_lists_and_all_that_stay_are_in_sync(left, is_shown, concerned):
    document = {"steps": [reassigned((0, [1]))]}
    assert NEVER_ENDS.shown(document, Value([told(left)])) is is_shown
    assert NEVER_ENDS.concerns(document, Value([told(left)])) is concerned
    assert not NEVER_ENDS.concerns(document, Error("NullPointerException", None))


@pytest.mark.parametrize(
    ("step", "answered"),
    [
        (reassigned((0, [1, 2])), told(partition([1, 2, 3], removing=[3]))),
        (reassigned((0, None)), told(partition([1, 2], removing=[2]))),
        (reassigned((0, [1, 2])), told(partition([1, 2], removing=[2]), refused=REFUSED)),
        (reassigned((0, [1, 2])), told(partition([1, 2], removing=[2]), error={"kind": "UnknownServerException"})),
        ({"op": "list"}, told(partition([1, 2], removing=[2]))),
    ],
)
def test_no_replica_is_lost_that_was_not_asked_for(step, answered):
    assert not LOSES.shown({"steps": [step]}, Value([answered]))
    assert LOSES.shown({"steps": [reassigned((0, [1, 2]))]}, Value([told(partition([1, 2], removing=[2]))]))
    assert LOSES.shown({"steps": [reassigned((0, [1, 2]))]}, Value([told(partition([1]))]))


def test_a_replica_stays_lost_where_a_target_changes_nothing():
    document = {"steps": [reassigned((0, [1])), reassigned((0, [1, 2]))]}
    assert LOSES.shown(document, Value([told(partition([1, 2], removing=[2])), {"partitions": {}}]))


RAISED = [
    (reassigned((0, [1, 2])), told(partition([1, 2], [2], isr=[1]))),
    (reassigned((0, [1, 3])), told(partition([1, 3, 2], [3], [2], isr=[1]))),
]


@pytest.mark.parametrize(
    ("step", "answered", "is_shown"),
    [
        (reassigned((0, None)), told(partition([1, 2], isr=[1, 2])), True),
        (reassigned((0, None)), told(partition([1], isr=[1])), False),
        (reassigned((0, None)), told(partition([1, 2], isr=[1, 2]), refused=REFUSED), False),
        ({"op": "isr"}, told(partition([1, 3], isr=[1])), True),
        ({"op": "isr"}, told(partition([1, 3], isr=[1, 3])), False),
        ({"op": "list"}, told(partition([1, 3, 2], [3], [2], isr=[1])), False),
    ],
)
def test_what_came_first_is_forgotten_where_a_cancel_keeps_it_or_an_end_is_without_it(step, answered, is_shown):
    made = [(reassigned(), told(partition([1], isr=[1]))), *RAISED, (step, answered)]
    document, answer = {"steps": [step for step, _ in made]}, Value([answered for _, answered in made])
    assert KEEPS.shown(document, answer) is is_shown
    assert KEEPS.concerns(document, answer)


@pytest.mark.parametrize(
    ("before", "added", "is_shown", "concerned"),
    [
        (partition([3, 1], [3], [1]), {"1": partition([1, 2])}, True, True),
        (partition([1, 2], [2]), {"1": partition([1, 2])}, False, True),
        (partition([3, 1], [3], [1]), {}, False, True),
        (partition([1, 2]), {"1": partition([1])}, False, False),
    ],
)
def test_an_added_partition_has_a_moves_replicas_where_no_other_is_to_have_as_many(before, added, is_shown, concerned):
    document = {"steps": [{"op": "create"}, {"op": "grow"}]}
    answer = Value([told(before), {"partitions": added}])
    assert GROWS.shown(document, answer) is is_shown
    assert GROWS.concerns(document, answer) is GROWS.refuses(document, answer) is concerned


def test_a_first_target_concerns_no_fix_of_what_another_one_forgets():
    made = [(reassigned(), told(partition([1], isr=[1]))), RAISED[0], (reassigned((0, None)), told(partition([1])))]
    document, answer = {"steps": [step for step, _ in made]}, Value([answered for _, answered in made])
    assert not KEEPS.concerns(document, answer)
    assert not KEEPS.shown(document, answer)


@pytest.mark.parametrize("fault", [NEVER_ENDS, LOSES, KEEPS], ids=lambda fault: fault.name)
def test_two_targets_of_one_request_show_nothing_and_may_change(fault):
    document = {"steps": [reassigned((0, [1, 2]), (0, [1]))]}
    answer = Value([told(partition([1, 2], [2], [2], isr=[1]))])
    assert not fault.shown(document, answer)
    assert fault.concerns(document, answer)
    assert not fault.concerns({"steps": [reassigned((0, [1, 2]), (1, [1]))]}, Value([told(partition([1, 2]))]))


@pytest.mark.parametrize(
    ("steps", "may_fail"),
    [
        (["isr", "heartbeat"], False),
        (["heartbeat", "isr"], True),
        (["create", "isr"], False),
        (["unregister"], False),
        (["create", "grow"], True),
    ],
)
def test_a_fix_may_fail_only_where_a_leader_is_asked_for_after_a_broker_went_or_partitions_are_added(steps, may_fail):
    assert LOSES.refuses({"steps": [{"op": op} for op in steps]}, Value([])) is may_fail
