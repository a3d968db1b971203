"""The steps of a rehearsal that are made of other tools: each is shown red, with small fakes of what it sees."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from quality.release import (
    building,
    provenance,
    rehearsal,
    versions,
)
from quality.release.cli import ROOT
from quality.release.desk import Done, Ran, StepFailedError
from quality.release.memory import Memory, remembered
from quality.release.page import page
from quality.release.steps import STEPS, Step, Taken, take
from release_faults import failing

CHANGELOG = "# Changelog\n\n## 1.2.0 (unreleased)\n\n- New.\n\n## 1.1.0 (2026-01-31)\n\n- Old.\n"


def test_a_changelog_names_the_version_and_says_something_of_it():
    assert versions.changelog_faults(CHANGELOG, "1.2.0", tagged=False) == []
    assert "begins with 1.2.0, not with 1.3.0" in versions.changelog_faults(CHANGELOG, "1.3.0", tagged=False)[0]
    assert "says nothing" in versions.changelog_faults(CHANGELOG.replace("- New.", ""), "1.2.0", tagged=False)[0]
    assert "though it is tagged" in versions.changelog_faults(CHANGELOG, "1.2.0", tagged=True)[0]
    assert versions.changelog_faults(CHANGELOG.replace("unreleased", "2026-11-22"), "1.2.0", tagged=True) == []


def test_a_readme_without_two_commands_is_a_fault():
    text = "## Two commands\n```\npip install x\n```\nand\n```\ntox\n```\n## Next\n"
    assert rehearsal.readme_commands(text) == ("pip install x", "tox")
    assert "has 1 blocks" in failing(rehearsal.readme_commands, text.replace("```\ntox\n```\n", ""))
    assert "tox" in rehearsal.readme_commands((ROOT / "README.md").read_text("utf-8"))[1]


@pytest.fixture
def small(desk, tmp_path):
    """A desk whose clone has few fixtures, made again on some Java."""
    folder = tmp_path / "clone" / "fixtures"
    folder.mkdir(parents=True)
    for name in ("flink.key-group.check-parallelism.jsonl", "originals.lock.json", "tags.json"):
        (folder / name).write_bytes((ROOT / "fixtures" / name).read_bytes())
    (tmp_path / "clone" / "pom.xml").write_text("<project/>")
    (tmp_path / "clone" / "java_ref").mkdir()
    desk.clone, desk.commit = tmp_path / "clone", "0" * 40
    desk.dist.mkdir()
    return desk


def test_what_was_not_made_again_is_not_signed_off(small):
    assert "not made again yet" in failing(provenance.provenance, small)
    provenance.note(small, java="17")
    small.commit = "1" * 40
    assert "not made again yet" in failing(provenance.provenance, small)


def test_a_rehearsal_without_key_leaves_a_statement_and_no_signature(small):
    provenance.note(small, java="17")
    assert "throwaway key" in provenance.provenance(small).open
    assert (small.dist / provenance.FILE).is_file()
    assert not (small.dist / f"{provenance.FILE}.sig").exists()


def test_a_key_that_may_not_sign_is_a_fault_and_one_that_may_signs(small, tmp_path):
    provenance.note(small, java="17")
    for name in ("mine", "theirs"):
        small.must(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)], tmp_path)
    small.key = tmp_path / "mine"
    assert "say with --signers" in failing(provenance.provenance, small)
    small.signers = tmp_path / "signers"
    small.signers.write_text(f"somebody {(tmp_path / 'theirs.pub').read_text()}")
    assert "a statement that was signed just now is refused" in failing(provenance.provenance, small)
    small.signers.write_text(f"maintainer {(tmp_path / 'mine.pub').read_text()}")
    assert provenance.provenance(small).open is None
    assert (small.dist / f"{provenance.FILE}.sig").is_file()


@pytest.mark.parametrize("stops", [False, True])
def test_a_new_statement_has_no_old_signature(small, tmp_path, monkeypatch, stops):
    provenance.note(small, java="17")
    signature = small.dist / f"{provenance.FILE}.sig"
    signature.write_text("of another statement")
    if stops:
        small.key = tmp_path / "there is none"
        assert "say with --signers" in failing(provenance.provenance, small)
    else:
        assert "throwaway key" in provenance.provenance(small).open
    assert not signature.exists()


def test_a_check_that_accepts_everything_is_found_out(small, monkeypatch):
    provenance.note(small, java="17")
    monkeypatch.setattr(provenance.statements, "signer", lambda *_: "anybody")
    assert "accepted, though a byte of the statement was changed" in failing(provenance.provenance, small)


def answering(monkeypatch, desk, **by_word):
    """Programs are not run: the first word that stands in a command says what it would have answered."""

    def run(command, folder, **_):
        said = next((ran for word, ran in by_word.items() if word in command), Ran(0, "", ""))
        return said(folder) if callable(said) else said

    monkeypatch.setattr(desk, "run", run)


def test_worked_ports_with_other_differences_are_a_fault(desk, monkeypatch):
    answering(
        monkeypatch, desk, ports=Ran(1, "FAILED go-sarama: kafka.partitioner.murmur2 differs 3", "go-sarama: building")
    )
    assert failing(rehearsal.ports, desk) == "FAILED go-sarama: kafka.partitioner.murmur2 differs 3"
    answering(monkeypatch, desk, ports=Ran(1, "Traceback", ""))
    assert "`python -m ports --no-live` ended with 1:\n    Traceback" in failing(rehearsal.ports, desk)


@pytest.mark.parametrize("offline", [False, True])
def test_a_worked_port_whose_toolchain_is_missing_is_a_fault_that_names_it(desk, monkeypatch, offline):
    missing = "MISSING go-sarama was not run: install Go\nMISSING rust-krafka was not run: install Rust"

    def run(_command, _folder, *, more=None):
        return Ran(int((more or {}).get("JARPARITY_REQUIRE_TOOLCHAINS") == "1"), f"port\n{missing}\n", "")

    desk.offline = offline
    monkeypatch.setattr(desk, "run", run)
    assert failing(rehearsal.ports, desk) == missing


@pytest.fixture
def installing(desk, monkeypatch):
    desk.version = "0.1.0"
    monkeypatch.setattr(building, "delivered", lambda _: building.Built(Path("a.whl"), Path("a.tar.gz")))
    return desk


@pytest.mark.parametrize(
    ("word", "ran", "fault"),
    [
        ("--require-hashes", Ran(1, "", "no digest of rich"), "no digest of rich"),
        ("check", Ran(1, "jarparity requires rich", ""), "jarparity requires rich"),
        ("--version", Ran(0, "jarparity, version 0.0.9", ""), "--version` says 'jarparity, version 0.0.9', not 0.1.0"),
        ("golden", Ran(0, '{"verdicts": {"agrees": 0}}', ""), "compared nothing"),
        ("golden", Ran(1, "DIFFERS kafka.partitioner.murmur2", ""), "DIFFERS kafka.partitioner.murmur2"),
    ],
)
def test_an_installation_that_is_not_whole_is_a_fault(installing, monkeypatch, word, ran, fault):
    right = {"--version": Ran(0, "jarparity, version 0.1.0", ""), "golden": Ran(0, '{"verdicts": {"agrees": 1}}', "")}
    answering(monkeypatch, installing, **{word: ran} | {other: said for other, said in right.items() if other != word})
    assert fault in failing(rehearsal.install, installing)


def test_a_command_of_the_readme_that_fails_is_a_fault(desk, tmp_path, monkeypatch):
    desk.clone = tmp_path / "clone"
    desk.clone.mkdir()
    (desk.clone / "README.md").write_bytes((ROOT / "README.md").read_bytes())
    answering(monkeypatch, desk, bash=Ran(1, "jarparity: command not found", ""))
    assert "jarparity: command not found" in failing(rehearsal.commands, desk)


@pytest.mark.parametrize("everything", [False, True])
def test_the_readmes_tests_do_not_skip_a_python_and_the_answer_is_the_command(desk, tmp_path, monkeypatch, everything):
    desk.clone, desk.everything = tmp_path / "clone", everything
    desk.clone.mkdir()
    (desk.clone / "README.md").write_bytes((ROOT / "README.md").read_bytes())
    ran = []
    monkeypatch.setattr(desk, "run", lambda command, *_, **__: ran.append(command[-1]) or Ran(0, "", ""))
    said = rehearsal.commands(desk).said
    assert ran[-1].endswith("tox --skip-missing-interpreters false" + " -e lint,types,py311" * (not everything))
    assert f"`{ran[-2]}` and `{ran[-1]}`" in said
    assert "skip_missing_interpreters = true" in (ROOT / "tox.ini").read_text()


@pytest.mark.parametrize("word", ["fetch", "generate", "verify"])
def test_fixtures_that_cannot_be_made_again_are_a_fault_and_not_noted(desk, tmp_path, monkeypatch, word):
    desk.clone, desk.commit = tmp_path, "0" * 40
    answering(monkeypatch, desk, **{word: Ran(1, "no Java", "")})
    assert "no Java" in failing(rehearsal.fixtures, desk)
    answering(monkeypatch, desk, status=Ran(0, " M fixtures/kafka.partitioner.murmur2.jsonl\n", ""))
    assert "not the same: fixtures/kafka.partitioner.murmur2.jsonl" in failing(rehearsal.fixtures, desk)
    assert not (desk.dist / "made-again.json").exists()


def test_a_program_that_fails_is_quoted(desk):
    command = [sys.executable, "-c", "print('so it was'); raise SystemExit(3)"]
    assert failing(desk.must, command, desk.scratch).splitlines()[-1] == "    so it was"
    assert "is not installed" in failing(desk.run, ["no-such-program"], desk.scratch)


def test_a_clean_environment_does_not_see_this_one(desk):
    desk.environ = dict(desk.environ) | {"PYTHONPATH": "/somewhere"}
    show = [sys.executable, "-c", "import os; print(os.environ.get('PYTHONPATH'))"]
    assert desk.must(show, desk.scratch, clean=True).output.strip() == "None"


def test_steps_go_on_after_a_fault_and_the_page_says_so(desk):
    def bad(_):
        raise StepFailedError("it | broke", "twice")

    steps = [Step("one", "One?", bad), Step("two", "Two?", lambda _: Done("fine", open="not asked"))]
    text = page([*steps, Step("three", "Three?", bad)], take(steps, desk))
    assert "| `one` | One? | **no**: it \\| broke |" in text
    assert "| `two` | Two? | **open**: fine; not asked |" in text
    assert "| `three` | Three? | **not taken** |" in text


def test_steps_are_remembered_at_their_commit_alone(desk, monkeypatch):
    monkeypatch.setattr(versions, "uncommitted", lambda _: [])
    desk.commit = "0" * 40
    memory = Memory(desk, print)
    done = Taken(STEPS[0], Done("fine", (("Title", ("| a |",)),), "not asked"))
    memory.add(done)
    memory.add(Taken(STEPS[1], None, ("broke",)))
    assert remembered(desk) == [done, Taken(STEPS[1], None, ("broke",))]
    memory.add(Taken(STEPS[1], Done("mended")))
    assert remembered(desk) == [done, Taken(STEPS[1], Done("mended"))]
    desk.commit = "1" * 40
    assert remembered(desk) == []


def test_an_unknown_step_is_refused():
    ran = subprocess.run(
        [sys.executable, "-m", "quality", "release", "nothing"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert "'nothing' is not one of" in ran.stderr


def test_the_root_is_the_checkout():
    assert (Path(ROOT) / "pyproject.toml").is_file()


def test_what_is_wrong_is_shown_though_a_long_table_follows():
    table = "\n".join(f"operation {number}  agrees" for number in range(60))
    shown = Ran(1, f"checking\nDIFFERS flink.watermark.valve [found/a]\n  port 1\n  original 2\n\n{table}", "").tail()
    assert shown.splitlines()[0] == "    DIFFERS flink.watermark.valve [found/a]"
    assert "      original 2" in shown
    assert shown.endswith("operation 59  agrees")
    assert len(shown.splitlines()) == 6 + 12
    assert Ran(1, "FAILED a\nb", "").tail() == "    FAILED a\n    b"
