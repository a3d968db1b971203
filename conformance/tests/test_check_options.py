"""`jarparity check --grade`, `--divergences` and `--fix`, as users call them."""

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from jarparity import data
from jarparity.cli import main

CLEAN = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("JARPARITY_")}
SORTED = """\
from copartition.port import PORT as RIGHT

def assign(case, line):
    return {member: sorted(its) for member, its in RIGHT.operations["kafka.assignor.range"](case, line).items()}

PORT = {"kafka.assignor.range": assign}
"""
ENTRY = {
    "name": "several-topics",
    "operation": "kafka.assignor.range",
    "where": "len(topics) > 3",
    "reason": "lists of partitions are sorted",
    "issue": "https://example.com/issues/3",
}


@pytest.fixture
def check(tmp_path):
    (tmp_path / "sorting.py").write_text(SORTED)
    (tmp_path / "known.json").write_text(json.dumps({"schema": "jarparity-divergences-1", "divergences": [ENTRY]}))

    def run(*options, code):
        command = [sys.executable, "-m", "jarparity", "check", "--port", "sorting:PORT", *options]
        shown = subprocess.run(command, cwd=tmp_path, env=CLEAN, capture_output=True, text=True, check=False)
        assert shown.returncode == code, shown.stdout + shown.stderr
        return shown.stdout + shown.stderr

    return run


GOLDEN = ("--reference", "golden", "--operation", "kafka.assignor.range")


def test_an_equivalent_port_is_red_and_green_where_that_is_good_enough(check):
    red = check(*GOLDEN, code=1)
    assert "DIFFERS kafka.assignor.range" in red
    assert "\nkafka.assignor.range not exact [" in red
    green = check(*GOLDEN, "--grade", "equivalent", code=0)
    assert "DIFFERS" not in green
    lost = green.partition("\nkafka.assignor.range not exact [")[2].partition("\n\n")[0]
    assert "\n  reproduce  jarparity check --operation kafka.assignor.range --reference golden --case " in lost
    assert "kafka.assignor.range  equivalent" in green


def test_beside_a_wrong_answer_those_that_are_good_enough_are_no_failures(check, tmp_path):
    (tmp_path / "sorting.py").write_text(SORTED.replace("sorted(its)", "sorted(its) if len(its) < 20 else its[0][20]"))
    red = check(*GOLDEN, "--grade", "equivalent", code=1)
    assert red.count("DIFFERS") == 1
    assert "IndexError" in red.partition("\n\n")[0]
    assert "\nkafka.assignor.range not exact [" in red
    assert check(*GOLDEN, code=1).count("DIFFERS") > 1


def test_the_report_for_machines_has_grades_and_divergences(check):
    report = json.loads(check(*GOLDEN, "--format", "json", "--divergences", "known.json", code=1))
    Draft202012Validator(json.loads(data.schema("report.schema.json").read_text("utf-8"))).validate(report)
    assert report["grades"]["kafka.assignor.range"]["grade"] == "equivalent"
    assert set(report["grades"]["kafka.assignor.range"]["lost"]) == {"exact"}
    (known,) = report["divergences"]
    assert known["failed"] > 0
    assert report["verdicts"]["known"] > 0


def test_fix_is_refused_while_a_filter_is_active(check, tmp_path):
    before = (tmp_path / "known.json").read_text()
    refused = check(*GOLDEN, "--divergences", "known.json", "--fix", code=4)
    assert "--fix is refused with --operation and --reference golden" in refused
    assert (tmp_path / "known.json").read_text() == before
    assert "--fix rewrites the file that --divergences names" in check(*GOLDEN, "--fix", code=4)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("check", "--port", ""), "port '': write module:attribute"),
        (("check", "--port-cmd", ""), "the port's command is empty"),
        (("check", "--port", "", "--port-cmd", "true"), "--port and --port-cmd exclude each other"),
        (("serve", "port", "--port", ""), "port '': write module:attribute"),
        (("assignor", "check", "my:Own", "--port", ""), "port '': write module:attribute"),
    ],
)
def test_an_empty_port_is_not_the_kits_own(options, said):
    golden = (*GOLDEN,) if options[0] == "check" else ()
    refused = CliRunner().invoke(main, [*options, *golden])
    assert refused.exit_code == 4, refused.output
    assert said in refused.stderr


def test_a_wrong_file_of_divergences_is_a_sentence(check, tmp_path):
    (tmp_path / "known.json").write_text('{"schema":"jarparity-divergences-1"}')
    said = check(*GOLDEN, "--divergences", "known.json", code=4)
    assert "Error: known.json: the file: 'divergences' is missing" in said
    assert "Traceback" not in said


def test_a_run_that_is_to_fail_fast_finds_an_entry_that_no_longer_fails(check, tmp_path):
    (tmp_path / "sorting.py").write_text("from copartition.port import PORT\n")
    assert "no longer fails" in check(*GOLDEN, "-x", "--divergences", "known.json", code=1)
