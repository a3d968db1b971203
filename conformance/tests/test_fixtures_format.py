"""Lines of fixture files: text to values and back, and what is said about wrong ones."""

import json
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from model_reference import LOCK

from jarparity.answers import Error, Value
from jarparity.cases import Case, Recorded, Vector
from jarparity.fixtures.format import FixtureError, Header, parse_header, parse_vector, print_header, print_vector

SCHEMA = Draft202012Validator(
    json.loads(resources.files("jarparity").joinpath("schemas/vectors.schema.json").read_text("utf-8"))
)
HEADER = Header("flink.math.murmur-hash", {"flink 2.3.0": LOCK["flink 2.3.0"]}, "0.1.0", 20261121, 2)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
ids = st.from_regex(r"\A[a-z0-9]+(-[a-z0-9]+)?(/[a-z0-9]+)?\Z")
answers = st.builds(Value, json_values) | st.builds(Error, st.text(min_size=1), st.none() | st.text(st.characters()))
lines = st.lists(st.sampled_from(list(LOCK)), min_size=1, unique=True).map(tuple)
cases = st.builds(
    Case,
    st.just("flink.math.murmur-hash"),
    ids,
    st.dictionaries(st.text(st.characters()), json_values, max_size=3),
    st.lists(ids.filter(lambda s: "/" not in s), max_size=2, unique=True).map(tuple),
    st.none() | st.text(min_size=1),
)
vectors = st.builds(Vector, cases, st.lists(st.builds(Recorded, lines, answers), min_size=1, max_size=2).map(tuple))


@given(vectors)
def test_a_case_survives_text(vector):
    text = print_vector(vector)
    assert text.isascii()
    assert "\n" not in text
    assert parse_vector(text, vector.case.operation, "f:2") == vector
    SCHEMA.validate(json.loads(text))


def test_a_header_survives_text():
    text = print_header(HEADER)
    assert parse_header(text, "f:1") == HEADER
    SCHEMA.validate(json.loads(text))
    assert list(json.loads(text)) == ["schema", "operation", "originals", "generator", "cases"]


def test_the_form_is_the_one_of_the_design():
    case = Case(
        "flink.key-group.of-key",
        "long/minus-one/max-128",
        {"maxParallelism": 128, "key": {"value": "-1", "type": "long"}},
        ("sign",),
        "someone/something#1",
    )
    vector = Vector(case, (Recorded(("flink 1.16.3", "flink 2.3.0"), Value(94)),))
    assert print_vector(vector) == (
        '{"id":"long/minus-one/max-128","input":{"key":{"type":"long","value":"-1"},"maxParallelism":128},'
        '"answers":[{"lines":["flink 1.16.3","flink 2.3.0"],"value":94}],"tags":["sign"],'
        '"source":"someone/something#1"}'
    )


def test_lone_surrogates_travel_as_escapes():
    vector = Vector(Case("java.string.hash", "lone", {"a": "\ud800"}), (Recorded(("java 17",), Value(55296)),))
    assert r"\ud800" in print_vector(vector)
    assert parse_vector(print_vector(vector), "java.string.hash", "f:2") == vector


GOOD = '{"id":"a","input":{},"answers":[{"lines":["flink 2.3.0"],"value":1}]}'


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (GOOD[:-5], "cut off or edited"),
        ("[]", "a line is a JSON object"),
        (GOOD.replace('"id"', '"name"'), "a case has `id`, `input` and `answers`"),
        (GOOD.replace('"a"', '"A b"'), "lower-case words"),
        (GOOD.replace('"a"', "7"), "lower-case words"),
        (GOOD.replace("{}", "[]"), "`input` is an object"),
        (GOOD.replace('[{"lines":["flink 2.3.0"],"value":1}]', "[]"), "at least one group"),
        (GOOD.replace('"value"', '"result"'), "an answer has `lines`, and `value` or `error`"),
        (GOOD.replace('"value":1', '"value":1,"error":{"kind":"X"}'), "an answer has `lines`"),
        (GOOD.replace('"value":1', '"error":{"message":"m"}'), "an answer has `lines`"),
        (GOOD.replace('["flink 2.3.0"]', "[[]]"), "an answer has `lines`"),
        (GOOD.replace('"id"', '"tags":[1],"id"'), "`tags` is a list of names"),
        (GOOD.replace('"id"', '"source":1,"id"'), "`source` is a text"),
        (GOOD.replace('"id"', '"comment":"x","id"'), 'no field "comment" in a case'),
    ],
)
def test_a_wrong_case_is_named_with_its_line(text, what):
    with pytest.raises(FixtureError, match=what) as error:
        parse_vector(text, "java.string.hash", "some.jsonl:7")
    assert str(error.value).startswith("some.jsonl:7: ")
    assert "jarparity fixtures generate" in str(error.value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("schema", "jarparity-vectors-2"),
        ("operation", 3),
        ("cases", "2"),
        ("cases", True),
        ("cases", -1),
        ("generator", {"seed": 1}),
        ("generator", {"kit": "1", "seed": "x"}),
        ("originals", {"flink 2.3.0": {"a.jar": "md5:0"}}),
        ("originals", []),
        ("more", 1),
    ],
)
def test_a_wrong_header_is_refused(field, value):
    document = json.loads(print_header(HEADER)) | {field: value}
    with pytest.raises(FixtureError, match=r"^f:1: "):
        parse_header(json.dumps(document), "f:1")
    assert list(SCHEMA.iter_errors(document))
