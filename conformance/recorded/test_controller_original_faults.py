"""Which recorded answers show a fault of Kafka's controller, and which inputs are none of its."""

import pytest
from golden_vectors import showing

from jarparity.answers import Error, Value
from jarparity.areas.kafka_controller.original_faults import ORIGINAL_FAULTS

FAULTS = {fault.name: fault for fault in ORIGINAL_FAULTS}
NEVER_ENDS = FAULTS["kafka-reassignment-never-ends"]
LOSES = FAULTS["kafka-reassignment-loses-a-replica"]
OLDER, NEWER = "kafka-metadata 4.0.2", "kafka-metadata 4.3.1"


@pytest.fixture(scope="module")
def shown():
    return showing(ORIGINAL_FAULTS)


def test_a_replica_that_comes_and_goes_is_waited_for_by_the_newer_release_alone(shown):
    assert shown[NEVER_ENDS.name] == {NEWER: {"back", "change/reassignment-back-never-ends"}}


def test_every_release_takes_away_what_was_asked_for(shown):
    assert shown[LOSES.name].keys() == {OLDER, NEWER}
    assert all({"back", "move/over-a-move"} <= ids for ids in shown[LOSES.name].values())


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


@pytest.mark.parametrize("fault", ORIGINAL_FAULTS, ids=lambda fault: fault.name)
def test_two_targets_of_one_request_show_nothing_and_may_change(fault):
    document = {"steps": [reassigned((0, [1, 2]), (0, [1]))]}
    answer = Value([told(partition([1, 2], [2], [2], isr=[1]))])
    assert not fault.shown(document, answer)
    assert fault.concerns(document, answer)
    assert not fault.concerns({"steps": [reassigned((0, [1, 2]), (1, [1]))]}, Value([told(partition([1, 2]))]))


@pytest.mark.parametrize(
    ("steps", "may_fail"),
    [(["isr", "heartbeat"], False), (["heartbeat", "isr"], True), (["create", "isr"], False), (["unregister"], False)],
)
def test_a_fix_may_fail_only_where_a_leader_is_asked_for_after_a_broker_went(steps, may_fail):
    assert LOSES.refuses({"steps": [{"op": op} for op in steps]}, Value([])) is may_fail
