"""The command `release` and its first steps: what is committed, tagged and inside; when the page is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from quality.release import building, cli, memory, versions
from quality.release.desk import Done, Ran, StepFailedError
from quality.release.steps import Step
from release_faults import failing

NOT_SIGNED = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")


@pytest.fixture
def released(desk, tmp_path, monkeypatch):
    """A desk on a repository of two commits, of which the second is checked out; every place says 1.2.0."""
    desk.root = tmp_path / "checkout"
    desk.root.mkdir()
    desk.version = "1.2.0"

    def git(*words):
        desk.must(["git", *NOT_SIGNED, *words], desk.root)

    git("init", "--quiet")
    git("commit", "--quiet", "--allow-empty", "--message", "before")
    (desk.root / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.0 (2026-11-22)\n\n- New.\n")
    (desk.root / "docs").mkdir()
    (desk.root / "docs" / "quality.md").write_text("")
    git("add", "--all")
    git("commit", "--quiet", "--message", "release")
    monkeypatch.setattr(versions, "_said", lambda _: {"pom.xml": "1.2.0"})
    return git


def test_one_version_and_all_of_it_committed(desk, released):
    assert versions.version(desk).open is None
    released("tag", "v1.2.0")
    (desk.root / "docs" / "quality.md").write_text("written by the measures")
    assert versions.version(desk).open is None


@pytest.mark.parametrize("name", ["CHANGELOG.md", "new.py"])
def test_what_is_not_committed_is_a_fault(desk, released, name):
    assert released
    with (desk.root / name).open("a") as file:
        file.write("\nmore\n")
    assert f"not committed: {name}" in failing(versions.version, desk)


def test_a_tag_of_another_commit_or_version_is_a_fault(desk, released):
    released("tag", "v1.2.0", "HEAD~1")
    assert "the tag v1.2.0 is at another commit: raise the version" in failing(versions.version, desk)
    released("tag", "--delete", "v1.2.0")
    released("tag", "v1.3.0")
    assert "the tag v1.3.0 is at this commit, the version is 1.2.0" in failing(versions.version, desk)


def test_a_place_with_another_version_is_a_fault(desk, released, monkeypatch):
    assert released
    monkeypatch.setattr(versions, "_said", lambda _: {"pom.xml": "1.2.0", "jarparity --version": "1.1.0"})
    assert failing(versions.version, desk) == "jarparity --version says 1.1.0, pyproject.toml 1.2.0"


@pytest.mark.parametrize("tool", ["check_wheel_contents", "twine", None])
def test_what_a_tool_says_against_the_wheel_is_a_fault(desk, monkeypatch, tool):
    monkeypatch.setattr(building, "delivered", lambda _: building.Built(Path("a.whl"), Path("a.tar.gz")))
    monkeypatch.setattr(building.archives, "foreign", lambda *_: [])
    monkeypatch.setattr(desk, "tool", lambda module, *_: Ran(int(module == tool), "W009", ""))
    if tool:
        assert failing(building.contents, desk) == f"{tool} ended with 1:\n    W009"
    else:
        assert building.contents(desk).open is None


@pytest.fixture
def run(tmp_path, monkeypatch):
    """The command on a checkout of a page alone, with the steps `version` and `fixtures` of one's own.

    A step's answer may be a function; `run.changed` is what isn't committed.
    """
    (tmp_path / "docs").mkdir()
    page = tmp_path / "docs" / "quality.md"
    page.write_text("before\n<!-- release: begin -->\n<!-- release: end -->\nafter\n")
    monkeypatch.setattr(cli, "ROOT", tmp_path)
    monkeypatch.setattr(cli.Desk, "commit", "0" * 40)
    monkeypatch.setattr(versions, "uncommitted", lambda _: invoke.changed, raising=False)

    def invoke(*words, **answers):
        def step(name):
            def answer(_):
                said = answers[name]() if callable(answers[name]) else answers[name]
                if isinstance(said, Done):
                    return said
                raise StepFailedError(said)

            return Step(name, f"{name}?", answer)

        steps = tuple(map(step, ("version", "fixtures")))
        for module in (cli, memory):
            monkeypatch.setattr(module, "STEPS", steps)
        ran = CliRunner().invoke(cli.command, ["--dist", str(tmp_path / "dist"), *words])
        return ran.exit_code, ran.output, page.read_text()

    invoke.changed = []
    return invoke


FINE = Done("fine")


def test_the_page_is_written_once_all_steps_were_taken(run):
    code, said, page = run("version", version=FINE)
    assert code == 0
    assert "not taken yet at this commit: fixtures" in said
    assert "fine" not in page
    code, _, page = run("--so-far", "version", version=FINE)
    assert "| `fixtures` | fixtures? | **not taken** |" in page
    code, said, page = run("fixtures", fixtures=Done("made again", open="one line"))
    assert (code, "; open: fixtures" in said) == (0, True)
    assert "| `version` | version? | yes: fine |" in page
    assert "| `fixtures` | fixtures? | **open**: made again; one line |" in page


def test_a_fault_ends_with_one_and_stands_on_the_page(run):
    code, said, page = run(version=FINE, fixtures="a.jsonl differs")
    assert code == 1
    assert "FAULT fixtures: fixtures?\n  a.jsonl differs\n" in said
    assert "faults in: fixtures" in said
    assert "| `fixtures` | fixtures? | **no**: a.jsonl differs |" in page


def test_fixtures_of_some_operations_are_not_remembered(run):
    code, said, page = run("--operation", "flink.*", version=FINE, fixtures=Done("made again", open="flink alone"))
    assert code == 0
    assert "not taken yet at this commit: fixtures" in said
    assert "made again" not in page


def test_check_changes_nothing_and_ends_with_one_where_the_page_would_be_another(run):
    code, said, page = run("--check", version=FINE, fixtures=FINE)
    assert (code, "fine" in page) == (1, False)
    assert "docs/quality.md is of another run" in said
    run(version=FINE, fixtures=FINE)
    assert run("--check", version=FINE, fixtures=FINE)[0] == 0
    assert run("--check", version=FINE, fixtures=Done("otherwise"))[0] == 1


def test_check_ends_with_one_where_steps_were_not_taken_and_names_them(run):
    code, said, page = run("--check", "version", version=FINE)
    assert (code, "fine" in page) == (1, False)
    assert "not taken yet at this commit: fixtures" in said
    assert said.endswith("docs/quality.md was not checked: that takes all steps (or --so-far)\n")
    assert "of another run" not in said
    code, said, _ = run("--check", "--so-far", "version", version=FINE)
    assert (code, "was not checked" in said) == (1, False)
    assert "docs/quality.md is of another run" in said
    run("--so-far", "version", version=FINE)
    assert run("--check", "--so-far", "version", version=FINE)[0] == 0


def test_each_cause_of_the_end_is_said(run):
    code, said, _ = run("--check", "version", version="it differs")
    assert code == 1
    assert "faults in: version\ndocs/quality.md was not checked" in said
    code, said, _ = run("--check", version="it differs", fixtures=FINE)
    assert code == 1
    assert "faults in: version\ndocs/quality.md is of another run: leave out --check to write it\n" in said


def test_what_a_checkout_with_changes_answers_is_not_the_commits(run):
    run("fixtures", fixtures=Done("made again"))
    run.changed = ["pyproject.toml", "new.py"]
    code, said, page = run(version=FINE, fixtures=Done("otherwise"))
    assert code == 0
    assert said.count("not remembered: pyproject.toml, new.py not committed\n") == 1
    assert "not taken yet at this commit: version\n" in said
    assert "made again" not in page
    _, _, page = run("--so-far", "version", version=FINE)
    assert "| `version` | version? | **not taken** |" in page
    assert "| `fixtures` | fixtures? | yes: made again |" in page


def test_a_checkout_that_changes_during_a_run_is_noticed(run):
    def changed(what):
        run.changed = what
        return FINE

    code, said, _ = run(version=lambda: changed([]), fixtures=lambda: changed(["x.py"]))
    assert "not remembered: x.py not committed" in said
    assert "not taken yet at this commit: fixtures\n" in said
    # It was so when the first step began.
    code, said, _ = run("fixtures", fixtures=lambda: changed([]))
    assert (code, "not taken yet at this commit: fixtures\n" in said) == (0, True)


def test_many_changes_are_counted(run):
    run.changed = list("abcde")
    assert "not remembered: a, b, c and 2 more not committed\n" in run("version", version=FINE)[1]


def test_a_run_that_breaks_keeps_what_it_had_found(run):
    def breaks():
        raise RuntimeError

    assert run(version=FINE, fixtures=breaks)[0] == 1
    _, said, page = run("fixtures", fixtures=FINE)
    assert "not taken yet" not in said
    assert "| `version` | version? | yes: fine |" in page


def test_what_is_not_committed_is_named_but_for_the_measures_page(desk, released):
    assert released
    (desk.root / "docs" / "quality.md").write_text("written by the measures")
    assert versions.uncommitted(desk) == []
    (desk.root / "new.py").write_text("")
    assert versions.uncommitted(desk) == ["new.py"]
