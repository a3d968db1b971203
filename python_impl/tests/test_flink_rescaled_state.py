"""Who restores what at another parallelism: keyed state, operator state, in-flight records."""

import random

import pytest

from copartition.errors import (
    ArithmeticException,
    IllegalArgumentException,
    IllegalStateException,
    NegativeArraySizeException,
    NullPointerException,
    UnsupportedOperationException,
    WrongTypeError,
)
from copartition.flink import (
    KeyGroupRange,
    OperatorStateHandle,
    OperatorStateMode,
    StateOffsets,
    SubtaskStateMapper,
    key_group_partitions,
    operator_of_key,
    operator_of_key_group,
    redistributed_ranges,
    repartition_operator_state,
    restored_keys,
)
from copartition.flink.releases import parsed
from copartition.java import Integer, Tuple

SPLIT, UNION, BROADCAST = OperatorStateMode


def ranges(pieces):
    return [[(piece.start, piece.end) for piece in subtask] for subtask in pieces]


def handle(name, mode, *offsets):
    return OperatorStateHandle(name, {"s": StateOffsets(mode, offsets)})


def named(subtasks):
    return [[found.name for found in handles] for handles in subtasks]


def elements(subtasks, state="s"):
    return [[n for found in handles for n in found.states[state].offsets] for handles in subtasks]


def test_three_subtasks_become_four():
    assert ranges(redistributed_ranges(30, 3, 4)) == [[(0, 7)], [(8, 9), (10, 14)], [(15, 19), (20, 22)], [(23, 29)]]


def test_every_key_group_is_restored_once_by_its_operator():
    draw = random.Random(7)  # noqa: S311 - test data
    for _ in range(60):
        limit = draw.randint(1, 500)
        old, new = draw.randint(1, limit), draw.randint(1, limit)
        found = redistributed_ranges(limit, old, new)
        owners = {group: subtask for subtask, pieces in enumerate(found) for piece in pieces for group in piece}
        assert owners == {group: operator_of_key_group(limit, new, group) for group in range(limit)}
        assert sum(len(piece) for pieces in found for piece in pieces) == limit
        # No piece reaches over the end of an old subtask's snapshot.
        for piece in (piece for pieces in found for piece in pieces):
            before = {operator_of_key_group(limit, old, group) for group in (piece.start, piece.end)}
            assert len(before) == 1


def test_what_finished_subtasks_had_is_unowned():
    assert ranges(redistributed_ranges(128, 4, 2, finished=[1])) == [[(0, 31)], [(64, 95), (96, 127)]]
    assert redistributed_ranges(128, 4, 2, finished=range(4)) == [[], []]
    with pytest.raises(ValueError, match=r"finished must name old subtasks, 0 to 3, not 4"):
        redistributed_ranges(128, 4, 2, finished=[4])


@pytest.mark.parametrize("keys", ["ab", {"a", "b"}, {"a": 1}, b"ab"])
def test_keys_stand_at_their_places(keys):
    with pytest.raises(WrongTypeError, match=f"keys must be a list or tuple of keys, not {type(keys).__name__}"):
        restored_keys(keys, 8, 2, 1)


def test_finished_subtasks_may_come_from_an_iterator():
    keys = list(map(str, range(50)))
    assert redistributed_ranges(8, 2, 1, finished=iter([0])) == redistributed_ranges(8, 2, 1, finished=[0])
    assert restored_keys(keys, 8, 2, 1, finished=iter([0])) == restored_keys(keys, 8, 2, 1, finished=[0])
    assert redistributed_ranges(8, 2, 1, finished=[Integer(0)]) == redistributed_ranges(8, 2, 1, finished=[0])


@pytest.mark.parametrize(
    ("finished", "message"),
    [
        ([0.5], "each of finished must be an integer, not float"),
        ([True], "each of finished must be an integer, not True"),
        ("0", "each of finished must be an integer, not str"),
        (None, "finished must be a sequence, not NoneType"),
        (0, "finished must be a sequence, not int"),
    ],
)
def test_finished_subtasks_are_integers(finished, message):
    for asked in (redistributed_ranges, lambda *numbers: restored_keys(["a"], *numbers)):
        with pytest.raises(WrongTypeError) as refused:
            asked(8, 2, 1, finished)
        assert str(refused.value) == message


@pytest.mark.parametrize(
    ("limit", "parallelism", "message"),
    [(4, 5, ""), (4, -1, "Illegal Capacity: -1"), (32769, 3, "Operator parallelism not within bounds: 32769")],
)
def test_partitions_that_the_original_refuses(limit, parallelism, message):
    with pytest.raises(IllegalArgumentException) as error:
        key_group_partitions(limit, parallelism)
    assert str(error.value) == message


def test_no_subtasks_have_no_ranges():
    assert key_group_partitions(4, 0) == []
    assert key_group_partitions(10, 3)[1] == KeyGroupRange(4, 6)


def test_keys_are_found_by_their_new_operator():
    keys = [f"user_{n}" for n in range(200)] + [Integer(n) for n in range(-50, 50)]
    found = restored_keys(keys, 720, 20, 24)
    assert sorted(place for places in found for place in places) == list(range(300))
    for subtask, places in enumerate(found):
        assert {operator_of_key(keys[place], 720, 24) for place in places} <= {subtask}


def test_of_equal_keys_the_last_value_is_found_and_no_lookup_finds_those_of_a_finished_subtask():
    assert restored_keys(["a", "b", "a"], 128, 2, 1) == [[1, 2]]
    gone = operator_of_key("a", 128, 2)
    assert restored_keys(["a"], 128, 2, 3, finished=[gone]) == [[], [], []]
    assert restored_keys(["a"], 0, 0, 0) == []
    with pytest.raises(NullPointerException):
        restored_keys([None], 128, 2, 3)


def test_keys_of_one_hash_code_are_found_whatever_their_order():
    colliding = [Tuple([Integer(n), Integer(1000 - 31 * n)]) for n in range(12)]
    others = [Integer(n) for n in range(60)]  # enough for a HashMap to make a tree of the twelve
    found = restored_keys([*colliding, *others, colliding[0]], 128, 2, 3)
    assert sorted(place for places in found for place in places) == list(range(1, 73))
    assert any(set(range(1, 12)) <= set(places) for places in found)


def test_split_elements_are_dealt_out_and_the_odd_ones_go_round():
    before = [[handle(f"h{i}", SPLIT, *range(10 * i, 10 * i + 2 + i))] for i in range(3)]
    assert elements(repartition_operator_state(before, 3, 2)) == [[0, 1, 10, 11, 12], [20, 21, 22, 23]]
    two = [[OperatorStateHandle("h", {name: StateOffsets(SPLIT, [0]) for name in ("a", "b")})]]
    after = repartition_operator_state(two, 1, 3)
    assert [[name for found in handles for name in found.states] for handles in after] == [["a"], ["b"], []]


def test_states_of_one_bin_are_gone_through_in_the_order_of_the_checkpoints_map():
    for names, in_order, first in (("Aa BB", True, "BB"), ("BB Aa", True, "Aa"), ("Aa C# BB", True, "BB")):
        states = {name: StateOffsets(SPLIT, [0]) for name in names.split()}
        after = repartition_operator_state([[OperatorStateHandle("h", states, in_order=in_order)]], 1, len(states))
        assert next(iter(after[0][0].states)) == first
    big = {f"state-{i}": StateOffsets(SPLIT, [0]) for i in (12, 3, 7)}
    twice = [[OperatorStateHandle("h", {"u": StateOffsets(UNION, []), **big}, in_order=True)] * 2]
    with pytest.raises(IllegalStateException, match=r"u=.*state-12=.*state-3=.*state-7="):
        repartition_operator_state(twice, 1, 1)


def test_union_and_broadcast():
    before = [[handle("h0", UNION, 0)], [handle("h1", UNION, 1, 2)]]
    assert elements(repartition_operator_state(before, 2, 3)) == [[0, 1, 2]] * 3
    assert elements(repartition_operator_state(before, 2, 2)) == [[0, 1, 2]] * 2
    before = [[handle("h0", BROADCAST, 0, 1)], [handle("h1", BROADCAST, 0, 1)]]
    assert named(repartition_operator_state(before, 2, 3)) == [["h0"], ["h1"], ["h0"]]


def test_a_broadcast_that_all_reported_is_given_anew_up_to_2_1():
    before = [
        [handle("h0a", BROADCAST, 0, 1), handle("h0b", BROADCAST, 5)],
        [handle("h1", BROADCAST, 0, 1)],
        [handle("h2", BROADCAST, 0, 1)],
    ]
    for version in ("1.16.3", "1.20.5", "2.1.3"):
        found = repartition_operator_state(before, 3, 3, version=version)
        assert named(found) == [["h0a", "h0b"], ["h0b", "h1"], ["h1", "h2"]]
    for version in ("2.2.0", "2.3.0"):
        assert named(repartition_operator_state(before, 3, 3, version=version)) == [["h0a", "h0b"], ["h1"], ["h2"]]
    # 64 fill a word of the BitSet: here the old test was right.
    full = [[handle(f"h{i}", BROADCAST, 0)] for i in range(64)]
    full[0].append(handle("more", BROADCAST, 0))
    assert repartition_operator_state(full, 64, 64, version="2.1.3") == full


def test_a_finished_subtask_gets_the_broadcast_of_another():
    before = [[handle("h0", BROADCAST, 0)], [], [handle("h2", BROADCAST, 0)]]
    assert named(repartition_operator_state(before, 3, 3)) == [["h0"], ["h2"], ["h0", "h2"]]


def test_operator_state_that_the_original_refuses():
    before = [[handle("h", UNION, 0), handle("h", UNION, 1)]]
    with pytest.raises(IllegalArgumentException, match=r"^\nnew_parallelism is 0: write 1 or more$"):
        repartition_operator_state(before, 1, 0)
    with pytest.raises(IllegalArgumentException, match="still depends on the order"):
        repartition_operator_state(before, 2, 1)
    with pytest.raises(IllegalStateException) as error:
        repartition_operator_state(before, 1, 1)
    assert str(error.value).startswith("Duplicate key ByteStreamStateHandle{handleName='h', dataBytes=0} (attempted")
    with pytest.raises(ValueError, match=r"offsets\[0\]"):
        StateOffsets(SPLIT, [1 << 63])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: StateOffsets("SPLIT_DISTRIBUTE", [0]), "StateOffsets.mode must be an OperatorStateMode, not str"),
        (lambda: StateOffsets(None, [0]), "StateOffsets.mode must be an OperatorStateMode, not NoneType"),
        (lambda: StateOffsets(SPLIT, None), "StateOffsets.offsets must be a sequence, not NoneType"),
        (lambda: StateOffsets(SPLIT, {0, 8}), "StateOffsets.offsets must be a list or tuple, not set"),
        (lambda: StateOffsets(SPLIT, {0: 1}), "StateOffsets.offsets must be a list or tuple, not dict"),
        (lambda: OperatorStateHandle(7), "OperatorStateHandle.name must be a str, not int"),
        (lambda: OperatorStateHandle("f", None), "OperatorStateHandle.states must be a mapping"),
        (lambda: OperatorStateHandle("f", [("s", 0)]), "OperatorStateHandle.states must be a mapping"),
        (lambda: OperatorStateHandle("f", {7: StateOffsets(SPLIT, [0])}), "a name in OperatorStateHandle.states"),
        (lambda: OperatorStateHandle("f", {"s": [0, 1]}), "OperatorStateHandle.states['s'] must be a StateOffsets"),
        (lambda: repartition_operator_state(None, 1, 2), "subtasks must be a Collection, not NoneType"),
        (lambda: repartition_operator_state([None], 1, 2), "subtasks[0] must be a list of OperatorStateHandle values"),
        (lambda: repartition_operator_state([["f"]], 1, 2), "subtasks[0] must hold OperatorStateHandle values"),
        # Its handles would be gone after the first mode.
        (lambda: repartition_operator_state([iter([handle("h", UNION, 0)])], 1, 2), "subtasks[0] must be a list"),
    ],
)
def test_operator_state_of_wrong_types_is_refused_by_name(make, message):
    with pytest.raises(WrongTypeError) as refused:
        make()
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("version", ["2.3", "newest", "1.13.6", "2.4.0", "2.3.0 "])
def test_an_unknown_release(version):
    with pytest.raises(ValueError, match="version must be a release of Flink"):
        parsed(version)


def test_mappers():
    assert [SubtaskStateMapper.ROUND_ROBIN.old_subtasks(i, 10, 4) for i in range(4)] == [
        [0, 4, 8],
        [1, 5, 9],
        [2, 6],
        [3, 7],
    ]
    assert [SubtaskStateMapper.RANGE.old_subtasks(i, 3, 2) for i in range(2)] == [[0, 1], [1, 2]]
    assert [SubtaskStateMapper.FIRST.old_subtasks(i, 3, 2) for i in range(2)] == [[0, 1, 2], []]
    assert SubtaskStateMapper.FULL.old_subtasks(1, 3, 2) == [0, 1, 2]
    assert SubtaskStateMapper.ARBITRARY.old_subtasks(1, 5, 2) == [1, 3]
    assert {mapper.name for mapper in SubtaskStateMapper if mapper.is_ambiguous} == {"FULL", "RANGE"}


def test_mappers_refuse():
    with pytest.raises(UnsupportedOperationException, match=r"explicit shuffle\(\)"):
        SubtaskStateMapper.UNSUPPORTED.old_subtasks(0, 3, 2)
    with pytest.raises(ArithmeticException):
        SubtaskStateMapper.ROUND_ROBIN.old_subtasks(0, 3, 0)
    with pytest.raises(NegativeArraySizeException, match=r"^-2$"):
        SubtaskStateMapper.ROUND_ROBIN.old_subtasks(0, -3, 1)
    with pytest.raises(ValueError, match="new_parallelism must not be negative, but is -3"):
        SubtaskStateMapper.ROUND_ROBIN.old_subtasks(0, 2, -3)
    with pytest.raises(IllegalArgumentException, match="not within bounds: 0"):
        SubtaskStateMapper.RANGE.old_subtasks(0, 3, 0)
