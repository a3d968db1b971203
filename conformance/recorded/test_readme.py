"""The README is run: its commands, its picture and its examples are what the kit says today."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner
from quality import picture

from jarparity import data, registry
from jarparity.cli import main
from jarparity.fixtures import reading

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
OPERATIONS = (ROOT / "docs" / "operations.md").read_text("utf-8")
COMMANDS = (ROOT / "docs" / "commands.md").read_text("utf-8")
SECONDS = re.compile(r"in\s\d+\.\d\ss")
LINES = 90


def words(svg):
    """What a picture of a terminal says."""
    texts = ET.fromstring(svg).iter(f"{SVG}text")  # noqa: S314 - our own picture
    return SECONDS.sub("in … s", " ".join("".join(text.itertext()) for text in texts))


def test_it_is_short():
    assert len(README.splitlines()) <= LINES


def test_the_picture_is_of_a_run_as_it_is_today():
    command, output = picture.terminal_output()
    shown = words(picture.PICTURE.read_text("utf-8"))
    assert shown == words(picture.drawn(command, output)), "draw it anew: python -m quality picture"
    assert "FAIL" in shown
    assert "sign-abs" in shown


def test_the_picture_fetches_nothing():
    assert re.findall(r"(?:href|src|url)\W+https?:", picture.PICTURE.read_text("utf-8")) == []


def test_the_protocols_lines_are_answered_so():
    lines = re.search(r"```json\n(.*?)```", README, re.DOTALL)[1].splitlines()
    asked = "\n".join(line for line in lines if '"cmd"' in line)
    port = [sys.executable, "-m", "jarparity", "serve", "port"]
    ran = subprocess.run(port, input=asked, capture_output=True, text=True, check=True)
    start, answer = map(json.loads, ran.stdout.splitlines())
    assert answer == json.loads(lines[3])
    assert json.loads(lines[1]).keys() <= start.keys()


def test_the_table_of_operations_is_the_catalogues():
    table = re.search(r"<!-- operations -->\n((?:\|.*\n)+)", OPERATIONS)
    printed = CliRunner().invoke(main, ["list", "--format", "markdown"])
    assert table[1] == printed.stdout
    assert "`jarparity list --format markdown`" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_the_count_of_operations_with_messages_is_todays():
    having = sum(operation.messages for operation in registry.OPERATIONS.values())
    assert f"({having} of {len(registry.OPERATIONS)} operations)" in OPERATIONS


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
    (said,) = re.findall(r"([\d,]+) golden vectors", README)
    assert said == f"{count:,}"


@pytest.mark.parametrize("case", re.findall(r"jarparity explain case (\S+)", COMMANDS))
def test_explained_cases_exist(case):
    shown = CliRunner().invoke(main, ["explain", "case", case])
    assert shown.exit_code == 0, shown.output
