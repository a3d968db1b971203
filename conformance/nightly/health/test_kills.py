"""Kills: half a file under its own name, a process that goes on, and a leftover that stays are each found."""

import random
import shutil
from pathlib import Path

import click
import pytest
from quality.health import kills
from quality.health.long_commands import COMMANDS, LongCommand
from quality.health.sandbox import Sandbox

from jarparity.cli import main

ROOT = Path(__file__).parents[3]
FAKE = """
import os, pathlib, subprocess, sys, time

out, what = pathlib.Path("out.json"), sys.argv[1]
if what == "whole":
    time.sleep(1)
    pathlib.Path(".out.json.1").write_text("{}")
    pathlib.Path(".out.json.1").replace(out)
if what == "half":
    with out.open("w") as file:
        file.write("{")
        file.flush()
        time.sleep(1)
        file.write("}")
if what == "orphan":
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
    out.write_text("{}")
    time.sleep(1)
if what == "leftover":
    pathlib.Path(f".out.json.{os.getpid()}").write_text("{")
    time.sleep(1)
    pathlib.Path(f".out.json.{os.getpid()}").replace(out)
if what == "fails":
    sys.exit("no disk")
"""


@pytest.fixture
def sandbox(tmp_path, monkeypatch):
    monkeypatch.setattr(kills, "_GRACE", 0.5)
    package = tmp_path / "checkout" / "conformance" / "jarparity"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(FAKE)
    (tmp_path / "tmp").mkdir()
    return Sandbox(tmp_path)


def findings(sandbox, what, *, same_bytes=False):
    command = LongCommand(what, (what,), lambda here: (here / "out.json").unlink(missing_ok=True), same_bytes)
    return " ".join(kills.kill(sandbox, command, 1, random.Random(3)).findings)  # noqa: S311 - seeded


@pytest.mark.parametrize(
    ("what", "same_bytes", "found"),
    [
        ("half", False, "checkout/out.json is not whole"),
        ("half", True, "checkout/out.json is neither the old nor the new"),
        ("leftover", False, "is left for good"),
        ("fails", False, "ends with 1 without a kill: no disk"),
    ],
)
def test_damage_is_found(sandbox, what, same_bytes, found):
    assert found in findings(sandbox, what, same_bytes=same_bytes)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_long_commands_are_the_kits(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results.json").touch()
    group, arguments = main, list(command.arguments)
    while isinstance(group, click.Group):
        name, group, arguments = group.resolve_command(click.Context(group), arguments)
    group.make_context(name, arguments)  # a usage error, where it has no such option


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_what_is_prepared_is_there_to_be_changed(command, tmp_path):
    """In a copy of what the preparations touch: one that looks for what has moved fails here, not at night."""
    for part in ("docs", "fixtures"):
        shutil.copytree(ROOT / part, tmp_path / part)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    command.prepare(tmp_path)
    if command.name in ("drift", "fixtures generate", "prove --record"):
        assert before != {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


def test_whole_files_are_no_finding(sandbox):
    assert findings(sandbox, "whole", same_bytes=True) == ""


def test_processes_that_go_on_are_found_and_ended(sandbox):
    found = findings(sandbox, "orphan")
    assert "s after the kill: " in found
    assert "s after the end: " in found
    assert sandbox.wait_for_exit(10) == []


def test_checksums_beside_their_file_are_no_leftover_and_must_be_whole(tmp_path):
    data, sums = tmp_path / "part.parquet", tmp_path / ".part.parquet.crc"
    data.write_bytes(b"x" * 513)
    sums.write_bytes(b"crc\0" + (512).to_bytes(4, "big") + bytes(8))
    names = {"checkout/keys/part.parquet"}
    assert not kills._is_temporary("checkout/keys/.part.parquet.crc", names)
    assert kills._is_temporary("checkout/keys/.other.parquet.crc", names)
    assert kills._fault(sums) is None
    sums.write_bytes(sums.read_bytes()[:-4])
    assert kills._fault(sums) == "not the checksums of part.parquet"
