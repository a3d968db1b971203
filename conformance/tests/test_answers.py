import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarparity.answers import Error, NoAnswer, Skip, Value, answer_from_json, canonical, reply_from_json, same, to_json

documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(documents)
def test_a_document_equals_itself(document):
    assert same(Value(document), Value(document))


@given(documents, documents)
def test_equality_is_that_of_the_canonical_text(a, b):
    assert same(Value(a), Value(b)) == (canonical(a) == canonical(b))


def _reversed(document):
    match document:
        case dict():
            return {name: _reversed(part) for name, part in reversed(document.items())}
        case list():
            return [_reversed(part) for part in document]
        case _:
            return document


@given(documents)
def test_fields_are_equal_in_any_order_wherever_they_are(document):
    assert same(Value([{"a": document}]), Value([{"a": _reversed(document)}]))


@pytest.mark.parametrize("within", [lambda text: text, lambda text: [text], lambda text: {"a": text}])
def test_two_halves_of_a_surrogate_pair_are_the_character_wherever_they_stand(within):
    assert same(Value(within("\U0001f600")), Value(within("\ud83d\ude00")))
    assert not same(Value(within("\U0001f600")), Value(within("\ude00\ud83d")))


@pytest.mark.parametrize(("one", "other"), [(1, True), (1, 1.0), ([1], [1.0]), ([1], [1, 2]), ({"c": 1}, {"c": 2})])
def test_values_differ_among_fields_in_another_order(one, other):
    assert not same(Value([{"a": 0, "b": one}]), Value([{"b": other, "a": 0}]))


@pytest.mark.parametrize(("a", "b"), [(1, True), (0, False), (1, 1.0), ("1", 1), (None, 0), ([1], [1.0]), ({}, [])])
def test_types_of_json_are_never_mixed(a, b):
    assert not same(Value(a), Value(b))


def test_errors_are_the_same_by_kind_and_on_demand_by_message():
    one, other = Error("IllegalArgumentException", "a"), Error("IllegalArgumentException", "b")
    assert same(one, other)
    assert not same(one, other, messages=True)
    assert not same(one, Error("NullPointerException", "a"))
    assert not same(one, Value(None))


def test_lone_surrogates_travel_as_escapes():
    assert canonical("\ud800") == '"\\ud800"'


@given(documents)
def test_answers_survive_json(document):
    assert answer_from_json(to_json(Value(document))) == Value(document)
    assert answer_from_json(to_json(Error("A", "b"))) == Error("A", "b")


@pytest.mark.parametrize("document", [{}, {"error": "boom"}, {"error": {"message": "no kind"}}, {"skipped": "why"}])
def test_what_is_no_answer_is_refused(document):
    with pytest.raises(ValueError, match="an answer has `value`"):
        answer_from_json(document)


def test_skips_and_faults_are_written_as_such():
    assert to_json(Skip("why", "url")) == {"skipped": "why", "issue_url": "url"}
    assert to_json(Skip("why")) == {"skipped": "why"}
    assert to_json(NoAnswer("timed out", "10 s")) == {"fault": {"reason": "timed out", "detail": "10 s"}}


@pytest.mark.parametrize(
    "reply", [Value({"skipped": "x"}), Error("A"), Skip("why"), Skip("why", "url"), NoAnswer("timed out", "10 s")]
)
def test_replies_come_back_from_json(reply):
    assert reply_from_json(to_json(reply)) == reply


@pytest.mark.parametrize("document", [{}, {"fault": {}}, {"error": "A"}, {"skipped": 1}])
def test_what_is_no_reply_is_refused(document):
    with pytest.raises(ValueError, match="an answer has"):
        reply_from_json(document)
