"""The README is run: its commands, its outputs and its table are what the kit says today."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from jarparity import data, registry
from jarparity.cli import main
from jarparity.fixtures import reading

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
RUN = re.compile(r"<!-- run -->\n```console\n\$ (?P<command>[^\n]+)\n(?P<output>.*?)```\n", re.DOTALL)
SECONDS = re.compile(r"in \d+\.\d s")


def python_block(name):
    return re.search(rf"<!-- file: {name} -->\n```python\n(.*?)```", README, re.DOTALL)[1]


def run(command, folder):
    arguments = shlex.split(command)
    assert arguments[0] == "jarparity"
    return subprocess.run(
        [sys.executable, "-m", "jarparity", *arguments[1:]], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("match", list(RUN.finditer(README)), ids=lambda match: match["command"].split()[1])
def test_a_commands_output_is_what_the_readme_shows(match, tmp_path):
    (tmp_path / "my_port.py").write_text(python_block("my_port.py"))
    shown = run(match["command"], tmp_path)
    assert SECONDS.sub("in … s", shown.stdout) == SECONDS.sub("in … s", match["output"])


def test_some_output_is_shown():
    assert len(RUN.findall(README)) == 1


def test_the_table_of_operations_is_the_catalogues():
    table = re.search(r"<!-- operations -->\n((?:\|.*\n)+)", README)
    printed = CliRunner().invoke(main, ["list", "--format", "markdown"])
    assert table[1] == printed.stdout
    assert "`jarparity list --format markdown`" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_the_examples_of_copartition_run():
    found = doctest.DocTestParser().get_doctest(README, {}, "README", "README.md", 0)
    assert len(found.examples) >= 8
    assert doctest.DocTestRunner().run(found).failed == 0


def test_the_two_commands_are_there():
    assert "python -m pip install '.[jvm]' && jarparity check" in README
    assert "python -m pip install tox && tox" in README


def test_the_count_of_vectors_is_todays():
    # Headers say how many cases follow; whoever reads a file counts them, and so do the vectors' own suites.
    headers = [reading.read_header(path) for paths in reading.files(data.fixtures()).values() for path in paths]
    assert {header.operation for header in headers} == set(registry.OPERATIONS)
    count = sum(header.cases for header in headers)
    assert f"{count:,} golden vectors" in README


@pytest.mark.parametrize("case", re.findall(r"jarparity explain case (\S+)", README))
def test_explained_cases_exist(case):
    shown = CliRunner().invoke(main, ["explain", "case", case])
    assert shown.exit_code == 0, shown.output
