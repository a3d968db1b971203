"""The command `release` and its first step: what is committed and tagged; when the page is written."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from quality import pages
from quality.release import cli, steps, versions
from quality.release.context import Done, StepFailedError
from quality.release.steps import Step

NOT_SIGNED = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
CHANGELOG = "# Changelog\n\n## 1.2.0 (2026-11-22)\n\n- New.\n\n## 1.1.0 (2026-01-31)\n\n- Old.\n"


@pytest.fixture
def git(context, tmp_path, monkeypatch):
    """Runs git in a repository of two commits, of which the second is checked out; every place says 1.2.0."""
    context.root = tmp_path / "checkout"
    context.root.mkdir()
    context.version = "1.2.0"

    def git(*words):
        context.must(["git", *NOT_SIGNED, *words], context.root)

    git("init", "--quiet")
    git("commit", "--quiet", "--allow-empty", "--message", "before")
    (context.root / "CHANGELOG.md").write_text(CHANGELOG)
    (context.root / "docs").mkdir()
    (context.root / "docs" / "quality.md").write_text("")
    git("add", "--all")
    git("commit", "--quiet", "--message", "release")
    monkeypatch.setattr(versions, "_places", lambda _: {"pom.xml": "1.2.0"})
    return git


def test_version_is_one_and_committed(context, git):
    assert versions.version(context).open is None
    git("tag", "v1.2.0")
    (context.root / "docs" / "quality.md").write_text("written by the measures")
    assert versions.version(context).open is None


@pytest.mark.parametrize("name", ["CHANGELOG.md", "new.py"])
def test_uncommitted_files_are_faults(context, git, failing, name):
    assert git
    with (context.root / name).open("a") as file:
        file.write("\nmore\n")
    assert f"not committed: {name}" in failing(versions.version, context)


def test_other_tags_and_versions_are_faults(context, git, failing, monkeypatch):
    git("tag", "v1.2.0", "HEAD~1")
    assert "the tag v1.2.0 is at another commit: raise the version" in failing(versions.version, context)
    git("tag", "--delete", "v1.2.0")
    git("tag", "v1.3.0")
    assert "the tag v1.3.0 is at this commit, the version is 1.2.0" in failing(versions.version, context)
    git("tag", "--delete", "v1.3.0")
    monkeypatch.setattr(versions, "_places", lambda _: {"pom.xml": "1.2.0", "jarparity --version": "1.1.0"})
    assert failing(versions.version, context) == "jarparity --version says 1.1.0, pyproject.toml 1.2.0"


@pytest.mark.parametrize(
    ("text", "version", "tagged", "fault"),
    [
        (CHANGELOG, "1.2.0", True, None),
        (CHANGELOG, "1.3.0", False, "begins with 1.2.0, not with 1.3.0"),
        (CHANGELOG.replace("- New.", ""), "1.2.0", False, "says nothing of 1.2.0"),
        (CHANGELOG.replace("2026-11-22", "unreleased"), "1.2.0", False, None),
        (CHANGELOG.replace("2026-11-22", "unreleased"), "1.2.0", True, "though it is tagged"),
    ],
)
def test_changelog(text, version, tagged, fault):
    found = versions.changelog_faults(text, version, tagged=tagged)
    assert fault in found[0] if fault else found == []


@pytest.fixture
def run(tmp_path, monkeypatch):
    """The command on a checkout of a page alone, with the steps `version` and `fixtures` of one's own.

    A step's answer may be a function; `run.changed` is what isn't committed.
    """
    page = tmp_path / "quality.md"
    page.write_text("before\n<!-- release: begin -->\n<!-- release: end -->\nafter\n")
    monkeypatch.setattr(pages, "PAGE", page)
    monkeypatch.setattr(cli.ReleaseContext, "commit", "0" * 40)
    monkeypatch.setattr(versions, "uncommitted", lambda _: invoke.changed)

    def invoke(*words, **answers):
        def step(name):
            def answer(_):
                found = answers[name]() if callable(answers[name]) else answers[name]
                if isinstance(found, Done):
                    return found
                raise StepFailedError(found)

            return Step(name, f"{name}?", answer)

        chosen = tuple(map(step, ("version", "fixtures")))
        for module in (cli, steps):
            monkeypatch.setattr(module, "STEPS", chosen)
        ran = CliRunner().invoke(cli.command, ["--dist", str(tmp_path / "dist"), *words])
        return ran.exit_code, ran.output, page.read_text()

    invoke.changed = []
    return invoke


FINE = Done("fine")


def test_page_is_written_once_all_steps_were_taken(run):
    code, output, page = run("version", version=Done("fine", ("| more |",)))
    assert code == 0
    assert "not taken yet at this commit: fixtures" in output
    assert "fine" not in page
    _, _, page = run("--so-far", "version", version=Done("fine", ("| more |",)))
    assert "| `fixtures` | fixtures? | **not taken** |" in page
    code, output, page = run("fixtures", fixtures=Done("made again", open="one line"))
    assert (code, "; open: fixtures" in output) == (0, True)
    assert "| `version` | version? | yes: fine |" in page
    assert "| `fixtures` | fixtures? | **open**: made again; one line |" in page
    assert "\n\n| more |\n" in page


def test_faults_end_with_one_and_are_on_the_page(run):
    code, output, page = run(version=FINE, fixtures="a | b differs\nmore")
    assert code == 1
    assert "FAULT fixtures\n  a | b differs\nmore\n" in output
    assert "faults in: fixtures" in output
    assert "| `fixtures` | fixtures? | **no**: a \\| b differs |" in page


def test_fixtures_of_some_operations_are_not_remembered(run):
    code, output, page = run("--operation", "flink.*", version=FINE, fixtures=Done("made again", open="flink alone"))
    assert (code, "made again" in page) == (0, False)
    assert "not taken yet at this commit: fixtures" in output


def test_check_leaves_the_page(run):
    code, output, page = run("--check", version="it differs", fixtures=FINE)
    assert (code, "fine" in page) == (1, False)
    assert "faults in: version\ndocs/quality.md is of another run: leave out --check to write it\n" in output
    run(version=FINE, fixtures=FINE)
    assert run("--check", version=FINE, fixtures=FINE)[0] == 0
    assert run("--check", version=FINE, fixtures=Done("otherwise"))[0] == 1


def test_check_fails_where_steps_are_missing(run):
    code, output, _ = run("--check", "version", version=FINE)
    assert code == 1
    assert output.endswith("docs/quality.md was not checked: that takes all steps (or --so-far)\n")
    code, output, _ = run("--check", "--so-far", "version", version=FINE)
    assert code == 1
    assert "docs/quality.md is of another run" in output
    run("--so-far", "version", version=FINE)
    assert run("--check", "--so-far", "version", version=FINE)[0] == 0


def test_nothing_is_remembered_of_a_checkout_with_changes(run):
    run("fixtures", fixtures=Done("made again"))
    run.changed = list("abcde")
    code, output, page = run(version=FINE, fixtures=Done("otherwise"))
    assert code == 0
    assert output.count("not remembered: a, b, c and 2 more not committed\n") == 1
    assert "not taken yet at this commit: version\n" in output
    _, _, page = run("--so-far", "version", version=FINE)
    assert "| `version` | version? | **not taken** |" in page
    assert "| `fixtures` | fixtures? | yes: made again |" in page


def test_changes_during_a_run_are_noticed(run):
    def changed(what):
        run.changed = what
        return FINE

    _, output, _ = run(version=lambda: changed([]), fixtures=lambda: changed(["x.py"]))
    assert "not remembered: x.py not committed" in output
    assert "not taken yet at this commit: fixtures\n" in output


def test_broken_run_keeps_what_it_found(run, monkeypatch):
    def breaks():
        raise RuntimeError

    assert run(version=FINE, fixtures=breaks)[0] == 1
    _, output, page = run("fixtures", fixtures=FINE)
    assert "not taken yet" not in output
    assert "| `version` | version? | yes: fine |" in page
    monkeypatch.setattr(cli.ReleaseContext, "commit", "1" * 40)
    assert "not taken yet at this commit: version" in run("fixtures", fixtures=FINE)[1]
