"""Regular expressions that members subscribe to. What RE2/J 1.7 and 1.8 say was measured on the JARs."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import InvalidRegularExpression
from copartition.kafka.coordinator import Cluster, GroupCoordinator, Heartbeat
from copartition.kafka.coordinator.re2 import Re2SyntaxError, compiled
from copartition.kafka.group.metadata_hash import TopicMetadata
from copartition.kafka.uuid import Uuid

OLD, NEW = (4, 0, 2), (4, 4, 0)
NAMES = (
    "a",
    "A",
    "ab",
    "aB",
    "a.b",
    "1",
    "orders-12",
    "aa",
    "é",
    "a{",
    "a]",
    "-",
    "_",
    "]",
    "a{,5}",
    "k",
    "\u212a",
)


@pytest.mark.parametrize(
    ("regex", "matched"),
    [
        ("orders-[[:digit:]]+", "orders-12"),
        ("[^[:alpha:]]", "1 é - _ ] \u212a"),
        ("[[:^alpha:]]", "1 é - _ ] \u212a"),
        ("a(?i)B", "ab aB"),
        ("(?:a(?i)|x)b", "ab"),
        ("(?i-s:A)b", "ab"),
        ("(?i)k", "k \u212a"),
        ("(?i)[^k]", "a A 1 é - _ ]"),
        (r"(?i)\PL", "1 - _ ]"),
        (r"\p{^Lu}", "a 1 é - _ ] k"),
        ("a{,5}", "a{,5}"),
        ("a{1,}", "a aa"),
        ("a{01}", ""),
        ("a{", "a{"),
        ("a]", "a]"),
        ("[]a]", "a ]"),
        ("[a-c-e]", "a -"),
        (r"[\d-z]", "1 -"),
        (r"\Qa.b\E", "a.b"),
        (r"\Qa.b", "a.b"),
        (r"\x61\x{62}", "ab"),
        (r"\101", "A"),
        (r"\B", ""),
        (r"a\z", "a"),
        ("^*a$+", "a"),
        ("(?U)a+?", "a aa"),
        ("(?P<n>a)", "a"),
        ("|a", "a"),
        (r"\w", "a A 1 _ k"),
        ("(?s).", "a A 1 é - _ ] k \u212a"),
        (r"[^\x{0}-\x{10FFFF}]", ""),
    ],
)
def test_what_re2_reads(regex, matched):
    pattern = compiled(regex, NEW)
    found = [name for name in NAMES if pattern.fullmatch(name)]
    assert found == matched.split()
    assert bool(pattern.fullmatch("")) == (regex in {r"\B", "|a"})


@pytest.mark.parametrize(
    ("regex", "matched"),
    [
        ("(?i)[^a-z]", "1 _ é É İ \u0131"),
        ("(?i)\\W", "é É İ \u0131"),
        ("(?i)[^i]", "k K s S a 1 _ é É İ \u0131"),
        ("(?i)i", "i I"),
        ("(?i)\u0131", "\u0131"),
        ("(?i)[É-Ê]", "é É"),
        ("(?i)[^É]", "i I k K s S a 1 _ İ \u0131"),
        ("(?i)\\p{Ll}", "i k K s S a é \u0131"),
        ("(?i)\\P{Ll}", "I 1 _ É İ"),
        ("(?i)[^\\p{Ll}]", "I 1 _ É İ"),
        ("(?i)[\\p{Ll}E-J]", "i I k K s S a é \u0131"),
        ("(?i)\\p{Lu}", "i I k K s S a é É İ"),
        ("(?i)\\P{Lu}", "1 _ \u0131"),
    ],
)
def test_what_is_alike_to_re2_but_for_its_case(regex, matched):
    pattern = compiled(regex, NEW)
    assert [name for name in "iIkKsSa1_éÉİ\u0131" if pattern.fullmatch(name)] == matched.split()


@pytest.mark.parametrize(
    ("regex", "matched"),
    [
        ("(?i)\u0432", "\u0432 \u0412"),
        ("(?i)[\u0430-\u044f]", "\u0432 \u0412"),
        ("(?i)𞤀", "𞤀 𞤢"),
        ("(?i)[𞤀]", "𞤀"),
        ("(?i)[𞤀-𞤅]", "𞤀"),
        ("(?i)\ua7c1", "\ua7c1"),
        (r"\pL", "\u0432 \u0412 \u0527 ª ᾈ ᾀ"),
        ("\\p{Ll}", "\u0432 \u0527 ª ᾀ"),
        (r"(?i)\p{Ll}", "\u0432 \u0527 ª ᾀ"),
        (r"(?i)\p{Lt}", "ᾈ ᾀ"),
        (r"(?i)\PL", "\u1c80 𞤀 𞤢 \ua7c1 \ua7c0 \u0529 §"),
        (r"\p{So}", "§"),
        (r"\p{Po}", ""),
    ],
)
def test_re2_has_the_letters_of_unicode_6_and_cases_of_java_17(regex, matched):
    pattern = compiled(regex, NEW)
    names = [*"\u0432\u0412\u1c80𞤀𞤢\ua7c1\ua7c0\u0527\u0529ª§ᾈᾀ"]
    assert [name for name in names if pattern.fullmatch(name)] == matched.split()


@pytest.mark.parametrize("regex", ["(" * 900 + "a" + ")" * 900, "(?:" * 90 + "a" + ")*" * 90])
def test_parentheses_in_parentheses(regex):
    pattern = compiled(regex, NEW)
    assert pattern.fullmatch("a")
    assert not pattern.fullmatch("b")


def test_too_many_parentheses_that_repeat_are_refused_as_no_error_of_the_broker():
    with pytest.raises(ValueError, match="too many for Python; write it flatter") as told:
        compiled("(?:" * 2000 + "a" + ")*" * 2000, NEW)
    assert not isinstance(told.value, Re2SyntaxError)


@pytest.mark.parametrize(
    ("regex", "why"),
    [
        ("[[:]", "invalid character class range"),
        ("[[:]x:]", "invalid character class range"),
        ("[0-9]++", "invalid nested repetition operator"),
        ("{*", "invalid nested repetition operator"),
        ("a{1001}", "invalid repeat count"),
        ("a{2,1}", "invalid repeat count"),
        ("*a", "missing argument to repetition operator"),
        ("a|*", "missing argument to repetition operator"),
        ("(", "missing closing )"),
        ("a)", "regexp/syntax: internal error"),
        ("[a", "missing closing ]"),
        ("[z-a]", "invalid character class range"),
        ("[[:foo:]]", "invalid character class range"),
        (r"\p{L", "invalid character class range"),
        (r"\p", "invalid character class range"),
        (r"\pQ", "invalid character class range"),
        (r"\p{}", "invalid character class range"),
        (r"[a-\d]", "invalid escape sequence"),
        (r"\p{Cn}", "invalid character class range"),
        (r"\p{Alpha}", "invalid character class range"),
        (r"(a)\1", "invalid escape sequence"),
        (r"\Z", "invalid escape sequence"),
        (r"\x{110000}", "invalid escape sequence"),
        (r"\u0061", "invalid escape sequence"),
        ("a\\", "trailing backslash at end of expression"),
        ("(?=a)", "invalid or unsupported Perl syntax"),
        ("(?x)a", "invalid or unsupported Perl syntax"),
        ("(?i-)a", "invalid or unsupported Perl syntax"),
        ("(?#a)", "invalid or unsupported Perl syntax"),
        ("(?P<n-x>a)", "invalid named capture"),
        ("(?P<n>a)(?P<n>b)", "duplicate capture group name"),
    ],
)
def test_what_re2_refuses(regex, why):
    with pytest.raises(Re2SyntaxError) as refused:
        compiled(regex, NEW)
    assert str(refused.value) == why


def test_names_as_perl_writes_them_are_read_from_4_1_on():
    assert compiled("(?<n>a)", (4, 1, 1)).fullmatch("a")
    with pytest.raises(Re2SyntaxError, match="invalid or unsupported Perl syntax"):
        compiled("(?<n>a)", OLD)


def test_a_script_is_refused_as_unknown_here():
    with pytest.raises(
        ValueError, match=r"^\\p\{Greek\} isn't known here: of Unicode's classes write a general"
    ) as told:
        compiled(r"a\p{Greek}", NEW)
    assert not isinstance(told.value, Re2SyntaxError)


@given(st.text(max_size=12))
def test_what_is_quoted_matches_itself_alone(name):
    quoted = compiled(rf"\Q{name}\E", NEW) if r"\E" not in name else compiled("x", NEW)
    assert bool(quoted.fullmatch(name)) == (r"\E" not in name)
    assert not quoted.fullmatch(f"{name}.")


@given(st.text(r"ab()[]{}|*+?^$.\-:,0123PQEdi<>", max_size=10))
def test_no_text_ends_in_another_error(regex):
    with contextlib.suppress(Re2SyntaxError):
        compiled(regex, NEW).fullmatch("ab")


def test_a_member_gets_what_its_expression_matches():
    topics = [TopicMetadata(name, Uuid(0, place), [()]) for place, name in enumerate(("orders-12", "orders-x"), 5)]
    coordinator = GroupCoordinator(Cluster.of(topics))
    joining = Heartbeat("A", 0, rebalance_timeout_ms=5000, regex="orders-[[:digit:]]+", owned={})
    epoch = coordinator.heartbeat(joining).epoch
    coordinator.run_tasks()
    coordinator.advance(2000)
    assert coordinator.heartbeat(Heartbeat("A", epoch)).assignment == {Uuid(0, 5): frozenset({0})}
    with pytest.raises(
        InvalidRegularExpression, match=r"^SubscribedTopicRegex `\[` is not a valid regular expression: miss"
    ):
        coordinator.heartbeat(Heartbeat("B", 0, rebalance_timeout_ms=5000, regex="[", owned={}))
