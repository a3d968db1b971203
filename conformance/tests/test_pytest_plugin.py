"""The pytest plugin, as a repository has it: a port, a pytest, nothing else."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from jarparity import data, pytest_plugin
from jarparity.grades import REQUIRED

MURMUR = """\
from copartition.kafka import murmur2

def mixed(case):
    return {expression}

PORT = {{"kafka.partitioner.murmur2": mixed}}
"""
RIGHT = MURMUR.format(expression='murmur2(bytes.fromhex(case["bytes"]))')
WRONG = MURMUR.format(expression='murmur2(bytes.fromhex(case["bytes"])) & 0x7fffffff')
NAMED = ("--jarparity-port", "my_port:PORT")
HEAVY = {"jpype", "py4j", "pyspark", "numpy", "hypothesis", "click", "jsonschema", "copartition"}


@pytest.fixture
def repository(tmp_path):
    (tmp_path / "my_port.py").write_text(RIGHT)
    (tmp_path / "test_own.py").write_text("def test_own():\n    pass\n")
    return tmp_path


def run(folder, *arguments, code, **environ):
    left_out = {"CI", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "JARPARITY_REQUIRE_JVM"}
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    # By name, not by entry point: an editable install keeps those that it was made with.
    command = [sys.executable, "-m", "pytest", "-p", "jarparity.pytest_plugin", "-rA", "-Werror", *arguments]
    found = subprocess.run(
        command,
        cwd=folder,
        env=kept | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"} | environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == code, found.stdout + found.stderr
    return found.stdout + found.stderr


def test_the_entry_point_names_the_plugin():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert import_module(project["project"]["entry-points"]["pytest11"]["jarparity"]).pytest_addoption


def test_without_a_port_it_loads_nothing_and_adds_nothing(repository):
    (repository / "conftest.py").write_text(
        "import sys\n\n"
        "def pytest_unconfigure():\n"
        f"    print('loaded:', sorted({HEAVY} & set(sys.modules)), 'jarparity.registry' in sys.modules)\n"
    )
    output = run(repository, "-s", code=0)
    assert "loaded: [] False" in output
    assert "1 passed" in output


def test_a_right_port_is_green_group_by_group(repository):
    output = run(repository, *NAMED, code=0)
    assert "PASSED jarparity::kafka.partitioner.murmur2[published]" in output
    assert "PASSED jarparity::kafka.partitioner.murmur2[generated]" in output
    assert "PASSED test_own.py::test_own" in output
    assert "murmur2[jpype]" not in output


def test_a_wrong_port_is_red_and_the_report_is_the_kits(repository):
    (repository / "my_port.py").write_text(WRONG)
    output = run(repository, *NAMED, "-m", "jarparity", code=1)
    assert "FAILED jarparity::kafka.partitioner.murmur2[published]" in output
    assert "DIFFERS kafka.partitioner.murmur2 [published/" in output
    reproduce = "jarparity check --operation kafka.partitioner.murmur2 --reference golden --case published/"
    assert f"  reproduce  {reproduce}" in output
    assert "--port my_port:PORT" in output
    assert "Traceback" not in output
    assert "test_own.py" not in output


def test_a_port_that_declines_is_not_green(repository):
    declines = 'def mixed(case):\n    raise NotImplementedError("not ported yet")\n'
    (repository / "my_port.py").write_text(f'{declines}\nPORT = {{"kafka.partitioner.murmur2": mixed}}\n')
    output = run(repository, *NAMED, "-k", "published", code=5)
    assert "1 skipped" in output
    assert "not ported yet" in output
    assert "jarparity: nothing was compared: the port declined all that was asked" in output
    assert "1 passed" in run(repository, *NAMED, "-k", "published or own", code=5)


def test_a_port_that_declines_some_groups_may_be_green(repository):
    declines = MURMUR.format(expression='murmur2(bytes.fromhex(case["bytes"]))').replace(
        "    return", "    if len(case['bytes']) > 2:\n        raise NotImplementedError('long')\n    return"
    )
    (repository / "my_port.py").write_text(declines)
    run(repository, *NAMED, code=0)


REVERSED = """\
from copartition.port import PORT as COPARTITION

NAME = "kafka.assignor.round-robin"

def reversed_lists(case):
    return {member: list(reversed(parts)) for member, parts in COPARTITION.operations[NAME](case).items()}

PORT = {NAME: reversed_lists}
"""


def test_a_grade_says_what_is_good_enough(repository):
    (repository / "my_port.py").write_text(REVERSED)
    group = "kafka.assignor.round-robin[generated]"
    output = run(repository, *NAMED, code=1)
    assert f"FAILED jarparity::{group}" in output
    assert "grade      equivalent" in output
    assert f"PASSED jarparity::{group}" in run(repository, *NAMED, "--jarparity-grade", "equivalent", code=0)
    (repository / "pytest.ini").write_text("[pytest]\njarparity_port = my_port:PORT\njarparity_grade = valid\n")
    assert f"PASSED jarparity::{group}" in run(repository, code=0)
    (repository / "pytest.ini").write_text("[pytest]\njarparity_port = my_port:PORT\njarparity_grade = good\n")
    assert "jarparity_grade: 'good' is none of exact, equivalent, valid" in run(repository, code=4)


def test_the_plugin_has_the_grades_of_the_kit():
    assert pytest_plugin.GRADES == REQUIRED


@pytest.mark.parametrize("reference", [(), ("--jarparity-reference", "golden")])
def test_java_that_is_required_is_asked_beside_golden(repository, reference):
    nothing = {"PATH": "", "JAVA_HOME": "", "JARPARITY_CACHE": str(repository / "cache")}
    output = run(repository, *NAMED, *reference, "--jarparity-require-jvm", code=1, **nothing)
    assert "PASSED jarparity::kafka.partitioner.murmur2[published]" in output
    assert "FAILED jarparity::kafka.partitioner.murmur2[jpype]" in output


def test_divergences_are_judged_without_java(repository):
    entry = {"name": "long", "operation": "kafka.partitioner.murmur2", "where": "len(bytes) > 200"}
    entry |= {"reason": "the client cuts off long keys", "issue": "https://example.com/1"}
    known = {"schema": "jarparity-divergences-1", "divergences": [entry]}
    (repository / "known.json").write_text(json.dumps(known))
    nothing = {"PATH": "", "JAVA_HOME": "", "JARPARITY_CACHE": str(repository / "cache")}
    auto = (*NAMED, "--jarparity-reference", "auto", "--jarparity-divergences", "known.json")
    output = run(repository, *auto, code=1, **nothing)
    assert "FAILED jarparity::kafka.partitioner.murmur2[divergences]" in output
    assert "no longer fails" in output
    assert "1 skipped" in output


NO_JAVA = {"PATH": "", "JAVA_HOME": ""}
LIVE = (*NAMED, "-m", "jarparity_live", "--jarparity-reference")


def test_missing_java_is_a_skip_with_the_reason_beside_golden(repository):
    auto = (*NAMED, "--jarparity-reference", "auto")
    skipped = run(repository, *auto, code=0, JARPARITY_CACHE=str(repository / "cache"), **NO_JAVA)
    assert "PASSED jarparity::kafka.partitioner.murmur2[published]" in skipped
    assert "SKIPPED" in skipped
    assert "jpype: " in skipped


def test_where_all_is_skipped_nothing_is_green(repository):
    skipped = run(repository, *LIVE, "auto", code=5, JARPARITY_CACHE=str(repository / "cache"), **NO_JAVA)
    assert "jarparity: nothing was compared: every test was skipped" in skipped


@pytest.mark.parametrize("asked", [("auto", "--jarparity-require-jvm"), ("jpype",), ("gateway",)])
def test_missing_java_is_a_failure_where_it_is_required_or_named(repository, asked):
    failed = run(repository, *LIVE, *asked, code=1, JARPARITY_CACHE=str(repository / "cache"), **NO_JAVA)
    assert f"FAILED jarparity::kafka.partitioner.murmur2[{'gateway' if 'gateway' in asked else 'jpype'}]" in failed
    assert "Traceback" not in failed


def test_settings_name_the_port_where_no_file_is_named(repository):
    (repository / "pytest.ini").write_text(
        "[pytest]\njarparity_port = my_port:PORT\njarparity_operations = *.murmur2\n"
    )
    assert "jarparity::kafka.partitioner.murmur2[edge]" in run(repository, code=0)
    assert "jarparity::" not in run(repository, "test_own.py", code=0)
    (repository / "tests").mkdir()
    (repository / "tests" / "test_more.py").write_text("def test_more():\n    pass\n")
    for folders in (["."], ["tests"], ["tests", "."]):
        assert "jarparity::" in run(repository, *folders, code=0)
    assert "jarparity::" not in run(repository, "tests", "test_own.py", code=0)
    assert "jarparity::" in run(repository, "test_own.py", *NAMED, code=0)


def test_the_port_of_settings_is_found_wherever_pytest_is_started(repository):
    (repository / "pytest.ini").write_text(
        "[pytest]\njarparity_port = my_port:PORT\njarparity_operations = *.murmur2\n"
    )
    (repository / "tests").mkdir()
    assert "jarparity::kafka.partitioner.murmur2[edge]" in run(repository / "tests", code=0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--jarparity-port", "my_port:PRT"), "no attribute 'PRT'; did you mean PORT?"),
        ((*NAMED, "--jarparity-operation", "flink.*"), "claims no operation that matches flink.*"),
        ((*NAMED, "--jarparity-port-cmd", "true"), "name a Python port or a program, not both"),
        ((*NAMED, "--jarparity-operation", "*.murmur2", "--jarparity-operation", "flink.*"), "that matches flink.*"),
        (("--jarparity-port", ""), "port '': write module:attribute"),
        (("--jarparity-port-cmd", ""), "the port's command is empty"),
    ],
)
def test_what_is_misnamed_is_said_in_a_sentence(repository, arguments, said):
    output = run(repository, *arguments, code=4)
    assert "ERROR: jarparity: " in output
    assert said in output
    assert "Traceback" not in output


def test_a_program_is_a_port_too(repository):
    serve = f"{sys.executable} -m jarparity serve port --port my_port:PORT"
    output = run(repository, "--jarparity-port-cmd", serve, "-k", "published", code=0)
    assert "PASSED jarparity::kafka.partitioner.murmur2[published]" in output


MURMURS = "jarparity::kafka.partitioner.murmur2"


def test_tests_are_counted_as_collected(repository):
    shown = run(repository, *NAMED, "--collect-only", "-q", code=0)
    with_own = 1 + sum(line.startswith(MURMURS) for line in shown.splitlines())
    assert f"{with_own} tests collected" in shown
    assert f"collected {with_own} items" in run(repository, *NAMED, code=0)


def test_a_test_can_be_named_by_its_id(repository):
    assert "1 passed" in run(repository, *NAMED, f"{MURMURS}[edge]", code=0)
    all_groups = run(repository, *NAMED, MURMURS, code=0)
    assert f"PASSED {MURMURS}[published]" in all_groups
    assert "test_own" not in all_groups
    both = run(repository, *NAMED, "test_own.py", f"{MURMURS}[edge]", code=0)
    assert "2 passed" in both


def test_named_by_id_the_port_may_be_that_of_the_settings(repository):
    (repository / "pytest.ini").write_text("[pytest]\njarparity_port = my_port:PORT\n")
    assert "1 passed" in run(repository, f"{MURMURS}[edge]", code=0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*NAMED, f"{MURMURS}[egde]"), f"no such test; did you mean {MURMURS}[edge]"),
        ((f"{MURMURS}[edge]",), "name the port, by --jarparity-port MODULE:ATTR"),
    ],
)
def test_an_id_that_is_none_is_refused_with_the_fix(repository, arguments, message):
    assert message in run(repository, *arguments, code=4)


def test_vectors_that_can_not_be_read_are_a_sentence(repository):
    fixtures = shutil.copytree(data.fixtures(), repository / "fixtures")
    (fixtures / "kafka.partitioner.murmur2.jsonl").unlink()
    (repository / "conftest.py").write_text(
        f"import pathlib\nfrom jarparity import data\ndata.fixtures = lambda: pathlib.Path({str(fixtures)!r})\n"
    )
    output = run(repository, *NAMED, code=4)
    assert "ERROR: jarparity: " in output
    assert "kafka.partitioner.murmur2.jsonl: is not there, though SHA256SUMS names it" in output
