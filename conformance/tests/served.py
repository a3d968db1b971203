"""A conversation with `jarparity serve`, held in this process, and a small port that is served."""

from __future__ import annotations

import io
import json

from jarparity.ports.callables import CallablePort
from jarparity.protocol import Question, Run, print_request
from jarparity.serve import serve

MURMUR = "kafka.partitioner.murmur2"
PARTITION = "kafka.partitioner.partition-for-key"


def length(document, line=None):
    if document["bytes"] == "ff":
        raise SystemExit(1)
    if document["bytes"] == "fe":
        raise ValueError("no such luck")
    return [line, len(document["bytes"])]


PORT = CallablePort({MURMUR: length, "own.operation": lambda document: document}, "test")


def talk(port, *lines):
    """The server's answers, as documents."""
    requests = io.BytesIO(b"".join(line if isinstance(line, bytes) else print_request(line) for line in lines))
    responses = io.BytesIO()
    serve(port, requests, responses)
    return [json.loads(line) for line in responses.getvalue().splitlines()]


def one(document, operation=MURMUR, line=None, port=PORT):
    (answer,) = talk(port, Run(operation, (Question(1, document),), line, batch=False))
    assert answer.pop("seq") == 1
    return answer
