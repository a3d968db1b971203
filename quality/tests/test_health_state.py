"""The state of the code at which something is measured: every part of the health says it, by one way."""

import subprocess
import sys

import pytest
from click.testing import CliRunner
from quality.health import fixtures, kills, routes
from quality.health.damage import Outcome
from quality.health.state import State


def git(folder, *arguments):
    name = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    command = ["git", *name, *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def test_a_state_is_the_last_commit_of_anything_but_the_page(tmp_path):
    (tmp_path / "docs").mkdir()
    git(tmp_path, "init", "-q")
    found = []
    for name in ("code", "docs/quality.md"):
        (tmp_path / name).write_text("1")
        found.append(State.of_checkout(tmp_path) if found else None)
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-q", "-m", name)
        found.append(State.of_checkout(tmp_path))
    assert found[1] == found[2] == found[3]
    assert str(found[1]) == f"`{git(tmp_path, 'rev-parse', '--short=12', 'HEAD^').strip()}`"
    (tmp_path / "code").write_text("2")
    assert str(State.of_checkout(tmp_path)) == f"{found[1]}, and changes"


def test_what_comes_while_it_is_measured_counts_as_changes(monkeypatch):
    now = State("1f", changes=False)
    monkeypatch.setattr(State, "of_checkout", lambda: now)
    assert str(now.until_now()) == "`1f`"
    assert str(State("0e", changes=False).until_now()) == "`0e`, and changes"
    assert str(State("1f", changes=True).until_now()) == "`1f`, and changes"


class _Desk:
    def __init__(self, folder):
        self.folder = folder

    def furnish(self, cache):
        pass

    def await_end(self, patience):
        pass


@pytest.fixture
def written(monkeypatch):
    """Runs a part whose work is done already; returns the last column of the rows it writes, at these states."""
    monkeypatch.setattr(fixtures, "load", lambda _: [])
    monkeypatch.setattr(fixtures, "draw", lambda *_: fixtures.Trial(None, "cut", b"", sealed=False))
    monkeypatch.setattr(fixtures, "judge", lambda *_: Outcome.FILE)
    monkeypatch.setattr(kills, "Desk", _Desk)
    monkeypatch.setattr(kills, "_results_for_report", lambda _: None)
    monkeypatch.setattr(kills, "kill", lambda *_: kills.Killed([1.0]))
    monkeypatch.setattr(routes, "verified", lambda *_: ([], 1))
    monkeypatch.setattr(routes, "recorded_answers", lambda _: 1)

    def invoke(part, first, last):
        states, rows = iter([State(first, changes=False)]), []
        monkeypatch.setattr(State, "of_checkout", lambda: next(states, State(last, changes=False)))
        monkeypatch.setattr(part, "renew", rows.extend)
        options = ["--count", "2"] if part is fixtures else []
        ended = CliRunner().invoke(part.command, options, catch_exceptions=False)
        assert ended.exit_code == 0, ended.output
        return {row.at for row in rows}

    return invoke


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kills look for processes in /proc")
@pytest.mark.parametrize("part", [fixtures, kills, routes])
def test_every_part_says_at_which_state_it_measured(written, part):
    assert written(part, "1f", "1f") == {"`1f`"}
    assert written(part, "1f", "2f") == {"`1f`, and changes"}
