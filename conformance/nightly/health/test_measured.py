"""What is kept of measurements: each part renews its own rows, and says at which state of the code it measured."""

import json
import re
import subprocess

import click
import pytest
from click.testing import CliRunner
from quality import health, pages
from quality.health import fixtures, kills, measured, routes
from quality.health.damage import DamageOutcome
from quality.health.measured import Row, add_run, renew
from quality.state import State

NOW = State("1f", changes=False)
KILLS = Row("kills", "`drift`", "3 moments", "whole | new", "`1f`, and changes")
RUN = "tests each, in random order, from random seeds"


@pytest.fixture
def page(tmp_path, monkeypatch):
    """The rows of an empty page."""
    path = tmp_path / "quality.md"
    path.write_text("before\n<!-- health: begin -->\n<!-- health: end -->\nafter\n")
    (tmp_path / "measured.json").write_text('{"rows": [], "orders": {}}')
    monkeypatch.setattr(pages, "PAGE", path)
    monkeypatch.setattr(measured, "DATA", tmp_path / "measured.json")
    monkeypatch.setattr(measured.platform, "python_version", lambda: "3.11.7")
    monkeypatch.setattr(State, "of_checkout", lambda: NOW)
    return lambda: [line for line in path.read_text().splitlines() if line.startswith("| `")]


def test_rows_are_renewed_by_what_they_measure(page):
    renew([Row("routes", "jpype", "all", "equal", "`1f`")])
    renew([KILLS])
    renew([Row("kills", "`drift`", "4 moments", "two\nlines", "`2f`")])
    assert page() == ["| `kills` `drift` | 4 moments | two lines | `2f` |", "| `routes` jpype | all | equal | `1f` |"]
    renew([KILLS])
    assert page()[0] == "| `kills` `drift` | 3 moments | whole / new | `1f`, and changes |"
    assert pages.PAGE.read_text().startswith("before\n")


def test_runs_add_up_and_failed_ones_stay(page, monkeypatch):
    for number in (1, 2, 3, 7):
        add_run(NOW, number, 1234, passed=True)
    assert page() == [
        "| `orders` | 4 runs of the default suite, at one state of the code | no flake | |",
        f"| `orders` `1f`, Python 3.11.7 | runs 1-3, 7: 1,234 {RUN} | no flake | |",
    ]
    later = State("2f", changes=False)
    monkeypatch.setattr(State, "of_checkout", lambda: later)
    add_run(later, 7, 5, passed=True)
    add_run(later, 8, 6, passed=False)  # a test that fails again in its teardown is counted twice
    add_run(later, 8, 5, passed=True)
    assert page() == [
        "| `orders` | 4 runs of the default suite, at one state of the code | **failed: runs at one other state** | |",
        f"| `orders` `1f`, Python 3.11.7 | runs 1-3, 7: 1,234 {RUN} | no flake | |",
        f"| `orders` `2f`, Python 3.11.7 | runs 7-8: 5 {RUN} | **failed: runs 8** | |",
    ]
    add_run(later, 9, 5, passed=True, afresh=True)
    assert len(page()) == 2


def test_runs_of_another_state_or_suite_are_refused(page, monkeypatch):
    add_run(NOW, 1, 5, passed=True)
    before = page()
    with pytest.raises(ValueError, match="run 2: 6 tests, where earlier runs had 5"):
        add_run(NOW, 2, 6, passed=True)
    monkeypatch.setattr(State, "of_checkout", lambda: State(NOW.commit, changes=True))
    with pytest.raises(ValueError, match="run 3: the checkout is no longer `1f`"):
        add_run(NOW, 3, 5, passed=True)
    assert page() == before


def git(folder, *arguments):
    name = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    return subprocess.check_output(["git", *name, *arguments], cwd=folder, text=True)  # noqa: S607 - the git that is here


def test_state_is_the_last_commit_of_anything_but_what_measures_write(tmp_path):
    git(tmp_path, "init", "-q")
    states = []
    for name in ("code", *pages.WRITTEN):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-q", "-m", name)
        states.append(State.of_checkout(tmp_path))
    assert len(set(states)) == 1
    code = git(tmp_path, "rev-parse", "--short=12", f"HEAD~{len(pages.WRITTEN)}").strip()
    assert str(states[0]) == f"`{code}`"
    (tmp_path / "code").write_text("2")
    assert str(State.of_checkout(tmp_path)) == f"{states[0]}, and changes"


@pytest.mark.parametrize("part", [fixtures, kills, routes])
def test_every_part_says_at_which_state_it_measured(monkeypatch, part):
    monkeypatch.setattr(fixtures, "load", lambda _: [])
    monkeypatch.setattr(fixtures, "draw", lambda *_: fixtures.Trial(None, "cut", b"", sealed=False))
    monkeypatch.setattr(fixtures, "judge", lambda *_: DamageOutcome.FILE)
    monkeypatch.setattr(kills.Sandbox, "populate", lambda *_: None)
    monkeypatch.setattr(kills, "_results_for_report", lambda _: None)
    monkeypatch.setattr(kills, "kill", lambda *_: kills.Killed([1.0]))
    monkeypatch.setattr(routes, "verified", lambda *_: ([], 1))
    monkeypatch.setattr(routes, "recorded_answers", lambda _: 1)
    for last, at in (("1f", "`1f`"), ("2f", "`1f`, and changes")):
        states, rows = iter([NOW]), []
        monkeypatch.setattr(State, "of_checkout", lambda: next(states, State(last, changes=False)))  # noqa: B023
        monkeypatch.setattr(measured, "renew", rows.extend)
        options = ["--count", "2"] if part is fixtures else []
        ended = CliRunner().invoke(part.command, options, catch_exceptions=False)
        assert ended.exit_code == 0, ended.output
        assert {row.at for row in rows} == {at}


def test_page_shows_what_is_kept_and_when_it_was_measured():
    assert pages.read_section(pages.PAGE, "health") == measured.page()
    document = json.loads(measured.DATA.read_text())
    assert {row[0] for row in document["rows"]} == {"coverage", "fixtures", "kills", "routes"}
    assert all(re.fullmatch(r"`[0-9a-f]{12}`(, and changes)?", row[4]) for row in document["rows"])


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        (SystemExit(1), "failed: first"),
        (click.ClickException("pytest ended with 4"), "Error: pytest ended with 4\nfailed: first"),
    ],
    ids=["finds something", "breaks off"],
)
def test_without_a_part_all_run_whatever_one_finds(monkeypatch, ends, said):
    ran = []

    def first():
        raise ends

    def second():
        ran.append("second")

    parts = {part.__name__: click.Command(part.__name__, callback=part) for part in (first, second)}
    monkeypatch.setattr(health, "_PARTS", parts)
    done = CliRunner().invoke(health.command, [])
    assert (done.exit_code, done.stderr.strip(), ran) == (1, said, ["second"])
    del parts["first"]
    assert CliRunner().invoke(health.command, []).exit_code == 0
