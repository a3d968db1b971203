"""`pytest --area NAME`: the tests of one area, and what is recorded of its operations."""

import tomllib
from pathlib import Path

import pytest

from jarparity import registry

ROOT = Path(__file__).parents[3]
LISTED = ROOT / "conformance" / "tests" / "area_tests.toml"
RECORDED = ("conformance/recorded/test_recorded.py", "conformance/recorded/test_faults_recorded.py")
"""Of these, the tests whose parameter is one of the area's operations."""
NONE = "none"


def listed():
    """By area the patterns of its tests' files; under `none` the port's that are of no area."""
    return tomllib.loads(LISTED.read_text("utf-8"))


def files_of(name):
    """The files that have tests of an area.

    Raises:
        pytest.UsageError: There is no such area.
    """
    patterns = listed()
    if name not in patterns or name == NONE:
        raise pytest.UsageError(
            f"--area {name}: no such area; write one of {', '.join(sorted(set(patterns) - {NONE}))}"
        )
    found = [path for pattern in patterns[name] for path in sorted(ROOT.glob(pattern))]
    return [str(path) for path in (*found, *(ROOT / path for path in RECORDED))]


def split(name, items):
    """Those of the items that are of the area, and the others."""
    (area,) = (area for area in registry.AREAS if area.name == name)
    operations = {operation.name for operation in area.operations}
    kept, left_out = [], []
    for item in items:
        shared = item.path.relative_to(ROOT).as_posix() in RECORDED
        parameter = item.name.partition("[")[2].removesuffix("]").partition(".jsonl")[0]
        (kept if not shared or parameter in operations else left_out).append(item)
    return kept, left_out
