"""docs/custom-assignor.md is run: its classes, its session, its command and its table of rules."""

import ast
import doctest
import inspect
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from copartition.kafka.assignors import contract

PAGE = (Path(__file__).parents[2] / "docs" / "custom-assignor.md").read_text("utf-8")
RUN = re.compile(r"<!-- run: (?P<code>\d) -->\n```console\n\$ (?P<command>[^\n]+)\n(?P<output>.*?)```\n", re.DOTALL)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    block = re.search(r"<!-- file: (?P<name>\S+) -->\n```python\n(?P<text>.*?)```", PAGE, re.DOTALL)
    (tmp_path / block["name"]).write_text(block["text"])
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_assignors", raising=False)
    yield tmp_path
    sys.modules.pop("my_assignors", None)


def test_the_session_runs(folder):
    session = "".join(re.findall(r"```pycon\n(.*?)```", PAGE, re.DOTALL))
    found = doctest.DocTestParser().get_doctest(session, {}, "custom-assignor", "custom-assignor.md", 0)
    assert len(found.examples) == 18
    assert doctest.DocTestRunner().run(found).failed == 0


def test_the_command_says_what_the_page_shows(folder):
    (shown,) = RUN.finditer(PAGE)
    arguments = shlex.split(shown["command"])[1:]
    ran = subprocess.run(
        [sys.executable, "-m", "jarparity", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert ran.returncode == int(shown["code"]), ran.stderr
    assert ran.stdout == shown["output"]


def test_the_rules_are_those_that_are_checked():
    listed = re.search(r"## What is valid\n.*?\n((?:\|[^\n]*\n)+)", PAGE, re.DOTALL)[1].splitlines()[2:]
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(contract))) if isinstance(node, ast.Call)]
    checked = {call.args[0].value for call in calls if getattr(call.func, "id", "") == "Violation"}
    assert {row.split("`")[1] for row in listed} == checked
