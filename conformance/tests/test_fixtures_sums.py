"""The digests beside the vectors: kept with every write, and whatever differs from them is named."""

import re
import shutil
import subprocess

import pytest

from jarparity import data
from jarparity.fixtures import sums
from jarparity.fixtures.format import FixtureError


@pytest.fixture
def folder(tmp_path):
    for name in ("b.jsonl", "a.jsonl.gz"):
        (tmp_path / name).write_text(f"of {name}\n")
        sums.record(tmp_path / name)
    return tmp_path


def wrong(folder, *names, blamed=()):
    return [(p.place, p.what) for p in sums.problems(folder, [folder / name for name in names], blamed)]


def test_they_stand_sorted_and_sha256sum_reads_them(folder):
    lines = (folder / sums.FILE).read_text().splitlines()
    assert [line[66:] for line in lines] == ["a.jsonl.gz", "b.jsonl"]
    assert wrong(folder, "a.jsonl.gz", "b.jsonl") == []
    if tool := shutil.which("sha256sum"):
        subprocess.run([tool, "--check", "--strict", sums.FILE], cwd=folder, check=True, capture_output=True)


def test_a_changed_byte_and_an_unknown_file_are_named(folder):
    (folder / "b.jsonl").write_text("of B.jsonl\n")
    (folder / "c.jsonl").write_text("new\n")
    (changed, unknown) = wrong(folder, "a.jsonl.gz", "b.jsonl", "c.jsonl")
    assert changed[0] == str(folder / "b.jsonl")
    assert "not the bytes that were recorded" in changed[1]
    assert unknown == (str(folder / "c.jsonl"), f"{sums.FILE} beside it doesn't name it; {sums.REMAKE}")


def test_of_a_file_whose_line_is_blamed_nothing_more_is_said(folder):
    (folder / "b.jsonl").write_text("other\n")
    assert wrong(folder, "b.jsonl", blamed={f"{folder / 'b.jsonl'}:7"}) == []
    assert wrong(folder, "b.jsonl", blamed={str(folder / "b.jsonl")}) == []
    assert len(wrong(folder, "b.jsonl", blamed={f"{folder / 'a.jsonl.gz'}:7"})) == 1


def test_a_file_that_is_gone_is_named_and_forgotten_with_the_next_record(folder):
    (folder / "a.jsonl.gz").unlink()
    (problem,) = sums.gone(folder)
    assert problem.place == f"{folder / sums.FILE}:1"
    sums.record(folder / "b.jsonl")
    assert list(sums.read(folder)) == ["b.jsonl"]
    assert list(sums.gone(folder)) == []


@pytest.mark.parametrize("line", ["", "0" * 64 + " b.jsonl", "0" * 63 + "g  x", "0" * 64 + "  ../x", "<<<<<<< ours"])
def test_a_damaged_line_is_named_and_not_written_over(folder, line):
    path = folder / sums.FILE
    path.write_text(f"{path.read_text()}{line}\n")
    with pytest.raises(FixtureError, match=re.escape(f"{path}:3")):
        sums.record(folder / "b.jsonl")
    assert [place for place, _ in wrong(folder, "b.jsonl")] == [f"{path}:3"]
    assert list(sums.gone(folder)) == []


def test_a_name_that_stands_twice_is_named(folder):
    path = folder / sums.FILE
    path.write_text(path.read_text() * 2)
    with pytest.raises(FixtureError, match="stands twice"):
        sums.read(folder)


@pytest.mark.parametrize("place", ["", "regressions", "complete"])
def test_the_committed_files_are_the_recorded_bytes(place):
    folder = data.fixtures() / place
    files = sorted(path for path in folder.iterdir() if ".jsonl" in path.name)
    assert files
    assert wrong(folder, *(path.name for path in files)) == []
    assert list(sums.gone(folder)) == []
