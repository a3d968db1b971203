"""Pre-keyed streams: the assigner, the operator on a backend, rescaling, and the port's door."""

from itertools import pairwise

import pytest
from drawn_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from copartition.errors import IllegalArgumentException, IllegalStateException
from copartition.flink import KeyGroupRange, operator_of_key_group, range_of_operator
from copartition.flink.prekeyed import PreKeyedOperator, SplitKeyGroups, redistribute_splits
from copartition.port import PORT


class Backend:
    def __init__(self):
        self.current = []

    def set_current_key_and_key_group(self, key, key_group):
        self.current.append((key, key_group))


def test_a_split_takes_the_lowest_unused_key_group_and_frees_it():
    splits = SplitKeyGroups(KeyGroupRange(4, 7))
    assert [splits.add(s) for s in "abc"] == [4, 5, 6]
    assert splits.key_groups == KeyGroupRange(4, 7)
    assert splits.remove("b") == 5
    assert splits.remove("a") == 4
    assert [splits.add(s) for s in "xyz"] == [4, 5, 7]
    assert splits.mapping() == {"c": 6, "x": 4, "y": 5, "z": 7}
    assert (len(splits), list(splits), "c" in splits, "a" in splits) == (4, ["c", "x", "y", "z"], True, False)


def test_at_most_as_many_splits_as_key_groups():
    splits = SplitKeyGroups(KeyGroupRange(4, 5))
    splits.add("a")
    splits.add("b")
    with pytest.raises(
        IllegalStateException, match=r"all 2 key groups .* raise the maximum parallelism.* fewer splits"
    ):
        splits.add("c")
    assert splits.mapping() == {"a": 4, "b": 5}


def test_what_a_subtask_refuses():
    splits = SplitKeyGroups(KeyGroupRange(0, 3), {"a": 2})
    with pytest.raises(IllegalArgumentException, match="split 'a' has key group 2 already; remove it"):
        splits.add("a")
    for ask in (splits.remove, splits.key_group):
        with pytest.raises(
            IllegalArgumentException, match=r"split 'b' has no key group in this subtask .* add the split"
        ):
            ask("b")


@pytest.mark.parametrize(
    ("mapped", "message"),
    [
        ({"a": 4}, r"mapped\['a'\] must be in KeyGroupRange\{startKeyGroup=0, endKeyGroup=3\}, not 4"),
        ({"a": 1, "b": 1}, "mapped gives two splits one key group"),
    ],
)
def test_a_mapping_that_does_not_fit(mapped, message):
    with pytest.raises(IllegalArgumentException, match=message):
        SplitKeyGroups(KeyGroupRange(0, 3), mapped)


def test_the_backend_gets_the_key_group_of_the_keys_split():
    backend = Backend()
    operator = PreKeyedOperator(8, 2, 1, split_of=lambda key: key.partition("@")[2], backend=backend)
    operator.splits.add("orders-0")
    operator.splits.add("orders-1")
    assert operator.set_current_key("user_1@orders-1") == 5
    with pytest.raises(IllegalArgumentException, match="'orders-2' has no key group"):
        operator.set_current_key("user_2@orders-2")
    assert backend.current == [("user_1@orders-1", 5)]


def test_a_subtask_that_cannot_be():
    with pytest.raises(IllegalArgumentException, match="Maximum parallelism must not be smaller"):
        PreKeyedOperator(2, 3, 0, split_of=str, backend=Backend())


def test_one_name_in_two_subtasks_cannot_be_redistributed():
    with pytest.raises(IllegalStateException, match="split 'a' has the key groups 0 and 4: remove it from one subtask"):
        redistribute_splits([{"a": 0}, {"a": 4}], 8, 1)


@given(st.integers(1, 200), st.data())
def test_a_redistributed_split_is_where_its_key_group_is(most, data):
    groups = data.draw(st.lists(st.integers(0, most - 1), unique=True, max_size=20))
    parallelism = data.draw(st.integers(1, most))
    moved = redistribute_splits([{f"s{group}": group} for group in groups], most, parallelism)
    assert len(moved) == parallelism
    assert {group for mapped in moved for group in mapped.values()} == set(groups)
    for subtask, mapped in enumerate(moved):
        SplitKeyGroups(range_of_operator(most, parallelism, subtask), mapped)
        assert all(operator_of_key_group(most, parallelism, group) == subtask for group in mapped.values())


class Assigners(RuleBasedStateMachine):
    """The heap against a plain search for the lowest unused number."""

    def __init__(self):
        super().__init__()
        self.range = KeyGroupRange(3, 9)
        self.splits, self.expected = SplitKeyGroups(self.range), {}

    def lowest(self):
        return next((group for group in self.range if group not in self.expected.values()), None)

    @rule(split=st.sampled_from("abcdefghij"))
    def add(self, split):
        if split in self.expected or self.lowest() is None:
            with pytest.raises((IllegalArgumentException, IllegalStateException)):
                self.splits.add(split)
        else:
            self.expected[split] = self.lowest()
            assert self.splits.add(split) == self.expected[split]

    @precondition(lambda self: self.expected)
    @rule(data=st.data())
    def remove(self, data):
        split = data.draw(st.sampled_from(sorted(self.expected)))
        assert self.splits.remove(split) == self.expected.pop(split)

    @rule()
    def restore(self):
        self.splits = SplitKeyGroups(self.range, self.splits.mapping())

    @invariant()
    def unused_are_all_others(self):
        unused = self.splits.unused()
        assert [g for gap in unused for g in gap] == [g for g in self.range if g not in self.expected.values()]
        assert all(a.end + 1 < b.start for a, b in pairwise(unused))
        assert self.splits.mapping() == self.expected


TestAssigners = settings(Assigners.TestCase.settings, max_examples=examples(60), deadline=None)(Assigners).TestCase


def ask(*steps, most=8, parallelism=2, operator=1):
    document = {"maxParallelism": most, "parallelism": parallelism, "operator": operator, "steps": list(steps)}
    return PORT.operations["flink.prekeyed.mapping"](document)


def key(text):
    return {"type": "string", "value": text}


def test_the_port_plays_histories():
    record = {"op": "record", "key": key("k"), "split": "a"}
    assert ask(
        {"op": "addSplit", "split": "a"},
        {**record, "value": "1"},
        {**record, "value": None},
        {**record, "value": "2"},
        {**record, "key": {"type": "null"}},
        {"op": "rescale", "parallelism": 4},
        {**record, "operator": 2},
        {"op": "removeSplit", "split": "a", "operator": 2},
        {"op": "dump", "operator": 2},
        {"op": "addSplit", "split": "a", "operator": 4},
        {"op": "rescale", "parallelism": 9},
    ) == [
        {"keyGroup": 4, "free": [[5, 7]]},
        {"keyGroup": 4, "value": None},
        {"keyGroup": 4, "value": "1"},
        {"keyGroup": 4, "value": None},
        {"error": {"kind": "NullPointerException"}},
        {"2": {"a": 4}},
        {"keyGroup": 4, "value": "2"},
        {"keyGroup": 4, "free": [[4, 5]]},
        {"4": [["k", "2"]]},
        {"error": {"kind": "IllegalArgumentException"}},
        {"error": {"kind": "IllegalArgumentException"}},
    ]


def test_no_such_subtask_from_the_start():
    with pytest.raises(IllegalArgumentException, match="Maximum parallelism must not be smaller than parallelism"):
        ask(parallelism=9)
