"""Random orders: what passes in one run and fails in another is called a flake, and no row is written."""

import pytest
from click.testing import CliRunner
from quality.health import orders
from quality.health.coverage import _taken

FLAKE = """
import random

def test_by_chance():
    assert random.getrandbits(3) {what}

def test_sound():
    pass
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setattr(orders, "renew", lambda rows: pytest.fail(f"written: {rows}"))

    def run(what, *options):
        tests = tmp_path / "test_chance.py"
        tests.write_text(FLAKE.format(what=what))
        return CliRunner().invoke(orders.command, ["--workers", "0", *options, "--", str(tests)])

    return run


def test_a_sound_suite_has_no_flake(run):
    ended = run(">= 0", "--runs", "2")
    assert ended.exit_code == 0, ended.output
    assert "2 times 2 tests" in ended.output


def test_what_always_fails_is_no_flake_and_is_red(run):
    ended = run("< 0", "--runs", "1")
    assert ended.exit_code == 1
    assert "test_by_chance: fails always: runs 1" in ended.output


def test_what_hangs_on_the_seed_is_a_flake(run):
    # Of many seeds some give another number than others.
    ended = run("< 4", "--runs", "6")
    assert ended.exit_code == 1
    assert "test_by_chance: a flake" in ended.output


def test_branches_are_counted_by_package():
    summary = {"num_branches": 4, "covered_branches": 3, "num_statements": 10, "covered_lines": 9}
    file = {"summary": summary, "missing_lines": [7], "missing_branches": [[6, 7]]}
    files = {"/x/python_impl/copartition/a.py": file, "/x/conformance/jarparity/b.py": file}
    taken = _taken(files, "python_impl/copartition/")
    assert (taken.percent, taken.branches, taken.lines) == (75.0, 4, 10)
    assert taken.missing == {"python_impl/copartition/a.py": ["7", "6->7"]}
