"""An area that is being made has no lock of its originals yet: it is told so, and all others are compared."""

import os
import subprocess
import sys

import pytest

AREA = """
from pathlib import Path
from jarparity.area import Area
from jarparity.operations import Operation

AREA = Area("half", "Half made.", (
    Operation(
        name="half.one", summary="One.", original="a.B.c(int)", python="None", family="half-original",
        input={"type": "object", "properties": {}}, answer={}, draw=lambda random: {}, cases=list,
    ),
), data=Path(__file__).parent)
"""


@pytest.fixture
def run(tmp_path):
    """Runs jarparity where a half-made area is installed."""
    package, info = tmp_path / "half", tmp_path / "half-0.1.dist-info"
    package.mkdir()
    info.mkdir()
    (package / "__init__.py").write_text(AREA)
    (package / "lines.toml").write_text('[half-original]\njars = ["a.b:half:{v}"]\nversions = ["1.0"]\n')
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: half\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text("[jarparity.areas]\nhalf = half:AREA\n")

    def run(*arguments):
        path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
        return subprocess.run(
            [sys.executable, "-m", "jarparity", *arguments],
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_its_operations_say_that_no_release_is_locked(run):
    listed = run("list", "half.*")
    assert "releases  none is locked: run `jarparity originals lock`" in listed.stdout, listed.stderr
    checked = run("check", "--operation", "half.*")
    assert checked.returncode == 4
    assert "Error: no release of half.one is locked: run `jarparity originals lock`" in checked.stderr


def test_all_others_are_compared_and_it_is_named(run):
    checked = run("check", "--reference", "golden", "--operation", "java.string.hash", "--operation", "half.one")
    assert checked.returncode == 0, checked.stderr
    assert (
        "not compared: half.one (0 inputs): no release of it is locked: run `jarparity originals lock`"
        in checked.stdout
    )
    assert "0 differ" in checked.stdout
