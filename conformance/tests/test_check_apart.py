"""Recorded answers compared by several processes: the same events as of one, whatever becomes of a process."""

import dataclasses
import os
import signal
import subprocess
import sys
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from subprocess import PIPE, Popen

import pytest

from jarparity import registry
from jarparity.answers import Value
from jarparity.cases import Case
from jarparity.check import process
from jarparity.check.apart import MOST, MOST_LIVE, WORTH, Asked, Processes
from jarparity.check.plan import Plan
from jarparity.check.run import run
from jarparity.check.search import Budget
from jarparity.check.tally import Tally
from jarparity.fixtures.format import FixtureError
from jarparity.ports.load import open_port
from jarparity.references.golden import GoldenReference
from jarparity.verdicts import Agrees

WRONG = "jarparity.faults.ports:window_of_negative_time"
PLAN = Plan(
    tuple(map(registry.operation, ("flink.window.merge", "flink.window.start", "flink.math.murmur-hash"))),
    frozenset(GoldenReference.default().lines),
    Budget(examples=None, deadline=None, seed=1),
)

AT_WORK = """
import sys, threading
from jarparity import registry
from jarparity.check.apart import Processes
from jarparity.check.plan import Plan
from jarparity.check.search import Budget
from jarparity.references.golden import GoldenReference

threading.active_count = lambda: int(sys.argv[1])
golden = GoldenReference.default()
operations = tuple(map(registry.operation, ("flink.state.savepoint", "flink.math.murmur-hash")))
plan = Plan(operations, frozenset(golden.lines), Budget(None, None, 1))
with Processes(None, 2).begun(plan, golden) as begun:
    begun.recorded["flink.math.murmur-hash"].result()
    assert not begun.recorded["flink.state.savepoint"].done()
    print("at work", flush=True)
    threading.Event().wait()
"""


ENDS = """
import os
from copartition.port import PORT as RIGHT

PORT = {name: RIGHT.operations[name] for name in ("flink.window.merge", "flink.math.murmur-hash")}
PORT["flink.window.start"] = lambda case: os._exit(0)
"""

ENDED = """
from jarparity import registry
from jarparity.check.apart import Processes
from jarparity.check.plan import Plan
from jarparity.check.search import Budget
from jarparity.ports.load import open_port
from jarparity.references.golden import GoldenReference

golden, port = GoldenReference.default(), open_port("ends:PORT")
names = ("flink.window.merge", "flink.window.start", "flink.math.murmur-hash", "java.string.hash")
plan = Plan(tuple(map(registry.operation, names)), frozenset(golden.lines), Budget(None, None, 1))
with Processes("ends:PORT", 2).begun(plan, golden) as begun:
    for event in begun.run(plan, port, golden):
        print(type(event).__name__, getattr(event, "case", event).operation, getattr(event, "reason", ""), flush=True)
"""


@dataclasses.dataclass
class Route:
    """A live reference that isn't asked."""

    name: str


def counted(events):
    tally = Tally()
    for event in events:
        tally.add(event)
    return tally


def apart(name, port=None, plan=PLAN, vectors=None):
    stages = []
    golden = vectors or GoldenReference.default()
    with Processes(name, 2).begun(plan, golden) as begun:
        tally = counted(begun.run(plan, open_port(port or name), golden, stages.append))
    return tally, [stage.operation for stage in stages]


@pytest.mark.parametrize("name", [None, WRONG])
def test_several_processes_find_what_one_finds_in_its_order(name):
    tally, stages = apart(name)
    alone = counted(run(PLAN, open_port(name), GoldenReference.default(), ()))
    for what in ("counts", "grouped", "answered", "asked", "lines", "failures", "of_grade", "skips"):
        assert getattr(tally, what) == getattr(alone, what), what
    assert list(tally.counts) == list(alone.counts)
    assert list(tally.smallest) == ([] if name is None else ["flink.window.start"])
    assert [tally.observations(failing) for failing in tally.smallest] == [
        alone.observations(failing) for failing in alone.smallest
    ]
    assert stages == [one.name for one in PLAN.operations if name is None or one.name == "flink.window.start"]


def test_counted_agreements_keep_what_is_recorded_apart_from_what_is_drawn():
    operation = PLAN.operations[-1]
    found = [
        Agrees(Case(operation.name, name, {"value": 1}), ("flink 2.3.0",), "jpype", Value(1))
        for name in ("value/1", "found/1", "found/2")
    ]
    assert counted(process.counted(operation, found)).inputs == counted(found).inputs == {operation.name: 3}
    assert counted(process.counted(operation, found)).asked == counted(found).asked


def test_a_run_that_is_to_fail_fast_ends_with_the_first_failure():
    tally, stages = apart(WRONG, plan=dataclasses.replace(PLAN, fail_fast=True))
    assert len(tally.failures["flink.window.start"]) == 1
    assert stages == ["flink.window.start"]


def test_what_no_process_can_compare_is_compared_here():
    tally, _ = apart("a_module_that_is_nowhere:PORT", port="copartition.port:PORT")
    assert tally.counts == counted(run(PLAN, open_port(), GoldenReference.default(), ())).counts


def test_what_a_process_can_not_send_is_none_and_the_rest_comes():
    sent, unsent = Future(), Future()
    unsent.set_exception(TypeError("cannot pickle"))
    sent.set_result((1, []))
    asked = Asked([unsent, sent])
    assert asked.result(0) is None
    assert asked.result(1) == []
    ended = Future()
    ended.set_exception(BrokenProcessPool())
    with pytest.raises(BrokenProcessPool):
        Asked([ended]).result(0)


def test_a_port_that_ends_its_process_errs_where_it_does_and_nowhere_else(tmp_path):
    (tmp_path / "ends.py").write_text(ENDS)
    shown = subprocess.run(
        [sys.executable, "-c", ENDED], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    events = shown.stdout.splitlines()
    assert [event.strip() for event in dict.fromkeys(events)] == [
        "BulkAgreement flink.window.merge",
        "Errored flink.window.start the port ended its process",
        "BulkAgreement flink.math.murmur-hash",
        "NotCompared java.string.hash not claimed by the port",
    ], shown.stdout + shown.stderr


def test_an_error_of_a_process_is_raised_as_it_is(tmp_path, monkeypatch):
    (tmp_path / "flink.window.start.jsonl").write_text("no header\n")
    damaged = GoldenReference(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FixtureError, match="no JSON"):
        apart("a_module_that_is_nowhere:PORT", port="copartition.port:PORT", vectors=damaged)


def test_processes_are_for_a_whole_list_on_several_cores(monkeypatch):
    many = dataclasses.replace(PLAN, operations=tuple(registry.OPERATIONS.values())[:WORTH])
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    assert Processes.of(many, "my_port:PORT") == Processes("my_port:PORT", MOST)
    assert Processes.of(PLAN, None) is Processes.of(dataclasses.replace(many, only=("long/*",)), None) is None
    assert Processes.of(many, None, [Route("jpype")]).count == MOST_LIVE
    assert Processes.of(many, None, [Route("gateway")]) is Processes.of(many, None, [Route("jpype")] * 2) is None
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert Processes.of(many, None) is None


@pytest.mark.skipif(sys.platform != "linux", reason="no other system copies processes soundly")
@pytest.mark.parametrize(
    ("port", "live", "threads", "start"),
    [
        (None, [], 1, "fork"),
        ("my_port:PORT", [], 1, "spawn"),
        (None, [Route("jpype")], 1, "spawn"),
        (None, [], 2, "spawn"),
    ],
)
def test_a_process_is_copied_only_where_nothing_is_shared(port, live, threads, start, monkeypatch):
    monkeypatch.setattr("threading.active_count", lambda: threads)
    assert Processes(port, 2, live).context().get_start_method() == start


@pytest.mark.parametrize("threads", [1, 2], ids=["copied", "fresh"])
def test_processes_end_when_the_first_one_is_killed(threads):
    first = Popen([sys.executable, "-c", AT_WORK, str(threads)], stdout=PIPE, text=True, start_new_session=True)
    try:
        assert first.stdout.readline() == "at work\n"
        first.kill()
        # Its output ends when the last process that has it open is gone.
        assert first.communicate(timeout=60) == ("", None)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(first.pid, signal.SIGKILL)
        first.communicate()
