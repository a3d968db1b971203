"""A folder takes another's place as a whole, or the old one stays."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from jarparity import whole_folder
from jarparity.measures.coverage.jacoco import Jacoco, JacocoError


@pytest.fixture
def folder(tmp_path):
    old = tmp_path / "place" / "pages"
    old.mkdir(parents=True)
    (old / "index.html").write_text("old")
    return old


def names(folder):
    return sorted(path.relative_to(folder.parent).as_posix() for path in folder.parent.rglob("*"))


def test_the_new_folder_takes_the_place_of_the_old_one_whole(folder):
    with whole_folder.replacing(folder) as new:
        (new / "other.html").write_text("new")
        assert names(folder)[-2:] == ["pages", "pages/index.html"]
    assert names(folder) == ["pages", "pages/other.html"]


def test_the_first_folder_has_its_parents_made(tmp_path):
    with whole_folder.replacing(tmp_path / "a" / "b") as new:
        (new / "c").write_text("d")
    assert (tmp_path / "a" / "b" / "c").read_text() == "d"


def test_what_fails_leaves_the_old_folder_and_nothing_else(folder):
    def fails():
        with whole_folder.replacing(folder) as new:
            (new / "other.html").write_text("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert names(folder) == ["pages", "pages/index.html"]


def test_the_halves_of_killed_processes_go_away_and_those_of_living_ones_stay(folder):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for what in (f"new.{gone.pid}", f"old.{gone.pid}", f"new.{os.getppid()}", "new.txt"):
        (folder.parent / f".pages.{what}").mkdir()
    with whole_folder.replacing(folder) as new:
        (new / "index.html").write_text("new")
    assert names(folder) == [f".pages.new.{os.getppid()}", ".pages.new.txt", "pages", "pages/index.html"]


KILLED_BETWEEN_THE_RENAMES = """
import os, pathlib, signal, sys
from jarparity import whole_folder
rename = pathlib.Path.rename
def once(path, target):
    rename(path, target)
    os.kill(os.getpid(), signal.SIGKILL)
with whole_folder.replacing(pathlib.Path(sys.argv[1])) as new:
    pathlib.Path.rename = once
"""


@pytest.mark.skipif(os.name == "nt", reason="there, asking whether a process runs ends it")
def test_what_a_killed_process_moved_aside_comes_back_though_the_next_one_fails_too(folder):
    killed = subprocess.run([sys.executable, "-c", KILLED_BETWEEN_THE_RENAMES, str(folder)], check=False)
    assert (killed.returncode, folder.exists()) == (-signal.SIGKILL, False)
    with pytest.raises(ZeroDivisionError), whole_folder.replacing(folder):
        raise ZeroDivisionError
    assert names(folder) == ["pages", "pages/index.html"]


def test_where_neither_rename_can_be_undone_the_old_folder_stays_aside(folder, monkeypatch):
    rename = Path.rename

    def first_only(path, target):
        if path != folder:
            raise PermissionError(target)
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", first_only)
    with pytest.raises(PermissionError), whole_folder.replacing(folder):
        pass
    assert names(folder) == [f".pages.old.{os.getpid()}", f".pages.old.{os.getpid()}/index.html"]


@pytest.mark.skipif(os.name == "nt", reason="a script stands for Java")
def test_jacoco_that_fails_halfway_leaves_the_old_pages(folder, tmp_path):
    java = tmp_path / "java"
    java.write_text(
        f"#!{sys.executable}\nimport pathlib, sys\nhtml = pathlib.Path(sys.argv[sys.argv.index('--html') + 1])\n"
    )
    java.write_text(java.read_text() + "(html / 'index.html').write_text('<html>')\nsys.exit('no disk')\n")
    java.chmod(0o755)
    jacoco = Jacoco("0.8", tmp_path / "agent.jar", tmp_path / "cli.jar", java)
    with pytest.raises(JacocoError, match="no disk"):
        jacoco.report([], tmp_path, tmp_path / "report.xml", folder)
    assert (folder / "index.html").read_text() == "old"
    (tmp_path / "file").write_text("")
    with pytest.raises(JacocoError, match="file"):
        jacoco.report([], tmp_path, tmp_path / "report.xml", tmp_path / "file" / "pages")
