"""Groups that live: a state machine drives copartition and every line's JAR side by side, rebalance after rebalance.

In both worlds every member has an assignor of its own, from its joining to its leaving, and the assignor alone knows
what it was told. After each rebalance assignments and the bytes that members sent must be the same. What differs
shrinks to the steps that it takes, and can be kept as a fixture.
"""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from worlds import Worlds, live

from jarparity import catalogue
from jarparity.answers import Value
from jarparity.fixtures import reading
from jarparity.fixtures.regressions import save_regression
from jarparity.lines import Line
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port
from jarparity.strategies.group_steps import GroupNow, first_topics
from jarparity.strategies.groups import ASSIGNORS

OPERATION = catalogue.operation("kafka.assignor.rebalances")
EXAMPLES = {"jpype": 60, "gateway": 20}


class Group(RuleBasedStateMachine):
    """A group in both worlds; each rule is a kind of step, by the rules that the search's strategy has, too."""

    worlds: ClassVar[Worlds]

    @initialize(assignor=st.sampled_from(ASSIGNORS), topics=first_topics(), static=st.booleans())
    def begin(self, assignor, topics, static):
        self.history = {"assignor": assignor, "topics": dict(topics), "steps": [], "userData": True}
        self.group = GroupNow(topics, static)

    def happens(self, kind, data, *, rebalance):
        for step in data.draw(self.group.steps(kind), label=kind):
            self.group.make(step)
            self.history["steps"].append(step)
        if rebalance and self.group.can("rebalance"):
            self.rebalances()

    def rebalances(self):
        self.history["steps"].append({"op": "rebalance"})
        self.worlds.compare(self.history)

    @precondition(lambda self: self.group.can("join"))
    @rule(data=st.data(), told=st.booleans())
    def join(self, data, told):
        self.happens("join", data, rebalance=told)

    @precondition(lambda self: self.group.can("leave"))
    @rule(data=st.data(), told=st.booleans())
    def leave(self, data, told):
        self.happens("leave", data, rebalance=told)

    @precondition(lambda self: self.group.can("restart"))
    @rule(data=st.data(), told=st.booleans())
    def restart(self, data, told):
        self.happens("restart", data, rebalance=told)

    @precondition(lambda self: self.group.can("subscribe"))
    @rule(data=st.data(), told=st.booleans())
    def subscribe(self, data, told):
        self.happens("subscribe", data, rebalance=told)

    @precondition(lambda self: self.group.can("addPartitions"))
    @rule(data=st.data(), told=st.booleans())
    def add_partitions(self, data, told):
        self.happens("addPartitions", data, rebalance=told)

    @precondition(lambda self: self.group.can("addTopic"))
    @rule(data=st.data(), told=st.booleans())
    def add_topic(self, data, told):
        self.happens("addTopic", data, rebalance=told)

    @precondition(lambda self: self.group.can("rebalance"))
    @rule()
    def rebalance(self):
        self.rebalances()


def altered(change):
    """A port that is copartition, but for what it makes of a history."""
    honest = open_port()

    def rebalances(document, line):
        (reply,) = honest.replies(OPERATION.name, Line.parse(line), [change(document)])
        assert isinstance(reply, Value)
        return reply.value

    return CallablePort({OPERATION.name: rebalances}, "altered")


def without_growth(document):
    """A leader that never looks at a topic again."""
    return {**document, "steps": [step for step in document["steps"] if step["op"] != "addPartitions"]}


def without_instances(document):
    """Members whose instance ids the leader doesn't hear of."""
    steps = [{name: value for name, value in step.items() if name != "instance"} for step in document["steps"]]
    return {**document, "steps": steps}


def with_memory_lost(document):
    """A member that subscribes to something else starts anew, and so forgets what it owned."""
    steps = []
    for step in document["steps"]:
        if step["op"] == "subscribe":
            steps += [{"op": "leave", "member": step["member"]}, {**step, "op": "join"}]
        else:
            steps.append(step)
    return {**document, "steps": steps}


def test_groups_live_alike_in_both_worlds(live_reference):
    worlds = Worlds(OPERATION, open_port(), live_reference)
    live(Group, worlds, EXAMPLES[live_reference.name])
    assert worlds.histories > 3 * EXAMPLES[live_reference.name], "most examples must rebalance several times"
    assert worlds.lines == {str(line) for line in live_reference.lines if OPERATION.has(line)}


@pytest.mark.parametrize(
    ("change", "needed", "most"),
    [
        (without_growth, "addPartitions", 3),
        (without_instances, "instance", 6),
        (with_memory_lost, "subscribe", 4),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_wrong_port_is_found_and_the_history_becomes_a_fixture(jpype_reference, change, needed, most, tmp_path):
    worlds = Worlds(OPERATION, altered(change), jpype_reference)
    with pytest.raises(pytest.fail.Exception, match="--save"):
        live(Group, worlds, 300)
    smallest = worlds.smallest
    steps = smallest.case.input["steps"]
    assert len(steps) <= most
    assert needed in str(steps)

    path = save_regression(smallest.case, [(smallest.lines, smallest.expected)], tmp_path)
    (kept,) = reading.read(path).vectors
    assert kept.case.input == smallest.case.input
    line = Line.parse(smallest.lines[-1])
    assert list(open_port().replies(OPERATION.name, line, [kept.case.input])) == [kept.answers[0].answer]
    assert list(worlds.port.replies(OPERATION.name, line, [kept.case.input])) != [kept.answers[0].answer]
