"""The general sticky algorithm: the fast path comes to the same end as the original's steps."""

import pytest
from assignor_groups import LINES, groups, member, partitions, sticky, texts
from drawn_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from copartition.errors import EndlessLoop, IdentityOrderedKeys, NullPointerException
from copartition.java import HashMap, string_hash
from copartition.java.comparisons import never_ordered
from copartition.kafka import PartitionRacks, TopicPartition, assign
from copartition.kafka.assignors import sticky as sticky_module
from copartition.kafka.assignors.fast_path import FastPath, is_sound
from copartition.kafka.assignors.general import SortedMembers, StepByStep, balance_score
from copartition.kafka.assignors.java_order import compute_order, partitions_put_order, put_order, sorted_names
from copartition.kafka.assignors.layout import Layout, topic_partitions
from copartition.kafka.assignors.movements import Movements
from copartition.kafka.assignors.rounds import Rounds
from copartition.kafka.assignors.spreading import spread_by_owner
from copartition.kafka.assignors.subscriptions import Subscriptions
from copartition.kafka.protocol import encode_sticky

COLLIDING = [a + b + c for a in ("Aa", "BB") for b in ("Aa", "BB", "x") for c in ("Aa", "BB", "y")]
NAMES = st.lists(st.one_of(st.sampled_from(COLLIDING), st.text(max_size=3)), unique=True, max_size=60)


def step_by_step(topics, members, version):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sticky_module, "is_sound", lambda _: False)
        return texts(assign("sticky", topics, members, version))


@pytest.mark.parametrize("version", LINES)
@settings(max_examples=examples(40))  # a line; lines of one behaviour draw other groups
@given(group=groups(most_members=12))
def test_the_fast_path_is_step_by_step(version, group):
    topics, members = group
    assert texts(assign("sticky", topics, members, version)) == step_by_step(topics, members, version)


def test_well_formed_groups_take_the_fast_path(monkeypatch):
    used = []
    monkeypatch.setattr(FastPath, "build", lambda self: used.append(type(self)) or StepByStep.build(self))
    assign("sticky", {"t": 5, "u": 3}, [sticky("A", "t u", "t-0 t-1 t-2 u-0"), sticky("B", "t", "")])
    assert used == [FastPath]


def test_a_previous_owner_without_subscription_needs_the_steps(monkeypatch):
    sound = []
    monkeypatch.setattr(sticky_module, "is_sound", lambda start: sound.append(is_sound(start)) or sound[-1])
    # B had t-0 in an older generation, but isn't subscribed to t any more.
    members = [sticky("A", "t u", "t-0 t-1 t-2"), sticky("B", "u", "t-0", generation=0), sticky("C", "t u", "")]
    topics = {"t": 3, "u": 2}
    assert texts(assign("sticky", topics, members)) == step_by_step(topics, members, "4.4.0")
    assert sound == [False]


@pytest.mark.parametrize("version", ["3.4.1", "3.5.1", "3.7.0"])
def test_moves_that_leave_the_balance_no_better_are_undone(version):
    # In 3.4.1 and 3.5.1 A and B both keep t-0: what is moved is lost by one of them only, and then undone.
    past = {"C": ("u", "u-0 u-1 t-0", 5), "B": ("t", "t-0", 4), "A": ("t", "t-0", 5), "D": ("u v", "v-0 v-1", 5)}
    members = [
        member(name, topics, user_data=encode_sticky(partitions(owned), generation), generation=generation)
        for name, (topics, owned, generation) in past.items()
    ]
    members += [member(name, "t") for name in "EFGH"]
    kept = {"A": "t-0", "B": "", "C": "u-0 u-1", "D": "v-0 v-1", "E": "", "F": "", "G": "", "H": ""}
    assert texts(assign("sticky", {"t": 1, "u": 2, "v": 2}, members, version)) == kept


@given(sizes=st.lists(st.integers(0, 50), max_size=12))
def test_the_balance_score_is_the_sum_over_all_pairs(sizes):
    pairs = sum(abs(a - b) for at, a in enumerate(sizes) for b in sizes[at + 1 :])
    assert balance_score([[0] * size for size in sizes]) == pairs


def test_the_balance_score_overflows_as_an_int():
    class Sized(list):
        def __len__(self):
            return 1 << 30

    assert balance_score([Sized(), Sized(), [], []]) == 0


def test_members_sort_by_size_then_name():
    members = SortedMembers({0: 2, 1: 0, 2: 2}, 3)
    assert list(members) == [1, 0, 2]
    members.remove(0, 2)
    members.add(0, 3)
    assert (members.first(), members.last(), list(members)) == (1, 0, [1, 2, 0])


def test_a_partition_moves_back_in_place_of_another():
    movements = Movements(Layout({"t": 100}))
    assert movements.instead_of(7, 0, 1) == 7
    for number in (65, 1, 33):
        movements.move(number, 0, 1)
    assert movements.is_sticky()
    assert movements.instead_of(7, 1, 0) == next(iter(_tried((65, 1, 33))))
    movements.move(65, 1, 2)
    assert movements.instead_of(7, 2, 0) == 65
    movements.move(65, 2, 0)
    assert movements.instead_of(7, 2, 0) == 7
    movements.move(50, 1, 0)
    assert not movements.is_sticky()


def _tried(numbers):
    played = HashMap(order=never_ordered)
    for number in numbers:
        played.put(TopicPartition("t", number), "")
    return [partition.partition for partition in played]


# --- orders of HashMaps


@given(names=NAMES)
def test_put_order_is_the_maps(names):
    played = HashMap()
    for name in names:
        played.put(name, "")
    assert put_order(names) == list(played)


@given(names=NAMES, again=st.booleans())
def test_compute_order_is_the_maps(names, again):
    again = again and bool(names)
    played = HashMap()
    for name in [*names, *names[:1]] if again else names:
        played.compute_if_absent(name, lambda _: "")
    assert compute_order(names, looked_up_again=again) == list(played)


@given(numbers=st.lists(st.integers(0, 2000), unique=True, max_size=80), step=st.sampled_from([1, 16, 64]))
def test_partitions_order_is_the_maps(numbers, step):
    partitions = [TopicPartition(topic, number * step) for number in numbers for topic in ("t", "orders")]
    played = HashMap(order=never_ordered)
    for partition in partitions:
        played.put(partition, "")
    assert partitions_put_order(partitions, [each.java_hash_code() for each in partitions]) == list(played)


def test_partitions_of_one_hash_code_have_no_order_in_a_tree():
    topics = [name for name in COLLIDING if string_hash(name) == string_hash(COLLIDING[0])]
    partitions = [TopicPartition(topic, number * 64) for number in range(12) for topic in topics]
    with pytest.raises(IdentityOrderedKeys):
        partitions_put_order(partitions, [each.java_hash_code() for each in partitions])


@given(names=st.lists(st.text(max_size=3)))
def test_names_sort_by_utf_16_units(names):
    assert sorted_names(names) == sorted(names, key=lambda name: name.encode("utf-16-be", "surrogatepass"))


# --- numbers for partitions


def test_partitions_have_numbers_in_the_order_of_topics():
    layout = Layout({"b": 2, "a": 3})
    assert layout.numbers(["a", "a", "b"], [2, 0, 1]) == [2, 0, 4]
    assert layout.numbers(["b", "b", "gone", "b", "b"], [1, 5, 0, -1, 5]) == [4, 5, 6, 5]
    assert [layout.place(number) for number in (0, 4, 5, 6)] == [(0, 0), (1, 1), (1, 5), (1, -1)]
    assert layout.topic_of_each == [0, 0, 0, 1, 1]
    assert layout.has_stale()
    assert [f"{each.topic}{each.partition}" for each in layout.objects()] == ["a0", "a1", "a2", "b0", "b1", "b5", "b-1"]
    assert sorted(range(7), key=layout.by_partition().__getitem__) == [6, 0, 3, 1, 4, 2, 5]


def test_partitions_made_in_bulk_are_partitions():
    made = topic_partitions("t", 3)
    assert list(made) == [TopicPartition("t", 0), TopicPartition("t", 1), TopicPartition("t", 2)]
    assert len({*made, TopicPartition("t", 0)}) == 3


ENDLESS = (
    {"a": 3, "b": 3, "c": 5, "d": 6},
    [sticky("A", "b", ""), sticky("B", "c d b", ""), sticky("C", "b d", ""), sticky("D", "b d a", "b-2 b-1 b-0 d-1")],
)
"""Valid, and yet the original moves partitions in a circle for ever."""


@pytest.mark.parametrize("version", LINES)
def test_a_group_on_which_the_original_never_ends_is_an_error(version):
    topics, members = ENDLESS
    with pytest.raises(EndlessLoop, match="never ends on this group"):
        assign("sticky", topics, members, version)
    with pytest.raises(EndlessLoop, match="never ends on this group"):
        step_by_step(topics, members, version)


@given(before=st.integers(0, 300), circle=st.integers(1, 300))
def test_a_circle_is_found_and_nothing_else(before, circle):
    state = 0
    rounds = Rounds(lambda: state)
    for _ in range(before + circle - 1):
        state += 1
        rounds.passed()
    with pytest.raises(EndlessLoop):  # noqa: PT012 - which round it is found in is free
        for _ in range(4 * (before + circle) + 100):
            state = state + 1 if state + 1 < before + circle else before
            rounds.passed()


def test_a_partition_that_a_member_has_twice_leaves_twice():
    visits = spread_by_owner([[0, 1, 0], [2]], [0], Layout({"t": 4}), ["t"])
    assert visits == [0, 0, 2, 1, 3]


def test_a_topic_named_twice_changes_nothing_but_the_count(monkeypatch):
    used = []
    monkeypatch.setattr(FastPath, "build", lambda self: used.append(type(self)) or StepByStep.build(self))
    topics, members = {"t": 5, "u": 2}, [sticky("A", "t t", ""), sticky("B", "t u", ""), sticky("C", "u t u", "")]
    given = texts(assign("sticky", topics, members))
    assert used == [FastPath]
    assert given == step_by_step(topics, members, "4.4.0")
    assert {name: len(owned.split()) for name, owned in given.items()} == {"A": 3, "B": 2, "C": 2}


RACKED = {
    "u": PartitionRacks((frozenset("s"),)),
    "t": PartitionRacks((frozenset("r"),)),
    "w": PartitionRacks((frozenset("r"),) * 10),
}
"""All of w goes to B, the only one in its rack, which leaves t-0 with the fuller of two in its rack."""


def _racked(rack_of_c):
    gone = member("A", "u t", user_data=encode_sticky(partitions("u-0 u-1 u-2"), 1))
    near = [member("B", "t w", rack="r"), member("C", "t", rack=rack_of_c)]
    return [gone, *near, *(member(name, "w", rack="s") for name in "DEFG")]


@pytest.mark.parametrize("version", ["3.5.1", "3.7.0", "4.4.0"])
def test_members_in_a_rack_of_the_partition_are_asked_before_one_that_is_set_aside(version):
    given = texts(assign("sticky", RACKED, _racked("r"), version))
    assert given == {
        "A": "u-0 u-1 u-2", "B": "w-8 w-9", "C": "t-0", "D": "w-0 w-4", "E": "w-1 w-5", "F": "w-2 w-6", "G": "w-3 w-7",
    }  # fmt: skip
    with pytest.raises(NullPointerException):  # C is in another rack, and A is asked before it
        assign("sticky", RACKED, _racked("s"), version)


@pytest.mark.parametrize("version", ["2.0.1", "2.2.2"])
def test_subscribers_are_asked_in_the_order_of_the_leaders_map(version):
    # BB and Aa have one hash code; in the map of what members have Aa comes first, as it remembers something.
    members = [member("BB", "t"), sticky("Aa", "u t", "u-0 u-0 u-0 u-0 u-0"), sticky("C", "t", "t-0 t-1 t-2 t-3")]
    given = texts(assign("sticky", {"u": 1, "t": 4}, members, version))
    assert given == {"BB": "t-0 t-1", "Aa": "u-0 u-0 u-0 u-0 u-0", "C": "t-2 t-3"}


def test_partitions_far_apart_change_places():
    # A difference of -2^31 is negative both ways; P, whose partition is gone, stands before A in the map.
    gone = member("P", "t", user_data=encode_sticky([TopicPartition("t", -(2**31))], 1))
    given = assign("sticky", {"t": 2}, [sticky("A", "t", "t-0"), gone, member("B", ""), member("C", "t")])
    assert texts(given) == {"A": "t-0", "P": "t--2147483648", "B": "", "C": "t-1"}


def test_subscribers_are_listed_as_often_as_they_name_a_topic():
    both = ("b", "a")
    mixed = Subscriptions([both, ("a", "x", "a"), both, ("b",)])
    listed = {topic: sorted(members) for topic, members in mixed.subscribers.items()}
    assert listed == {"a": [0, 1, 1, 2], "b": [0, 2, 3], "x": [1]}
    assert mixed.times == {"a": 4, "b": 3, "x": 1}
    assert mixed.of(2) == both
    assert mixed.once(2) is mixed.once(0)
    assert mixed.once(1) == {"a", "x"}
    assert mixed.places(1, {"a": 7}) == [7, 7]
    assert Subscriptions([("a", "b", "a")] * 3).times == {"a": 6, "b": 3}
    assert Subscriptions([]).times == {}
