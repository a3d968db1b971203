"""The recipes of docs/ci.md and the steps of action.yml are run as they are written; only installing is left out."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}
INPUT = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")
RIGHT = """
from copartition.kafka import murmur2, partition_for_key

PORT = {
    "kafka.partitioner.murmur2": lambda case: murmur2(bytes.fromhex(case["bytes"])),
}
"""
WRONG = RIGHT.replace("murmur2(bytes", "-murmur2(bytes")


def recipes(kind):
    return re.findall(rf"<!-- recipe: {kind} -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)


def run(script, folder, **more):
    binaries = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environ = {**os.environ, "PATH": binaries, "GITHUB_STEP_SUMMARY": str(folder / "summary.md"), **more}
    return subprocess.run(
        ["bash", "-e", "-c", script],  # noqa: S607 - the runner's shell, wherever it is
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )


def act(folder, **given):
    """Runs the action's steps that are scripts, as the runner does: each with its inputs as variables."""
    inputs = {name: told["default"] for name, told in ACTION["inputs"].items()}
    assert given.keys() <= inputs.keys()
    inputs |= given
    done = {}
    for name in ("Check", "Report"):
        told = {key: INPUT.sub(lambda match: inputs[match[1]], text) for key, text in STEPS[name]["env"].items()}
        told.pop("JARPARITY_CACHE", None)
        done[name] = run(STEPS[name]["run"], folder, **told)
    return done


def inputs_of(workflow):
    (job,) = yaml.safe_load(workflow)["jobs"].values()
    return next(step["with"] for step in job["steps"] if step["uses"] == "./jarparity")


@pytest.mark.parametrize(("port", "code", "color"), [(RIGHT, 0, "brightgreen"), (WRONG, 1, "red")])
def test_the_first_workflow_judges_a_port(tmp_path, port, code, color):
    (tmp_path / "my_port.py").write_text(port)
    done = act(tmp_path, **inputs_of(recipes("workflow")[0]))
    assert done["Check"].returncode == code, done["Check"].stderr
    assert done["Report"].returncode == 0, done["Report"].stderr
    report = tmp_path / "jarparity-report"
    assert {path.name for path in report.iterdir()} == {"result.json", "index.html", "badge.json"}
    assert json.loads((report / "badge.json").read_text())["color"] == color
    assert "kafka.partitioner.murmur2" in (tmp_path / "summary.md").read_text() or not code


def test_the_second_workflow_gives_inputs_that_there_are():
    given = inputs_of(recipes("workflow")[1])
    assert given.keys() <= ACTION["inputs"].keys()
    assert given["reference"] == "auto"


def test_a_program_is_asked_by_its_command(tmp_path):
    (tmp_path / "my_port.py").write_text(RIGHT)
    command = shlex.join([sys.executable, "-m", "jarparity", "serve", "port", "--port", "my_port:PORT"])
    done = act(tmp_path, **{"port-cmd": command, "operations": "kafka.partitioner.murmur2\n"})
    assert done["Check"].returncode == 0, done["Check"].stderr


def test_no_input_is_pasted_into_a_script():
    assert [name for name, step in STEPS.items() if "${{" in step.get("run", "")] == []


@pytest.mark.parametrize(("port", "code"), [(RIGHT, 0), (WRONG, 1)])
def test_the_script(tmp_path, port, code):
    (script,) = recipes("script")
    installing = "python -m pip install --quiet jarparity\n"
    assert installing in script
    (tmp_path / "my_port.py").write_text(port)
    done = run(script.replace(installing, ""), tmp_path)
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
