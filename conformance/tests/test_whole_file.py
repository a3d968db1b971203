"""Files are whole or not there, though the writer be killed; and what it left is swept away by the next."""

import os
import signal
import subprocess
import sys

import pytest

from jarparity import abandoned, whole_file

DIES_BEFORE_THE_RENAME = """
import os, pathlib, signal, sys
from jarparity import whole_file
pathlib.Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
whole_file.replace(pathlib.Path(sys.argv[1]), b"new")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there, asking whether a process runs ends it")
def test_a_killed_writer_leaves_the_old_file_and_the_next_sweeps_its_half_one_away(tmp_path):
    path = tmp_path / "fixture [1].jsonl"
    path.write_bytes(b"old")
    killed = subprocess.run([sys.executable, "-c", DIES_BEFORE_THE_RENAME, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"old"
    (half,) = (other for other in tmp_path.iterdir() if other != path)
    assert half.name.startswith(f".{path.name}.")
    whole_file.replace(path, b"new")
    assert [(other.name, other.read_bytes()) for other in tmp_path.iterdir()] == [(path.name, b"new")]


def test_what_a_running_process_or_another_program_wrote_stays(tmp_path):
    kept = [f".a.{os.getpid()}", f".a.{os.getppid()}-more", ".a.bak", ".a.", ".b.999999999"]
    for name in [*kept, ".a.999999999", ".a.99999999999999999999"]:
        (tmp_path / name).write_text("")
    (tmp_path / ".a.999999998-folder").mkdir()
    abandoned.remove(tmp_path, ".a.")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(kept)


@pytest.mark.skipif(sys.platform == "win32", reason="there, files have no such modes")
def test_who_may_read_a_file_stays_who_may_read_it(tmp_path):
    path = tmp_path / "private"
    path.write_bytes(b"old")
    path.chmod(0o600)
    whole_file.replace(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o600)


def test_a_symbolic_link_stays_and_its_file_is_replaced(tmp_path):
    (tmp_path / "there").mkdir()
    link, file = tmp_path / "link", tmp_path / "there" / "file"
    link.symlink_to(file)
    for content in (b"new", b"newer"):
        whole_file.replace(link, content)
        assert link.is_symlink()
        assert file.read_bytes() == content
    assert [path.name for path in file.parent.iterdir()] == ["file"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
def test_a_pipe_is_written_into(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        whole_file.replace(tmp_path / "pipe", b"new")
        assert (tmp_path / "pipe").is_fifo()
        assert os.read(reader, 10) == b"new"
    finally:
        os.close(reader)
