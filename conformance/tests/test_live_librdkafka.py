"""Groups of librdkafka's consumers, as the scenario sees them: with consumers that are made of the port itself."""

from collections import Counter
from itertools import count
from types import SimpleNamespace

import pytest

from jarparity.child_process.worker import RefusedError
from jarparity.lines import Line
from jarparity.measures.live.kafka import librdkafka
from jarparity.measures.live.kafka.cluster import ClassicGroup
from jarparity.measures.live.kafka.consumers import Config, Joined
from jarparity.measures.live.kafka.groups import Model
from jarparity.measures.live.kafka.librdkafka import Librdkafka
from jarparity.measures.live.scenario import LiveError, NotRun, Oracle
from jarparity.ports.load import open_port

CLIENTS, JAVA = Line.parse("kafka-clients 4.3.1"), Line.parse("java 17")


def oracle(line):
    return Oracle(open_port(), line)


@pytest.fixture(autouse=True)
def _clock(monkeypatch):
    """Nearly half a second passes from one look to the next, without anything that waits."""
    looks = count()
    monkeypatch.setattr(librdkafka, "time", SimpleNamespace(monotonic=lambda: 0.4 * next(looks)))


class FakeKafka:
    """Brokers, and what makes consumers: an honest group of Java's, one a strategy."""

    def __init__(self, change=lambda strategy, given: given):
        self._change = change
        self.bootstrap = "127.0.0.1:1"
        self._groups, self._topics, self._polled = {}, {}, set()

    def create(self, topic, partitions):
        self._topics[topic] = partitions

    def group(self, name):
        if name not in self._polled:
            raise RefusedError("group", "GroupIdNotFoundException", "The group id does not exist.", "")
        members = self._groups[name].members
        return ClassicGroup("Stable", {member: known.id for member, known in members.items()})

    def consumer(self, settings):
        name, member = settings["group.id"], settings["client.id"]
        strategy = settings["partition.assignment.strategy"]
        assignor = {"roundrobin": "round-robin", "cooperative-sticky": "sticky"}.get(strategy, strategy)
        group = self._groups.setdefault(name, Model(assignor, self._topics, oracle(CLIENTS), oracle(JAVA)))

        def assignment():
            predicted = group.predict()
            told = {
                name: Joined(len(group.members), group.members[name].id, tuple(map(tuple, sorted(its))))
                for name, its in predicted.items()
            }
            group.learn(len(group.members), predicted, told)
            given = self._change(strategy, predicted)
            return [SimpleNamespace(topic=topic, partition=number) for topic, number in given[member]]

        return SimpleNamespace(
            subscribe=lambda topics: group.add(Config(member, tuple(topics)), f"{member}-{len(group.members)}"),
            poll=lambda _: self._polled.add(name),
            assignment=assignment,
            close=lambda: group.remove(member),
        )


def scenario(monkeypatch, kafka):
    monkeypatch.setattr(librdkafka, "consumer_of", kafka.consumer)
    monkeypatch.setattr(librdkafka, "not_installed", lambda package: "")
    return list(Librdkafka(kafka, oracle(CLIENTS), oracle(JAVA))())


def test_groups_that_assign_as_java_does_are_seen_so(monkeypatch):
    steps = scenario(monkeypatch, FakeKafka())
    assert [step.name for step in steps if not step.agrees] == []
    assert len(steps) == 15
    assert [step.observed for step in steps if step.name.startswith("cooperative-sticky")] == ["equivalent"] * 5


def late():
    """Groups that are stable with all owners at the first look, before any has given up what another shall get."""
    before, looks = {}, Counter()

    def change(strategy, given):
        looks[strategy, *given] += 1
        if looks[strategy, *given] <= len(given):
            return {name: before.get((strategy, name), []) for name in given}
        before.update({(strategy, name): its for name, its in given.items()})
        return given

    return change


def test_a_group_that_is_still_changing_is_not_looked_at(monkeypatch):
    steps = scenario(monkeypatch, FakeKafka(late()))
    assert [step.name for step in steps if not step.agrees] == []


def turned(wanted):
    """A strategy that gives every member what is another one's."""

    def change(strategy, given):
        if strategy != wanted or len(given) == 1:
            return given
        return dict(zip(given, [*list(given.values())[1:], next(iter(given.values()))], strict=True))

    return change


@pytest.mark.parametrize("strategy", ["range", "roundrobin", "cooperative-sticky"])
def test_a_strategy_that_assigns_otherwise_is_seen(monkeypatch, strategy):
    steps = scenario(monkeypatch, FakeKafka(turned(strategy)))
    assert {step.name.partition(":")[0] for step in steps if not step.agrees} == {strategy}


def test_a_group_that_never_settles_breaks_the_run(monkeypatch):
    monkeypatch.setattr(librdkafka, "_SECONDS", -1)
    with pytest.raises(LiveError, match="librdkafka-range has not settled"):
        scenario(monkeypatch, FakeKafka(lambda _, given: {name: [] for name in given}))


def test_another_refusal_is_not_a_group_that_is_not_there_yet(monkeypatch):
    kafka = FakeKafka()

    def refuse(name):
        raise RefusedError("group", "GroupAuthorizationException", "no", "")

    kafka.group = refuse
    with pytest.raises(RefusedError, match="GroupAuthorizationException"):
        scenario(monkeypatch, kafka)


def test_without_librdkafka_it_is_not_run(monkeypatch):
    monkeypatch.setattr(librdkafka, "not_installed", lambda package: f"{package} is missing")
    (left_out,) = Librdkafka(None, None, None)()
    assert left_out == NotRun("its groups", "confluent-kafka is missing")
