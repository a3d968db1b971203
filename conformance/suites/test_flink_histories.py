"""Sources that live: state machines drive copartition and every line's JARs through splits, watermarks and rescalings.

Each run is one history, compared as a whole when it ends, on every line that has it. What differs shrinks to the steps
that it takes, and can be kept as a fixture.
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

EXAMPLES = {"jpype": 80, "gateway": 15}
AHEAD = st.integers(-4, 3)


class History(RuleBasedStateMachine):
    """A document that grows by steps."""

    worlds: ClassVar[Worlds]

    def __init__(self):
        super().__init__()
        self.document = {}
        self.steps = []

    def step(self, op, **fields):
        self.steps.append({"op": op, **fields})

    def teardown(self):
        if self.steps:
            self.worlds.compare({**self.document, "steps": self.steps})


class Splits(History):
    """A job whose splits come, go, move and are read, and that is rescaled."""

    name = "flink.prekeyed.mapping"

    @initialize(most=st.integers(2, 12), data=st.data())
    def begin(self, most, data):
        self.parallelism = data.draw(st.integers(1, min(most, 4)))
        self.document = {"maxParallelism": most, "parallelism": self.parallelism, "operator": 0}
        self.most, self.added, self.count = most, [], 0

    def somewhere(self, data):
        return data.draw(st.integers(0, self.parallelism - 1))

    @rule(data=st.data())
    def add(self, data):
        self.count += 1
        self.added.append((f"s{self.count}", self.somewhere(data)))
        self.step("addSplit", split=self.added[-1][0], operator=self.added[-1][1])

    @precondition(lambda self: self.added)
    @rule(data=st.data())
    def remove(self, data):
        split, operator = self.added.pop(data.draw(st.integers(0, len(self.added) - 1)))
        self.step("removeSplit", split=split, operator=operator)

    @precondition(lambda self: self.added)
    @rule(data=st.data())
    def move(self, data):
        split, operator = self.added.pop(data.draw(st.integers(0, len(self.added) - 1)))
        self.step("removeSplit", split=split, operator=operator)
        self.added.append((split, self.somewhere(data)))
        self.step("addSplit", split=split, operator=self.added[-1][1])

    @precondition(lambda self: self.added)
    @rule(data=st.data(), key=st.sampled_from("kl"), value=st.sampled_from(["1", "2", None]))
    def record(self, data, key, value):
        split, operator = data.draw(st.sampled_from(self.added))
        self.step("record", split=split, key={"type": "string", "value": key}, value=value, operator=operator)

    @rule(data=st.data())
    def rescale(self, data):
        self.parallelism = data.draw(st.integers(1, min(self.most, 5)))
        self.step("rescale", parallelism=self.parallelism)
        # Where splits are now, the histories' authors need not know: any subtask may be asked for any split.
        self.added = [(split, self.somewhere(data)) for split, _ in self.added]

    @rule(data=st.data())
    def dump(self, data):
        self.step("dump", operator=self.somewhere(data))


class Timed(History):
    """Something that has watermarks; time goes on, but not for all at once."""

    field: ClassVar[str]

    def __init__(self):
        super().__init__()
        self.time = 0
        self.there = []

    def one(self, data):
        return {self.field: data.draw(st.sampled_from(self.there))}

    @precondition(lambda self: self.there)
    @rule(data=st.data(), ahead=AHEAD)
    def watermark(self, data, ahead):
        self.time += 1
        self.step("watermark", timestamp=str(self.time + ahead), **self.one(data))

    @precondition(lambda self: self.there)
    @rule(data=st.data())
    def idle(self, data):
        self.step("idle", **self.one(data))

    @precondition(lambda self: self.there)
    @rule(data=st.data())
    def active(self, data):
        self.step("active", **self.one(data))


class Inputs(Timed):
    name, field, total = "flink.watermark.combined", "input", "inputs"

    @initialize(count=st.integers(1, 4))
    def begin(self, count):
        self.document = {self.total: count}
        self.there = list(range(count))


class Channels(Inputs):
    name, field, total = "flink.watermark.valve", "channel", "channels"


class Downstream(Timed):
    """A source's output and the channels behind it."""

    name = "flink.watermark.broadcast"

    @initialize(count=st.integers(0, 3))
    def begin(self, count):
        self.document = {"channels": count}
        self.there = ["itself"]

    def one(self, data):
        return {}


class Outputs(Timed):
    name, field = "flink.watermark.multiplexer", "output"

    def one(self, data):
        deferred = {"deferred": True} if data.draw(st.booleans()) else {}
        return {**super().one(data), **deferred}

    @precondition(lambda self: len(self.there) < 4)
    @rule(name=st.sampled_from("abcd"))
    def register(self, name):
        self.step("register", output=name)
        self.there = sorted({*self.there, name})

    @precondition(lambda self: self.there)
    @rule(data=st.data())
    def unregister(self, data):
        name = data.draw(st.sampled_from(self.there))
        self.step("unregister", output=name)
        self.there = [other for other in self.there if other != name]

    @rule()
    def periodic(self):
        self.step("periodic")


@pytest.mark.parametrize("machine", [Splits, Inputs, Outputs, Downstream, Channels], ids=lambda machine: machine.name)
def test_both_worlds_live_alike(machine, live_reference):
    worlds = Worlds(catalogue.operation(machine.name), open_port(), live_reference)
    live(machine, worlds, EXAMPLES[live_reference.name])
    assert worlds.histories > EXAMPLES[live_reference.name] / 2
    assert worlds.lines == {str(line) for line in live_reference.lines if worlds.operation.has(line)}


@pytest.mark.parametrize(
    ("machine", "tag", "most"),
    [
        (Splits, "split-group-not-freed", 2),
        (Splits, "split-dealt-out", 3),
        (Inputs, "all-idle-end-of-time", 1),
        (Downstream, "broadcast-wakes-by-any", 3),
        (Channels, "valve-takes-idle", 3),
        (Outputs, "late-split-ignored", 5),
    ],
)
def test_a_wrong_port_is_found_and_the_history_becomes_a_fixture(jpype_reference, machine, tag, most, tmp_path):
    operation = catalogue.operation(machine.name)
    worlds = Worlds(operation, CallablePort(bugs.wrong_port(tag), tag), jpype_reference, newest_only=True)
    with pytest.raises(pytest.fail.Exception, match="--save"):
        live(machine, worlds, 300)
    smallest = worlds.smallest
    assert len(smallest.case.input["steps"]) <= most, smallest.case.input

    path = save_regression(smallest.case, [(smallest.lines, smallest.expected)], tmp_path)
    (kept,) = reading.read(path).vectors
    assert kept.case.input == smallest.case.input
    assert kept.answers[0].answer == smallest.expected
