"""Wrong ports against the live originals: the search finds them with no recorded case, shrinks, and names the bug."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys

import pytest

from jarparity import faults, registry
from jarparity.answers import canonical, same
from jarparity.check.asking import Comparison
from jarparity.check.bulk_rows import bulk_rows
from jarparity.check.search import Budget, search
from jarparity.check.tally import Tally
from jarparity.lines import Line
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port
from jarparity.report.likeness import looks_like
from jarparity.verdicts import Differs

COPARTITION = open_port()
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
    ("replicas-distance-fixed", "kafka.replicas.assign"),
    ("throttles-by-number", "kafka.reassign.plan"),
]


@pytest.mark.parametrize(("tag", "name"), SEARCHED)
def test_the_search_alone_finds_it_and_names_it_from_three_inputs_on(tag, name, jpype_reference):
    operation = registry.operation(name)
    every = [line for line in jpype_reference.lines if operation.has(line)]
    lines = [every[0], *every[-2:]]  # each is asked all that is drawn
    port = CallablePort(faults.wrong_port(tag), tag)
    tally = Tally()
    for verdict in search(Comparison(operation, port, jpype_reference, lines), Budget(1000, None, 1)):
        tally.add(verdict)
    assert isinstance(tally.smallest[name], Differs)
    assert len(canonical(tally.smallest[name].case.input)) < 2500
    observed = tally.observations(name)
    # A search stops at what it has made small: it may have met fewer failing inputs than a name needs.
    met = len({canonical(document) for _, document, expected, got in observed if not same(expected, got)})
    assert met
    assert (tag in {text.partition(":")[0] for text in looks_like(observed).texts}) == (met >= faults.ENOUGH)


class _AsAnotherRelease:
    """copartition, but for the release that it takes a line for."""

    def __init__(self, release):
        self.name = f"as-{release}"
        self.info = dataclasses.replace(COPARTITION.info, name=self.name)
        self._release = Line("kafka-clients", release)

    def replies(self, operation, line, inputs):
        return COPARTITION.replies(operation, self._release, inputs)

    def bulk(self, *_):
        return None

    def close(self):
        pass


@pytest.mark.parametrize("looked_for", [search, bulk_rows], ids=["search", "volume"])
@pytest.mark.parametrize(
    ("assignor", "line", "release"),
    [
        ("range", "4.4.0", "2.0.1"),
        ("round-robin", "4.4.0", "2.3.1"),
        ("sticky", "2.8.2", "3.3.2"),
        ("cooperative-sticky", "4.4.0", "2.8.0"),
    ],
)
def test_an_assignor_of_another_release_is_found_and_made_small(assignor, line, release, looked_for, jpype_reference):
    operation = registry.operation(f"kafka.assignor.{assignor}")
    budget = Budget(1000, None, 3)
    volume = (1000 * operation.volume_rows,) if looked_for is bulk_rows else ()
    tally = Tally()
    port, lines = _AsAnotherRelease(release), [Line("kafka-clients", line)]
    for event in looked_for(Comparison(operation, port, jpype_reference, lines), *volume, budget):
        tally.add(event)
    smallest = tally.smallest[operation.name]
    assert isinstance(smallest, Differs)
    assert len(smallest.case.input["members"]) <= 4
    assert tally.inputs[operation.name] > 0


def test_the_command_is_red_and_gives_the_command_that_reproduces(tmp_path, jpype_reference):
    (tmp_path / "wrong_port.py").write_text(
        "from jarparity import faults\n\nPORT = faults.wrong_port('finish-masked')\n"
    )
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
