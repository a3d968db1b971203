"""What a port prints never gets into the kit's report, whichever way it prints."""

import io
import os
import subprocess
import sys

import pytest

from jarparity.streams import kept_stdout

PROGRAM = """
import ctypes, logging, os, subprocess, sys
print("before")
handler = logging.StreamHandler(sys.stdout)
libc = ctypes.CDLL(None)
from jarparity.streams import kept_stdout
with kept_stdout() as out:
    print("printed in Python")
    sys.stdout.write("written without a line feed")
    sys.__stdout__.write("by the standard stream of before ")
    handler.emit(logging.makeLogRecord({"msg": "logged"}))
    os.write(1, b"to the descriptor ")
    subprocess.run([sys.executable, "-c", "print('by a child')"], check=True)
    libc.puts(b"by C")
    print('{"report": "\u00e9"}', file=out)
    END
print("after")
"""
ELSEWHERE = (
    "in Python",
    "without a line feed",
    "stream of before",
    "logged",
    "to the descriptor",
    "by a child",
    "by C",
)


def run(end):
    program = PROGRAM.replace("END", end)
    return subprocess.run([sys.executable, "-X", "utf8", "-c", program], capture_output=True, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="its C library has another name")
@pytest.mark.parametrize("end", ["pass", "out.flush()", "raise SystemExit(3)"])
def test_only_the_report_is_on_standard_output(end):
    done = run(end)
    after = [] if "raise" in end else ["after"]
    assert done.stdout.decode().splitlines() == ["before", '{"report": "\u00e9"}', *after]
    assert done.returncode == (3 if "raise" in end else 0)
    said = done.stderr.decode()
    for words in ELSEWHERE:
        assert words in said


def test_a_stream_in_memory_is_the_kits(monkeypatch):
    memory, errors = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", memory)
    monkeypatch.setattr(sys, "stderr", errors)
    with kept_stdout() as out:
        sys.stdout.write("port\n")
        out.write("kit\n")
    assert sys.stdout is memory
    assert (memory.getvalue(), errors.getvalue()) == ("kit\n", "port\n")


@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
def test_half_a_surrogate_pair_is_written_as_its_number(errors):
    program = "from jarparity.streams import kept_stdout\nwith kept_stdout() as out:\n print('\\ud800 é', file=out)\n"
    encoded = os.environ | {"PYTHONIOENCODING": f"utf-8:{errors}"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, env=encoded)
    assert (done.stdout.decode(), done.stderr) == ("\\ud800 é\n", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_are_no_error(closed):
    program = (
        "from jarparity.streams import kept_stdout\n"
        "with kept_stdout() as out:\n print('port'); print('kit', file=out)\n"
    )
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -c "$1" {closed}', sys.executable, program], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == (b"" if closed.startswith(">") else b"kit\n")
