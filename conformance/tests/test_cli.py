"""The command line as a user meets it: help with examples, exit codes, clear errors."""

from __future__ import annotations

import importlib.resources
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from xml.etree import ElementTree as ET

import click
import jsonschema
import pytest
from click.testing import CliRunner

from jarparity import data
from jarparity.cli import main
from jarparity.cli.commands import command
from jarparity.errors import UserError

CLEAN = {k: v for k, v in os.environ.items() if k != "CI" and not k.startswith("JARPARITY_")}
WRONG = "PORT = {'flink.math.murmur-hash': lambda case: case['value'] & 0x7FFFFFFF}\n"
MURMUR2 = ("check", "--reference", "golden", "--operation", "kafka.partitioner.murmur2")


def jarparity(*arguments, cwd=None, env=None):
    return subprocess.run(
        [sys.executable, "-m", "jarparity", *arguments],
        cwd=cwd,
        env=CLEAN | (env or {}),
        capture_output=True,
        text=True,
        check=False,
    )


def commands(command, path=()):
    """Every command, with its path."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), (*path, name))


COMMANDS = dict(commands(main))


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_has_help_with_examples(path):
    shown = CliRunner().invoke(main, [*path, "--help"], standalone_mode=False)
    assert shown.exception is None
    assert f"jarparity {' '.join(path)}".rstrip() in shown.output, shown.output
    assert "Example" in shown.output


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_option_has_a_help_and_says_if_it_may_be_repeated(path):
    options = [option for option in COMMANDS[path].params if isinstance(option, click.Option)]
    assert [option.name for option in options if option.multiple and "repeatable" not in (option.help or "")] == []
    plain = {"format", "format_", "type", "version"}
    assert [option.name for option in options if option.name not in plain and not option.help] == []


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_summaries_are_whole(path):
    shown = CliRunner().invoke(main, [*path, "--help"], standalone_mode=False).output
    if isinstance(COMMANDS[path], click.Group):
        assert "..." not in shown.partition("Options:")[2]


def test_maintainers_commands_stand_apart():
    words = CliRunner().invoke(main, ["--help"], standalone_mode=False).output
    author, _, others = words.partition("Run Kafka and Flink:")
    assert author.index("Check a port:") < author.index("\n  check ")
    assert others.index("\n  balance ") < others.index("For maintainers:") < others.index("\n  drift ")
    fixtures = CliRunner().invoke(main, ["fixtures", "--help"], standalone_mode=False).output
    assert fixtures.index("\n  copy ") < fixtures.index("For maintainers:") < fixtures.index("\n  generate ")


def test_all_agree_is_0_and_the_last_line_says_so():
    shown = jarparity("check", "--reference", "golden", "--operation", "kafka.partitioner.murmur2")
    assert shown.returncode == 0, shown.stderr
    assert shown.stderr == ""
    *_, reference, _, last = shown.stdout.splitlines()
    assert reference.startswith("reference: golden (kafka-clients 2.0.1 to 4.4.0 (")
    assert re.fullmatch(r"PASS copartition \S+ against golden: 1 operation, [\d,]+ answers, 0 differ", last)


def test_a_difference_is_1(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    arguments = ("check", "--reference", "golden", "--operation", "flink.math.*", "--port", "wrong:PORT")
    shown = jarparity(*arguments, "--format", "json", cwd=tmp_path)
    assert shown.returncode == 1
    document = json.loads(shown.stdout)
    schema = json.loads((importlib.resources.files("jarparity") / "schemas" / "report.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(document)
    assert document["operations"]["flink.math.murmur-hash"]["differs"] > 500
    assert document["exit"] == 1


def test_the_reproducing_command_reproduces(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    arguments = ("check", "--reference", "golden", "--operation", "flink.math.*", "--port", "wrong:PORT")
    failure = json.loads(jarparity(*arguments, "--format", "json", cwd=tmp_path).stdout)["failures"][0]
    again = jarparity(*shlex.split(failure["reproduce"])[1:], "--format", "json", cwd=tmp_path)
    assert again.returncode == 1
    (repeated,) = json.loads(again.stdout)["failures"]
    assert (repeated["id"], repeated["expected"]) == (failure["id"], failure["expected"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "--operation", "flnk.*"), "no operation matches flnk.*"),
        (("check", "--line", "kafka 4.4"), "no release matches kafka 4.4; did you mean kafka-clients 4.4.0?\n"),
        (
            ("check", "--line", "4.4.0"),
            "no release matches 4.4.0; did you mean kafka-clients 4.4.0 or kafka-group-coordinator 4.4.0?\n",
        ),
        (
            ("check", "--line", "2.*"),
            "no release matches 2.*; did you mean flink 2.* or kafka-clients 2.* or kafka_2.13 2.*?\n",
        ),
        (("check", "--line", "4.4"), "no release matches 4.4; `jarparity list` shows all\n"),
        (("check", "--port", "absent_module:PORT"), "absent_module"),
        (("check", "--port", "a:b", "--port-cmd", "c"), "exclude each other"),
        (("check", "--reference", "golden", "--input", "{}"), "--input goes with one --operation"),
        (("check", "--operation", "kafka.partitioner.murmur2", "--input", "{"), "--input: "),
        (("check", "--operation", "kafka.partitioner.murmur2", "--input", '{"bytes":"0"}'), "bytes"),
        (
            ("check", "--operation", "flink.math.murmur-hash", "--input", '{"value":1e400}'),
            "the JSON has the number 1e400, which a double doesn't hold",
        ),
        (("check", "--operation", "flink.math.murmur-hash", "--input", "[" * 100_000), "nested too deeply"),
        (
            ("check", "--operation", "kafka.assignor.range", "--input", '{"topics":{"t":-1},"members":[]}'),
            "input.topics.t: -1 does not fit",
        ),
        (
            ("check", "--operation", "kafka.assignor.range", "--input", '{"topics":{},"members":[{"topics":[]}]}'),
            "input.members[0]: the field 'id' is missing",
        ),
        (
            (
                *("check", "--operation", "kafka.assignor.range", "--line", "kafka-clients 3.3.2"),
                *("--input", '{"topics":{"t":[{"partition":0,"racks":["r"]}]},"members":[]}'),
            ),
            "no release that is asked takes it (kafka-clients 3.3.2)",
        ),
        (("check", "--max-examples", "many"), "Invalid value for '--max-examples'"),
        (("prove", "flink.math.murmur-hash", "--blocks", "5000"), "the domain has blocks 0 to 4095"),
        (
            ("check", "--line", "java*", "--operation", "kafka.*"),
            "no release that matches java* has any of these operations",
        ),
        (("check", "--reference", "golden", "--operation", "java.string.hash", "--input", "{}"), "--input: "),
        (
            ("check", "--operation", "java.string.hash", "--reference", "golden", "--input", '{"a":"x"}'),
            "asks live Java",
        ),
        (("check", "--reference", "golden", "--require-jvm"), "leave `--reference golden` out"),
        (("check", "--quick", "--require-jvm"), "leave `--quick` out"),
        (("check", "--quick", "--thorough"), "--quick compares recorded answers only: leave `--thorough` out"),
        (("check", "--quick", "--max-examples", "5"), "leave `--max-examples` out"),
        (("check", "--quick", "--volume", "5"), "leave `--volume` out"),
        (("check", "--seed", "-1"), "Invalid value for '--seed'"),
        (("check", "--output", "/dev/null/report.json"), "--output /dev/null/report.json: Not a directory"),
        (("nonsense",), "No such command 'nonsense'. There are doctor, list, "),
        (("chekc",), "No such command 'chekc'. Did you mean check?"),
        (("fixtures", "lits"), "No such command 'lits'. Did you mean list?"),
        (
            ("explain", "key", "--max-parallelism", "8", "--parallelism", "2", "-1"),
            "A value that begins with '-' goes behind '--', as in: … -- -1",
        ),
        (("prove", "java.string.hash"), "these can be compared completely: flink."),
    ],
)
def test_wrong_usage_is_4_with_a_sentence(arguments, message):
    # In this process: what other tests see of a process of its own holds for these sentences, too.
    shown = CliRunner().invoke(main, arguments, env={name: None for name in os.environ if name not in CLEAN})
    assert shown.exit_code == 4
    assert message in shown.stderr
    assert "Traceback" not in shown.stderr


def test_a_misspelt_operation_of_a_port_is_refused(tmp_path):
    (tmp_path / "typo.py").write_text("PORT = {'flink.math.murmurhash': lambda case: 0}\n")
    shown = jarparity("check", "--reference", "golden", "--port", "typo:PORT", cwd=tmp_path)
    assert shown.returncode == 4
    assert "did you mean flink.math.murmur-hash?" in shown.stderr


def test_missing_java_is_said_and_fails_under_ci(tmp_path):
    bare = {"PATH": str(tmp_path), "JAVA_HOME": str(tmp_path), "JARPARITY_CACHE": str(tmp_path / "cache")}
    arguments = ("check", "--operation", "kafka.partitioner.murmur2")
    shown = jarparity(*arguments, env=bare)
    assert shown.returncode == 0, shown.stderr
    assert "not asked: jpype: " in shown.stdout
    assert shown.stdout.splitlines()[-1].startswith("PASS copartition ")
    required = jarparity(*arguments, env=bare | {"CI": "true"})
    assert required.returncode == 4
    assert "Java" in required.stderr or "Maven" in required.stderr or "JPype" in required.stderr


@pytest.mark.parametrize("form", ["text", "json", "ndjson", "junit"])
def test_reports_to_a_file_appear_whole(form, tmp_path):
    target = tmp_path / "report"
    arguments = ("check", "--reference", "golden", "--operation", "kafka.partitioner.murmur2", "--format", form)
    shown = jarparity(*arguments, "--output", str(target))
    assert shown.returncode == 0
    assert (shown.stdout, shown.stderr) == ("", f"wrote {target}\n")
    assert [p.name for p in tmp_path.iterdir()] == ["report"]
    assert target.read_text().strip()


def test_ndjson_is_a_document_a_line_and_ends_with_the_counts():
    shown = jarparity(
        "check", "--reference", "golden", "--operation", "kafka.partitioner.murmur2", "--format", "ndjson"
    )
    *events, footer = map(json.loads, shown.stdout.splitlines())
    assert {event["verdict"] for event in events} == {"agrees"}
    assert footer["verdicts"]["agrees"] == sum(len(event["lines"]) for event in events)


def test_what_a_port_prints_stays_out_of_the_report(tmp_path):
    (tmp_path / "loud.py").write_text("print('loaded')\nPORT = {'java.string.hash': lambda case: print('asked')}\n")
    arguments = ("check", "--reference", "golden", "--operation", "java.string.hash", "--port", "loud:PORT")
    shown = jarparity(*arguments, "--format", "json", cwd=tmp_path)
    assert json.loads(shown.stdout)["operations"]["java.string.hash"]["differs"] > 1000
    assert shown.stderr.startswith("loaded\nasked\n")


def test_an_edited_input_is_not_the_ports_fault(tmp_path):
    folder = tmp_path / "fixtures"
    shutil.copytree(data.fixtures(), folder)
    edited = folder / "kafka.partitioner.murmur2.jsonl"
    lines = edited.read_text().splitlines(keepends=True)
    lines[7] = re.sub(r'"bytes":"[0-9a-f]*"', '"bytes":"zz"', lines[7])
    edited.write_text("".join(lines))
    code = f"import pathlib; from jarparity import cli, data; data.fixtures = lambda: pathlib.Path({str(folder)!r}); "
    shown = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{code}cli.main()",
            "check",
            "--reference",
            "golden",
            "--operation",
            "kafka.partitioner.*",
        ],
        env=CLEAN,
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.returncode == 4
    assert "kafka.partitioner.murmur2.jsonl:8: " in shown.stderr
    assert "Traceback" not in shown.stderr


def test_ci_that_is_said_to_be_off_is_off(tmp_path):
    bare = {"PATH": str(tmp_path), "JAVA_HOME": str(tmp_path), "JARPARITY_CACHE": str(tmp_path / "cache")}
    shown = jarparity("check", "--operation", "kafka.partitioner.murmur2", env=bare | {"CI": "false"})
    assert shown.returncode == 0, shown.stderr


def test_junit_marks_the_failing_operation(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    arguments = ("check", "--reference", "golden", "--operation", "flink.math.*", "--port", "wrong:PORT")
    root = ET.fromstring(jarparity(*arguments, "--format", "junit", cwd=tmp_path).stdout)  # noqa: S314 - our own output
    suites = {suite.get("name"): suite for suite in root}
    assert suites["flink.math.murmur-hash"].find("testcase/failure") is not None
    assert suites["flink.math.round-up-to-power-of-two"].find("testcase/skipped") is not None


def test_sigterm_is_an_interruption_and_leaves_no_partial_report(tmp_path):
    code = "import os, signal; PORT = {'java.string.hash': lambda case: os.kill(os.getpid(), signal.SIGTERM)}"
    (tmp_path / "killer.py").write_text(code)
    arguments = ("check", "--reference", "golden", "--operation", "java.string.hash", "--port", "killer:PORT")
    shown = jarparity(*arguments, "--output", "report.txt", cwd=tmp_path)
    assert shown.returncode == 2
    assert sorted(p.name for p in tmp_path.iterdir() if p.suffix) == ["killer.py", "report.txt"]
    assert "INTERRUPTED killer:PORT" in (tmp_path / "report.txt").read_text()


def test_differences_that_are_recorded_are_not_saved(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    arguments = ("check", "--reference", "golden", "--operation", "flink.math.murmur-hash", "--port", "wrong:PORT")
    shown = jarparity(*arguments, "--save", cwd=tmp_path)
    assert shown.returncode == 1
    assert "nothing to save of flink.math.murmur-hash: its differences are recorded cases" in shown.stderr


def test_options_may_come_from_the_environment():
    shown = jarparity(
        "check", env={"JARPARITY_CHECK_REFERENCE": "golden", "JARPARITY_CHECK_OPERATION": "java.string.hash"}
    )
    assert shown.returncode == 0
    rows = [line.split()[0] for line in shown.stdout.splitlines() if line.startswith(("java.", "flink.", "kafka."))]
    assert rows == ["java.string.hash"]
    assert "\nreference: golden (java 17) on " in shown.stdout


def test_completion_is_offered():
    shown = subprocess.run(
        [sys.executable, "-c", "from jarparity.cli import main; main(prog_name='jarparity')"],
        env=CLEAN | {"_JARPARITY_COMPLETE": "bash_source"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "_JARPARITY_COMPLETE=bash_complete" in shown.stdout


def test_a_command_that_would_lose_its_options_is_refused():
    with pytest.raises(TypeError, match="mine: declare parameters in the signature"):

        @command()
        @click.option("--lost")
        def mine(lost):
            raise AssertionError(lost)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [(UserError("fix it"), 4, "Error: fix it\n"), (RuntimeError("bug"), 3, "jarparity itself failed")],
)
def test_what_a_user_can_fix_is_a_sentence_and_all_else_a_failure_of_the_kit(monkeypatch, error, code, said):
    def fail(*_):
        raise error

    monkeypatch.setattr("jarparity.cli.doctor.diagnose", fail)
    shown = CliRunner().invoke(main, ["doctor"])
    assert shown.exit_code == code
    assert said in shown.stderr
    assert ("Traceback" in shown.stderr) == (code == 3)


def test_one_glob_that_matches_nothing_is_named():
    for option, glob, good, said in (
        (
            "--operation",
            "kafka.partitioner.murmur3",
            "java.*",
            "no operation matches kafka.partitioner.murmur3; did you",
        ),
        (
            "--line",
            "flink 2.3.O",
            "kafka-clients 4*",
            "no release matches flink 2.3.O; of flink these are ",
        ),
        ("--case", "nope/*", "edge/*", "no case of the chosen operations matches --case 'nope/*'; `jarparity explain"),
    ):
        shown = CliRunner().invoke(main, [*MURMUR2, option, good, option, glob])
        assert shown.exit_code == 4, shown.output
        assert said in shown.stderr
