"""Kills: half a file under its own name, a process that goes on, and a leftover that stays are each seen."""

import random
import sys

import pytest
from quality.health import kills
from quality.health.desk import Desk
from quality.health.long_commands import LongCommand

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

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are found in /proc")


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setattr(kills, "_GRACE", 0.5)
    package = tmp_path / "checkout" / "conformance" / "jarparity"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(FAKE)
    (tmp_path / "tmp").mkdir()
    return Desk(tmp_path)


def findings(desk, what, *, same_bytes=False):
    command = LongCommand(
        what, (what,), lambda here: (here / "out.json").unlink(missing_ok=True), same_bytes=same_bytes
    )
    result = kills.kill(desk, command, 1, random.Random(3))  # noqa: S311 - seeded
    return " ".join(result.findings)


def test_whole_files_are_no_finding(desk):
    assert findings(desk, "whole", same_bytes=True) == ""


def test_a_half_file_is_found(desk):
    assert "checkout/out.json is not whole" in findings(desk, "half")
    assert "checkout/out.json is neither the old nor the new" in findings(desk, "half", same_bytes=True)


def test_a_process_that_goes_on_is_found_and_ended(desk):
    found = findings(desk, "orphan")
    assert "s after the kill: " in found
    assert "s after the end: " in found
    assert desk.await_end(10) == []


def test_a_leftover_that_the_next_run_leaves_is_found(desk):
    assert "is left for good" in findings(desk, "leftover")


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


def test_a_command_that_fails_by_itself_is_a_finding(desk):
    assert "ends with 1 where nobody kills it: no disk" in findings(desk, "fails")
