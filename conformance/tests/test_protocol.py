from __future__ import annotations

import json
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from jarparity.answers import Error, NoAnswer, Skip, Value
from jarparity.ports import PortInfo
from jarparity.protocol import (
    PORT_FAULT,
    VERSION,
    ProtocolError,
    Question,
    Response,
    Run,
    Start,
    Stop,
    _shown,
    parse_hello,
    parse_request,
    parse_response,
    print_hello,
    print_request,
    print_response,
)

SCHEMA = json.loads((files("jarparity") / "schemas" / "protocol.schema.json").read_text("utf-8"))

# Java's strings may hold lone surrogates, and so may every string of the protocol. A pair of them is one character.
texts = st.text(st.characters(exclude_categories=[]), max_size=12).map(
    lambda text: text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
)
documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(texts, part, max_size=3),
    max_leaves=8,
)
seqs = st.integers(-(2**63), 2**63)
questions = st.builds(Question, seqs, documents)
lines = st.none() | texts
requests = st.one_of(
    st.builds(Start, st.integers()),
    st.just(Stop()),
    st.builds(Run, texts, st.lists(questions, max_size=3).map(tuple), lines),
    st.builds(Run, texts, questions.map(lambda q: (q,)), lines, st.just(False)),  # noqa: FBT003 - the single form
)
globs = st.lists(texts, max_size=3).map(tuple)
infos = st.builds(PortInfo, texts, texts, texts, globs, globs, st.booleans())
replies = st.one_of(
    st.builds(Value, documents),
    st.builds(Error, texts, st.none() | texts),
    st.builds(Skip, texts, st.none() | texts.filter(bool)),
)

# Lines that are nearly messages: true fields with any values, some of them missing.
names = ["cmd", "protocol", "seq", "operation", "line", "input", "batch", "value", "error", "skipped", "issue_url"]
words = st.sampled_from(["start", "run", "stop"])
near_messages = st.dictionaries(
    st.sampled_from([*names, "name", "version", "language", "operations", "lines", "messages"]),
    words
    | st.just(1)
    | documents
    | st.lists(st.fixed_dictionaries({"seq": documents, "input": documents}), max_size=2),
)


def valid(part, line):
    """Whether the line is in the schema's part of this name."""
    schema = {"$ref": f"#/$defs/{part}", "$defs": SCHEMA["$defs"]}
    return Draft202012Validator(schema).is_valid(json.loads(line))


def test_the_schema_is_a_schema_and_of_this_version():
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["hello"]["properties"]["protocol"]["const"] == VERSION


@given(requests)
def test_requests_survive_the_wire_and_are_in_the_schema(request):
    line = print_request(request)
    assert parse_request(line) == request
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert valid("request", line)


@given(infos)
def test_hellos_survive_the_wire_and_are_in_the_schema(info):
    line = print_hello(info)
    assert parse_hello(line) == info
    assert valid("response", line)


@given(st.none() | seqs, replies)
def test_responses_survive_the_wire_and_are_in_the_schema(seq, reply):
    line = print_response(seq, reply)
    assert parse_response(line) == Response(seq, reply)
    assert valid("response", line)


def test_a_broken_port_answers_with_an_error_of_its_own_kind():
    line = print_response(7, NoAnswer("crashed", "SystemExit: 1"))
    assert parse_response(line) == Response(7, Error(PORT_FAULT, "the port crashed: SystemExit: 1"))


@given(st.binary(max_size=80))
def test_any_bytes_are_a_message_or_a_protocol_error(line):
    for parse in (parse_request, parse_hello, parse_response):
        with pytest.raises(ProtocolError) as wrong:
            parse(line)
        assert str(wrong.value).isascii()


@given(near_messages)
def test_what_is_understood_is_in_the_schema(document):
    line = json.dumps(document)
    for parse, part in ((parse_request, "request"), (parse_response, "answer")):
        try:
            parse(line)
        except ProtocolError:
            continue
        assert valid(part, line)


@given(requests, st.data())
def test_a_damaged_request_is_a_request_or_a_protocol_error(request, data):
    line = print_request(request)
    cut = data.draw(st.integers(0, len(line)))
    rest = data.draw(st.integers(cut, len(line)))
    damaged = line[:cut] + data.draw(st.binary(max_size=4)) + line[rest:]
    try:
        parsed = parse_request(damaged)
    except ProtocolError:
        return
    assert isinstance(parsed, Start | Run | Stop)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "the line is not JSON (Expecting value"),
        (b"[]", "the line is not a JSON object: '[]'"),
        (b'\xef\xbb\xbf{"cmd":"stop"}', "the line begins with a byte order mark; write UTF-8 without one"),
        (b'{"cmd":"start","protocol":NaN}', "NaN is no JSON number"),
        (b'{"cmd":"start","protocol":1e400}', "1e400 is beyond the numbers that a 64-bit float holds"),
        (b'{"cmd":-1e999}', "-1e999 is beyond the numbers"),
        (b'{"cmd":"run","operation":"a.b","seq":1,"input":{"x":[1e400]}}', "1e400 is beyond the numbers"),
        (b"\xff", "the line is not UTF-8 (byte 0)"),
        (b"[" * 100_000, "the line is nested too deeply"),
        (b'{"cmd":"go"}', '`cmd` must be start, run or stop, not "go"'),
        (b'{"cmd":"start"}', "`protocol` must be a whole number, not null"),
        (b'{"cmd":"run","seq":1,"input":{}}', "`operation` must be an operation's name, not null"),
        (b'{"cmd":"run","operation":"a.b","input":{}}', "`seq` must be a whole number, not null"),
        (b'{"cmd":"run","operation":"a.b","seq":true,"input":{}}', "`seq` must be a whole number, not true"),
        (b'{"cmd":"run","operation":"a.b","seq":1}', "a run has no `input`"),
        (b'{"cmd":"run","operation":"a.b","seq":1,"input":{},"line":2}', "`line` must be a line's name"),
        (b'{"cmd":"run","operation":"a.b","batch":{}}', "`batch` must be a list of cases, not {}"),
        (b'{"cmd":"run","operation":"a.b","batch":[1]}', "batch[0] must be an object with `seq` and `input`"),
        (b'{"cmd":"run","operation":"a.b","seq":1,"batch":[]}', "a run has either `batch`, or `seq` and `input`"),
    ],
)
def test_a_bad_request_is_named(line, message):
    with pytest.raises(ProtocolError) as wrong:
        parse_request(line)
    assert message in str(wrong.value)


def test_a_bad_request_keeps_its_number():
    with pytest.raises(ProtocolError) as wrong:
        parse_request(b'{"cmd":"run","seq":17,"operation":4,"input":{}}')
    assert wrong.value.seq == 17


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"value":1}', "an answer must repeat the case's `seq`"),
        (b'{"seq":1e400,"value":1}', "1e400 is beyond the numbers that a 64-bit float holds"),
        (b'{"seq":1,"value":1e400}', "1e400 is beyond the numbers"),
        (b'{"seq":1,"value":{"a":[-1e400]}}', "-1e400 is beyond the numbers"),
        (b'{"seq":1,"value":' + b"[" * 202 + b"]" * 202 + b"}", "`value` is nested deeper than 200 levels"),
        (b'{"seq":"1","value":1}', '`seq` must be the case\'s number, not "1"'),
        (b'{"seq":1}', "an answer has one of value, error and skipped; this has none"),
        (b'{"seq":1,"value":2,"skipped":"no"}', "this has value and skipped"),
        (b'{"seq":1,"value":2,"error":{"kind":"X"},"skipped":""}', "this has value and error and skipped"),
        (b'{"seq":1,"error":"no"}', "`error` must have a `kind`"),
        (b'{"seq":1,"error":{"kind":"X","message":3}}', "`error` must have a `kind`"),
        (b'{"seq":1,"skipped":true}', "`skipped` must be a string, not true"),
        (b'{"seq":1,"skipped":"no","issue_url":5}', "`issue_url` must be a string, not 5"),
    ],
)
def test_a_bad_response_is_named(line, message):
    with pytest.raises(ProtocolError) as wrong:
        parse_response(line)
    assert message in str(wrong.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"protocol": 2}, "it speaks version 2 of the protocol; this kit speaks 1"),
        ({"name": None}, "`name` must be a string, not null"),
        ({"operations": "*"}, '`operations` must be a list of strings, not "*"'),
        ({"lines": [1]}, "`lines` must be a list of strings, not [1]"),
        ({"messages": 1}, "`messages` must be true or false, not 1"),
        ({"error": {"kind": "X"}}, 'it answered `start` with the error {"kind":"X"}'),
    ],
)
def test_a_bad_hello_is_named(change, message):
    hello = {"protocol": 1, "name": "n", "version": "1", "language": "go", "operations": ["*"], "lines": ["*"]}
    with pytest.raises(ProtocolError) as wrong:
        parse_hello(json.dumps(hello | change))
    assert message in str(wrong.value)


def test_unknown_fields_are_ignored():
    assert parse_response(b'{"seq":1,"value":2,"nanos":3}') == Response(1, Value(2))
    assert parse_request(b'{"cmd":"stop","why":"done"}\r\n') == Stop()


HOLLOW = [float("inf"), float("-inf"), float("nan"), {"a": [float("inf")]}, 10**5000, {1, 2}, b"x"]


@pytest.mark.parametrize("value", HOLLOW, ids=range(len(HOLLOW)))
def test_a_value_that_json_can_not_hold_is_answered_by_a_fault(value):
    answer = parse_response(print_response(3, Value(value)))
    assert answer.seq == 3
    assert answer.reply.kind == PORT_FAULT
    assert "gave no JSON answer" in answer.reply.message
    assert _shown(value) == f"a {type(value).__name__} that JSON can't hold"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_finite_number_survives(value):
    assert parse_response(print_response(1, Value(value))) == Response(1, Value(value))
