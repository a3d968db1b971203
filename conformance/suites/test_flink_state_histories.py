"""Keyed state that lives: a state machine drives copartition and the real backend of every line side by side.

Keys inside and outside the range, namespaces, key groups set by hand, snapshots, rescaled and restored backends. Each
run is one history, compared as a whole when it ends. What differs shrinks to the steps that it takes, and can be kept
as a fixture.
"""

from typing import ClassVar

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from jarparity import catalogue
from jarparity.bugs.ports import wrong_port
from jarparity.cases import Case
from jarparity.check.judge import judge
from jarparity.check.search import ask
from jarparity.fixtures import reading
from jarparity.fixtures.regressions import save_regression
from jarparity.lines import select
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port
from jarparity.report.failure import failure_lines
from jarparity.strategies.states import ranges
from jarparity.verdicts import Agrees, Differs

OPERATION = catalogue.operation("flink.state.heap-backend")
EXAMPLES = {"jpype": 60, "gateway": 10}
STEPS = 25
KEYS = [{"type": "string", "value": text} for text in ("a", "b", "1", "user_123", "")]
NAMESPACES = {
    "void": [],
    "string": ["w1", "w2"],
    "time-window": [{"start": "0", "end": "10"}, {"start": "10", "end": "20"}],
}


class Worlds:
    """The port, the lines of the original, and what they were found to differ in."""

    def __init__(self, port, reference, lines="flink *"):
        self.port, self.reference = port, reference
        self.lines = select([line for line in reference.lines if OPERATION.has(line)], [lines])
        self.differing, self.asked = [], set()

    def compare(self, document):
        case = Case.generated(OPERATION.name, document, "found")
        truths = ask(self.reference, OPERATION, OPERATION.takers(self.lines, document), [case])
        for verdict in judge(OPERATION, self.port, truths, self.reference.name):
            self.asked.update(verdict.lines)
            if isinstance(verdict, Differs):
                self.differing.append(verdict)
                # The last line is the command that reproduces it; with one word more it becomes a fixture.
                pytest.fail("\n".join(failure_lines(verdict, 1, (), [])) + " --save", pytrace=False)
            assert isinstance(verdict, Agrees), verdict


class Backend(RuleBasedStateMachine):
    """A backend in both worlds; each rule is a kind of step."""

    worlds: ClassVar[Worlds]

    @initialize(groups=st.sampled_from([1, 3, 128]), kind=st.sampled_from(list(NAMESPACES)), data=st.data())
    def begin(self, groups, kind, data):
        self.groups, self.taken, self.steps = groups, [], []
        self.states = {"v": "void", "w": kind}
        self.document = {
            "maxParallelism": groups,
            "range": data.draw(ranges(groups)),
            "keyType": "string",
            "states": [{"name": "v", "namespace": "void", "default": "d"}, {"name": "w", "namespace": kind}],
        }

    def step(self, op, **fields):
        self.steps.append({"op": op, **fields})

    @rule(key=st.sampled_from(KEYS))
    def set_key(self, key):
        self.step("setCurrentKey", key=key)

    @rule(key=st.sampled_from(KEYS), data=st.data())
    def set_key_and_group(self, key, data):
        self.step("setCurrentKeyAndKeyGroup", key=key, keyGroup=data.draw(st.integers(-1, self.groups)))

    @rule(op=st.sampled_from(["value", "clear"]), state=st.sampled_from("vw"), data=st.data())
    def access(self, op, state, data):
        self.step(op, state=state, **self.somewhere(state, data))

    @rule(state=st.sampled_from("vw"), value=st.sampled_from(["x", "y", None]), data=st.data())
    def update(self, state, value, data):
        self.step("update", state=state, value=value, **self.somewhere(state, data))

    @rule(state=st.sampled_from("vw"), data=st.data())
    def keys(self, state, data):
        self.step("keys", state=state, **self.somewhere(state, data))

    @rule(op=st.sampled_from(["getCurrentKey", "getCurrentKeyGroup", "size", "dump"]))
    def look(self, op):
        self.step(op)

    @rule(name=st.sampled_from("ab"))
    def snapshot(self, name):
        self.step("snapshot", name=name)
        self.taken = sorted({*self.taken, name})

    @precondition(lambda self: self.taken)
    @rule(data=st.data())
    def rescale(self, data):
        names = data.draw(st.lists(st.sampled_from(self.taken), unique=True, min_size=1))
        self.step("restore", **{"range": data.draw(ranges(self.groups)), "from": names})

    def somewhere(self, state, data):
        known = NAMESPACES[self.states[state]]
        return {"namespace": data.draw(st.sampled_from(known))} if known and data.draw(st.booleans()) else {}

    def teardown(self):
        if self.steps:
            self.worlds.compare({**self.document, "steps": [*self.steps, {"op": "dump"}]})


def live(worlds, examples, *, shrinks=False):
    """Lets backends live in these worlds."""
    machine = type("Living", (Backend,), {"worlds": worlds})
    chosen = settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink] if shrinks else [Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(seed(20261121)(machine), settings=chosen)


def test_copartition_and_every_line_live_alike(live_reference, route):
    worlds = Worlds(open_port(), live_reference)
    live(worlds, EXAMPLES[route])
    assert worlds.asked == {str(line) for line in worlds.lines}


@pytest.mark.parametrize(
    ("bug", "most"), [("state-clean-refusal", 4), ("state-null-kept", 4), ("state-restored-with-key", 5)]
)
def test_a_wrong_port_shrinks_to_a_fixture(jpype_reference, bug, most, tmp_path):
    worlds = Worlds(CallablePort(wrong_port(bug)), jpype_reference, "flink 2.3*")
    with pytest.raises(pytest.fail.Exception, match=r"(?s)DIFFERS flink\.state\.heap-backend.*--save"):
        live(worlds, 200, shrinks=True)
    smallest = min(worlds.differing, key=lambda verdict: len(verdict.case.input["steps"]))
    assert len(smallest.case.input["steps"]) <= most
    path = save_regression(smallest.case, [(smallest.lines, smallest.expected)], tmp_path)
    (kept,) = reading.read(path).vectors
    assert kept.case.input == smallest.case.input
