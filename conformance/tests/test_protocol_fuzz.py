"""Malformed lines by the thousand, from a port and to a server: each is an answer or a fault, and the talk goes on.

`JARPARITY_FUZZ_LINES` says how many; `tox -e fuzz` asks 200,000.
"""

from __future__ import annotations

import io
import json
import os
from itertools import count
from random import Random

import pytest

from jarparity.answers import AFTER_OTHERS, Error, NoAnswer, Skip, Value, canonical, to_json
from jarparity.ports import PortInfo
from jarparity.ports.process import Limits, ProcessPort
from jarparity.protocol import PROTOCOL_ERROR, ProtocolError, parse_hello, parse_request, parse_response
from jarparity.serve import serve

LINES = 5000

ROUNDS = range(-(-int(os.environ.get("JARPARITY_FUZZ_LINES", LINES)) // LINES))
"""Seeds: each makes other lines, so that none but a round's are held at once."""

OPERATION = "java.string.hash"

HELLO = b'{"protocol":1,"name":"mine","version":"1","language":"go","operations":["*"],"lines":["*"]}'

ANSWERS = (
    b'{"seq":%d,"value":3}',
    b'{"seq":%d,"value":{"C0":[["t",0],["t",1]],"C1":[]}}',
    b'{"seq":%d,"value":"\\ud83d\\ude00"}',
    b'{"seq":%d,"error":{"kind":"ArithmeticException","message":"/ by zero"}}',
    b'{"seq":%d,"skipped":"not yet","issue_url":"https://example.com/1"}',
)

REQUESTS = (
    b'{"cmd":"start","protocol":1}',
    b'{"cmd":"run","seq":17,"operation":"java.string.hash","line":"java 17","input":{"a":"key"}}',
    b'{"cmd":"run","operation":"java.string.hash","batch":[{"seq":1,"input":{"a":""}},{"seq":2,"input":{"a":"b"}}]}',
)

BYTES = b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xe2\x80\xa8", b"\xef\xbb\xbf", b"\xf0\x9f\x98\x80", b"\\ud800"
SIGNS = b"", b"\r", b'"', b"\\", b"{", b"}", b"]", b",", b":", b"[" * 300, b"[" * 100_000, b'"x":' * 50
VALUES = b"null", b"true", b"NaN", b"-Infinity", b"1e400", b"-0", b"0.1", b"9" * 400, b"9" * 5000
FIELDS = b'"seq":1,', b'"value":1,', b'"error":{},', b'"cmd":"run",', b'"batch":[],'
PIECES = BYTES + SIGNS + VALUES + FIELDS


def malformed(random, line):
    """The line with one to four wounds; a rare one is still well-formed."""
    for _ in range(random.randint(1, 4)):
        start = random.randint(0, len(line))
        end = min(len(line), start + random.choice((0, 0, 1, 1, 2, 5, 20, 1000)))
        piece = random.choice(PIECES)
        match random.randint(0, 5):
            case 0:
                line = line[:start] + line[end:]
            case 1:
                line = line[:start] + random.randbytes(random.randint(1, 4)) + line[end:]
            case 2:
                line = line[:start] + line[start:end] * 3 + line[end:]
            case 3:
                line = line[end:] + line[:start]
            case _:
                line = line[:start] + piece + line[end:]
        line = line[:200_000].replace(b"\n", b"")
    return line


@pytest.fixture(params=ROUNDS)
def random(request):
    return Random(request.param)  # noqa: S311 - the same wounds each time, no secrets


class FakeChild:
    """Instead of a program: greets soundly, then says to each request what it is given."""

    def __init__(self, script):
        self.script, self.greeted, self.pid = script, False, 0

    def send(self, message):
        self.sent = json.loads(message)

    def receive(self, timeout):
        if not self.greeted:
            self.greeted = True
            return HELLO
        return next(self.script)

    def end(self, grace=0.0):
        return ""


def test_a_port_s_malformed_lines_are_faults_of_their_cases(random, monkeypatch):
    starts = []
    # The port counts what it asks from 1: so does this, and most wounds leave `seq` as it was.
    script = (malformed(random, random.choice(ANSWERS) % seq) for seq in count(1))

    def child(command, max_line):
        starts.append(command)
        return FakeChild(script)

    monkeypatch.setattr("jarparity.ports.process.Child", child)
    port = ProcessPort("mine", limits=Limits(batch=1, in_a_row=10**9, in_all=10**9))
    replies = list(port.replies(OPERATION, None, [{"a": "x"}] * LINES))
    port.close()
    assert len(replies) == LINES
    broke = [reply for reply in replies if isinstance(reply, NoAnswer)]
    assert {fault.reason.removesuffix(AFTER_OTHERS) for fault in broke} <= {
        "wrote what is no answer",
        "answered another case",
        "could not read a request",
    }
    # One that broke after others is asked again, of a program that is started for it.
    assert len(broke) <= len(starts) <= 2 * len(broke) + 1
    assert LINES / 2 < len(broke) < LINES
    for reply in replies:
        assert isinstance(reply, Value | Error | Skip | NoAnswer)
        canonical(to_json(reply))
        if isinstance(reply, NoAnswer):
            assert len(reply.detail) < 5000


def test_a_port_that_is_malformed_from_its_greeting_on_never_starts(random):
    refused = []
    for _ in range(LINES // 4):
        line = malformed(random, HELLO)
        try:
            info = parse_hello(line)
        except ProtocolError as wrong:
            refused.append(str(wrong))
        else:
            assert isinstance(info, PortInfo)
    assert len(refused) > LINES / 8
    assert max(map(len, refused)) < 2000


def test_a_client_s_malformed_lines_are_answered_and_the_next_is_heard(random):
    lines = [malformed(random, random.choice(REQUESTS)) for _ in range(LINES)]
    lines = [line for line in lines if not stops(line)]
    # After each a line that is sound: whatever came before, it must be answered.
    sound = b'{"cmd":"run","seq":%d,"operation":"java.string.hash","input":{"a":"key"}}'
    talk = b"".join(line + b"\n" + sound % (10**9 + i) + b"\n" for i, line in enumerate(lines))
    responses = io.BytesIO()
    serve(Length(), io.BytesIO(talk), responses)
    heard, errors = [], 0
    for line in responses.getvalue().splitlines():
        if line.startswith(b'{"protocol"'):
            parse_hello(line)
            continue
        response = parse_response(line)
        errors += isinstance(response.reply, Error) and response.reply.kind == PROTOCOL_ERROR
        if response.reply == Value(3) and response.seq in range(10**9, 10**9 + LINES):
            heard.append(response.seq)
    assert heard == [10**9 + i for i in range(len(lines))]
    assert errors > len(lines) / 2


def stops(line):
    try:
        return type(parse_request(line)).__name__ == "Stop"
    except ProtocolError:
        return False


class Length:
    """A port that answers the length of the input's `a`."""

    info = PortInfo("length", "1", "python", (OPERATION,), ("*",))

    def replies(self, operation, line, inputs):
        return [Value(len(document["a"])) for document in inputs]

    def bulk(self, *_):
        return None

    def close(self):
        pass
