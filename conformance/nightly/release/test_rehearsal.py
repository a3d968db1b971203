"""The steps that are made of other programs: each is shown red, with small fakes of what it sees."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from quality.pages import ROOT
from quality.programs import Ran
from quality.release import building, provenance, rehearsal


@pytest.fixture
def small(context, tmp_path):
    """A rehearsal whose clone has few fixtures."""
    folder = tmp_path / "clone" / "fixtures"
    folder.mkdir(parents=True)
    for name in ("flink.key-group.check-parallelism.jsonl", "originals.lock.json", "tags.json"):
        (folder / name).write_bytes((ROOT / "fixtures" / name).read_bytes())
    (tmp_path / "clone" / "pom.xml").write_text("<project/>")
    (tmp_path / "clone" / "java_ref").mkdir()
    context.clone, context.commit = tmp_path / "clone", "0" * 40
    context.dist.mkdir()
    provenance.note(context, java="17")
    return context


def test_fixtures_that_were_not_made_again_are_not_signed(small, failing):
    small.commit = "1" * 40
    assert "not made again yet" in failing(provenance.provenance, small)


def test_rehearsal_without_key_leaves_a_statement_and_no_signature(small):
    signature = small.dist / f"{provenance.FILE}.sig"
    signature.write_text("of another statement")
    assert "throwaway key" in provenance.provenance(small).open
    assert (small.dist / provenance.FILE).is_file()
    assert not signature.exists()


def test_only_allowed_keys_sign(small, tmp_path, failing):
    for name in ("mine", "theirs"):
        small.must(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)], tmp_path)
    signature = small.dist / f"{provenance.FILE}.sig"
    signature.write_text("of another statement")
    small.key = tmp_path / "mine"
    assert "say with --signers" in failing(provenance.provenance, small)
    assert not signature.exists()
    small.signers = tmp_path / "signers"
    small.signers.write_text(f"another {(tmp_path / 'theirs.pub').read_text()}")
    assert "a statement that was signed just now is refused" in failing(provenance.provenance, small)
    small.signers.write_text(f"maintainer {(tmp_path / 'mine.pub').read_text()}")
    assert provenance.provenance(small).open is None
    assert signature.is_file()


def test_check_that_accepts_everything_is_found(small, monkeypatch, failing):
    monkeypatch.setattr(provenance.statements, "signer", lambda *_: "anyone")
    monkeypatch.setattr(provenance.statements, "examine", lambda *_: ())
    faults = failing(provenance.provenance, small).splitlines()
    assert [fault.rpartition(" ")[0] for fault in faults[:3]] == [
        "accepted, though a byte of the statement was",
        "accepted, though it was signed for something",
        "accepted, though a stranger signed",
    ]
    assert faults[3] == "accepted, though a byte of flink.key-group.check-parallelism.jsonl was changed"


@pytest.mark.parametrize(("old", "new"), [("in-toto.io/Statement/v1", "other"), ('"name"', '"title"')])
def test_statement_must_be_in_totos(small, monkeypatch, failing, old, new):
    made = provenance.statements.statement(small.clone / "fixtures", small.clone, commit="0", java="17")
    monkeypatch.setattr(provenance.statements, "statement", lambda *_, **__: made.replace(old, new))
    monkeypatch.setattr(provenance, "_unnoticed", lambda *_: [])
    assert "PROVENANCE.json isn't an in-toto statement" in failing(provenance.provenance, small)


@pytest.mark.parametrize(
    ("output", "fault"),
    [
        (
            "FAILED go-sarama: kafka.partitioner.murmur2 differs 3",
            "FAILED go-sarama: kafka.partitioner.murmur2 differs 3",
        ),
        ("port\nMISSING go-sarama was not run: install Go", "MISSING go-sarama was not run: install Go"),
        (
            "FAILED a: `make` ended with 1:\nwhy",
            "`python -m ports --no-live` ended with 1:\n    FAILED a: `make` ended with 1:\n    why",
        ),
        ("Traceback", "`python -m ports --no-live` ended with 1:\n    Traceback"),
    ],
)
def test_ports_that_differ_or_are_missing_are_faults(context, failing, answering, output, fault):
    ran = answering(ports=Ran(1, output))
    for context.offline in (False, True):
        assert failing(rehearsal.ports, context) == fault
    assert ran[0][1] == {"JARPARITY_REQUIRE_TOOLCHAINS": "1"}


RIGHT = {"--version": Ran(0, "jarparity, version 0.1.0"), "golden": Ran(0, '{"verdicts": {"agrees": 1}}')}


@pytest.mark.parametrize(
    ("word", "ran", "fault"),
    [
        ("--require-hashes", Ran(1, "", "no digest of rich"), "no digest of rich"),
        ("check", Ran(1, "jarparity requires rich"), "jarparity requires rich"),
        ("--version", Ran(0, "jarparity, version 0.0.9"), "--version` says 'jarparity, version 0.0.9', not 0.1.0"),
        ("golden", Ran(0, '{"verdicts": {"agrees": 0}}'), "compared nothing"),
        ("golden", Ran(1, "DIFFERS kafka.partitioner.murmur2"), "DIFFERS kafka.partitioner.murmur2"),
    ],
)
def test_installation_that_is_not_whole_is_a_fault(context, monkeypatch, failing, answering, word, ran, fault):  # noqa: PLR0913
    context.version = "0.1.0"
    monkeypatch.setattr(building, "delivered", lambda _: building.Built(Path("a.whl"), Path("a.tar.gz")))
    answering(**{word: ran} | {other: right for other, right in RIGHT.items() if other != word})
    assert fault in failing(rehearsal.install, context)


def test_readme_has_two_commands(failing):
    text = "## Two commands\n```\npip install x\n```\nand\n```\ntox\n```\n## Next\n"
    assert rehearsal.readme_commands(text) == ("pip install x", "tox")
    assert "has 1 blocks" in failing(rehearsal.readme_commands, text.replace("```\ntox\n```\n", ""))


@pytest.mark.parametrize("everything", [False, True])
def test_readmes_commands_skip_no_python_and_must_pass(context, failing, answering, everything):
    context.clone, context.everything = ROOT, everything
    ran = answering()
    answer = rehearsal.commands(context).answer
    first, second = (command[-1] for command, _ in ran[-2:])
    assert second.endswith("tox --skip-missing-interpreters false" + " -e lint,types,py313" * (not everything))
    assert f"`{first}` and `{second}`" in answer
    assert "skip_missing_interpreters = true" in (ROOT / "tox.ini").read_text()
    answering(bash=Ran(1, "jarparity: command not found"))
    assert "jarparity: command not found" in failing(rehearsal.commands, context)


@pytest.mark.parametrize("word", ["fetch", "generate", "verify"])
def test_fixtures_that_cannot_be_made_again_are_faults_and_not_noted(context, tmp_path, failing, answering, word):
    context.clone, context.commit = tmp_path, "0" * 40
    answering(**{word: Ran(1, "no Java")})
    assert "no Java" in failing(rehearsal.fixtures, context)
    answering(status=Ran(0, " M fixtures/kafka.partitioner.murmur2.jsonl\n"))
    assert "not the same: fixtures/kafka.partitioner.murmur2.jsonl" in failing(rehearsal.fixtures, context)
    assert not (context.dist / "made-again.json").exists()


def test_failed_program_is_quoted(context, failing):
    command = [sys.executable, "-c", "print('so it was'); raise SystemExit(3)"]
    assert failing(context.must, command, context.scratch).splitlines()[-1] == "    so it was"
    assert "is not installed" in failing(context.run, ["no-such-program"], context.scratch)


def test_failure_is_quoted_though_a_long_table_follows():
    table = "\n".join(f"operation {number}  agrees" for number in range(60))
    shown = Ran(1, f"checking\nDIFFERS flink.watermark.valve [found/a]\n  port 1\n  original 2\n\n{table}").tail()
    assert shown.splitlines()[0] == "    DIFFERS flink.watermark.valve [found/a]"
    assert "      original 2" in shown
    assert len(shown.splitlines()) == 6 + 12
    assert Ran(1, "FAILED a\nb").tail() == "    FAILED a\n    b"


def test_clean_environment_does_not_see_this_one(context):
    context.environ = dict(context.environ) | {"PYTHONPATH": "/somewhere"}
    show = [sys.executable, "-c", "import os; print(os.environ.get('PYTHONPATH'))"]
    assert context.must(show, context.scratch, clean=True).output.strip() == "None"


def test_unknown_step_is_refused():
    command = [sys.executable, "-m", "quality", "release", "nothing"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, "'nothing' is not one of" in ran.stderr) == (2, True)
