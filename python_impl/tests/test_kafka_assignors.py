"""Range, RoundRobin, Sticky and CooperativeSticky. The expected lists were measured on the JARs."""

import struct

import numpy as np
import pytest
from assignor_groups import LINES, NEWEST, groups, member, partitions, sticky, texts
from drawn_examples import examples
from hypothesis import given, settings

from copartition.errors import (
    ArithmeticException,
    IllegalArgumentException,
    NoSuchElementException,
    NullPointerException,
)
from copartition.kafka import (
    CooperativeStickyAssignor,
    Member,
    PartitionRacks,
    RebalanceProtocol,
    RoundRobinAssignor,
    StickyAssignor,
    Subscription,
    TopicPartition,
    assign,
)
from copartition.kafka.protocol import SchemaException, decode_sticky, encode_sticky
from copartition.kafka.protocol.buffers import Buffer

ALL = ("range", "round-robin", "sticky", "cooperative-sticky")


def assigned(name, topics, *members, version=NEWEST):
    return texts(assign(name, topics, members, version))


# --- the worked examples of the partition-assignment article


@pytest.mark.parametrize("version", LINES)
def test_round_robin_over_two_topics(version):
    answer = assigned("round-robin", {"T1": 3, "T2": 2}, member("C0", "T1 T2"), member("C1", "T1 T2"), version=version)
    assert answer == {"C0": "T1-0 T1-2 T2-1", "C1": "T1-1 T2-0"}


@pytest.mark.parametrize("version", LINES)
def test_range_gives_the_first_members_more(version):
    trio = [member(f"C{n}", "T1 T2") for n in range(3)]
    assert assigned("range", {"T1": 4, "T2": 4}, *trio, version=version) == {
        "C0": "T1-0 T1-1 T2-0 T2-1", "C1": "T1-2 T2-2", "C2": "T1-3 T2-3"
    }  # fmt: skip


FOUR = {f"T{n}": 2 for n in range(4)}
EVERY = "T0 T1 T2 T3"


def test_round_robin_shuffles_when_a_member_dies():
    assert assigned("round-robin", FOUR, member("C0", EVERY), member("C2", EVERY)) == {
        "C0": "T0-0 T1-0 T2-0 T3-0", "C2": "T0-1 T1-1 T2-1 T3-1"
    }  # fmt: skip


@pytest.mark.parametrize("version", LINES)
def test_sticky_keeps_what_it_can_when_a_member_dies(version):
    leader = StickyAssignor(version)
    before = leader.assign(FOUR, [member(f"C{n}", EVERY) for n in range(3)])
    assert texts(before) == {"C0": "T0-0 T1-1 T3-0", "C1": "T0-1 T2-0 T3-1", "C2": "T1-0 T2-1"}
    survivors = []
    for name in ("C0", "C2"):
        assignor = StickyAssignor(version)
        assignor.on_assignment(before[name], 1)
        survivors.append(member(name, EVERY, user_data=assignor.subscription_user_data(())))
    after = StickyAssignor(version).assign(FOUR, survivors)
    assert {name: set(before[name]) <= set(given) for name, given in after.items()} == {"C0": True, "C2": True}
    assert sorted(map(len, after.values())) == [4, 4]


def test_sticky_moves_less_than_round_robin_when_subscriptions_differ():
    topics = {"T0": 1, "T1": 2, "T2": 3}
    three = [member("C0", "T0"), member("C1", "T0 T1"), member("C2", "T0 T1 T2")]
    assert assigned("round-robin", topics, *three) == {"C0": "T0-0", "C1": "T1-0", "C2": "T1-1 T2-0 T2-1 T2-2"}
    before = assigned("sticky", topics, *three)
    assert before == {"C0": "T0-0", "C1": "T1-0 T1-1", "C2": "T2-0 T2-1 T2-2"}
    left = [sticky("C1", "T0 T1", before["C1"]), sticky("C2", "T0 T1 T2", before["C2"])]
    assert assigned("sticky", topics, *left) == {"C1": "T1-0 T1-1 T0-0", "C2": "T2-0 T2-1 T2-2"}
    assert assigned("round-robin", topics, *three[1:]) == {"C1": "T0-0 T1-1", "C2": "T1-0 T2-0 T2-1 T2-2"}


# --- the originals' own faults


def test_a_partition_that_is_gone_makes_another_one_come_twice():
    a, b = sticky("A", "a t", "a-2"), sticky("B", "a t", "t-0")
    assert assigned("sticky", {"a": 2, "t": 2}, a, b) == {"A": "a-2 a-0 t-0", "B": "t-0 a-1 t-1"}


def test_an_empty_subscription_keeps_partitions_if_it_comes_first():
    a, b = sticky("A", "", "t-2"), member("B", "t")
    assert assigned("sticky", {"t": 3}, a, b) == {"A": "t-2 t-1", "B": "t-0"}


def test_the_older_member_wins_where_the_generation_is_in_the_user_data():
    a, b = sticky("A", "t", "t-0", generation=5), sticky("B", "t", "t-0", generation=4)
    assert assigned("sticky", {"t": 2}, a, b) == {"A": "t-1", "B": "t-0"}
    assert assigned("sticky", {"t": 2}, a, b, version="2.8.2") == {"A": "t-0", "B": "t-1"}


@pytest.mark.parametrize(
    ("version", "raised"),
    [
        ("2.0.1", NoSuchElementException),
        ("2.5.0", NoSuchElementException),
        ("2.8.2", None),
        ("3.3.2", ArithmeticException),
    ],
)
def test_an_empty_group(version, raised):
    if raised is None:
        assert assign("sticky", {"t": 1}, [], version) == {}
    else:
        with pytest.raises(raised):
            assign("sticky", {"t": 1}, [], version)
    assert assign("range", {"t": 1}, [], version) == {}
    with pytest.raises(IllegalArgumentException, match="CircularIterator can only be used on non-empty lists"):
        assign("round-robin", {"t": 1}, [], version)


def test_sticky_before_2_3_wants_metadata_and_sound_user_data():
    with pytest.raises(NullPointerException, match="intValue"):
        assign("sticky", {"t": 1}, [member("A", "t ghost")], "2.2.2")
    with pytest.raises(SchemaException, match="Error reading field 'previous_assignment'"):
        assign("sticky", {"t": 1}, [member("A", "t", user_data=b"\0\0\0\1\0")], "2.2.2")
    broken = [member("A", "t ghost", user_data=b"\0\0\0\1\0")]
    assert texts(assign("sticky", {"t": 1}, broken, "2.3.1")) == {"A": "t-0"}


# --- differences between releases


def test_a_topic_listed_twice_counts_twice_in_range_before_3_5():
    pair = [member("A", "t t"), member("B", "t")]
    assert assigned("range", {"t": 6}, *pair, version="3.4.1") == {"A": "t-0 t-1 t-2 t-3", "B": "t-4 t-5"}
    assert assigned("range", {"t": 6}, *pair, version="3.5.1") == {"A": "t-0 t-1 t-2", "B": "t-3 t-4 t-5"}


def test_members_keep_their_lowest_partitions_from_3_7_1_on():
    trio = [sticky("A", "t", "t-3 t-1 t-0"), member("B", "t")]
    assert assigned("sticky", {"t": 4}, *trio, version="3.7.0") == {"A": "t-3 t-1", "B": "t-0 t-2"}
    assert assigned("sticky", {"t": 4}, *trio) == {"A": "t-0 t-1", "B": "t-2 t-3"}


def test_static_members_come_first_and_keep_the_order_of_the_leaders_map_if_equal():
    trio = [member("m", "t"), member("b", "t", instance="i"), member("a", "t", instance="i")]
    assert assigned("range", {"t": 3}, *trio) == {"m": "t-2", "b": "t-1", "a": "t-0"}
    assert assigned("round-robin", {"t": 3}, *trio) == {"m": "t-2", "b": "t-1", "a": "t-0"}


def test_racks_count_from_3_5_on():
    topics = {"t": PartitionRacks((frozenset({"r1"}), frozenset({"r0"})))}
    pair = [member("A", "t", rack="r0"), member("B", "t", rack="r1")]
    for name in ("range", "sticky", "cooperative-sticky"):
        assert assigned(name, topics, *pair) == {"A": "t-1", "B": "t-0"}
        assert assigned(name, topics, *pair, version="3.4.1") == {"A": "t-0", "B": "t-1"}


def test_cooperative_members_wait_for_what_another_one_has():
    pair = [member("A", "t", owned=partitions("t-0 t-1 t-2 t-3"), generation=1), member("B", "t")]
    assert assigned("cooperative-sticky", {"t": 4}, *pair) == {"A": "t-0 t-1", "B": ""}
    trio = [member("C", "u"), *pair]
    assert assigned("cooperative-sticky", {"t": 4, "u": 1}, *trio) == {"C": "u-0", "A": "t-2 t-3", "B": ""}


def test_supplementary_characters_sort_below_the_end_of_the_first_plane():
    pair = [member("\uffee", "t"), member("\U0001f600", "t")]
    for name in ALL:
        assert assigned(name, {"t": 1}, *pair) == {"\uffee": "", "\U0001f600": "t-0"}


# --- laws


@pytest.mark.parametrize("version", LINES)
@pytest.mark.parametrize("name", ALL[:3])
@settings(max_examples=examples(25))  # a line; lines of one behaviour draw other groups
@given(group=groups())
def test_every_partition_goes_to_one_subscriber(name, version, group):
    topics, members = group
    assignment = assign(name, topics, members, version)
    given_out = [partition for given in assignment.values() for partition in given]
    subscribed = {topic for each in members for topic in each.subscription.topics}
    assert len(given_out) == len(set(given_out)) == sum(topics[topic] for topic in subscribed)
    for each in members:
        assert {partition.topic for partition in assignment[each.id]} <= set(each.subscription.topics)


@given(group=groups(uniform=True))
def test_sticky_is_balanced_where_subscriptions_are_equal(group):
    topics, members = group
    sizes = [len(given) for given in assign("sticky", topics, members).values()]
    assert max(sizes) - min(sizes) <= 1


# --- assignors with a memory


def test_sticky_sends_what_it_was_given():
    assignor = StickyAssignor()
    assert assignor.name() == "sticky"
    assert assignor.supported_protocols() == (RebalanceProtocol.EAGER,)
    assert assignor.subscription_user_data(()) is None
    assignor.on_assignment(partitions("t-1 t-0"), 7)
    assert assignor.subscription_user_data(()).hex() == "0000000100017400000002000000010000000000000007"
    older = StickyAssignor("2.2.2")
    assert older.subscription_user_data(()) == b""
    older.on_assignment(partitions("t-1"), 7)
    assert older.subscription_user_data(()).hex() == "000000010001740000000100000001"


def test_cooperative_sends_its_generation_from_2_8_1_on():
    assignor = CooperativeStickyAssignor()
    assert assignor.supported_protocols() == (RebalanceProtocol.COOPERATIVE, RebalanceProtocol.EAGER)
    assert assignor.subscription_user_data(()) == b"\xff\xff\xff\xff"
    assignor.on_assignment((), 5)
    assert assignor.subscription_user_data(()) == struct.pack(">i", 5)
    assert CooperativeStickyAssignor("2.8.0").subscription_user_data(()) is None


@pytest.mark.parametrize("make", [StickyAssignor, CooperativeStickyAssignor])
@pytest.mark.parametrize(
    ("given", "generation", "message"),
    [
        ([TopicPartition("t", 0)], 2**31, "generation must be a 32-bit integer, not 2147483648"),
        ([], True, "generation must be an integer, not True"),
        ([], None, "generation must be an integer, not NoneType"),
        ([("t", 0)], 1, "partitions must hold TopicPartition values, not tuple"),
        ("t-0", 1, "partitions must hold TopicPartition values, not be a str"),
        (None, 1, "partitions must be a sequence, not NoneType"),
    ],
)
def test_an_assignment_that_no_user_data_can_hold_is_refused_at_once(make, given, generation, message):
    assignor = make()
    assignor.on_assignment(partitions("t-1"), np.int32(7))
    sent = assignor.subscription_user_data(())
    with pytest.raises(ValueError, match=f"^{message}"):
        assignor.on_assignment(given, generation)
    assert assignor.subscription_user_data(()) == sent


def test_what_moves_is_given_as_a_copy():
    assignor = CooperativeStickyAssignor()
    assignor.assign({"t": 2}, [member("A", "t", owned=partitions("t-0 t-1")), member("B", "t")])
    moving = assignor.partitions_transferring_ownership()
    assert list(moving.values()) == ["B"]
    moving.clear()
    assert list(assignor.partitions_transferring_ownership().values()) == ["B"]


def test_the_highest_generation_stays_with_the_instance_from_3_0_on():
    assignor = StickyAssignor()
    assignor.assign({"t": 1}, [sticky("A", "t", "t-0", generation=9)])
    assert assignor.max_generation() == 9
    assert assignor.is_sticky()
    assert assignor.partitions_transferring_ownership() == {}
    assignor.assign({"t": 1, "u": 1}, [member("A", "t"), member("B", "u")])
    assert assignor.max_generation() == 9
    assert assignor.partitions_transferring_ownership() is None


@given(group=groups())
def test_user_data_comes_back(group):
    _, members = group
    for each in members:
        read = decode_sticky(Buffer(each.subscription.user_data))
        assert encode_sticky(read.partitions, read.generation) == each.subscription.user_data


# --- bad input


@pytest.mark.parametrize(
    ("topics", "members", "version", "message"),
    [
        ({"t": -1}, [], NEWEST, r"topics\['t'\] must be a number of partitions, not -1"),
        ({"t": 1 << 31}, [], NEWEST, r"topics\['t'\] must be a 32-bit integer"),
        ({}, [member("A", "t"), member("A", "u")], NEWEST, "different ids: 'A' occurs twice"),
        ({}, [member("A", "t", rack="r")], "3.3.2", "no rack before 3.4.0"),
        ({}, [member("A", "t", generation=1)], "3.3.2", "no generation before 3.4.0"),
        ({}, [member("A", "t", instance="i")], "2.3.1", "no instance before 2.4.0"),
        ({}, [member("A", "t", owned=partitions("t-0"))], "2.3.1", "no owned before 2.4.0"),
        ({"t": PartitionRacks((frozenset("r"),))}, [], "3.3.2", "no racks before 3.4.0"),
        ({}, [], "4.9.0", r"version must be a release of Kafka from 2.0.0 to 4.4.0, not 4.9.0"),
        ({}, [], "1.1.1", "version must be a release of Kafka from"),
        ({}, [], "4.4", "version must be a release of Kafka with three numbers, such as 4.4.0"),
    ],
)
def test_what_cannot_be_is_refused_by_name(topics, members, version, message):
    with pytest.raises(ValueError, match=message):
        assign("range", topics, members, version)


def test_unknown_assignors_are_refused():
    with pytest.raises(ValueError, match="assignor must be one of range"):
        assign("stickier", {}, [])
    with pytest.raises(ValueError, match=r"no cooperative-sticky assignor before 2\.4\.0"):
        assign("cooperative-sticky", {}, [], "2.3.1")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Subscription("t"), "Subscription.topics must hold str values, not be a str"),
        (lambda: Subscription((1,)), "Subscription.topics must hold str values, not int"),
        (lambda: Subscription((), user_data="x"), "Subscription.user_data must be bytes or None, not str"),
        (lambda: Subscription((), owned=("t",)), "Subscription.owned must hold TopicPartition values"),
        (lambda: Subscription((), rack=1), "Subscription.rack must be a str or None, not int"),
        (lambda: Member(1, Subscription(())), "Member.id must be a str, not int"),
        (lambda: Member("A", ()), "Member.subscription must be a Subscription, not tuple"),
        (lambda: assign("range", {1: 1}, []), "topics must be named by str, not int"),
        (lambda: assign("range", {"t": "1"}, []), r"topics\['t'\] must be an integer"),
        (lambda: assign("range", {}, ["A"]), "members must be Member values, not str"),
        (lambda: assign("range", {}, None), "members must be a sequence, not NoneType"),
        (lambda: assign("range", None, []), "topics must be a mapping from names to partitions, not NoneType"),
        (lambda: assign("range", [("t", 1)], []), "topics must be a mapping from names to partitions, not list"),
        (lambda: assign("range", {"t": None}, []), r"topics\['t'\] must be an integer, not NoneType"),
        (lambda: assign("range", {"t": 1.0}, []), r"topics\['t'\] must be an integer, not float"),
        (lambda: assign("range", {"t": True}, []), r"topics\['t'\] must be an integer, not True"),
        (lambda: Member(None, Subscription(())), "Member.id must be a str, not NoneType"),
        (lambda: Subscription(None), "Subscription.topics must be a sequence, not NoneType"),
        (lambda: Subscription((), owned=[("t", 0)]), "Subscription.owned must hold TopicPartition values, not tuple"),
        (lambda: Subscription((), owned=7), "Subscription.owned must be a sequence, not int"),
        (lambda: Subscription((), generation="1"), "Subscription.generation must be an integer, not str"),
        (lambda: Subscription((), instance=b"i"), "Subscription.instance must be a str or None, not bytes"),
        (lambda: PartitionRacks(None), "PartitionRacks.racks must be a sequence, not NoneType"),
        (lambda: PartitionRacks(("r",)), r"PartitionRacks.racks\[0\] must hold str values, not be a str"),
        (lambda: PartitionRacks((None,)), r"PartitionRacks.racks\[0\] must be a sequence, not NoneType"),
        (lambda: TopicPartition(None, 0), r"TopicPartition\.topic must be a str, not NoneType"),
        (lambda: TopicPartition("t", "0"), "partition must be an integer, not str"),
    ],
)
@pytest.mark.parametrize("kind", [TypeError, ValueError])
def test_wrong_types_are_refused(make, message, kind):
    """Python's usual error, and that of every other bad input, at once."""
    with pytest.raises(kind, match=message):
        make()


@pytest.mark.parametrize("assignor", ["range", "round-robin", "sticky", "cooperative-sticky"])
@pytest.mark.parametrize(
    ("topics", "members", "version", "message"),
    [
        ({"t": -1}, [], "4.4.0", r"topics\['t'\] must be a number of partitions, not -1"),
        ({"t": 1 << 31}, [], "4.4.0", r"topics\['t'\] must be a 32-bit integer"),
        ({}, [Member("A", Subscription(()))] * 2, "4.4.0", "members must have different ids: 'A' occurs twice"),
        ({"t": PartitionRacks(({"r"},))}, [], "3.3.2", r"topics must have no racks before 3\.4\.0"),
        ({}, [Member("A", Subscription((), rack="r"))], "3.3.2", r"a subscription has no rack before 3\.4\.0"),
        ({}, [], 4.4, "version must be a str such as .*, not float"),
        ({}, [], "5.0.0", r"version must be a release of Kafka from 2\.0\.0 to "),
    ],
)
def test_groups_that_java_could_not_even_hold_are_refused(assignor, topics, members, version, message):
    with pytest.raises(ValueError, match=message):
        assign(assignor, topics, members, version)


def test_an_assignor_is_named():
    with pytest.raises(ValueError, match="assignor must be a name or a ConsumerPartitionAssignor, not list"):
        assign(["range"], {}, [])
    for assignor in (StickyAssignor(), StickyAssignor, RoundRobinAssignor("2.8.2")):
        known = "sticky" if "Sticky" in str(assignor) else "round-robin"
        with pytest.raises(ValueError, match=rf': write "{known}", and the release as version$'):
            assign(assignor, {}, [])


@pytest.mark.parametrize("version", ["2.4.1", "2.5.0", "2.8.0"])
def test_members_below_the_quota_take_from_the_fullest_where_free_partitions_run_out(version):
    # Ten partitions, seven members: four have two each, the two that are left go to E and F.
    owners = [sticky(name, "t", f"t-{2 * place} t-{2 * place + 1}") for place, name in enumerate("ABCD")]
    given = assigned("sticky", {"t": 10}, *owners, *(member(name, "t") for name in "EFG"), version=version)
    assert {given["E"], given["F"]} == {"t-8", "t-9"}
    assert given["G"] in {f"t-{number}" for number in range(8)}
    assert sorted(" ".join(given.values()).split()) == [f"t-{number}" for number in range(10)]
    assert sorted(len(its.split()) for its in given.values()) == [1, 1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize("version", ["2.8.2", "3.3.2"])
def test_what_several_members_claim_in_one_generation_no_member_keeps(version):
    claims = [sticky("A", "t", "t-0 t-1"), sticky("B", "t", "t-1 t-2"), sticky("C", "t", "t-1 t-3")]
    given = assigned("sticky", {"t": 6}, *claims, version=version)
    kept = {name: set(its.split()) & {"t-0", "t-2", "t-3"} for name, its in given.items()}
    assert kept == {"A": {"t-0"}, "B": {"t-2"}, "C": {"t-3"}}
    assert sorted(" ".join(given.values()).split()) == [f"t-{number}" for number in range(6)]
