"""The recipes of docs/ci.md and the steps of action.yml, and how a runner would run them."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[3]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}
USES = "./jarparity"
"""How the recipes name the action."""

_PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
_INPUT = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")
_TEMP = "${{ runner.temp }}"


def recipes(kind):
    """The blocks of code below the comments that name them so."""
    return re.findall(rf"<!-- recipe: {re.escape(kind)} -->\n```\w+\n(.*?)```", _PAGE, re.DOTALL)


def kinds():
    """Every name of a recipe, in the order of the page."""
    return re.findall(r"<!-- recipe: (.+) -->", _PAGE)


def run(script, folder, binaries, **more):
    """Runs a script as a step does: by bash, which ends at the first command that fails."""
    path = f"{binaries}{os.pathsep}{os.environ['PATH']}"
    environ = {**os.environ, "PATH": path, "GITHUB_STEP_SUMMARY": str(folder / "summary.md"), **more}
    return subprocess.run(
        ["bash", "-e", "-c", script],  # noqa: S607 - the runner's shell, wherever it is
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )


def act(folder, binaries, given, names, temp=None):
    """Runs steps of the action that are scripts, each with its inputs as variables.

    Args:
        folder: The working directory, a checkout of the port.
        binaries: The folder of the Python that a step finds first.
        given: The inputs that a workflow gives.
        names: The names of the steps.
        temp: The runner's folder for what is kept; without it, this machine's own cache is used.
    """
    inputs = {name: described["default"] for name, described in ACTION["inputs"].items()}
    assert given.keys() <= inputs.keys()
    inputs |= given
    done = {}
    for name in names:
        variables = {key: _INPUT.sub(lambda m: inputs[m[1]], text) for key, text in STEPS[name]["env"].items()}
        variables = {
            key: text.replace(_TEMP, str(temp)) for key, text in variables.items() if temp or _TEMP not in text
        }
        done[name] = run(STEPS[name]["run"], folder, binaries, **variables)
    return done


def steps_of(workflow):
    """The steps of a workflow's only job."""
    (job,) = yaml.safe_load(workflow)["jobs"].values()
    return job["steps"]


def checkouts_of(steps):
    """The folders into which steps put other repositories, beside what is checked out first."""
    given = (step.get("with", {}) for step in steps if step.get("uses", "").startswith("actions/checkout@"))
    return [settings["path"] for settings in given if "repository" in settings]


def inputs_of(steps):
    """What the step that uses the action gives it."""
    return next(step["with"] for step in steps if step.get("uses") == USES)
