"""Groups of consumers, as the scenarios see them: without a JVM, with consumers that are made of the port itself."""

import pytest
from fakes import FakePort

from jarparity.answers import Value
from jarparity.lines import Line
from jarparity.measures.live.kafka.consumers import STRATEGIES, Config, Joined
from jarparity.measures.live.kafka.groups import TOPICS, Group, Model
from jarparity.measures.live.scenario import NoPredictionError, Oracle
from jarparity.ports.load import open_port

CLIENTS, JAVA = Line.parse("kafka-clients 4.3.1"), Line.parse("java 17")


def oracle(line, port=None):
    return Oracle(port or open_port(), line)


def model(assignor, port=None, topics=None):
    return Model(assignor, topics or {"t": 4}, oracle(CLIENTS, port), oracle(JAVA, port))


class FakeConsumers:
    """Behaves as real consumers do: joins, leaves and restarts lead to rebalances, which an honest group answers."""

    def __init__(self, assignor, change=lambda partitions: partitions):
        self._change = change
        self._honest = model(assignor, topics={f"{topic}-{assignor}": count for topic, count in TOPICS.items()})
        self._said = {}
        self._generation = 0
        self._places = {}
        self._ids = 0

    def join(self, group, assignor, config):
        self._ids += 1
        name, place = config.member, f"{config.instance or config.member}-{self._ids}"
        if config.instance in self._places:
            kept = self._places[config.instance]
            self._honest.rename(name, place)
            self._said[name] = [Joined(self._generation, place, kept)]
            partitions = [list(pair) for pair in kept]
            self._honest.learn(self._generation, {name: partitions}, {name: self._said[name][0]})
            return
        self._honest.add(config, place)
        self._said[name] = []
        self._rebalance()

    def close(self, member):
        said = self._said.pop(member)
        config = self._honest.members[member].config
        if config.instance is not None:
            self._places[config.instance] = said[-1].partitions
            return
        self._honest.remove(member)
        self._rebalance()

    def python_calls(self):
        return {"assign": self._generation, "onAssignment": 99}

    def await_observed(self, settled):
        assert settled(self._said), self._said
        return self._said

    def _rebalance(self):
        """As often as partitions change hands."""
        while True:
            self._generation += 1
            predicted = self._honest.predict()
            joined = {}
            for name, partitions in predicted.items():
                told = tuple(tuple(pair) for pair in sorted(self._change(partitions)))
                joined[name] = Joined(self._generation, self._honest.members[name].id, told)
                self._said.setdefault(name, []).append(joined[name])
            self._honest.learn(self._generation, predicted, joined)
            given = sum(len(one.partitions) for one in joined.values())
            if given == sum(self._honest.topics.values()) or not joined:
                return


class FakeCluster:
    def __init__(self):
        self.topics = {}

    def create(self, topic, partitions, factor=1):
        self.topics[topic] = partitions


def scenario(assignor, port=None, consumers=None):
    cluster = FakeCluster()
    group = Group(assignor, cluster, consumers or FakeConsumers(assignor), oracle(CLIENTS, port), oracle(JAVA, port))
    steps = list(group())
    assert cluster.topics == {f"{topic}-{assignor}": count for topic, count in TOPICS.items()}
    return steps


@pytest.mark.parametrize("assignor", STRATEGIES)
def test_an_honest_group_is_seen_as_predicted(assignor):
    steps = scenario(assignor)
    assert [step.name for step in steps if not step.agrees] == []
    assert len(steps) >= 10
    assert any("rebalance 2" in step.name for step in steps) == (assignor == "cooperative-sticky")


@pytest.mark.parametrize("assignor", ["range", "sticky"])
def test_a_wrong_port_is_seen(assignor):
    right = open_port()

    def answer(document, line):
        [reply] = right.replies(answer.operation, line, [document])
        if answer.operation.startswith("kafka.assignor.") and len(reply.value) > 1:
            first, second, *_ = reply.value
            exchanged = {first: reply.value[second], second: reply.value[first]}
            return Value(reply.value | exchanged)
        return reply

    class Wrong(FakePort):
        def replies(self, operation, line, inputs):
            answer.operation = operation
            yield from super().replies(operation, line, inputs)

    steps = scenario(assignor, port=Wrong(answer))
    assert not all(step.agrees for step in steps)
    # With one member nothing can be exchanged.
    assert steps[0].agrees


def test_a_partition_given_twice_is_seen():
    def change(partitions):
        return [*partitions[1:], partitions[0]] if len(partitions) > 5 else [["deeds-range", 6], *partitions[1:]]

    assert not all(step.agrees for step in scenario("range", consumers=FakeConsumers("range", change)))


def key(name):
    return {"type": "string", "value": name}


def test_members_reach_the_leader_in_the_order_of_the_coordinators_hash_map():
    asked = []

    def answer(document, line):
        asked.append((str(line), document))
        return Value([key("B"), key("A")] if "steps" in document else {"A": [], "B": []})

    group = model("range", FakePort(answer))
    for name in ("A", "B", "C"):
        group.add(Config(name, ("t",)), name)
    group.remove("C")
    group.predict()
    (java, steps), (clients, document) = asked
    assert (java, clients) == ("java 17", "kafka-clients 4.3.1")
    assert [(step["op"], step["key"]["value"]) for step in steps["steps"]] == [
        ("put", "A"),
        ("put", "B"),
        ("put", "C"),
        ("remove", "C"),
    ]
    assert [member["id"] for member in document["members"]] == ["B", "A"]


@pytest.mark.parametrize(
    ("assignor", "owned", "user_data"),
    [
        ("range", [], None),
        ("sticky", [], "0000000100017400000002000000010000000000000003"),
        ("cooperative-sticky", [["t", 0], ["t", 1]], "00000003"),
    ],
)
def test_what_a_member_tells_the_leader(assignor, owned, user_data):
    group = model(assignor)
    group.add(Config("A", ("t",)), "A-1")
    assert group.predict()["A"] == [["t", 0], ["t", 1], ["t", 2], ["t", 3]]
    joined = Joined(3, "A-1", (("t", 0), ("t", 1)))
    group.learn(3, {"A": [["t", 1], ["t", 0]]}, {"A": joined})
    told = group._as_member(group.members["A"])
    assert (told["owned"], told["userData"], told["generation"]) == (owned, user_data, 3)


def test_a_member_that_the_next_rebalance_overtakes_has_entered_but_heard_nothing():
    group = model("cooperative-sticky")
    group.add(Config("A", ("t",)), "A-1")
    group.learn(7, {"A": []}, {})
    told = group._as_member(group.members["A"])
    assert (told["owned"], told["userData"], told["generation"]) == ([], "ffffffff", 7)


@pytest.mark.parametrize(
    ("order", "assignment", "said"),
    [([key("B")], {"A": []}, "java.hash-map.order gave"), ([key("A")], {"B": []}, "kafka.assignor.range gave")],
)
def test_an_answer_about_others_is_no_prediction(order, assignment, said):
    group = model("range", FakePort(lambda document, line: Value(order if "steps" in document else assignment)))
    group.add(Config("A", ("t",)), "A")
    with pytest.raises(NoPredictionError, match=said):
        group.predict()
