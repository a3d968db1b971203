"""docs/your-port.md is what there is: its options, its file of divergences, its words of the regions' language."""

import re
import runpy
import sys
import types
from pathlib import Path

import pytest
from click.testing import CliRunner

from jarparity import pytest_plugin, registry
from jarparity.cli import main
from jarparity.divergences.file import load
from jarparity.divergences.syntax import parse
from jarparity.grades import Grade
from jarparity.ports.callables import CallablePort

PAGE = (Path(__file__).parents[2] / "docs" / "your-port.md").read_text("utf-8")


class Parser:
    """Takes the plugin's options down, as pytest's own parser would."""

    def __init__(self):
        self.options, self.settings = set(), set()

    def getgroup(self, *_):
        return self

    def addoption(self, name, **_):
        self.options.add(name)

    def addini(self, name, *_, **__):
        self.settings.add(name)


def test_every_option_and_setting_of_the_plugin_is_there_and_no_other():
    parser = Parser()
    pytest_plugin.pytest_addoption(parser)
    assert set(re.findall(r"--jarparity-[a-z-]+", PAGE)) == parser.options
    assert set(re.findall(r"\bjarparity_(?!live)[a-z_]+", PAGE)) == parser.settings


def test_the_port_of_one_release_claims_its_line(tmp_path, monkeypatch):
    text = re.search(r"<!-- file: port_of_one_release\.py -->\n```python\n(.*?)```", PAGE, re.DOTALL)[1]
    monkeypatch.setitem(sys.modules, "my_port", types.SimpleNamespace(PORT={"kafka.partitioner.murmur2": len}))
    (tmp_path / "port_of_one_release.py").write_text(text)
    there = runpy.run_path(str(tmp_path / "port_of_one_release.py"))
    info = CallablePort(there["PORT"]).info
    assert (info.operations, info.lines) == (("kafka.partitioner.murmur2",), ("kafka-clients 4.4.0",))


def test_the_file_of_divergences_is_one(tmp_path):
    name, text = re.search(r"<!-- file: (divergences\.json) -->\n```json\n(.*?)```", PAGE, re.DOTALL).groups()
    (tmp_path / name).write_text(text)
    (entry,) = load(tmp_path / name).entries
    assert entry.covers({"members": [{"id": "A", "rack": "r0"}]})
    assert not entry.covers({"members": [{"id": "A"}]})


@pytest.mark.parametrize("text", re.findall(r"`((?:any|count|len|number|members|partitions)[(.\w][^`…]*)`", PAGE))
def test_what_the_page_shows_of_the_language_is_in_it(text):
    parse(f"({text}) != null")


def test_the_grades_and_their_operations_are_named():
    rows = re.findall(r"^\| `(\w+)` \|", PAGE[PAGE.index("## Grades") :], re.MULTILINE)
    assert rows == [str(grade) for grade in sorted(Grade, reverse=True)]
    graded = {
        name.removeprefix("kafka.assignor.") for name, operation in registry.OPERATIONS.items() if operation.grader
    }
    head = re.search(r"Where several are \((.*?)\)", PAGE, re.DOTALL)[1]
    assert {name.removeprefix("kafka.assignor.") for name in re.findall(r"`([^`]+)`", head)} == graded


def test_the_fixed_port_of_the_readme_is_green(tmp_path, monkeypatch):
    text = re.search(r"<!-- file: fixed_port\.py -->\n```python\n(.*?)```", PAGE, re.DOTALL)[1]
    (tmp_path / "fixed_port.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    shown = CliRunner().invoke(main, ["check", "--reference", "golden", "--port", "fixed_port:PORT"])
    assert shown.exit_code == 0, shown.output
    assert ", 0 differ" in shown.stdout
