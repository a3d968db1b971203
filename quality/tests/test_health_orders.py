"""Random orders: what passes in one run and fails in another is called a flake, and stays on record."""

import pytest
from click.testing import CliRunner
from quality.health import orders, orders_kept
from quality.health.coverage import _taken
from quality.health.orders_kept import Record
from quality.health.state import State

FLAKE = """
import random

def test_by_chance():
    assert random.getrandbits(3) {what}

def test_sound():
    pass
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setattr(orders, "Record", lambda *_, **__: pytest.fail("written"))

    def run(what, *options):
        tests = tmp_path / "test_chance.py"
        tests.write_text(FLAKE.format(what=what))
        return CliRunner().invoke(orders.command, ["--workers", "0", *options, "--", str(tests)])

    return run


def test_a_sound_suite_has_no_flake(run):
    ended = run(">= 0", "--runs", "2")
    assert ended.exit_code == 0, ended.output
    assert "2 times 2 tests" in ended.output
    assert "run 2: 2 tests, 0 failed" in ended.output


def test_what_always_fails_is_no_flake_and_is_red(run):
    ended = run("< 0", "--runs", "1")
    assert ended.exit_code == 1
    assert "test_by_chance: fails always: runs 1" in ended.output


def test_what_hangs_on_the_seed_is_a_flake(run):
    # Of many seeds some give another number than others.
    ended = run("< 4", "--runs", "6")
    assert ended.exit_code == 1
    assert "test_by_chance: a flake" in ended.output


NOW = State("1f", changes=False)
PAGE = "<!-- health: begin -->\n<!-- health: end -->\n"


@pytest.fixture
def page(tmp_path, monkeypatch):
    monkeypatch.setattr(State, "of_checkout", lambda: NOW)
    monkeypatch.setattr(orders_kept.platform, "python_version", lambda: "3.11.7")
    path = tmp_path / "quality.md"
    path.write_text(PAGE)
    return path


def rows(page):
    return [line for line in page.read_text().splitlines() if line.startswith("| `orders`")]


def test_runs_add_up_over_several_calls(page):
    for number in (1, 2, 3, 7):
        Record(NOW, page).add(number, 1234, sound=True)
    so = "tests each, in random order, from random seeds | no flake | |"
    assert rows(page) == [
        "| `orders` | 4 runs of the default suite, at one state of the code | no flake | |",
        f"| `orders` `1f`, Python 3.11.7 | runs 1-3, 7: 1,234 {so}",
    ]
    page.write_text(page.read_text().replace("`1f`", "`0e`"))
    Record(NOW, page).add(7, 1235, sound=True)
    assert rows(page) == [
        "| `orders` | 5 runs of the default suite, at 2 states of the code | no flake | |",
        f"| `orders` `0e`, Python 3.11.7 | runs 1-3, 7: 1,234 {so}",
        f"| `orders` `1f`, Python 3.11.7 | runs 7: 1,235 {so}",
    ]
    Record(NOW, page, afresh=True).add(8, 1235, sound=True)
    assert rows(page) == [
        "| `orders` | 2 runs of the default suite, at one state of the code | no flake | |",
        f"| `orders` `1f`, Python 3.11.7 | runs 7-8: 1,235 {so}",
    ]


def test_a_failed_run_stays_on_record_over_several_calls(page):
    so = "tests each, in random order, from random seeds"
    Record(NOW, page).add(1, 5, sound=True)
    page.write_text(page.read_text().replace("`1f`", "`0e`"))
    Record(NOW, page).add(11, 5, sound=True)
    Record(NOW, page).add(12, 6, sound=False)  # a test that also fails while it is torn down is counted twice
    told = [
        "| `orders` | 1 runs of the default suite, at one state of the code | **failed: runs at one other state** | |",
        f"| `orders` `0e`, Python 3.11.7 | runs 1: 5 {so} | no flake | |",
        f"| `orders` `1f`, Python 3.11.7 | runs 11-12: 5 {so} | **failed: runs 12** | |",
    ]
    assert rows(page) == told
    for number in (13, 12):
        Record(NOW, page).add(number, 5, sound=True)
        assert rows(page) == [*told[:2], told[2].replace("11-12", "11-13")]
    Record(NOW, page, afresh=True).add(14, 5, sound=False)
    assert rows(page) == [
        "| `orders` | 0 runs of the default suite, at 0 states of the code | **failed: runs at one other state** | |",
        f"| `orders` `1f`, Python 3.11.7 | runs 11-14: 5 {so} | **failed: runs 12, 14** | |",
    ]


def test_a_state_whose_first_run_failed_is_on_record(page):
    Record(NOW, page).add(1, 6, sound=False)
    assert "| runs 1: 6 tests each, in random order, from random seeds | **failed: runs 1** | |" in rows(page)[1]
    Record(NOW, page).add(2, 5, sound=True)
    assert "| runs 1-2: 5 tests each, in random order, from random seeds | **failed: runs 1** | |" in rows(page)[1]
    page.write_text(page.read_text().replace("**failed: runs 1**", "fine"))
    with pytest.raises(ValueError, match="no row of orders"):
        Record(NOW, page)


def test_what_is_no_longer_what_it_was_is_not_written_down(page, monkeypatch):
    record = Record(NOW, page)
    record.add(1, 5, sound=True)
    before = page.read_text()
    with pytest.raises(ValueError, match="run 2: 6 tests, where earlier runs had 5"):
        record.add(2, 6, sound=True)
    monkeypatch.setattr(State, "of_checkout", lambda: State(NOW.commit, changes=True))
    with pytest.raises(ValueError, match="run 3: the checkout is no longer `1f`"):
        record.add(3, 5, sound=True)
    assert page.read_text() == before
    page.write_text(before.replace("runs 1:", "some runs:"))
    with pytest.raises(ValueError, match="no row of orders"):
        Record(NOW, page)


def test_branches_are_counted_by_package():
    summary = {"num_branches": 4, "covered_branches": 3, "num_statements": 10, "covered_lines": 9}
    file = {"summary": summary, "missing_lines": [7], "missing_branches": [[6, 7]]}
    files = {"/x/python_impl/copartition/a.py": file, "/x/conformance/jarparity/b.py": file}
    taken = _taken(files, "python_impl/copartition/")
    assert (taken.percent, taken.branches, taken.lines) == (75.0, 4, 10)
    assert taken.missing == {"python_impl/copartition/a.py": ["7", "6->7"]}
