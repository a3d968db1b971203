"""The starters of examples/port-*: each is built as its language does it, and agrees with every recorded answer."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"
OPERATIONS = ("kafka.partitioner.murmur2", "kafka.partitioner.partition-for-key")


@dataclass(frozen=True)
class Starter:
    """A starter: where it is, what it needs, how it is built and started, and the line of it that a test breaks."""

    folder: str
    tool: str
    build: tuple[str, ...]
    port: tuple[str, ...]
    source: str
    right: str
    wrong: str


STARTERS = [
    Starter("port-python", "python3", (), ("--port", "my_port:PORT"), "my_port.py", "mixed >> 13", "mixed >> 14"),
    Starter("port-node", "node", (), ("--port-cmd", "node port.mjs"), "port.mjs", "h >>> 13", "h >>> 14"),
    Starter("port-go", "go", ("go", "build", "-o", "port", "."), ("--port-cmd", "./port"), "main.go", "h>>13", "h>>14"),
    Starter(
        "port-rust",
        "cargo",
        ("cargo", "build", "--release", "--quiet"),
        ("--port-cmd", "target/release/port-rust"),
        "src/main.rs",
        "h >> 13",
        "h >> 14",
    ),
]


def checked(starter, folder):
    """Builds the copy and checks it."""
    if shutil.which(starter.tool) is None:
        pytest.fail(f"{starter.folder} needs {starter.tool}, which isn't here: install it")
    if starter.build:
        subprocess.run(starter.build, cwd=folder, check=True)
    operations = [word for name in OPERATIONS for word in ("--operation", name)]
    command = [sys.executable, "-m", "jarparity", "check", *operations, "--reference", "golden", *starter.port]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path):
    """Copies a starter, so that nothing is built in the repository."""
    leave_out = shutil.ignore_patterns("target", "Cargo.lock", "__pycache__")
    return lambda starter: shutil.copytree(EXAMPLES / starter.folder, tmp_path / starter.folder, ignore=leave_out)


@pytest.mark.parametrize("starter", STARTERS, ids=lambda starter: starter.folder)
def test_it_agrees(starter, copy):
    run = checked(starter, copy(starter))
    assert run.returncode == 0, run.stdout + run.stderr
    assert "2 operations" in run.stdout.splitlines()[-1]


@pytest.mark.parametrize("starter", STARTERS, ids=lambda starter: starter.folder)
def test_a_wrong_one_is_named(starter, copy):
    folder = copy(starter)
    source = folder / starter.source
    text = source.read_text("utf-8")
    assert text.count(starter.right) == 1
    source.write_text(text.replace(starter.right, starter.wrong), encoding="utf-8")
    run = checked(starter, folder)
    assert run.returncode == 1, run.stdout + run.stderr
    assert run.stdout.splitlines()[-1].startswith("FAIL")


def test_every_starter_is_here():
    assert {path.name for path in EXAMPLES.glob("port-*")} == {starter.folder for starter in STARTERS}
