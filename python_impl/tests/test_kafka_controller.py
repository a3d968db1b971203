"""What a KRaft controller makes of partitions that are reassigned: what Kafka's JARs answer, and what holds of all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import (
    BrokerIdNotRegisteredException,
    ElectionNotNeededException,
    FencedLeaderEpochException,
    IllegalArgumentException,
    IneligibleReplicaException,
    InvalidReplicaAssignmentException,
    InvalidReplicationFactorException,
    InvalidRequestException,
    InvalidUpdateVersionException,
    NewLeaderElectedException,
    NoReassignmentInProgressException,
    NotControllerException,
    PreferredLeaderNotAvailableException,
    StaleBrokerEpochException,
    TopicExistsException,
    UnknownTopicIdException,
    UnknownTopicOrPartitionException,
    WrongTypeError,
)
from copartition.kafka.controller import Controller, IsrChange, Partition, Target
from copartition.kafka.controller.membership import Membership
from copartition.kafka.controller.reassigning import ReassignmentReplicas, Revert
from copartition.kafka.coordinator.timeline import TimelineMap
from copartition.port import PORT

ASK = PORT.operations["kafka.controller.reassignment"]


def controller(*replicas, elr=False, min_isr=2, unclean=False, **more):
    made = Controller("t", eligible_leader_replicas=elr, **more)
    for broker in range(1, 6):
        made.register_broker(broker)
        made.heartbeat(broker)
    made.create_topic(replicas, min_insync_replicas=min_isr, unclean=unclean)
    return made


def reassign(made, *replicas, at=0, **more):
    """The kinds of what is refused."""
    target = Target(at, None if replicas == (None,) else replicas)
    return [type(error) for _, error in made.reassign([target], **more)]


def isr(made, *brokers, at=0, **more):
    return [type(error) for _, error in made.alter_isr(IsrChange(at, brokers, **more))]


def shown(made, at=0):
    found = made.partitions[at]
    return found.replicas, found.isr, found.adding, found.removing, found.leader


def test_a_factor_is_raised_when_all_new_replicas_are_in_sync():
    made = controller((1,))
    assert reassign(made, 1, 3, 2) == []
    assert shown(made) == ((1, 3, 2), (1,), (2, 3), (), 1)
    assert isr(made, 1, 2) == []
    assert shown(made) == ((1, 3, 2), (1, 2), (2, 3), (), 1)
    assert isr(made, 1, 2, 3) == []
    assert made.partitions[0] == Partition((1, 3, 2), (1, 2, 3), 1, leader_epoch=0, partition_epoch=3)


def test_a_factor_is_lowered_at_once_and_a_leader_whose_replica_goes_leads_no_longer():
    made = controller((1, 2, 3))
    assert reassign(made, 3, 2) == []
    assert made.partitions[0] == Partition((3, 2), (2, 3), 3, leader_epoch=1, partition_epoch=1)


def test_a_leader_who_ends_his_own_part_is_told_of_the_next():
    made = controller((1,))
    reassign(made, 2)
    assert isr(made, 1, 2) == [NewLeaderElectedException]
    assert shown(made) == ((2,), (2,), (), (), 2)


@pytest.mark.parametrize(("release", "ended"), [("4.2.2", False), ("4.3.0", True)])
def test_old_replicas_that_are_out_of_sync_are_waited_for_up_to_4_2(release, ended):
    made = controller((1, 2, 3), release=release)
    isr(made, 1, 2)
    reassign(made, 1, 2, 3, 4)
    isr(made, 1, 2, 4)
    assert made.reassigned == (() if ended else (0,))


def test_where_there_will_be_fewer_all_that_stay_are_waited_for():
    made = controller((1, 2, 3, 4))
    isr(made, 1, 2, 3)
    reassign(made, 4, 5)
    isr(made, 1, 2, 3, 5)
    assert made.reassigned == (0,)
    isr(made, 1, 5, 4)
    assert shown(made)[:2] == ((4, 5), (5, 4))


def test_a_cancel_leaves_the_old_replicas_in_the_order_of_the_target():
    made = controller((3, 1, 2))
    reassign(made, 4, 2, 5)
    assert made.partitions[0].replicas == (4, 2, 5, 1, 3)
    assert reassign(made, None) == []
    assert shown(made) == ((2, 1, 3), (3, 1, 2), (), (), 3)
    assert reassign(made, None) == [NoReassignmentInProgressException]


def test_a_cancel_that_would_lose_messages_is_refused_unless_they_may_be_lost():
    made = controller((1,))
    reassign(made, 2, 3)
    isr(made, 1, 2)
    made.heartbeat(1, fence=True)
    assert reassign(made, None) == [InvalidReplicaAssignmentException]
    made.configure_topic(unclean=True)
    made.heartbeat(1)
    assert reassign(made, None) == []
    assert made.partitions[0] == Partition((1,), (1,), 1, leader_epoch=2, partition_epoch=4)


@pytest.mark.parametrize(("release", "stands"), [("4.2.2", False), ("4.3.0", True), ("4.4.0", True)])
def test_the_old_replicas_as_a_target_are_no_way_back_from_4_3_on(release, stands):
    made = controller((1,), release=release)
    reassign(made, 1, 2)
    reassign(made, 1)
    if stands:
        assert shown(made) == ((1, 2), (1,), (2,), (2,), 1)
        isr(made, 1, 2)
        assert made.reassigned == (0,)
        reassign(made, None)
    assert shown(made) == ((1,), (1,), (), (), 1)


def test_a_target_over_a_move_loses_what_the_move_was_taking_away():
    made = controller((1, 2))
    reassign(made, 1, 3)
    reassign(made, 3, 1, 2)  # three replicas
    isr(made, 1, 2, 3)
    assert shown(made)[0] == (3, 1)


def test_two_targets_in_one_request_may_leave_a_replica_that_is_to_go():
    made = controller((3, 2), release="4.0.2")
    assert made.reassign([Target(0, (1,)), Target(0, (2,))]) == []
    assert shown(made) == ((2,), (2,), (1,), (2, 3), 2)
    made.heartbeat(2, shut_down=True)
    assert shown(made) == ((2,), (2,), (1,), (2, 3), -1)


def test_what_is_refused_of_a_target():
    made = controller((1, 2))
    for wrong in ((), (1, 1), (1, 9), (-1,)):
        assert reassign(made, *wrong) == [InvalidReplicaAssignmentException]
    assert reassign(made, 1, at=1) == [UnknownTopicOrPartitionException]
    assert reassign(made, 1, 2, 3, allow_factor_change=False) == [InvalidReplicationFactorException]
    assert reassign(made, 1, 3, allow_factor_change=False) == []
    assert reassign(made, 1, 2, 3, allow_factor_change=False) == [InvalidReplicationFactorException]
    assert reassign(made, 4, 5, allow_factor_change=False) == []


def test_what_is_refused_of_a_leaders_request():
    made = controller((1, 2, 3))
    made.heartbeat(1, fence=True)
    assert made.partitions[0] == Partition((1, 2, 3), (2, 3), 2, leader_epoch=1, partition_epoch=1)
    assert isr(made, 2, leader_epoch=2) == isr(made, 2, partition_epoch=2) == [NotControllerException]
    assert isr(made, 2, leader_epoch=0) == [FencedLeaderEpochException]
    assert isr(made, 2, leader=3, partition_epoch=0) == [InvalidRequestException]
    assert isr(made, 2, partition_epoch=0) == [InvalidUpdateVersionException]
    assert (
        isr(made, 3) == isr(made, 2, 2) == isr(made, 2, 4) == isr(made, 2, recovering=True) == [InvalidRequestException]
    )
    assert isr(made, 2, 1) == isr(made, 2, 3, outdated=frozenset({3})) == [IneligibleReplicaException]
    assert isr(made, 2, at=4, leader=2) == [UnknownTopicOrPartitionException]
    with pytest.raises(StaleBrokerEpochException, match="for broker id -1"):
        isr(made, 2, at=4)


@pytest.mark.parametrize(("metadata", "epoch"), [("3.5-IV2", 1), ("3.6-IV0", 0), ("4.0-IV3", 0)])
def test_the_leaders_epoch_counts_shrinks_of_the_isr_before_3_6(metadata, epoch):
    made = controller((1, 2), metadata_version=metadata)
    isr(made, 1)
    isr(made, 1, 2)
    assert made.partitions[0].leader_epoch == epoch


def test_the_last_in_sync_stays_so_where_none_is_eligible():
    made = controller((1, 2))
    isr(made, 1)
    made.heartbeat(1, fence=True)
    assert made.partitions[0] == Partition((1, 2), (1,), -1, leader_epoch=1, partition_epoch=2)
    assert [type(error) for _, error in made.elect_leaders([0])] == [PreferredLeaderNotAvailableException]
    assert made.elect_leaders([0], unclean=True) == []
    assert made.partitions[0] == Partition((1, 2), (2,), 2, leader_epoch=2, partition_epoch=3, recovering=True)
    assert isr(made, 2) == []
    assert not made.partitions[0].recovering


def test_who_left_is_eligible_and_leads_again():
    made = controller((1, 2, 3), elr=True)
    for broker in (3, 2, 1):
        made.heartbeat(broker, fence=True)
    left = Partition((1, 2, 3), (), -1, leader_epoch=1, partition_epoch=3, elr=(1, 2), last_known_elr=(1,))
    assert made.partitions[0] == left
    made.heartbeat(3)
    assert made.partitions[0] == left
    made.heartbeat(2)
    assert made.partitions[0] == Partition((1, 2, 3), (2,), 2, leader_epoch=2, partition_epoch=4, elr=(1,))
    made.register_broker(1)  # went down, and doesn't say how
    assert made.partitions[0].elr == ()


@pytest.mark.parametrize(("release", "leader"), [("4.0.2", 1), ("4.1.0", -1)])
def test_the_last_leader_may_be_down_up_to_4_0(release, leader):
    made = controller((1,), elr=True, release=release)
    made.register_broker(1)
    made.elect_leaders(unclean=True)
    assert made.partitions[0].leader == leader


def test_an_eligible_replica_that_is_taken_away_may_be_asked_for_in_vain():
    made = controller((1, 2, 3), elr=True)
    reassign(made, 3)
    made.heartbeat(3, fence=True)
    assert made.partitions[0].elr == (1, 2, 3)
    (refused,) = made.reassign([Target(0, (2, 1))])
    assert (refused.error.kind, str(refused.error)) == ("UnknownServerException", "")
    with pytest.raises(IllegalArgumentException, match="Replica 9 is not assigned"):
        made.partitions[0].has_directory(9)


def test_the_factor_of_partition_0_stands_for_all():
    made = controller((1, 2), (1, 2), elr=True, min_isr=3)
    isr(made, 1, at=1)
    assert made.partitions[1].elr == (2,)
    reassign(made, 1)  # partition 0: one replica is enough for all
    isr(made, 1, 2, at=1)
    isr(made, 1, at=1)
    assert made.partitions[1].elr == ()


def test_partitions_are_reassigned_as_that_began_and_elected_as_kafkas_map_has_them():
    made = controller((1, 2), (1, 2), (1, 2))
    for at in (2, 0, 1):
        reassign(made, 1, 2, 3, at=at)
    assert made.reassigned == (2, 0, 1)
    isr(made, 1, 2, 3)
    assert made.reassigned == (2, 1)
    made.heartbeat(1, fence=True)
    assert [at for at, _ in made.elect_leaders()] == [2, 0, 1]
    assert {type(error) for _, error in made.elect_leaders([1], unclean=True)} == {ElectionNotNeededException}


def test_brokers_shut_down_and_come_back():
    made = controller((1, 2), (2, 1))
    made.heartbeat(1, shut_down=True)
    assert (shown(made)[1:], made.brokers[1].shutting_down) == (((2,), (), (), 2), True)
    made.heartbeat(1, shut_down=True)
    assert made.brokers[1].fenced
    made.register_broker(1, cleanly=True)
    made.heartbeat(1)
    assert isr(made, 2, 1) == []
    made.balance_leaders()
    assert shown(made)[4] == 1
    made.unregister_broker(1)
    assert shown(made)[1:] == ((2,), (), (), 2)
    for gone in (made.unregister_broker, made.heartbeat):
        with pytest.raises((BrokerIdNotRegisteredException, StaleBrokerEpochException)):
            gone(1)


def test_a_topic_that_is_there_and_one_that_is_not():
    made = Controller("t", eligible_leader_replicas=False)
    with pytest.raises(UnknownTopicOrPartitionException, match="The topic 't' does not exist"):
        made.configure_topic(unclean=True)
    with pytest.raises(InvalidReplicaAssignmentException, match="no such broker is registered"):
        made.create_topic([[1]])
    made.register_broker(1)
    with pytest.raises(InvalidReplicaAssignmentException, match="partition 0 are fenced or in controlled shutdown"):
        made.create_topic([[1]])
    assert reassign(made, 1) == reassign(made, None) == [UnknownTopicOrPartitionException]
    assert isr(made, 1, leader=1) == [UnknownTopicIdException]
    assert (made.elect_leaders(), made.partitions, made.reassigned) == ([], {}, ())
    made.heartbeat(1)
    made.create_topic([[1]])
    with pytest.raises(TopicExistsException):
        made.create_topic([[1]])


@pytest.mark.parametrize("wrong", [{"metadata_version": "4.0"}, {"release": "9.0.0"}, {"release": (4, 3)}])
def test_releases_and_versions_that_are_not_known(wrong):
    with pytest.raises(ValueError, match="must be"):
        Controller("t", **wrong)
    with pytest.raises(WrongTypeError):
        Controller("t", release=4)


@given(st.lists(st.integers(0, 9), unique=True, min_size=1), st.lists(st.integers(0, 9), unique=True, min_size=1))
def test_a_reassignment_that_is_taken_back_has_the_old_replicas(now, target):
    wanted = ReassignmentReplicas.of(now, target)
    assert wanted.replicas[: len(target)] == tuple(target)
    assert {*wanted.adding} == {*target} - {*now}
    reverted = Revert.of(Partition(wanted.replicas, tuple(now), now[0], wanted.adding, wanted.removing))
    assert (sorted(reverted.replicas), reverted.unclean) == (sorted(now), False)


def test_a_partition_whose_replicas_all_come_has_no_way_back():
    with pytest.raises(InvalidReplicaAssignmentException, match="addingReplicas contains all replicas"):
        Revert.of(Partition((1,), (1,), 1, adding=(1,)))


def test_a_partition_that_stands_twice_leaves_a_zero():
    listed = Membership()
    for _ in range(2):  # the original forgot to take it out in between
        listed.update(3, (), (1,))
    listed.update(3, (1,), ())
    assert listed.of(1) == (0,)
    assert listed.of(2) == ()


def test_numbers_stand_in_kafkas_order():
    numbers: TimelineMap[int, str] = TimelineMap(int)
    for number in range(7):
        numbers.put(number, "")
    assert [*numbers] == [5, 0, 2, 4, 1, 6, 3]


def test_the_port_refuses_what_is_no_step():
    whole = {"metadataVersion": "4.0-IV3", "eligibleLeaderReplicas": False, "minInsyncReplicas": 1, "unclean": False}
    assert ASK({**whole, "brokers": [1], "steps": [{"op": "list"}]}) == [{"partitions": {}, "reassigning": []}]
    with pytest.raises(ValueError, match=r"input\.steps\[0\]\.op"):
        ASK({**whole, "brokers": [1], "steps": [{"op": "no"}]})
    with pytest.raises(ValueError, match=r"input\.brokers\[0\]"):
        ASK({**whole, "brokers": ["1"], "steps": []})
