"""Wrong ports, checked by the command line as a user would: red, with the name of their bug and a minimal case."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

PORT = """
from jarparity import bugs

PORT = bugs.wrong_port({tag!r})
"""


@pytest.mark.parametrize(
    ("tag", "operation"),
    [
        ("finish-masked", "flink.math.murmur-hash"),
        ("hash-unmixed", "flink.key-group.of-hash"),
        ("string-code-points", "java.string.hash"),
        ("string-code-points", "flink.key-group.of-key"),
        ("range-floor", "flink.key-group.range-of-operator"),
        ("row-seed-0", "flink.table.row-hash"),
        ("map-no-trees", "java.hash-map.order"),
        ("sign-unsigned", "kafka.partitioner.partition-for-key"),
        ("seed-0", "kafka.partitioner.murmur2"),
    ],
)
def test_the_search_alone_finds_it_and_names_it(tag, operation, tmp_path, jpype_reference):
    (tmp_path / "wrong_port.py").write_text(PORT.format(tag=tag))
    command = [sys.executable, "-m", "jarparity", "check", "--reference", "jpype", "--operation", operation]
    # With `--reference jpype` recorded answers are not looked at: nothing but the search can find the difference.
    found = subprocess.run(
        [*command, "--seed", "1", "--volume", "0", "--port", "wrong_port:PORT", "--format", "json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1, found.stderr
    document = json.loads(found.stdout)
    assert document["operations"][operation]["differs"] >= 1
    names = {name.partition(":")[0] for failure in document["failures"] for name in failure["looksLike"]}
    assert tag in names
    smallest = document["failures"][0]
    assert len(json.dumps(smallest["input"])) < 2500
    assert smallest["reproduce"].startswith(f"jarparity check --operation {operation} --reference jpype --input ")
