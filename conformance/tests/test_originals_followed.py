"""A program that is followed: heard to its end, ended when it hangs or its listener fails."""

import os
import sys
import time

import pytest

from jarparity.originals.followed import follow

HANG = "import time; print('begun', flush=True); time.sleep(600)"


def python(text, *arguments):
    return [sys.executable, "-IS", "-c", text, *arguments]


def test_what_it_says_is_heard_with_its_errors(tmp_path):
    heard = []
    text = "import os, sys; print(os.getcwd()); sys.stdout.flush(); sys.stderr.write('é\\n'); sys.exit(3)"
    ended = follow(python(text), 60, heard.append, tmp_path)
    assert heard == ended.said == [str(tmp_path), "é"]
    assert (ended.code, ended.silent) == (3, False)


def test_the_end_of_a_long_output_is_kept():
    said = follow(python("for i in range(1000): print(i)"), 60).said
    assert said[-1] == "999"
    assert len(said) < 1000


def test_a_program_that_hangs_is_ended():
    ended = follow(python(HANG), 2)
    assert ended.said == ["begun"]
    assert ended.silent
    assert ended.code


def test_a_limit_is_of_silence_and_not_of_all_the_time():
    text = "import time\nfor i in range(5): print(i, flush=True); time.sleep(0.5)"
    ended = follow(python(text), 2)
    assert (ended.code, ended.silent, len(ended.said)) == (0, False, 5)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
def test_what_it_leaves_behind_cannot_hold_up_the_end(tmp_path):
    began = time.monotonic()
    left = tmp_path / "left"
    try:
        ended = follow(["/bin/sh", "-c", f"sleep 600 & echo $! > {left}; wait"], 2)
        assert ended.silent
        assert time.monotonic() - began < 60
    finally:
        os.kill(int(left.read_text()), 9)


def test_it_ends_when_its_listener_raises(tmp_path):
    def interrupted(line):
        raise KeyboardInterrupt(line)

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt, match="begun"):
        follow(python(HANG), 300, interrupted)
    assert time.monotonic() - began < 60
