"""The recipes of docs/ci.md for Python, and the steps of action.yml, are run as they are written, but for installing.

`conformance/nightly/examples/test_recipes.py` installs the wheel, too, and runs the recipes of every language.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import ci_recipes
import pytest
import yaml
from ci_recipes import ACTION, STEPS, USES, checkouts_of, inputs_of, kinds, recipes, steps_of

RIGHT = """
from copartition.kafka import murmur2, partition_for_key

PORT = {
    "kafka.partitioner.murmur2": lambda case: murmur2(bytes.fromhex(case["bytes"])),
}
"""
WRONG = RIGHT.replace("murmur2(bytes", "-murmur2(bytes")


BINARIES = Path(sys.executable).parent


def act(folder, **given):
    return ci_recipes.act(folder, BINARIES, given, ("Check", "Report"))


@pytest.mark.parametrize(("port", "code", "color"), [(RIGHT, 0, "brightgreen"), (WRONG, 1, "red")])
def test_the_first_workflow_judges_a_port(tmp_path, port, code, color):
    (tmp_path / "my_port.py").write_text(port)
    done = act(tmp_path, **inputs_of(steps_of(recipes("workflow")[0])))
    assert done["Check"].returncode == code, done["Check"].stderr
    assert done["Report"].returncode == 0, done["Report"].stderr
    report = tmp_path / "jarparity-report"
    assert {path.name for path in report.iterdir()} == {"result.json", "index.html", "badge.json"}
    assert json.loads((report / "badge.json").read_text())["color"] == color
    assert "kafka.partitioner.murmur2" in (tmp_path / "summary.md").read_text() or not code


def test_the_second_workflow_gives_inputs_that_there_are():
    given = inputs_of(steps_of(recipes("workflow")[1]))
    assert given.keys() <= ACTION["inputs"].keys()
    assert given["reference"] == "auto"


def test_a_recipe_that_uses_the_action_brings_it_along():
    workflows = [steps_of(recipe) for recipe in recipes("workflow")]
    others = [yaml.safe_load(recipe) for kind in kinds() if kind.startswith("steps ") for recipe in recipes(kind)]
    assert (len(workflows), len(others)) == (2, 3)
    for steps in (*workflows, *others):
        before = steps[: [step.get("uses") for step in steps].index(USES)]
        assert [f"./{path}" for path in checkouts_of(before)] == [USES]
        assert inputs_of(steps)["package"] == f"{USES}[jvm]"


def test_a_program_is_asked_by_its_command(tmp_path):
    (tmp_path / "my_port.py").write_text(RIGHT)
    command = shlex.join([sys.executable, "-m", "jarparity", "serve", "port", "--port", "my_port:PORT"])
    done = act(tmp_path, **{"port-cmd": command, "operations": "kafka.partitioner.murmur2\n"})
    assert done["Check"].returncode == 0, done["Check"].stderr


@pytest.mark.parametrize("given", [{}, {"port": "my_port:PORT", "port-cmd": "./port"}])
def test_the_action_takes_one_port(tmp_path, given):
    (tmp_path / "my_port.py").write_text(RIGHT)
    done = act(tmp_path, **given, operations="kafka.partitioner.murmur2\n")["Check"]
    assert done.returncode == 4
    assert "::error::give the action either port or port-cmd" in done.stdout


def test_spaces_around_a_glob_of_the_action_are_none_of_it(tmp_path):
    (tmp_path / "my_port.py").write_text(RIGHT)
    done = act(tmp_path, port="my_port:PORT", operations="  kafka.partitioner.murmur2  \n \n")
    assert done["Check"].returncode == 0, done["Check"].stderr


def test_no_input_is_pasted_into_a_script():
    assert [name for name, step in STEPS.items() if "${{" in step.get("run", "")] == []


@pytest.mark.parametrize(("port", "code"), [(RIGHT, 0), (WRONG, 1)])
def test_the_script(tmp_path, port, code):
    (script,) = recipes("script")
    installing = "python -m pip install --quiet jarparity\n"
    assert installing in script
    (tmp_path / "my_port.py").write_text(port)
    done = ci_recipes.run(script.replace(installing, ""), tmp_path, BINARIES)
    assert done.returncode == code, done.stderr
    assert (tmp_path / "index.html").exists()
    assert (tmp_path / "badge.json").exists()


def test_the_command_of_tox(tmp_path):
    parsed = ConfigParser()
    parsed.read_string(recipes("tox")[0])
    (tmp_path / "my_port.py").write_text(RIGHT)
    # tox hands its words over as they are; no shell sees the glob.
    words = parsed["testenv:parity"]["commands"].split()
    assert words[0] == "jarparity"
    done = subprocess.run([sys.executable, "-m", *words], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
