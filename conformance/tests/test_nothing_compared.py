"""A run that compared nothing says why, and is no pass."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from jarparity.cli import main

CLAIMS = """\
from types import SimpleNamespace

def answer(case):
    raise NotImplementedError("later")

NAME = "kafka.partitioner.murmur2"
NONE = {}
HASH = {"java.string.hash": answer}
NEWEST = SimpleNamespace(operations={NAME: answer}, lines=("kafka-clients 4.4.0",))
OF_NO_RELEASE = SimpleNamespace(operations={NAME: answer}, lines=())
ELSEWHERE = SimpleNamespace(operations={NAME: answer}, lines=("flink 2.3.0", "java 17"))
LATER = {NAME: answer}
"""


def test_nothing_compared_is_5(tmp_path):
    (tmp_path / "other.py").write_text("PORT = {'java.string.hash': lambda case: 0}\n")
    arguments = ("check", "--reference", "golden", "--operation", "kafka.*", "--port", "other:PORT")
    shown = subprocess.run(
        [sys.executable, "-m", "jarparity", *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert shown.returncode == 5
    assert shown.stdout.splitlines()[-1].startswith("NOTHING COMPARED other:PORT")


@pytest.mark.parametrize(
    ("port", "options", "why"),
    [
        ("NONE", (), "the port names no operation"),
        ("OF_NO_RELEASE", (), "the port names no release"),
        (
            "HASH",
            ("--operation", "flink.math.*"),
            "the port has java.string.hash; --operation asks kafka.partitioner.*, flink.math.*",
        ),
        (
            "NEWEST",
            ("--line", "kafka-clients 3*"),
            "the port claims kafka-clients 4.4.0; --line asks kafka-clients 3*",
        ),
        ("ELSEWHERE", (), "the port claims flink 2.3.0, java 17; none of its operations is in these releases"),
        ("LATER", (), "all that was asked was skipped: later"),
        ("NEWEST", ("--line", "kafka-clients 3*", "--case", "edge/*"), "--line asks kafka-clients 3*"),
    ],
)
def test_why_nothing_was_compared(port, options, why, tmp_path, monkeypatch):
    (tmp_path / "some_claims.py").write_text(CLAIMS)
    monkeypatch.syspath_prepend(tmp_path)
    arguments = ("check", "--reference", "golden", "--operation", "kafka.partitioner.*")
    shown = CliRunner().invoke(main, [*arguments, "--port", f"some_claims:{port}", *options])
    assert shown.exit_code == 5
    last = shown.stdout.splitlines()[-1]
    assert last.startswith("NOTHING COMPARED ")
    assert why in last
    assert shown.stderr == ""
