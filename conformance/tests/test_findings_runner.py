"""The runner of docs/findings: what it records, compares, finds missing and fails on; no release is asked."""

from __future__ import annotations

import json
import shutil
import sys

import pytest
from click.testing import CliRunner
from findings import pages, running
from findings.__main__ import REQUIRED, main
from findings.declared import DECLARED, findings
from findings.records import EXPECTED

PROGRAM = """
import sys
import thing

print("thing says", thing.SAID)
sys.exit(3 if thing.SAID == "wrong" else 0)
"""

PAGE = "".join(f"# Thing\n<!-- {name}: begin -->\n<!-- {name}: end -->\n" for name in ("releases", "programs"))


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs the command on one finding of two releases of `thing`, which are in the cache already."""
    folder, pages = tmp_path / "findings", tmp_path / "pages"
    monkeypatch.setenv("JARPARITY_CACHE", str(tmp_path / "cache"))
    # With a prefix, what is compiled lies where `says` doesn't remove it.
    for name in ("CI", REQUIRED, "PYTHONPYCACHEPREFIX"):
        monkeypatch.delenv(name, raising=False)
    pages.mkdir()
    (pages / "README.md").write_text("<!-- index: begin -->\n<!-- index: end -->\n", encoding="utf-8")
    (pages / "thing-fault.md").write_text(PAGE, encoding="utf-8")
    (folder / "thing-fault").mkdir(parents=True)
    declare(folder)
    (folder / "thing-fault" / "repro.py").write_text(PROGRAM, encoding="utf-8")

    def run(*arguments):
        return CliRunner().invoke(main, ["--folder", str(folder), "--pages", str(pages), *arguments])

    run.folder, run.pages, run.cache = folder / "thing-fault", pages, tmp_path / "cache" / "findings"
    says(run, "1.0", "wrong")
    says(run, "2.0", "right")
    return run


def declare(folder, releases='["thing 1.0", "thing 2.0"]', file="repro.py"):
    (folder / "thing-fault" / DECLARED).write_text(
        f'title = "Thing"\noriginal = "thing"\n[[programs]]\nfile = "{file}"\nreleases = {releases}\n', encoding="utf-8"
    )


def says(run, release, said):
    installed = run.cache / f"thing-{release}-{sys.implementation.cache_tag}"
    installed.mkdir(parents=True, exist_ok=True)
    (installed / "thing.py").write_text(f"SAID = {said!r}\n", encoding="utf-8")
    # Python takes what it has compiled for a text of the same length and second.
    shutil.rmtree(installed / "__pycache__", ignore_errors=True)


def test_what_is_recorded_must_be_said_again(run):
    recorded = run("--record")
    assert recorded.exit_code == 0, recorded.output
    assert json.loads((run.folder / EXPECTED).read_text("utf-8"))["answers"] == [
        {"releases": ["thing 1.0"], "faulty": True, "output": ["thing says wrong"]},
        {"releases": ["thing 2.0"], "faulty": False, "output": ["thing says right"]},
    ]
    again = run()
    assert again.exit_code == 0, again.output
    assert "2 releases were asked; 0 are not as they were recorded" in again.output


@pytest.mark.parametrize(
    ("release", "said", "told"),
    [
        ("1.0", "right", "thing 1.0: the fault is gone, and was recorded"),
        ("2.0", "wrong", "thing 2.0: has the fault, and was recorded without it"),
        ("2.0", "good", "thing 2.0: says otherwise than was recorded\n    - thing says right\n    + thing says good"),
    ],
)
def test_better_worse_and_other_answers_are_failures_that_name_the_release(run, release, said, told):
    assert run("--record").exit_code == 0
    says(run, release, said)
    found = run()
    assert found.exit_code == 1
    assert f"FAILED thing-fault: {told}" in found.output
    assert "1 are not as they were recorded" in found.output


def test_a_program_that_breaks_has_not_shown_the_fault(run):
    assert run("--record").exit_code == 0
    (run.folder / "repro.py").write_text("import nothing_of_this_name\n", encoding="utf-8")
    broken = run("--release", "* 1.0")
    assert broken.exit_code == 1
    assert "thing 1.0: `" in broken.output
    assert "ended with 1" in broken.output
    assert "No module named 'nothing_of_this_name'" in broken.output


def test_a_program_that_says_nothing_has_shown_nothing(run):
    (run.folder / "repro.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    assert "ended with 3:\nit wrote nothing" in run("--record").output


def test_a_program_that_does_not_end_is_ended(run, monkeypatch):
    (run.folder / "repro.py").write_text("while True: pass\n", encoding="utf-8")
    monkeypatch.setattr(running, "_SECONDS", 0.2)
    assert "took more than 0.2 s" in run("--release", "* 1.0").output


def test_releases_that_are_not_recorded_and_records_that_are_never_asked_are_failures(run):
    assert "thing 1.0: nothing is recorded of it" in run().output
    assert run("--record").exit_code == 0
    declare(run.folder.parent, '["thing 1.0"]')
    assert "thing 2.0: recorded, and no program asks it" in run().output
    assert run("--record").exit_code == 0
    assert "thing 2.0" not in (run.folder / EXPECTED).read_text("utf-8")


def test_pages_show_the_records_and_the_programs(run):
    assert run("--record").exit_code == 0
    page = (run.pages / "thing-fault.md").read_text("utf-8")
    assert "thing 1.0: **faulty**\n\n```\nthing says wrong\n```\n\nthing 2.0: no fault" in page
    assert PROGRAM.strip() in page
    assert "| thing | [Thing](thing-fault.md) | 1.0 | 2.0 |" in (run.pages / "README.md").read_text("utf-8")
    assert run("--check").exit_code == 0
    (run.pages / "thing-fault.md").write_text(page.replace("says wrong", "says nothing"), encoding="utf-8")
    stale = run("--check")
    assert stale.exit_code == 1
    assert "thing-fault.md: not what the records say; `python -m findings --record` writes it" in stale.output
    (run.pages / "thing-fault.md").write_text("# Thing\n", encoding="utf-8")
    assert "`<!-- releases: begin -->`" in run("--check").output


def test_a_finding_that_asks_several_products_says_whose_releases_these_are():
    rows = {row.split(" | ")[1]: row for row in pages.index(findings()).splitlines()[2:]}
    (several,) = (row for name, row in rows.items() if "cooperative-sticky-user-data" in name)
    asked = "confluent-kafka 2.3.0, 2.16.1; franz-go 1.22.3; kafka-python 3.0.0, 3.0.12; kafka-clients 2.8.2, 3.3.2"
    assert f"| {asked}, 3.4.0 | kafka-clients 2.5.0, " in several
    (one,) = (row for name, row in rows.items() if "kafka-go-mixed-groups" in name)
    assert one.endswith("| 0.4.51 | |")


def test_a_toolchain_that_is_missing_is_said_and_under_ci_a_failure(run, monkeypatch):
    (run.folder / "repro.go").write_text("package main\n", encoding="utf-8")
    declare(run.folder.parent, '["thing 1.0"]', "repro.go")
    monkeypatch.setenv("PATH", "")
    missing = run("--record")
    assert "MISSING thing-fault: thing 1.0 was not asked: go is not here: install Go" in missing.output
    assert missing.exit_code == 1, "nothing was asked"
    monkeypatch.setenv(REQUIRED, "1")
    assert run().exit_code == 1


def test_a_library_that_is_not_the_named_release_is_not_asked(run):
    (run.folder / "repro.go").write_text("package main\n", encoding="utf-8")
    (run.folder / "go.mod").write_text("require (\n\texample.org/a/thing v1.1\n)\n", encoding="utf-8")
    declare(run.folder.parent, '["thing 1.0"]', "repro.go")
    said = run("--record").output
    assert "thing 1.0 is to be asked, and what is locked is 1.1" in said or "go is not here" in said


@pytest.mark.parametrize(
    ("releases", "file", "told"),
    [
        ('["thing 1.0"]', "repro.pl", "repro.pl is no program"),
        ('["thing 1.0"]', "other.py", "other.py is no program"),
        ('"thing 1.0"', "repro.py", "a program has a file and a list of releases"),
        ('["thing *"]', "Repro.java", "no locked release is one of thing *"),
    ],
)
def test_a_declaration_that_cannot_be_is_named(run, releases, file, told):
    (run.folder / "Repro.java").write_text("class Repro {}\n", encoding="utf-8")
    declare(run.folder.parent, releases, file)
    wrong = run()
    assert wrong.exit_code == 1
    assert told in wrong.output


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ({"schema": "jarparity-findings-1", "finding": "thing-fault", "answers": []}, "answers: "),
        ({"schema": "jarparity-findings-2", "finding": "thing-fault", "answers": [0]}, "schema: "),
        (
            {
                "schema": "jarparity-findings-1",
                "finding": "other",
                "answers": [{"releases": ["thing 1.0"], "faulty": True, "output": ["a"]}],
            },
            "is the record of other",
        ),
        (
            {
                "schema": "jarparity-findings-1",
                "finding": "thing-fault",
                "answers": [{"releases": ["thing 1.0"], "faulty": fault, "output": ["a"]} for fault in (True, False)],
            },
            "thing 1.0 stands twice",
        ),
    ],
)
def test_a_record_outside_its_schema_is_named(run, record, told):
    (run.folder / EXPECTED).write_text(json.dumps(record), encoding="utf-8")
    wrong = run("--check")
    assert wrong.exit_code == 1
    assert told in wrong.output


def test_names_that_match_nothing_are_wrong_usage(run):
    assert run("--finding", "other").exit_code == 2
    assert run("--release", "other *").exit_code == 1
