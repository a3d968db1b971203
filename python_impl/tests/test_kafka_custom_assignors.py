"""A user's custom assignor: the interface's defaults, what the abstract base counts, a rebalance, and the rules."""

import pytest
from assignor_groups import LINES, member, texts
from custom_assignors import ContractViolating, Everything, Seeing, SeeingRacks, contract_violating

from copartition.errors import WrongTypeError
from copartition.kafka import (
    Assignment,
    AssignorContractError,
    ClusterMetadata,
    Consumer,
    GroupMetadata,
    PartitionRacks,
    RebalanceProtocol,
    StickyAssignor,
    TopicPartition,
    assign,
    custom_violations,
    rebalance,
)

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
RACKED = PartitionRacks((frozenset({"r1"}), frozenset()))


def consumer(name, assignor, topics="t", **fields):
    return Consumer(name, assignor, tuple(topics.split()), **fields)


def test_the_interfaces_defaults():
    assignor = Everything()
    assert assignor.subscription_user_data(frozenset({"t"})) is None
    assert assignor.supported_protocols() == (RebalanceProtocol.EAGER,)
    assert assignor.version() == 0
    assert isinstance(Everything.configured(), Everything)
    with pytest.raises(ValueError, match="setting must be absent: Everything takes none"):
        Everything.configured("3")


def test_assign_takes_an_assignor_of_ones_own():
    answer = assign(Everything(), {"t": 2, "u": 1}, [member("A", "u"), member("B", "t u")])
    assert texts(answer) == {"A": "u-0", "B": "t-0 t-1"}
    assert list(answer) == ["A", "B"]


@pytest.mark.parametrize("version", LINES)
def test_a_rebalance_tells_what_the_release_tells(version):
    consumers = [consumer("A", Everything()), consumer("B", Everything())]
    made = rebalance({"t": 2}, consumers, version=version, generation=7)
    release = tuple(map(int, version.split(".")))
    nothing = None if release >= (2, 4, 0) else b""
    generation = 7 if release >= (2, 3, 0) else None
    told = GroupMetadata(generation, "A", None, "group") if release >= (2, 4, 0) else GroupMetadata(generation)
    assert made.user_data == {"A": nothing, "B": nothing}
    assert made.assignment == {"A": Assignment((T0, T1), nothing), "B": Assignment((), nothing)}
    assert consumers[0].assignor.told == [(Assignment((T0, T1), nothing), told)] == [made.told["A"]]
    assert len(consumers[1].assignor.told) == 1


def test_members_come_in_the_order_of_the_leaders_map_and_the_first_consumer_leads():
    first, second = Seeing(), Seeing()
    rebalance({"t": 1}, [consumer("C10", first), consumer("B", second), consumer("C1", Seeing())])
    assert first.seen == [("counts", [("t", 1)], ["B", "C10", "C1"])]
    assert second.seen == []


def test_no_member_rebalances():
    assert rebalance({"t": 1}, []).assignment == {}
    assert custom_violations(Everything(), {"t": 1}, []) == []


def test_who_is_left_out_is_told_nothing():
    forgetful = contract_violating(changed=lambda self, answer, cluster: {"A": answer["A"]})
    made = rebalance({"t": 1}, [consumer("A", forgetful()), consumer("B", Everything())])
    assert list(made.assignment) == list(made.told) == ["A"]


def test_the_base_wants_a_mapping():
    class Listing(Seeing):
        def assign_counts(self, partitions_per_topic, group):
            return [[] for _ in group]

    with pytest.raises(TypeError, match=r"^Listing must assign a mapping by member, not list$"):
        rebalance({"t": 1}, [consumer("A", Listing())])


def test_user_data_of_ones_own_replaces_the_assignors():
    made = rebalance(
        {}, [consumer("A", contract_violating(USER_DATA=b"own")()), consumer("B", Everything(), user_data=b"x")]
    )
    assert made.user_data == {"A": b"own", "B": b"x"}


@pytest.mark.parametrize("version", LINES)
def test_the_base_drops_what_has_no_partitions_and_orders_as_a_hash_map(version):
    seeing = Seeing()
    topics = {"zz": 2, "b": 1, "empty": 0, "other": 3, "a": 4}
    rebalance(topics, [consumer("A", seeing, "zz b gone"), consumer("B", Seeing(), "empty a b")], version=version)
    assert seeing.seen == [("counts", [("zz", 2), ("a", 4), ("b", 1)], ["A", "B"])]


@pytest.mark.parametrize(("version", "sees_racks"), [("3.4.1", False), ("3.5.0", True), ("4.4.0", True)])
def test_the_base_gives_racks_from_3_5_on(version, sees_racks):
    seeing = SeeingRacks()
    rebalance({"t": RACKED, "u": 1}, [consumer("A", seeing, "t u")], version=version)
    counts = ("counts", [("t", 2), ("u", 1)], ["A"])
    racks = ("partitions", [("t", RACKED), ("u", PartitionRacks((frozenset(),)))], ["A"])
    assert seeing.seen == ([racks, counts] if sees_racks else [counts])


def test_the_metadata_know_racks_on_every_release_and_stand_in_order():
    cluster = ClusterMetadata.of({"t": RACKED, "😀": 1, "\uffff": 2, "none": 0, "a": PartitionRacks(((),))}, "2.0.1")
    assert list(cluster.counts) == ["a", "t", "😀", "\uffff"]
    assert list(cluster.racks) == ["t"]
    assert cluster.racks_of("a") == (frozenset(),)
    with pytest.raises(KeyError):
        cluster.racks_of("none")


def give(name, *partitions):
    return lambda self, answer, cluster: {**answer, name: Assignment(partitions)}


def drop(name):
    return lambda self, answer, cluster: {member: given for member, given in answer.items() if member != name}


BROKEN_ANSWERS = [
    ({"NAME": ""}, "name", r"name\(\) must be a str that isn't empty"),
    ({"NAME": 3}, "name", "must be a str that isn't empty, not 3"),
    *[({"NAME": taken}, "name", "choose another") for taken in ("range", "roundrobin", "sticky", "cooperative-sticky")],
    ({"PROTOCOLS": ()}, "protocols", "at least one, such as EAGER"),
    ({"PROTOCOLS": None}, "protocols", "must be a sequence, not None"),
    ({"PROTOCOLS": ("EAGER",)}, "protocols", "RebalanceProtocol values, not 'EAGER'"),
    ({"VERSION": 1 << 15}, "version", "an int of 16 bits, not 32768"),
    ({"VERSION": True}, "version", "an int of 16 bits, not True"),
    ({"USER_DATA": "text"}, "user-data", "of 'A' must be bytes or None, not str"),
    ({"changed": drop("B")}, "unanswered", r"must answer 'B': give it Assignment\(\(\)\)"),
    ({"changed": give("Z")}, "unknown-member", "'Z', who is not in the group"),
    ({"changed": give("B", T1)}, "given-twice", "t-1 to 'B', but 'A' has it already"),
    ({"changed": give("A", T0, T0)}, "given-twice", "t-0 to 'A', but 'A' has it already"),
    (
        {"changed": give("A", T0, TopicPartition("t", 2))},
        "unknown-partition",
        "t-2, which does not exist: 't' has part",
    ),
    ({"changed": give("A", TopicPartition("t", -1))}, "unknown-partition", "t--1, which does not exist"),
    ({"changed": give("B", TopicPartition("u", 0))}, "unsubscribed", "u-0, but it doesn't subscribe to 'u'"),
    ({"changed": lambda self, answer, cluster: [answer]}, "answer", "must give a mapping by member, not list"),
    ({"changed": lambda self, answer, cluster: {**answer, "A": [T0]}}, "answer", "give 'A' an Assignment, not list"),
]


@pytest.mark.parametrize(("attributes", "rule", "message"), BROKEN_ANSWERS)
def test_each_broken_rule_is_told_with_its_place(attributes, rule, message):
    group = {"t": 2, "u": 1}, [member("A", "t"), member("B", "t")]
    assignor = contract_violating(**attributes)()
    assert [violation.rule for violation in custom_violations(assignor, *group)] == [rule]
    with pytest.raises(AssignorContractError, match=message) as caught:
        assign(assignor, *group)
    assert [violation.rule for violation in caught.value.violations] == [rule]


def test_the_unchanged_one_is_valid():
    assert custom_violations(ContractViolating(), {"t": 2}, [member("A", "t"), member("B", "t")]) == []


@pytest.mark.parametrize(
    ("assignor", "given"),
    [("range", "str"), (None, "NoneType"), (ContractViolating, "ABCMeta"), (StickyAssignor(), "StickyAssignor")],
)
def test_only_an_own_assignor_is_looked_at(assignor, given):
    message = f"^assignor must be a ConsumerPartitionAssignor, not {given}: write an instance of your own class$"
    with pytest.raises(WrongTypeError, match=message):
        custom_violations(assignor, {"t": 2}, [member("A", "t")])


@pytest.mark.parametrize(
    ("fields", "message"), [({"rack": "r"}, "no rack before 3.4.0"), ({"owned": (T0,)}, "no owned before 2.4.0")]
)
def test_a_group_has_the_fields_of_its_release(fields, message):
    group = [member("A", "t", **fields)]
    assert custom_violations(ContractViolating(), {"t": 2}, group) == []
    with pytest.raises(ValueError, match=message):
        custom_violations(ContractViolating(), {"t": 2}, group, "2.3.1")


def test_all_violations_are_collected():
    wrong = {"Z": Assignment((T0, T0, TopicPartition("gone", 0)))}
    assignor = contract_violating(NAME="range", PROTOCOLS=(), changed=lambda self, answer, cluster: wrong)()
    found = custom_violations(assignor, {"t": 1}, [member("A", "t")])
    rules = ["name", "protocols", "unanswered", "unknown-member", "given-twice", "unknown-partition"]
    assert [violation.rule for violation in found] == rules
    assert (found[4].member, found[4].partition) == ("Z", T0)


def test_a_long_list_of_violations_is_cut_in_the_message_only():
    assignor = contract_violating(changed=lambda self, answer, cluster: {**answer, "A": Assignment((T0,) * 100)})()
    with pytest.raises(AssignorContractError, match=r"and 79 more \(see `violations`\)") as caught:
        assign(assignor, {"t": 1}, [member("A", "t")])
    assert len(caught.value.violations) == 99


@pytest.mark.parametrize("protocols", [(RebalanceProtocol.EAGER,), (RebalanceProtocol.COOPERATIVE,)])
def test_a_cooperative_assignor_waits_for_the_owner(protocols):
    members = [member("A", "t"), member("B", "t", owned=(T0,))]
    found = custom_violations(contract_violating(PROTOCOLS=protocols)(), {"t": 2}, members)
    cooperative = RebalanceProtocol.COOPERATIVE in protocols
    assert [v.rule for v in found] == (["not-revoked"] if cooperative else [])
    assert (
        custom_violations(
            contract_violating(PROTOCOLS=protocols)(), {"t": 2}, [member("A", "t", owned=(T0,)), member("B", "t")]
        )
        == []
    )


@pytest.mark.parametrize(
    ("consumers", "fields", "error", "message"),
    [
        ([("A",)], {}, TypeError, "consumers must hold Consumer values, not tuple"),
        (3, {}, TypeError, "consumers must be a list of Consumer values, not int"),
        ([Consumer("A", Everything(), "abc")], {}, TypeError, "Consumer.topics must hold str values, not be a str"),
        ([Consumer("A", Everything(), 3)], {}, TypeError, "Consumer.topics must be a sequence, not int"),
        (
            [Consumer("A", "range", ("t",))],
            {},
            TypeError,
            "Consumer.assignor must be a ConsumerPartitionAssignor, not str",
        ),
        ([consumer("A", Everything(), "t t")], {}, ValueError, "topics of 'A' must be different"),
        ([consumer("A", Everything())] * 2, {}, ValueError, "'A' occurs twice"),
        ([consumer("A", Everything(), rack="r")], {"version": "3.3.2"}, ValueError, "no rack before 3.4.0"),
        ([consumer("A", Everything())], {"generation": 1 << 31}, ValueError, "generation must be a 32-bit integer"),
        ([consumer("A", Everything())], {"version": "9.9.9"}, ValueError, "version must be a release of Kafka from"),
        ([consumer("A", contract_violating(USER_DATA=[1])())], {}, TypeError, "of 'A' must be bytes or None, not list"),
        (
            [consumer("A", contract_violating(changed=lambda self, answer, cluster: 3)())],
            {},
            TypeError,
            "a mapping by member, not int",
        ),
        (
            [consumer("A", contract_violating(changed=lambda self, answer, cluster: {"A": [T0]})())],
            {},
            TypeError,
            "every member an Assignment, not list",
        ),
    ],
)
def test_what_is_no_group_is_refused(consumers, fields, error, message):
    with pytest.raises(error, match=message):
        rebalance({"t": 2}, consumers, **fields)


@pytest.mark.parametrize("partitions", [("t",), (0,)])
def test_an_assignment_holds_partitions_and_bytes(partitions):
    with pytest.raises(TypeError, match="must hold TopicPartition values"):
        Assignment(partitions)
    with pytest.raises(TypeError, match="must be bytes or None, not str"):
        Assignment((T0,), "text")
