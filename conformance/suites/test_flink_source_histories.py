"""Enumerators that live: a state machine drives copartition's and every connector's through a job's life.

Partitions are found, vanish and come back, readers register and fail, snapshots are taken and restored. Each run is one
history, compared as a whole when it ends, on every line. What differs shrinks to the steps that it takes, and can be
kept as a fixture.
"""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from worlds import Worlds, live

from jarparity import bugs, catalogue
from jarparity.fixtures import reading
from jarparity.fixtures.regressions import save_regression
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port
from jarparity.strategies.kafka_source_histories import jobs, splits

OPERATION = catalogue.operation("flink.kafka-source.enumerator")
EXAMPLES = {"jpype": 40, "gateway": 8}
PARTITIONS = [[topic, partition] for topic in ("a", "b", "Aa", "BB") for partition in range(3)]


class Enumerators(RuleBasedStateMachine):
    """A job on a cluster whose topics grow; each rule is a kind of step."""

    worlds: ClassVar[Worlds]

    def __init__(self):
        super().__init__()
        self.document, self.steps, self.there = {}, [], []

    def step(self, op, **fields):
        self.steps.append({"op": op, **fields})

    @initialize(job=jobs(), there=st.lists(st.sampled_from(PARTITIONS), unique_by=tuple))
    def begin(self, job, there):
        self.document, self.there = job, there
        self.parallelism = max(1, job["parallelism"])
        self.step("start")

    def readers(self):
        return st.integers(0, self.parallelism - 1)

    @rule(more=st.lists(st.sampled_from(PARTITIONS), max_size=3), waits=st.booleans())
    def discover(self, more, waits):
        self.there += [partition for partition in more if partition not in self.there]
        self.step("discover", partitions=list(self.there), **({"initialize": False} if waits else {}))

    @rule()
    def initialize_one(self):
        self.step("initialize")

    @precondition(lambda self: self.there)
    @rule(data=st.data())
    def vanish(self, data):
        self.there.remove(data.draw(st.sampled_from(self.there)))
        self.step("discover", partitions=list(self.there))

    @rule()
    def cannot_ask(self):
        self.step("discover", partitions=[], fails=True)

    @rule(data=st.data())
    def join(self, data):
        self.step("addReader", reader=data.draw(self.readers()))

    @rule(data=st.data())
    def join_unregistered(self, data):
        self.step("addReader", reader=data.draw(self.readers()), registered=False)

    @rule(data=st.data(), returned=st.lists(splits(), max_size=2))
    def fail(self, data, returned):
        reader = data.draw(self.readers())
        self.step("removeReader", reader=reader)
        self.step("addSplitsBack", reader=reader, splits=returned)

    @rule(data=st.data(), returned=st.lists(splits(), max_size=2))
    def give_back(self, data, returned):
        self.step("addSplitsBack", reader=data.draw(self.readers()), splits=returned)

    @rule()
    def snapshot(self):
        self.step("snapshot")

    @rule(parallelism=st.integers(1, 5))
    def restore(self, parallelism):
        self.parallelism = parallelism
        self.step("restore", parallelism=parallelism)
        self.step("start")

    def teardown(self):
        if self.steps:
            self.worlds.compare({**self.document, "steps": [*self.steps, {"op": "snapshot"}]})


def test_both_worlds_live_alike(live_reference):
    worlds = Worlds(OPERATION, open_port(), live_reference)
    live(Enumerators, worlds, EXAMPLES[live_reference.name])
    assert worlds.histories > EXAMPLES[live_reference.name] / 2
    assert worlds.lines == {str(line) for line in live_reference.lines if OPERATION.has(line)}


@pytest.mark.parametrize(("tag", "most"), [("source-later-by-user", 4), ("source-owners-there", 4)])
def test_a_wrong_port_is_found_and_the_history_becomes_a_fixture(jpype_reference, tag, most, tmp_path):
    worlds = Worlds(OPERATION, CallablePort(bugs.wrong_port(tag), tag), jpype_reference, newest_only=True)
    with pytest.raises(pytest.fail.Exception, match="--save"):
        live(Enumerators, worlds, 300)
    smallest = worlds.smallest
    assert len(smallest.case.input["steps"]) <= most, smallest.case.input

    path = save_regression(smallest.case, [(smallest.lines, smallest.expected)], tmp_path)
    (kept,) = reading.read(path).vectors
    assert kept.case.input == smallest.case.input
    assert kept.answers[0].answer == smallest.expected
