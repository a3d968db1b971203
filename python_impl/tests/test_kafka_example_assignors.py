"""The two assignors that are shipped as examples: valid on every input, balanced as they say, and odd user data."""

import pytest
from assignor_groups import texts
from hypothesis import given, settings
from hypothesis import strategies as st

from copartition.kafka import (
    Consumer,
    Member,
    PartitionRacks,
    RackPreferringAssignor,
    Subscription,
    WeightedAssignor,
    assign,
    custom_violations,
    rebalance,
)

WEIGHTS = st.sampled_from([1, 1, 2, 3, 10, 2**31 - 1])
RACKS = st.sampled_from(["r0", "r1", "r2", "é"])
TOPICS = ("t", "u", "😀", "\uffff")
ODD = st.one_of(st.none(), st.binary(max_size=5), WEIGHTS.map(lambda w: w.to_bytes(4, "big")), RACKS.map(str.encode))


@st.composite
def groups(draw, user_data, *, uniform=False):
    racked = st.lists(st.frozensets(RACKS, max_size=3), max_size=12).map(lambda racks: PartitionRacks(tuple(racks)))
    topics = draw(st.dictionaries(st.sampled_from(TOPICS), st.one_of(st.integers(0, 12), racked)))
    names = draw(st.lists(st.sampled_from(["A", "B", "C10", "😀", "\uffff", ""]), min_size=1, unique=True))
    subsets = st.lists(st.sampled_from([*TOPICS, "gone"]), unique=True)
    common = draw(subsets)
    subscriptions = [Subscription(tuple(common if uniform else draw(subsets)), draw(user_data)) for _ in names]
    return topics, [Member(name, sent) for name, sent in zip(names, subscriptions, strict=True)]


def sizes(answer):
    return {member: len(partitions) for member, partitions in answer.items()}


def counts(topics):
    return {topic: known if isinstance(known, int) else len(known) for topic, known in topics.items()}


@pytest.mark.parametrize("assignor", [WeightedAssignor(), RackPreferringAssignor()], ids=lambda a: a.name())
@settings(deadline=None)
@given(group=groups(ODD), version=st.sampled_from(["2.0.1", "2.3.1", "3.4.1", "4.4.0"]))
def test_valid_and_complete_on_every_input(assignor, group, version):
    topics, members = group
    assert custom_violations(assignor, topics, members, version) == []
    answer = assign(assignor, topics, members, version)
    subscribed = {topic for member in members for topic in member.subscription.topics}
    assert sum(sizes(answer).values()) == sum(n for topic, n in counts(topics).items() if topic in subscribed)


@pytest.mark.parametrize("assignor", [WeightedAssignor(), RackPreferringAssignor()], ids=lambda a: a.name())
@settings(deadline=None)
@given(group=groups(ODD), random=st.randoms(use_true_random=False))
def test_the_order_of_members_and_topics_does_not_matter(assignor, group, random):
    topics, members = group
    shuffled, other = list(members), list(topics.items())
    random.shuffle(shuffled)
    random.shuffle(other)
    assert assign(assignor, dict(other), shuffled) == assign(assignor, topics, members)


@settings(deadline=None)
@given(groups(WEIGHTS.map(lambda w: w.to_bytes(4, "big")), uniform=True))
def test_bigger_weights_get_proportionally_more(group):
    topics, members = group
    got = sizes(assign(WeightedAssignor(), topics, members))
    weights = {m.id: int.from_bytes(m.subscription.user_data, "big") for m in members}
    total, all_weights = sum(got.values()), sum(weights.values())
    for name, weight in weights.items():
        assert got[name] >= total * weight // all_weights
        assert all(got[name] >= got[other] for other in weights if weight > weights[other])


@settings(deadline=None)
@given(groups(st.one_of(st.none(), RACKS.map(str.encode))))
def test_each_topic_is_balanced_within_one_whatever_the_racks(group):
    topics, members = group
    answer = assign(RackPreferringAssignor(), topics, members)
    for topic in counts(topics):
        shares = [
            sum(partition.topic == topic for partition in answer[member.id])
            for member in members
            if topic in member.subscription.topics
        ]
        assert not shares or max(shares) - min(shares) <= 1


@settings(deadline=None)
@given(groups(st.one_of(st.none(), RACKS.map(str.encode)), uniform=True))
def test_a_uniform_group_is_balanced_within_one_over_all_topics(group):
    got = sizes(assign(RackPreferringAssignor(), *group)).values()
    assert max(got) - min(got) <= 1


def weighted(name, user_data, topics=("t",)):
    return Member(name, Subscription(topics, user_data))


@pytest.mark.parametrize(
    "user_data", [None, b"", b"\x00\x00\x03", b"\x00\x00\x00\x00\x03", b"\x00\x00\x00\x00", b"\xff\xff\xff\xff", b"3"]
)
def test_user_data_that_is_no_weight_is_weight_one(user_data):
    members = [weighted("A", (3).to_bytes(4, "big")), weighted("B", user_data)]
    assert sizes(assign(WeightedAssignor(), {"t": 8}, members)) == {"A": 6, "B": 2}


@pytest.mark.parametrize("user_data", [None, b"", b"\xff", b"\xed\xa0\x80", b"r\xc3"])
def test_user_data_that_is_no_text_is_no_rack(user_data):
    racks = PartitionRacks((("r1",), ("r2",)))
    members = [weighted("A", user_data), weighted("B", b"r1")]
    assert texts(assign(RackPreferringAssignor(), {"t": racks}, members)) == {"A": "t-1", "B": "t-0"}


def test_racks_are_preferred_and_extras_go_where_they_are_near():
    near = PartitionRacks((("r2",), ("r1", "r2"), ("r1",), ("r3",)))
    members = [weighted("A", b"r1", ("t", "u")), weighted("B", b"r2", ("t", "u"))]
    answer = assign(RackPreferringAssignor(), {"t": near, "u": PartitionRacks((("r2",),))}, members)
    assert texts(answer) == {"A": "t-1 t-2", "B": "t-0 t-3 u-0"}


def test_the_assignors_send_what_they_read():
    consumers = [Consumer("A", WeightedAssignor.configured("258"), ("t",)), Consumer("B", WeightedAssignor(), ("t",))]
    assert rebalance({}, consumers).user_data == {"A": b"\x00\x00\x01\x02", "B": b"\x00\x00\x00\x01"}
    assert RackPreferringAssignor.configured("é").subscription_user_data(frozenset()) == b"\xc3\xa9"
    assert RackPreferringAssignor("").subscription_user_data(frozenset()) is None


@pytest.mark.parametrize("setting", ["0", "-1", "2147483648", "x", "", "\uff13", "1_0"])
def test_a_setting_that_is_no_weight_is_refused(setting):
    with pytest.raises(ValueError, match=r"setting must be a weight|weight must be"):
        WeightedAssignor.configured(setting)


def test_a_rack_that_cant_be_written_is_refused():
    with pytest.raises(ValueError, match="UTF-8"):
        RackPreferringAssignor("\ud800")
    with pytest.raises(TypeError, match="rack must be a str or None"):
        RackPreferringAssignor(3)
