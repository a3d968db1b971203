"""Every recipe of docs/ci.md, as it is written, from a fresh environment; pip finds this checkout, or its wheel.

A starter is the port. Its build, the installation, the check and the report are the recipe's own commands.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import venv

import ci_recipes
import pytest
import yaml
from ci_recipes import ACTION, ROOT, STEPS, USES, checkouts_of, inputs_of, kinds, recipes, steps_of

from jarparity.originals.store import Store

STARTERS = ("port-node", "port-go", "port-rust")
SCRIPTS = tuple(name for name, step in STEPS.items() if "run" in step)
TOOLS = {"port-node": "node", "port-go": "go", "port-rust": "cargo"}
BREAKS = {
    "port-python": ("my_port.py", "mixed >> 13"),
    "port-node": ("port.mjs", "h >>> 13"),
    "port-go": ("main.go", "h>>13"),
    "port-rust": ("src/main.rs", "h >> 13"),
}
PACKAGE = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "my-port"
version = "1"
[tool.setuptools]
py-modules = ["my_port"]
"""


@pytest.fixture(scope="session")
def wheels(tmp_path_factory):
    """A folder with the wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheels")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True)
    return folder


@pytest.fixture
def fresh(wheels, tmp_path_factory, monkeypatch):
    """The programs of an environment with nothing but pip, which finds the wheel as if an index had it."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=True)
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    return folder / "bin"


def checkout(folder, tmp_path, *, wrong=False):
    """A copy of a starter, as a repository of its own; a wrong one shifts by another number of bits."""
    leave_out = shutil.ignore_patterns("target", "Cargo.lock", "__pycache__")
    copy = shutil.copytree(ROOT / "examples" / folder, tmp_path / folder, ignore=leave_out)
    if wrong:
        name, right = BREAKS[folder]
        source = copy / name
        text = source.read_text("utf-8")
        assert text.count(right) == 1
        source.write_text(text.replace(right, right.replace("13", "14")), encoding="utf-8")
    return copy


def work(steps, folder, fresh, temp=None):
    """Runs the steps of a workflow that are commands, and the action where it is used, of this checkout."""
    done = {}
    for path in checkouts_of(steps):
        (folder / path).symlink_to(ROOT, target_is_directory=True)
    for step in steps:
        if "run" in step:
            done[step["run"]] = ci_recipes.run(step["run"], folder, fresh)
            assert done[step["run"]].returncode == 0, done[step["run"]].stderr
        elif step["uses"] == USES:
            done |= ci_recipes.act(folder, fresh, step["with"], SCRIPTS, temp)
            assert done["Install"].returncode == 0, done["Install"].stderr
    return done


def require_report(folder, color):
    """The artifact has the result, the page and the badge, whose colour is the verdict's."""
    report = folder / "jarparity-report"
    assert {path.name for path in report.iterdir()} == {"result.json", "index.html", "badge.json"}
    assert json.loads((report / "badge.json").read_text("utf-8"))["color"] == color


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("starter", STARTERS)
def test_the_steps_of_a_language(starter, wrong, fresh, tmp_path):
    if shutil.which(TOOLS[starter]) is None:
        pytest.fail(f"{starter} needs {TOOLS[starter]}: install it")
    (steps,) = recipes(f"steps {starter}")
    folder = checkout(starter, tmp_path, wrong=wrong)
    done = work(yaml.safe_load(steps), folder, fresh)
    assert done["Check"].returncode == wrong, done["Check"].stderr
    require_report(folder, "red" if wrong else "brightgreen")


@pytest.mark.parametrize("wrong", [False, True])
def test_the_workflow_of_a_python_port(wrong, fresh, tmp_path):
    folder = checkout("port-python", tmp_path, wrong=wrong)
    done = work(steps_of(recipes("workflow")[0]), folder, fresh)
    assert done["Check"].returncode == wrong, done["Check"].stderr
    require_report(folder, "red" if wrong else "brightgreen")


def test_the_workflow_of_every_night_asks_the_jars(fresh, tmp_path):
    folder = checkout("port-node", tmp_path)
    steps = steps_of(recipes("workflow")[1])
    given = inputs_of(steps)
    assert given["reference"] == "auto" != ACTION["inputs"]["reference"]["default"]
    (folder / given["divergences"]).write_text('{"schema": "jarparity-divergences-1", "divergences": []}')
    # What the action's step "Keep the JARs" brings back from an earlier run.
    temp = tmp_path / "temp"
    temp.mkdir()
    (temp / "jarparity").symlink_to(Store.default().root, target_is_directory=True)
    done = work(steps, folder, fresh, temp)
    assert done["Check"].returncode == 0, done["Check"].stderr
    require_report(folder, "brightgreen")
    result = json.loads((folder / "jarparity-report" / "result.json").read_text("utf-8"))
    assert set(result["references"]) == {"golden", "jpype"}


@pytest.mark.parametrize("wrong", [False, True])
def test_the_script(wrong, fresh, tmp_path):
    (script,) = recipes("script")
    folder = checkout("port-python", tmp_path, wrong=wrong)
    done = ci_recipes.run(script, folder, fresh)
    assert done.returncode == wrong, done.stderr
    assert (folder / "index.html").exists()
    assert (folder / "badge.json").exists()


@pytest.mark.parametrize("wrong", [False, True])
def test_the_environment_of_tox(wrong, fresh, tmp_path):
    (recipe,) = recipes("tox")
    folder = checkout("port-python", tmp_path, wrong=wrong)
    (folder / "tox.ini").write_text(recipe, encoding="utf-8")
    (folder / "pyproject.toml").write_text(PACKAGE, encoding="utf-8")
    done = ci_recipes.run("python -m pip install --quiet tox && python -m tox -e parity", folder, fresh)
    assert done.returncode == wrong, done.stdout + done.stderr
    assert ("FAIL" if wrong else "PASS") in done.stdout


def test_every_recipe_is_run():
    here = {"workflow", "script", "tox", *(f"steps {starter}" for starter in STARTERS)}
    assert set(kinds()) == here
    assert len(recipes("workflow")) == 2
    assert {path.name for path in (ROOT / "examples").glob("port-*")} == BREAKS.keys()
