"""Wrong ports against the live originals: the search finds them with no recorded case, shrinks, and names the bug."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from jarparity import bugs, catalogue
from jarparity.answers import canonical
from jarparity.check.search import Budget, search
from jarparity.check.tally import Tally
from jarparity.ports.callables import CallablePort
from jarparity.report.failure import looks_like
from jarparity.verdicts import Differs

SEARCHED = [
    ("finish-masked", "flink.math.murmur-hash"),
    ("finish-masked", "flink.key-group.of-key"),
    ("hash-unmixed", "flink.key-group.of-hash"),
    ("string-code-points", "java.string.hash"),
    ("string-code-points", "flink.key-group.of-key"),
    ("long-as-integer", "flink.key.hash"),
    ("range-floor", "flink.key-group.range-of-operator"),
    ("row-seed-0", "flink.table.row-hash"),
    ("snapshot-uncut", "flink.rescale.keyed-state"),
    ("split-starts-over", "flink.rescale.operator-state"),
    ("mapper-of-128", "flink.rescale.in-flight"),
    ("map-no-trees", "java.hash-map.order"),
    ("sign-unsigned", "kafka.partitioner.partition-for-key"),
    ("seed-0", "kafka.partitioner.murmur2"),
]


@pytest.mark.parametrize(("tag", "name"), SEARCHED)
def test_the_search_alone_finds_it_and_names_it(tag, name, live_reference):
    operation = catalogue.operation(name)
    lines = [line for line in live_reference.lines if operation.has(line)]
    port = CallablePort(bugs.wrong_port(tag), tag)
    tally = Tally()
    for verdict in search(operation, port, live_reference, lines, Budget(1000, None, 1)):
        tally.add(verdict)
    assert isinstance(tally.smallest[name], Differs)
    assert len(canonical(tally.smallest[name].case.input)) < 2500
    assert tag in {text.partition(":")[0] for text in looks_like(tally.observations(name))}


def test_the_command_is_red_and_gives_the_command_that_reproduces(tmp_path, jpype_reference):
    (tmp_path / "wrong_port.py").write_text("from jarparity import bugs\n\nPORT = bugs.wrong_port('finish-masked')\n")
    command = [sys.executable, "-m", "jarparity", "check", "--reference", "jpype", "--operation", "flink.math.*"]
    found = subprocess.run(
        [*command, "--port", "wrong_port:PORT", "--format", "json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1, found.stderr
    smallest = json.loads(found.stdout)["failures"][0]
    assert smallest["input"] == {"value": 1}
    assert smallest["looksLike"][0].startswith("finish-masked: ")
    asked = "--operation flink.math.murmur-hash --reference jpype --input '{\"value\":1}'"
    assert smallest["reproduce"] == f"jarparity check {asked} --port wrong_port:PORT"
