"""A check by several processes, each with the real JARs in a JVM of its own: what one process finds."""

import pytest

from jarparity import registry
from jarparity.check.apart import Processes
from jarparity.check.plan import Plan
from jarparity.check.run import run
from jarparity.check.search import Budget
from jarparity.check.tally import Tally
from jarparity.lines import Line
from jarparity.ports.load import open_port
from jarparity.references.golden import GoldenReference

pytestmark = pytest.mark.usefixtures("jpype_reference")


@pytest.fixture(autouse=True)
def nothing_is_asked_here(monkeypatch):
    """What no process can compare would be compared by this one."""
    monkeypatch.setattr("jarparity.check.apart.run_live", None)


WRONG = "jarparity.faults.ports:window_of_negative_time"
LINES = frozenset({Line("flink", "1.16.3"), Line("flink", "2.3.0"), Line("kafka-group-coordinator", "4.4.0")})


def counted(events):
    tally = Tally()
    for event in events:
        tally.add(event)
    return tally


@pytest.mark.parametrize(("name", "recorded"), [(None, False), (WRONG, True)])
def test_several_processes_find_what_one_finds(name, recorded, jpype_reference):
    operations = ("flink.window.merge", "flink.window.start", "flink.math.murmur-hash", "kafka.group.partition-for")
    golden, port = GoldenReference.default(), open_port(name)
    plan = Plan(
        tuple(map(registry.operation, operations)),
        LINES,
        Budget(examples=2, deadline=None, seed=1),
        volume=2000,
        golden=recorded,
        written=True,
    )
    stages = []
    with Processes(name, 2, [jpype_reference]).begun(plan, golden) as begun:
        found = counted(begun.run(plan, port, golden, stages.append))
    alone = counted(run(plan, port, golden, [jpype_reference]))
    for what in ("counts", "grouped", "answered", "asked", "lines", "failures", "of_grade", "skips"):
        assert getattr(found, what) == getattr(alone, what), what
    assert list(found.smallest) == list(alone.smallest) == ([] if name is None else ["flink.window.start"])
    claimed = [operation for operation in operations if name is None or operation == "flink.window.start"]
    assert [stage.operation for stage in stages if not stage.live] == claimed
    assert sorted(stage.operation for stage in stages if stage.live) == sorted(claimed)
    assert [stage.number for stage in stages] == [*range(1, len(claimed) + 1)] * 2


ENDS = """
import os
from copartition.port import PORT as RIGHT

PORT = RIGHT.operations | {"flink.window.merge": lambda case: os._exit(0)}
"""


def test_a_port_that_ends_its_process_errs_where_it_does_and_nowhere_else(jpype_reference, tmp_path, monkeypatch):
    (tmp_path / "ends_its_process.py").write_text(ENDS)
    monkeypatch.syspath_prepend(tmp_path)
    name, golden = "ends_its_process:PORT", GoldenReference.default()
    operations = tuple(map(registry.operation, ("flink.window.merge", "flink.window.start", "flink.math.murmur-hash")))
    plan = Plan(operations, LINES, Budget(examples=2, deadline=None, seed=1), golden=False)
    with Processes(name, 2, [jpype_reference]).begun(plan, golden) as begun:
        found = counted(begun.run(plan, open_port(name), golden))
    assert [(name, failure.reason) for name, failure in found.smallest.items()] == [
        ("flink.window.merge", "the port ended its process")
    ]
    assert {name for name, *_ in found.asked} == {operation.name for operation in operations}


def test_faults_of_an_original_that_a_process_meets_are_told(jpype_reference):
    operation = registry.operation("kafka.assignor.sticky")
    lines = frozenset(line for line in jpype_reference.lines if operation.has(line))
    plan = Plan((operation,), frozenset([min(lines), max(lines)]), Budget(examples=16, deadline=None, seed=1))
    golden = GoldenReference.default()
    with Processes(None, 1, [jpype_reference]).begun(plan, golden) as begun:
        found = counted(begun.run(plan, open_port(), golden))
    assert {fault for _, fault in found.faults_met} >= {"kafka-owner-set-aside", "kafka-topic-made-anew"}
