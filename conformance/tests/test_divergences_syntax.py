"""The language of regions: what it says, that it is closed, and that it never throws."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarparity.divergences.syntax import DEEPEST, RegionError, parse

GROUP = {
    "topics": {"t": 3, "u": 2},
    "members": [
        {"id": "A", "topics": ["t"], "instance": "i0", "owned": [["t", 0]]},
        {"id": "B", "topics": ["t", "u"], "generation": -1, "offset": "9007199254740993"},
    ],
    "fenced": True,
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("any(members, instance != null)", True),
        ("all(members, instance != null)", False),
        ("all(members, len(topics) >= 1) and count(members, instance == null) == 1", True),
        ("len(members) == 2 and len(topics) == 2 and len(nothing) == null", True),
        ("not fenced", False),
        ("not not fenced", True),
        ("fenced == 1", False),
        ("topics.t == 3", True),
        ("topics.t.u == null", True),
        ('"u" in topics', True),
        ('any(members, "u" in topics)', True),
        ('any(members, any(owned, it.first == "t" and it.last == 0))', True),
        ('any(members, any(topics, it == "u"))', True),
        ("any(topics, it > 2)", True),
        ("number(members.last.offset) == 9007199254740993", True),
        ("number(members.last.offset) % 2 == 1", True),
        ("members.last.generation == -1", True),
        ("1 + 2 * 3 == 7 and (1 + 2) * 3 == 9 and 7 - 2 - 1 == 4", True),
        ("-7 % 4 == 1", True),
        ("7 % 0 == null", True),
        ('"a" < "b" and not ("a" < 1) and not (1 < null)', True),
        ('"a" + 1 == null', True),
        ('members.first.id == "A" or nothing', True),
        ("nothing", False),
        ('"\\u00e9" == "é"', True),
    ],
)
def test_what_it_says(text, expected):
    assert (parse(text).of(GROUP) is True) is expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is the end"),
        ("partitions >", "a field, a number, a text or a bracket expected, and there is the end"),
        ("__import__('os')", "expected, and there is '(' at character 11"),
        ("1" + " + 1" * 300 + " == 1", "more than 100 signs"),
        ("system(1)", "`and`, `or`, a comparison or the end expected, and there is '(' at character 7"),
        ("any(members)", "`,` expected, and there is ')' at character 12"),
        ("(a == 1", "`)` expected, and there is the end"),
        ("a b", "expected, and there is 'b' at character 3"),
        ("a == 1 == 2", "expected, and there is '==' at character 8"),
        ("and", "expected, and there is 'and' at character 1"),
        ("a.1", "the name of a field expected"),
        ("a & b", "nothing starts with '&', at character 3"),
        ("a = 1", "nothing starts with '=', at character 3; write `==`"),
        ("a == 'x'", 'nothing starts with "\'", at character 6; a text stands in double quotes: write "…"'),
        ("a == 1 && b", "nothing starts with '&', at character 8; write `and`"),
        ("a == 1 || b", "nothing starts with '|', at character 8; write `or`"),
        ("!a", "nothing starts with '!', at character 1; write `not`, or `!=`"),
        ("a in [1, 2]", "nothing starts with '[', at character 6; there are no literals of lists: write `a == 1 or"),
        ("a / 2 == 1", "nothing starts with '/', at character 3; there is no division"),
        ("a + 1", "`a + 1` is not a condition: compare it, such as `a + 1 == …`"),
        ("-a", "`-a` is not a condition"),
        ("null", "`null` is not a condition"),
        ('"t"', '`"t"` is not a condition'),
        ("len(topics)", "`len(topics)` is not a condition"),
        ("count(members, fenced)", "`count(members, fenced)` is not a condition"),
        ("fenced and (a * 2)", "`(a * 2)` is not a condition"),
        ("a * 2 or fenced", "`a * 2` is not a condition"),
        ("not number(a)", "`number(a)` is not a condition"),
        ("any(members, it + 1)", "`it + 1` is not a condition"),
        ('"\\x"', "is no text or number of JSON"),
        ("(" * (DEEPEST + 1) + "a" + ")" * (DEEPEST + 1), f"more than {DEEPEST} deep"),
        ("-" * 2000 + "1", f"more than {DEEPEST} deep"),
    ],
)
def test_what_is_no_region_is_said_with_its_place(text, said):
    with pytest.raises(RegionError) as raised:
        parse(text)
    assert said in str(raised.value)


WORDS = st.sampled_from(
    [
        "any",
        "all",
        "count",
        "len",
        "number",
        "and",
        "or",
        "not",
        "in",
        "true",
        "false",
        "null",
        "it",
        "first",
        "a",
        "b",
        "(",
        ")",
        ",",
        ".",
        "==",
        "!=",
        "<=",
        "<",
        "+",
        "-",
        "*",
        "%",
        "1",
        "0",
        '"t"',
        "'",
        "&",
    ]
)
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.sampled_from("abt"), part, max_size=3),
    max_leaves=8,
)
NUMBERS = st.recursive(
    st.sampled_from(["a", "it", "1", "0", '"t"', "null", "len(a)", "number(b)"]),
    lambda part: st.builds("({} {} {})".format, part, st.sampled_from(["+", "-", "*", "%"]), part),
    max_leaves=4,
)
TRUTHS = st.recursive(
    st.builds("{} {} {}".format, NUMBERS, st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in"]), NUMBERS),
    lambda part: st.builds("(not {} and any(a, {}) or all(b, {}))".format, part, part, part),
    max_leaves=4,
)


@settings(deadline=None)
@given(st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=12), DOCUMENTS)
def test_any_text_is_a_region_or_refused(text, document):
    try:
        region = parse(text)
    except RegionError:
        return
    region.of(document)


@settings(deadline=None)
@given(TRUTHS, DOCUMENTS)
def test_a_region_says_true_or_false_of_every_input(text, document):
    assert parse(text).of(document) in (True, False)
