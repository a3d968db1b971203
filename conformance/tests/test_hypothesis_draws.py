"""Hypothesis writes into our cache while we draw; before and after, where it does for whoever calls us."""

import os
import subprocess
import sys

import pytest

DRAWS = """
import sys
from hypothesis import configuration
from jarparity import registry
from jarparity.check.hypothesis_draws import draw

def home():
    place = configuration.storage_directory("x", intent_to_write=False)
    return str(getattr(place, "path", place))  # older ones give the path itself

if sys.argv[1]:
    configuration.set_hypothesis_home_dir(sys.argv[1])
before, seen, drawn = home(), set(), []

def look(batch):
    seen.add(home())
    drawn.extend(batch)

draw(registry.operation("java.string.compare"), 5, 1, look)
print(len(drawn), before == home(), before in seen, *(place.startswith(sys.argv[2]) for place in seen))
"""


@pytest.mark.parametrize("home", ["", "own"])
def test_hypothesis_writes_where_it_did_before_and_leaves_nothing_behind(tmp_path, home):
    cache, here = tmp_path / "cache", tmp_path / "here"
    here.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", DRAWS, home and str(tmp_path / home), str(cache)],
        cwd=here,
        env=os.environ | {"JARPARITY_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("80 True False True\n", 0), done.stderr
    assert list(here.iterdir()) == []
