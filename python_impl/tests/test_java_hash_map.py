"""The iteration order of HashMap and HashSet. The expected orders were measured on Java 17."""

import itertools

import pytest
from drawn_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from copartition.errors import (
    ConcurrentModificationException,
    IdentityOrderedKeys,
    IllegalArgumentException,
)
from copartition.java import (
    BigDecimal,
    BigInteger,
    Byte,
    Double,
    Float,
    HashMap,
    HashSet,
    Instant,
    Integer,
    Long,
    Short,
    Tuple,
    compare,
    string_hash,
)
from copartition.java.comparisons import never_ordered

COLLIDING = ["".join(parts) for parts in itertools.product(["Aa", "BB"], repeat=4)]
"""Sixteen strings of one hash code."""

TOPICS = [
    "orders", "payments", "users", "clicks", "invoices", "shipments", "returns",
    "refunds", "carts", "sessions", "devices", "events", "audit",
]  # fmt: skip


def filled(keys, capacity=None):
    made = HashMap(capacity)
    for value, key in enumerate(keys):
        assert made.put(key, value) is None
    return made


def computed(keys):
    made = HashMap()
    for key in keys:
        assert made.compute_if_absent(key, len) == len(key)
    return made


def ranks(keys, order):
    return [keys.index(key) for key in order]


def test_put_resizes_after_the_thirteenth_key():
    assert list(filled(TOPICS)) == [
        "sessions", "devices", "payments", "shipments", "users", "refunds", "carts",
        "invoices", "audit", "clicks", "orders", "returns", "events",
    ]  # fmt: skip


def test_compute_if_absent_resizes_before_the_fourteenth_key():
    assert list(computed(TOPICS)) == [
        "sessions", "carts", "invoices", "devices", "audit", "payments", "clicks",
        "returns", "orders", "shipments", "events", "users", "refunds",
    ]  # fmt: skip


def test_equal_hash_codes_make_a_tree_whose_root_comes_first():
    assert ranks(COLLIDING, filled(COLLIDING[:14])) == [3, 0, 1, 2, *range(4, 14)]
    assert ranks(COLLIDING, filled(COLLIDING, capacity=64)) == [3, 0, 1, 2, *range(4, 16)]


def test_compute_if_absent_prepends_and_treeifies_one_sooner():
    assert ranks(COLLIDING, computed(COLLIDING[:14])) == [6, 9, 10, 11, 12, 13, 8, 7, 5, 4, 3, 2, 1, 0]


def test_removal_turns_a_tree_into_a_list_and_moves_the_root():
    shrinking = filled(COLLIDING, capacity=64)
    orders = {}
    for left in range(15, -1, -1):
        assert shrinking.remove(COLLIDING[left]) == left
        orders[left] = ranks(COLLIDING, shrinking)
    for left in range(5, 16):
        assert orders[left] == [3, 0, 1, 2, *range(4, left)]
    assert [orders[left] for left in (4, 3, 2, 1, 0)] == [[1, 3, 0, 2], [1, 0, 2], [1, 0], [0], []]


def test_keys_that_are_not_comparable_make_a_tree_by_their_hash_codes():
    partitions = HashSet()
    for partition in range(20):
        assert partitions.add(Tuple(["t", Integer(64 * partition)]))
    order = [key.fields[1].value // 64 for key in partitions]
    assert order == [7, 3, 0, 1, 2, 4, 5, 6, *range(8, 20)]


def test_keys_of_many_classes_are_ordered_by_their_names():
    keys = [Long(5), Integer(5), Short(5), Byte(5), "\x05", Double.from_bits(5), Float.from_bits(5)]
    keys += [BigInteger(5), Instant(5), BigDecimal(0, 5)]
    assert ranks(keys, filled(keys, 64)) == [*range(8), 9, 8]


def test_null_is_a_key_of_hash_code_0_and_comes_before_all_others_in_a_tree():
    zeros = [None, *("\0" * size for size in range(10))]
    assert ranks(zeros, filled(zeros, 64)) == [3, 0, 1, 2, *range(4, 11)]
    assert None in filled(zeros, 64)


def test_an_order_by_identity_is_refused_and_leaves_the_map_as_it_was():
    keys = [Tuple([text]) for text in COLLIDING]
    for room, add in (
        (8, lambda to, key: to.put(key, 1)),
        (7, lambda to, key: to.compute_if_absent(key, lambda _: 1)),
    ):
        crowded = HashMap(64)
        for key in keys[:room]:
            add(crowded, key)
        held = list(crowded)
        with pytest.raises(IdentityOrderedKeys, match="one hash code and no order"):
            add(crowded, keys[room])
        assert list(crowded) == held
        assert len(crowded) == room
        assert all(key in crowded for key in held)
        assert keys[room] not in crowded


def test_a_tree_refuses_a_key_that_only_identity_would_order():
    tree = HashMap(64)
    for partition in range(10):
        tree.put(Tuple([Integer(64 * partition)]), partition)
    tree.put(Tuple([None, Integer(64 * 3 + 1)]), 1)
    twin = Tuple([None, Integer(64 * 3)])
    before = list(tree)
    assert twin not in tree
    with pytest.raises(IdentityOrderedKeys):
        tree.put(twin, 1)
    assert list(tree) == before
    assert len(tree) == len(before)


def test_hash_code_order_and_equals_can_be_given():
    made = HashMap(
        64,
        hash_code=lambda key: len(key),
        order=lambda a, b: (a > b) - (a < b),
        equals=lambda a, b: a.lower() == b.lower(),
    )
    for key in ["ab", "AB", "cd"]:
        made.put(key, key)
    assert list(made.items()) == [("ab", "AB"), ("cd", "cd")]
    unordered = HashMap(64, hash_code=lambda _: 7, order=never_ordered)
    for key in range(8):
        unordered.put(key, key)
    with pytest.raises(IdentityOrderedKeys):
        unordered.put(8, 8)


def test_values_null_values_and_lookups():
    made = HashMap()
    assert made.get("a") is None
    assert made.remove("a") is None
    assert made.put("a", None) is None
    assert made.compute_if_absent("a", lambda _: None) is None
    assert made.compute_if_absent("a", lambda _: 5) == 5
    assert made.compute_if_absent("a", lambda _: 6) == 5
    assert made.compute_if_absent("b", lambda _: None) is None
    assert "b" not in made
    assert made.put("a", 7) == 5
    assert (list(made.keys()), list(made.values()), made.get("a")) == (["a"], [7], 7)
    assert made.remove("a") == 7
    assert len(made) == 0


def test_set_says_what_changed():
    made = HashSet(3)
    assert made.add("a")
    assert not made.add("a")
    assert "a" in made
    assert made.remove("a")
    assert not made.remove("a")
    assert (len(made), list(made)) == (0, [])


def test_capacity():
    with pytest.raises(IllegalArgumentException, match=r"^Illegal initial capacity: -1$"):
        HashMap(-1)
    with pytest.raises(IllegalArgumentException, match=r"^Illegal initial capacity: -5$"):
        HashSet(-5)
    assert list(filled(TOPICS, 0)) == list(filled(TOPICS, 1)) == list(filled(TOPICS))


def test_changes_while_walking_are_noticed():
    made = filled(TOPICS)
    walk = iter(made)
    made.remove(next(walk))
    with pytest.raises(ConcurrentModificationException):
        next(walk)
    last = list(made)[-1]
    for key in made:  # Java doesn't notice either, once the last key is out
        if key == last:
            made.remove(key)
    with pytest.raises(ConcurrentModificationException):
        made.compute_if_absent("new", lambda key: made.put(key, 1) or 2)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["put", "compute", "remove"]),
        st.sampled_from([*COLLIDING, *TOPICS, *(word + "x" for word in COLLIDING), None, "", "\0"])
        | st.integers(0, 2000).map(lambda number: Integer(64 * number)),
    ),
    max_size=150,
)


@settings(max_examples=examples(200))
@given(STEPS, st.sampled_from([None, 0, 1, 16, 64, 100]))
def test_a_map_holds_what_a_dict_holds(steps, capacity):
    made, expected = HashMap(capacity), {}
    for number, (step, key) in enumerate(steps):
        if step == "put":
            assert made.put(key, number) == expected.get(key)
            expected[key] = number
        elif step == "compute":
            expected.setdefault(key, number)
            assert made.compute_if_absent(key, lambda _, value=number: value) == expected[key]
        else:
            assert made.remove(key) == expected.pop(key, None)
        assert len(made) == len(expected)
    assert dict(made.items()) == expected
    assert len(list(made)) == len(expected)
    assert all(key in made and made.get(key) == value for key, value in expected.items())


@given(st.lists(st.sampled_from([*COLLIDING, *TOPICS, "", None]), max_size=60))
def test_putting_again_moves_nothing(keys):
    made = HashMap()
    for key in keys:
        made.put(key, 1)
    before = list(made)
    for key in reversed(keys):
        made.put(key, 2)
    assert list(made) == before


@given(st.lists(st.text(), unique=True, max_size=60))
def test_a_roomy_table_of_lists_is_sorted_by_bucket(keys):
    made = filled(keys, 1 << 12)
    hashes = {key: string_hash(key) & 0xFFFF_FFFF for key in keys}
    positions = [((hashes[key] ^ hashes[key] >> 16) & 0xFFF, keys.index(key)) for key in made]
    assert positions == sorted(positions)


def test_lookups_among_colliding_keys_take_logarithmic_time():
    asked = 0

    def order(a, b):
        nonlocal asked
        asked += 1
        return compare(a, b)

    keys = ["".join(parts) for parts in itertools.product(["Aa", "BB"], repeat=12)]
    made = HashMap(order=order)
    for step in (lambda key: made.put(key, 1), made.get, made.remove):
        asked = 0
        for key in keys:
            step(key)
        assert 0 < asked < 4 * 12 * len(keys)  # a red-black tree is no deeper than 2 * log2(n), put goes down twice
    assert len(made) == 0
