"""Where the command line writes: pipes, links, a closed standard output, a full disk."""

import io
import os
import subprocess
import sys

import pytest
from test_cli import CLEAN, MURMUR2, jarparity

from jarparity.report.writer import Writer


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
def test_a_report_is_written_into_a_pipe_and_through_a_link(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("file")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        for name in ("pipe", "link"):
            assert jarparity(*MURMUR2, "--output", str(tmp_path / name)).returncode == 0
        assert b"PASS copartition" in os.read(reader, 100_000)
    finally:
        os.close(reader)
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "link").is_symlink()
    assert "PASS copartition" in (tmp_path / "file").read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link", "pipe"]


def test_two_runs_may_write_one_report(tmp_path):
    first, second = (Writer("text", io.StringIO(), tmp_path / "report") for _ in range(2))
    first.open()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("os.getpid", lambda: os.getppid())
        second.open()
    assert len([*tmp_path.iterdir()]) == 2
    first.discard()
    second.discard()
    assert [*tmp_path.iterdir()] == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGPIPE")
@pytest.mark.parametrize("arguments", [MURMUR2, ("list",), ("--help",)])
def test_a_closed_pipe_is_no_difference(arguments):
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "jarparity", *arguments]
    shown = subprocess.run(command, env=CLEAN, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (shown.returncode, shown.stderr) == (141, "")


@pytest.mark.parametrize("arguments", [MURMUR2, ("list",)])
def test_a_full_disk_is_a_sentence(arguments, tmp_path):
    # A limit on the size of files fails as a full disk does.
    code = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    code += "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); from jarparity.cli import main; main()"
    command = [sys.executable, "-B", "-c", code, *arguments]
    with (tmp_path / "out").open("wb") as out:
        shown = subprocess.run(command, env=CLEAN, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    assert (shown.returncode, shown.stderr) == (4, "Error: standard output: File too large\n")
