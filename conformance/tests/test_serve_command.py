"""`jarparity serve` as a process: its streams, its end, and the answers of the port that it serves."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner
from served import MURMUR, PARTITION

from jarparity.answers import Error, NoAnswer, Skip, Value
from jarparity.cli import main
from jarparity.cli.serve import _SESSION as HELP
from jarparity.ports.callables import CallablePort
from jarparity.ports.process import Limits, ProcessPort
from jarparity.protocol import Question, Run, Start, print_request


@pytest.fixture
def module(tmp_path):
    (tmp_path / "served_port.py").write_text(SERVED_PORT)
    return tmp_path


SERVED_PORT = """
import os, subprocess, sys
print("printed while it was imported")

def length(document, line=None):
    print("printed in Python")
    os.write(1, b"written to the descriptor\\n")
    subprocess.run([sys.executable, "-c", "print('printed by a child')"], check=True)
    return [line, len(document["bytes"]), sys.stdin.read()]

def fast(document):
    if document["partitions"] == 0:
        raise ZeroDivisionError("/ by zero")
    if document["partitions"] == 1:
        raise NotImplementedError("one is none")
    return len(document["bytes"]) % document["partitions"]

PORT = {"kafka.partitioner.murmur2": length, "kafka.partitioner.partition-for-key": fast}
"""


def command(*arguments):
    return [sys.executable, "-m", "jarparity", "serve", *arguments]


def test_what_a_port_prints_never_reaches_the_protocol(module):
    session = print_request(Start()) + print_request(Run(MURMUR, (Question(1, {"bytes": "00"}),))) + b"{}\n"
    done = subprocess.run(
        command("port", "--port", "served_port:PORT"), cwd=module, input=session, capture_output=True, check=True
    )
    hello, answer, complaint = map(json.loads, done.stdout.splitlines())
    assert hello["name"] == "served_port:PORT"
    assert answer == {"seq": 1, "value": [None, 2, ""]}
    assert complaint["error"]["kind"] == "ProtocolError"
    for words in (b"while it was imported", b"in Python", b"to the descriptor", b"by a child"):
        assert words in done.stderr


def test_a_port_that_can_not_be_loaded_is_said_on_standard_error(module):
    done = subprocess.run(command("port", "--port", "served_port:PROT"), cwd=module, capture_output=True, check=False)
    assert done.returncode == 4
    assert done.stdout == b""
    assert b"did you mean PORT?" in done.stderr


def test_a_client_that_leaves_is_no_error(module):
    with subprocess.Popen(
        command("port", "--port", "served_port:PORT"),
        cwd=module,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        server.stdin.write(print_request(Start()))
        server.stdin.flush()
        server.stdout.readline()
        server.stdout.close()
        server.stdin.write(print_request(Start()))
        server.stdin.close()
        assert b"Error" not in server.stderr.read()
    assert server.returncode == 0


@pytest.mark.parametrize("batch", [1, 512])
def test_a_served_port_answers_as_it_does_in_process(module, monkeypatch, batch):
    monkeypatch.chdir(module)
    monkeypatch.syspath_prepend(str(module))
    here = CallablePort.load("served_port:PORT")
    there = ProcessPort(command("port", "--port", "served_port:PORT"), limits=Limits(batch=batch))
    try:
        inputs = [{"bytes": "0" * (2 * n), "partitions": p} for n in range(5) for p in range(4)]
        replies = list(there.replies(PARTITION, None, inputs))
        assert replies == list(here.replies(PARTITION, None, inputs))
        assert {type(reply) for reply in replies} == {Value, Error, Skip}
        assert there.info == here.info
    finally:
        there.close()


def test_copartition_served_answers_as_it_does_in_process():
    from jarparity.ports.load import open_port  # noqa: PLC0415 - needs copartition

    here = open_port()
    there = ProcessPort(command("port"))
    samples = {
        "java.string.hash": [{"a": "é\ud800"}, {"a": ""}],
        "flink.key-group.of-key": [
            {"key": {"type": "long", "value": "-1"}, "maxParallelism": 128},
            {"key": {"type": "null", "value": None}, "maxParallelism": 128},
            {"key": {"type": "bytes", "value": "00"}, "maxParallelism": 128},
        ],
        PARTITION: [{"bytes": "6b6579", "partitions": p} for p in (0, 1, 10)],
    }
    try:
        for operation, inputs in samples.items():
            replies = list(there.replies(operation, None, inputs))
            assert replies == list(here.replies(operation, None, inputs))
            assert not any(isinstance(reply, Skip | NoAnswer) for reply in replies)
        assert there.info == here.info
    finally:
        there.close()


def test_the_session_that_help_shows_is_a_true_one():
    shown = [line.strip() for line in HELP.splitlines()]
    typed = "".join(line[2:] + "\n" for line in shown if line.startswith("> {"))
    answered = [line[2:] for line in shown if line.startswith("< {")]
    done = subprocess.run(command("port"), input=typed.encode(), capture_output=True, check=True)
    said = [re.sub(r'"message":".*"', '"message":"…"', line) for line in done.stdout.decode().splitlines()]
    assert said[1:] == answered[1:]
    assert json.loads(said[0]).keys() - {"messages"} == json.loads(answered[0]).keys()


@pytest.mark.parametrize("arguments", [(), ("port",), ("original",)])
def test_help_shows_the_session(arguments):
    shown = CliRunner().invoke(main, ["serve", *arguments, "--help"])
    assert shown.exit_code == 0
    assert '> {"cmd":"start","protocol":1}' in shown.output
