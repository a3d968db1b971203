"""Strings as Java sees them. The expected numbers were taken from Java 17."""

import itertools
from functools import cmp_to_key

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.java import compare, compare_to, int32, length, string_hash, units

TEXTS = st.text(st.characters(codec=None, categories=None) | st.sampled_from("aAéÿ\uffee😀\ud800\udc00"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("a", 97),
        ("héllo😀", 291564465),
        ("😀", 1772899),
        ("polygenelubricants", -(1 << 31)),
        ("Aa", 2112),
        ("BB", 2112),
        ("\0", 0),
        ("\ud800", 55296),
    ],
)
def test_known_hash_codes(text, expected):
    assert string_hash(text) == expected


@given(TEXTS)
def test_hash_is_the_sum_of_the_language_specification(text):
    total = 0
    for unit in units(text):
        total = 31 * total + unit
    assert string_hash(text) == int32(total)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 63, 64, 65, 127, 128, 129, 256, 1000])
@pytest.mark.parametrize("unit", ["\x7f", "\xff", "\uffff", "\ud800"])
def test_hash_of_long_strings_of_the_largest_units(size, unit):
    total = 0
    for _ in range(size):
        total = 31 * total + ord(unit)
    assert string_hash(unit * size) == int32(total)


@given(TEXTS, TEXTS)
def test_hash_of_a_joined_string(a, b):
    joined = int32(string_hash(a) * 31 ** length(b) + string_hash(b))
    assert string_hash(a + b) == joined


def test_surrogates_written_one_by_one_are_the_same_string():
    assert list(units("\ud83d\ude00")) == list(units("😀"))
    assert string_hash("\ud83d\ude00") == string_hash("😀")
    assert compare("\ud83d\ude00", "😀") == 0


def test_length_counts_code_units():
    assert [length(text) for text in ("", "abc", "é", "😀", "\ud800")] == [0, 3, 1, 2, 1]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("", "", 0),
        ("a", "c", -2),
        ("abc", "a", 2),
        ("", "é", -1),
        ("😀", "\uffee", 0xD83D - 0xFFEE),
        ("Z", "a", -7),
        ("\udc00", "\ud800", 0x400),
    ],
)
def test_compare_to(a, b, expected):
    assert compare_to(a, b) == expected
    assert compare(a, b) == (expected > 0) - (expected < 0)


def test_supplementary_characters_sort_below_the_last_of_the_basic_plane():
    by_code_points, by_units = sorted(["😀", "\uffee"]), sorted(["😀", "\uffee"], key=cmp_to_key(compare))
    assert by_code_points == by_units[::-1]
    assert compare("\uffee", "😀") == 1


@given(TEXTS, TEXTS)
def test_compare_is_the_sign_of_compare_to_and_antisymmetric(a, b):
    value = compare_to(a, b)
    assert compare(a, b) == (value > 0) - (value < 0)
    assert compare_to(b, a) == -value
    assert (value == 0) == (list(units(a)) == list(units(b)))


@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_aa_and_bb_can_be_exchanged_without_changing_the_hash(choices):
    text = "".join("Aa" if choice else "BB" for choice in choices)
    assert string_hash(text) == string_hash("Aa" * len(choices))


def test_all_ascii_pairs():
    for a, b in itertools.product(map(chr, range(0, 128, 7)), repeat=2):
        assert string_hash(a + b) == 31 * ord(a) + ord(b)
