"""Groups whose broker assigns, as the scenario sees them: without a JVM, on a cluster made of the port itself."""

from contextlib import contextmanager

import pytest
from fakes import FakePort

from jarparity.answers import Value
from jarparity.faults.ports import wrong_port
from jarparity.lines import Line
from jarparity.measures.live.kafka import broker_side
from jarparity.measures.live.kafka.broker_side import BrokerSide, History
from jarparity.measures.live.kafka.cluster import DescribedGroup, DescribedMember
from jarparity.measures.live.kafka.consumers import Config, Joined
from jarparity.measures.live.kafka.regex_groups import RegexHistory, RegexSide
from jarparity.measures.live.scenario import LiveError, NoPredictionError, Oracle
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port

COORDINATOR = Line.parse("kafka-group-coordinator 4.3.1")
T = {"t": {"id": "AAAAAAAAAAAAAAAAAAAABw", "partitions": 3}}


def oracle(port=None):
    return Oracle(port or open_port(), COORDINATOR)


class FakeCluster:
    """Brokers and consumers that do what the port says."""

    def __init__(self, assignor, epochs_off=0, history=History):
        self._history = history(assignor, oracle())
        self._topics = {}
        self._ids = 0
        self._epochs_off = epochs_off
        self._elsewhere = set()

    def create_everywhere(self, counts):
        for topic, partitions in counts.items():
            self._ids += 1
            self._topics[topic] = {"id": f"AAAAAAAAAAAAAAAAAAAA{'BCDEFGHIJKL'[self._ids]}w", "partitions": partitions}
        self._history.know(self._topics)
        return {topic: self._topics[topic]["id"] for topic in counts}

    def grow(self, topic, partitions):
        self._topics[topic] = {**self._topics[topic], "partitions": partitions}
        self._history.know(self._topics)

    def describe_group(self, group):
        state = self._history.rest()
        members = {
            known.id: DescribedMember(known.epoch, name, state["members"][name]["partitions"])
            for name, known in self._history.members.items()
        }
        return DescribedGroup("STABLE", state["groupEpoch"] + self._epochs_off, state["groupEpoch"], members)

    def join_broker_side(self, group, assignor, config):
        self._ids += 1
        self._history.join(config, f"member-{self._ids}")

    def close(self, member):
        self._history.leave(member)

    def last(self):
        members = self._history.rest()["members"]
        return {
            name: Joined(known.epoch, known.id, tuple(map(tuple, members[name]["partitions"])))
            for name, known in self._history.members.items()
        }

    @contextmanager
    def another(self):
        before = set(self._history.members)
        yield self
        for member in set(self._history.members) - before:
            self._history.lose(member)


def steps(assignor, cluster, port=None):
    return list(BrokerSide(assignor, cluster, cluster, cluster.another, oracle(port))())


@pytest.mark.parametrize("assignor", broker_side.ASSIGNORS)
def test_a_cluster_that_does_what_was_predicted_agrees_at_every_step(assignor):
    found = steps(assignor, FakeCluster(assignor))
    assert [step.name for step in found if not step.agrees] == []
    assert len(found) == 12
    assert found[-1].observed["groupEpoch"] == 12
    assert sorted(found[-1].observed["members"]) == ["ann", "bob", "dan", "eve"]


def test_members_that_subscribe_by_regular_expressions_get_what_was_predicted():
    cluster = FakeCluster("uniform", history=RegexHistory)
    found = list(RegexSide("uniform", cluster, cluster, cluster.another, oracle())())
    assert [step.name for step in found if not step.agrees] == []
    by_name = {step.name: step.observed["members"] for step in found}
    assert by_name["cat joins, by another"]["cat"]["partitions"] != []
    assert {topic for topic, _ in by_name["cat joins, by another"]["cat"]["partitions"]} == {"deeds-by-regex"}
    topics = {
        topic for member in by_name["a topic comes that both match"].values() for topic, _ in member["partitions"]
    }
    assert topics == {"deeds-by-regex", "words-by-regex", "verbs-by-regex"}
    assert sorted(by_name["bob leaves"]) == ["ann", "dan"]


def test_a_port_that_resolves_at_once_what_has_to_wait_is_no_other_once_the_group_rests():
    cluster = FakeCluster("uniform", history=RegexHistory)
    port = CallablePort(wrong_port("coordinator-regexes-without-pause"))
    found = list(RegexSide("uniform", cluster, cluster, cluster.another, oracle(port))())
    assert [step.name for step in found if not step.agrees] == []


def test_another_epoch_of_the_group_differs(monkeypatch):
    monkeypatch.setattr(broker_side, "_PAUSE", 0)
    monkeypatch.setattr(broker_side, "_QUIET", 0)
    first = steps("uniform", FakeCluster("uniform", epochs_off=1))[0]
    assert list(first.differences()) == [("/groupEpoch", 2, 3)]


@pytest.mark.parametrize(
    ("bug", "name"),
    [
        ("coordinator-epochs-from-one", "bob joins"),
        ("coordinator-static-goes-for-good", "eve restarts, within her session"),
    ],
)
def test_a_wrong_port_differs(bug, name, monkeypatch):
    monkeypatch.setattr(broker_side, "_PAUSE", 0)
    monkeypatch.setattr(broker_side, "_QUIET", 0)
    found = steps("uniform", FakeCluster("uniform"), CallablePort(wrong_port(bug)))
    assert next(step.name for step in found if not step.agrees) == name


def test_a_wrong_port_differs_where_members_subscribe_by_regular_expressions(monkeypatch):
    monkeypatch.setattr(broker_side, "_PAUSE", 0)
    monkeypatch.setattr(broker_side, "_QUIET", 0)
    cluster = FakeCluster("uniform", history=RegexHistory)
    port = CallablePort(wrong_port("coordinator-leaves-without-epoch"))
    found = list(RegexSide("uniform", cluster, cluster, cluster.another, oracle(port))())
    assert next(step.name for step in found if not step.agrees) == "dan's process ends, and then his session"


def test_what_a_consumer_says_otherwise_than_its_coordinator_is_observed():
    group = DescribedGroup("STABLE", 2, 2, {"m": DescribedMember(2, "ann", [["t", 0]])})
    state = broker_side._state(group, {"ann": Joined(1, "m", ())})
    assert state["members"]["ann"]["itself"] == {"epoch": 1, "partitions": []}


def test_a_member_that_the_port_refuses_can_not_be_predicted():
    history = History("uniform", oracle())
    history.know(T)
    history.join(Config("ann", ("t",), "place"), "a")
    history.rest()
    history.join(Config("bob", ("t",), "place"), "b")
    with pytest.raises(NoPredictionError, match=r"bob is refused: .*UnreleasedInstanceIdException"):
        history.rest()


def test_a_port_whose_members_never_rest_gives_no_prediction():
    answer = {"response": {"memberEpoch": 2, "assignment": {}}, "records": []}
    history = History("uniform", oracle(FakePort(lambda document, _: Value([answer] * len(document["steps"])))))
    history.join(Config("ann", ("t",)), "a")
    with pytest.raises(NoPredictionError, match="still change after 12 rounds"):
        history.rest()


def test_a_consumer_without_an_id_ends_the_scenario(monkeypatch):
    monkeypatch.setattr(broker_side, "_PAUSE", 0)
    monkeypatch.setattr(broker_side, "_SECONDS", 0)
    cluster = FakeCluster("uniform")
    monkeypatch.setattr(cluster, "last", dict)
    with pytest.raises(LiveError, match="bob has no id after 0 s"):
        steps("uniform", cluster)
