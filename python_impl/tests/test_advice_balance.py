"""Even ranges, keys for every subtask, the way of a key, and key groups that came to the wrong subtask."""

import itertools
import math
from decimal import Decimal
from enum import IntEnum, StrEnum
from uuid import UUID

import numpy as np
import pytest

from copartition.advice import (
    RangeBalance,
    Subtask,
    balanced_keys,
    diagnose_key_group,
    even_max_parallelisms,
    even_parallelisms,
    fairest_max_parallelism,
    parsed_message,
    power_of_two,
    range_balance,
    route_of_key,
    skewed_defaults,
)
from copartition.advice.misplaced_key_group import OTHER_MAXIMUM, OTHER_TYPE, UNSTABLE
from copartition.errors import IllegalArgumentException, NullPointerException, WrongTypeError
from copartition.flink import KeyGroupRange, key_group, operator_of_key, range_of_operator
from copartition.java import Byte, Double, Float, Integer, Long, Short, Tuple
from copartition.kafka import serialized

LOG = "Caused by: Key group 193 is not in KeyGroupRange{startKeyGroup=144, endKeyGroup=179}. Unless you're directly"


@pytest.mark.parametrize(("limit", "parallelism"), [(128, 100), (128, 4), (720, 7), (1, 1), (32768, 30000)])
def test_a_balance_counts_what_the_ranges_have(limit, parallelism):
    sizes = [len(range_of_operator(limit, parallelism, i)) for i in range(parallelism)]
    balance = range_balance(limit, parallelism)
    assert (balance.fewest, balance.most) == (min(sizes), max(sizes))
    assert balance.subtasks_with_most == sizes.count(max(sizes))
    assert balance.ratio == max(sizes) / min(sizes)


def test_a_third_of_the_defaults_are_two_to_one():
    skewed = skewed_defaults()
    assert len(skewed) == 661
    assert all(balance.ratio >= 2 for balance in skewed)
    assert [balance.parallelism for balance in skewed_defaults(1, 128)] == list(range(65, 86))


def test_recommended_maximums_are_even():
    found = even_max_parallelisms([12, 16, 20], at_least=128)
    assert found == [240, 480, 720, 960, 1200]
    assert all(range_balance(limit, p).ratio == 1 for limit in found for p in (12, 16, 20))
    assert even_max_parallelisms([32767, 2]) == []
    assert even_max_parallelisms([30000]) == [30000]


def test_the_fairest_maximum_is_the_best_of_all():
    wanted = [7, 11, 13]
    found = fairest_max_parallelism(wanted, at_least=128, at_most=500)

    def worst(limit):
        return max(range_balance(limit, p).ratio for p in wanted)

    assert worst(found) == min(map(worst, range(128, 501)))
    assert all(worst(limit) > worst(found) for limit in range(128, found))


@pytest.mark.parametrize("wanted", [[4, 6, 100], [7, 11, 13], [3], [128, 64], [1]])
@pytest.mark.parametrize("ratio", [1.0, 1.05, 1.5])
def test_the_power_of_two_is_the_first_that_is_even_enough(wanted, ratio):
    def worst(limit):
        return max(range_balance(limit, p).ratio for p in wanted)

    powers = [1 << n for n in range(16) if 1 << n >= max(128, *wanted)]
    fitting = [limit for limit in powers if worst(limit) <= ratio]
    found = power_of_two(wanted, at_least=128, ratio=ratio)
    assert (found and found.max_parallelism) == next(iter(fitting), None)
    assert found is None or found.ratio == worst(found.max_parallelism)


def test_for_many_subtasks_no_power_of_two_is_even_enough():
    assert power_of_two([20_000]) is None
    assert power_of_two([32_768]) == range_balance(32_768, 32_768)


def test_even_parallelisms_near_a_wanted_one():
    assert even_parallelisms(720, near=100, count=3) == [80, 90, 120]
    assert even_parallelisms(97, near=50) == [1, 97]


@pytest.mark.parametrize(("limit", "parallelism", "each"), [(128, 4, 3), (128, 100, 1), (32768, 500, 1), (1, 1, 1)])
def test_every_subtask_gets_its_keys(limit, parallelism, each):
    found = balanced_keys(limit, parallelism, candidates=map(Integer, itertools.count()), per_subtask=each)
    assert len(found) == parallelism
    for subtask, keys in enumerate(found):
        assert len(set(keys)) == each
        assert {operator_of_key(key, limit, parallelism) for key in keys} == {subtask}


def test_the_first_keys_that_fit_are_taken():
    found = balanced_keys(128, 4, candidates=map(Integer, range(100)))
    assert found == [[Integer(4)], [Integer(9)], [Integer(0)], [Integer(2)]]


@pytest.mark.parametrize(
    ("candidates", "taken"),
    [
        ([math.nan, -math.nan, 1.5, 2.5], "[nan, 1.5]"),
        ([0.0, -0.0], "[0.0, -0.0]"),
        ([Decimal("1.0"), Decimal("1.0"), Decimal("1.00")], "[Decimal('1.0'), Decimal('1.00')]"),
        ([Tuple([math.nan]), Tuple([math.nan]), Tuple([0.0])], "[Tuple(fields=(nan,)), Tuple(fields=(0.0,))]"),
    ],
)
def test_keys_are_told_apart_as_in_java(candidates, taken):
    assert repr(balanced_keys(128, 1, candidates=candidates, per_subtask=2)) == f"[{taken}]"


def test_keys_of_a_class_without_a_hash_are_compared():
    class Key:
        __hash__ = None

        def __init__(self, code):
            self.code = code

        def __eq__(self, other):
            return self.code == other.code

        def java_hash_code(self):
            return self.code

    (taken,) = balanced_keys(128, 1, candidates=map(Key, (5, 5, 6)), per_subtask=2)
    assert [key.code for key in taken] == [5, 6]


def test_a_balance_holds_plain_integers():
    balance = RangeBalance(np.int16(128), np.int8(100))
    assert {type(balance.max_parallelism), type(balance.parallelism)} == {int}
    assert (balance, balance.ratio) == (range_balance(128, 100), 2.0)


@pytest.mark.parametrize("count", [0, 2, np.int8(2)])
def test_at_most_so_many_are_given(count):
    assert even_max_parallelisms([100], count=count) == [100, 200][: int(count)]
    assert even_parallelisms(720, near=100, count=count) == [80, 90][: int(count)]


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: even_max_parallelisms([2], count=-1), ValueError, "^count is -1: write 0 or more$"),
        (lambda: even_max_parallelisms([2], count="2"), WrongTypeError, "^count must be an integer, not str$"),
        (lambda: even_parallelisms(720, near=100, count=-1), ValueError, "^count is -1: write 0 or more$"),
        (lambda: even_parallelisms(720, near=100, count=None), WrongTypeError, "^count must be an integer"),
        (lambda: range_balance(4, 5), IllegalArgumentException, "parallelism 5 is greater than max_parallelism 4"),
        (lambda: RangeBalance(4, 8), IllegalArgumentException, "parallelism 8 is greater than max_parallelism 4"),
        (lambda: RangeBalance(4, 0), IllegalArgumentException, "not within bounds: 0"),
        (lambda: range_balance(0, 1), IllegalArgumentException, "not within bounds: 0"),
        (lambda: even_max_parallelisms([]), ValueError, "parallelisms must be one or more"),
        (lambda: even_max_parallelisms([0]), IllegalArgumentException, "not within bounds: 0"),
        (lambda: fairest_max_parallelism([10], at_most=9), ValueError, "at_most must be 10 or more, not 9"),
        (lambda: balanced_keys(128, 4, candidates=["a"]), ValueError, "3 keys are missing, the first of them for"),
        (lambda: balanced_keys(128, 4, candidates=[], per_subtask=0), ValueError, "per_subtask must be 1 or more"),
        (lambda: balanced_keys(128, 4, candidates=[None]), NullPointerException, "must not be null"),
        (lambda: route_of_key(None, 128, 4), NullPointerException, "must not be null"),
        (lambda: route_of_key("a", 4, 5), IllegalArgumentException, "must not be smaller"),
    ],
)
def test_what_is_wrong_is_named(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


def test_the_way_of_a_key():
    route = route_of_key("user_123", 128, 4)
    assert (route.hash_code, route.murmur, route.key_group, route.operator) == (-266208322, 1276393253, 37, 1)
    assert route.key_groups == KeyGroupRange(32, 63)


@pytest.mark.parametrize(
    ("key", "data"),
    [
        ("héllo\ud800", "68c3a96c6c6f3f"),
        ("\ufffd\ud83d\ude00", "efbfbdf09f9880"),
        (Long(-2), "fffffffffffffffe"),
        (Integer(1), "00000001"),
        (Short(-1), "ffff"),
        (Double(1.5), "3ff8000000000000"),
        (1.5, "3ff8000000000000"),
        (float("nan"), "7ff8000000000000"),
        (Float(1.5), "3fc00000"),
        (True, "01"),
        (UUID(int=1), b"00000000-0000-0000-0000-000000000001".hex()),
        (b"\x00\xff", "00ff"),
        (bytearray(b"\x00\xff"), "00ff"),
        (memoryview(b"\x00\xff"), "00ff"),
        (type("Own", (Long,), {})(5), "0000000000000005"),
    ],
)
def test_kafka_serializes_keys(key, data):
    assert serialized(key).hex() == data


@pytest.mark.parametrize("key", [Byte(1), StrEnum("Colour", ["RED"]).RED, IntEnum("Colour", ["RED"]).RED, None])
def test_kafka_has_no_serializer_for_other_types(key):
    with pytest.raises(TypeError, match=f"no serializer for a key of type {type(key).__name__}"):
        serialized(key)


def test_a_bare_int_may_be_of_eight_bytes_or_of_four():
    with pytest.raises(TypeError, match=r"write Long\(5\) or Integer\(5\)"):
        serialized(5)


def test_the_message_is_found_in_a_log():
    assert parsed_message(LOG) == (193, KeyGroupRange(144, 179))
    with pytest.raises(ValueError, match="must have Flink's sentence"):
        parsed_message("Key group 193 is somewhere")
    with pytest.raises(ValueError, match="no range of key groups: 9 to 3"):
        parsed_message("Key group 1 is not in KeyGroupRange{startKeyGroup=9, endKeyGroup=3}")


def test_the_published_misplacement():
    found = diagnose_key_group(*parsed_message(LOG), max_parallelism=720)
    assert found.failing == (Subtask(4, 20),)
    assert found.owners == (Subtask(5, 20),)
    assert range_of_operator(720, 20, 4) == found.key_groups
    assert found.causes[0] == UNSTABLE


def test_every_parallelism_that_cuts_the_range_is_named():
    for parallelism in (3, 85, 128):
        span = range_of_operator(128, parallelism, 1)
        found = diagnose_key_group(0, span, max_parallelism=128)
        assert Subtask(1, parallelism) in found.failing
        assert all(range_of_operator(128, s.parallelism, s.index) == span for s in found.failing)
        expected = [p for p in range(1, 129) if span in [range_of_operator(128, p, i) for i in range(p)]]
        assert [subtask.parallelism for subtask in found.failing] == expected


def test_a_key_of_another_type():
    found = diagnose_key_group(54, KeyGroupRange(64, 95), max_parallelism=128, key_text="1")
    assert found.kinds_of_the_group == ["string"]
    assert "long" in found.kinds_of_the_range
    assert found.groups_by_kind["long"] == key_group(Long(1), 128)
    assert found.causes[0] == OTHER_TYPE
    words = diagnose_key_group(54, KeyGroupRange(64, 95), max_parallelism=128, key_text="one")
    assert list(words.groups_by_kind) == ["string"]


@pytest.mark.parametrize("text", ["1_0", " 1", "\u0661", "+-1", ""])
def test_a_text_that_is_no_number_in_java_is_a_string_alone(text):
    found = diagnose_key_group(54, KeyGroupRange(64, 95), max_parallelism=128, key_text=text)
    assert not {"long", "integer", "short", "byte"} & found.groups_by_kind.keys()
    assert "long" in diagnose_key_group(54, KeyGroupRange(64, 95), max_parallelism=128, key_text="+1").groups_by_kind


def test_another_maximum():
    found = diagnose_key_group(200, KeyGroupRange(0, 31), max_parallelism=128)
    assert found.owners == ()
    assert found.causes[0] == OTHER_MAXIMUM
    uncut = diagnose_key_group(5, KeyGroupRange(10, 90), max_parallelism=128)
    assert uncut.failing == ()
    assert uncut.causes[0] == OTHER_MAXIMUM
    assert diagnose_key_group(5, KeyGroupRange(10, 90)).max_parallelism is None


@pytest.mark.parametrize(
    ("group", "span", "more", "message"),
    [
        (5, (0, 31), {}, "key group 5 is in the range 0 to 31"),
        (50, (0, 31), {"key_text": "a"}, "max_parallelism must be given with a key"),
        (50, (100, 131), {"max_parallelism": 128}, "max_parallelism must be above 131"),
    ],
)
def test_what_is_no_misplacement(group, span, more, message):
    with pytest.raises(ValueError, match=message):
        diagnose_key_group(group, KeyGroupRange(*span), **more)


def test_a_range_is_no_pair():
    with pytest.raises(WrongTypeError, match=r"^key_groups must be a KeyGroupRange, not tuple: write KeyGroupRange"):
        diagnose_key_group(5, (0, 31))
