"""The import contracts of pyproject.toml: each is broken by an import that it forbids, in a copy of the packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PACKAGES = ("python_impl/copartition", "conformance/jarparity", "quality")
FORBIDDEN = {
    "copartition stands alone": ("python_impl/copartition/java/strings.py", "jarparity.registry"),
    "The kit sees copartition only as a port": ("conformance/jarparity/shrinking.py", "copartition.kafka"),
    "What an original gives is told apart from advice": (
        "python_impl/copartition/kafka/uuid.py",
        "copartition.advice.questions",
    ),
    "Areas don't know each other": (
        "conformance/jarparity/areas/java/inputs.py",
        "jarparity.areas.flink_keys.inputs",
    ),
    "Areas use the kernel's values and types": (
        "conformance/jarparity/areas/java/inputs.py",
        "jarparity.check.judging",
    ),
    "The kernel knows no behaviour: areas": (
        "conformance/jarparity/shrinking.py",
        "jarparity.areas.java.inputs",
    ),
    "The kernel knows no behaviour: measures": (
        "conformance/jarparity/check/judging.py",
        "jarparity.measures.drift.search",
    ),
    "Measures of the kit itself": (
        "quality/campaign/header.py",
        "quality.health.sandbox",
    ),
}
"""By contract a module, and what it must not import."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the packages with the contracts, to which imports can be added."""
    folder = tmp_path_factory.mktemp("copy")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def contracts(folder):
    """What import-linter says, on one line, and its exit code."""
    path = os.pathsep.join(str((folder / package).parent) for package in PACKAGES)
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    return " ".join(done.stdout.split()), done.returncode


def test_the_packages_keep_them(copy):
    said, code = contracts(copy)
    assert code == 0, said
    assert "0 broken" in said


@pytest.mark.parametrize("contract", FORBIDDEN)
def test_a_forbidden_import_breaks_its_contract(copy, contract):
    module, imported = FORBIDDEN[contract]
    source = copy / module
    text = source.read_text("utf-8")
    source.write_text(f"{text}\nimport {imported}\n", "utf-8")
    try:
        said, code = contracts(copy)
    finally:
        source.write_text(text, "utf-8")
    assert code == 1, said
    broken = said.partition("Broken contracts")[2]
    assert contract.partition(":")[0] in broken
    assert f"-> {imported} (l." in broken


def test_every_contract_is_broken_once():
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    for contract in linter["contracts"]:
        assert any(contract["name"].startswith(known.partition(":")[0]) for known in FORBIDDEN), contract["name"]
