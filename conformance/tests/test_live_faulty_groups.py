"""Groups that meet Kafka's faults, and groups of several releases, as scenarios see them: a group made of the port."""

from contextlib import contextmanager

import pytest
from fakes import FakePort

from jarparity.answers import Error, Value
from jarparity.lines import Line
from jarparity.measures.live.kafka import faulty_groups, rolling
from jarparity.measures.live.kafka.cluster import ClassicGroup
from jarparity.measures.live.kafka.consumers import Config, Joined
from jarparity.measures.live.kafka.faulty_groups import FaultyGroups
from jarparity.measures.live.kafka.groups import Model
from jarparity.measures.live.kafka.rolling import MixedConsumers, MixedModel, RollingUpgrade
from jarparity.measures.live.scenario import LiveError, Oracle
from jarparity.ports.load import open_port

CLIENTS, JAVA = Line.parse("kafka-clients 4.3.1"), Line.parse("java 17")
LOOKS = 3


class FakeGroup:
    """Brokers and consumers in one: rebalances are as the port says, and faults are as real consumers show them."""

    def __init__(self, model):
        self._model = model
        self.bootstrap = "127.0.0.1:1"
        self._said, self._held, self._failed = {}, set(), {}
        self._generation = self._ids = self._looks = 0
        self._hangs = self._leader = None

    def create(self, topic, partitions):
        self._model.topics[topic] = partitions
        if self._said:
            self._rebalance()

    def delete(self, topic):
        del self._model.topics[topic]

    def group(self, name):
        if self._hangs:
            self._looks += 1
            if self._looks > LOOKS:
                self._model.remove(self._hangs)
                self._hangs = None
                self._rebalance()
        members = {member: known.id for member, known in self._model.members.items()}
        return ClassicGroup("CompletingRebalance" if self._hangs else "Stable", members)

    def join(self, group, assignor, config):
        self._ids += 1
        self._model.add(config, f"{config.member}-{self._ids}")
        self._said[config.member] = []
        self._leader = self._leader or config.member
        self._rebalance()

    def close(self, member):
        self._held.discard(member)
        del self._said[member]
        self._model.remove(member)
        if self._leader == member:
            self._leader = self._model.in_order()[0].config.member if self._model.members else None
        if self._model.members:
            self._rebalance()

    def hold(self, member):
        self._held.add(member)

    def resume(self, member):
        if member in self._held:
            self._held.discard(member)
            self._rebalance()

    def runs(self, member, method):
        return method == "performReassignments" and self._hangs == member

    def forget(self, member):
        self._said.pop(member)

    def failures(self):
        return self._failed

    def observe(self):
        return self._said

    def await_observed(self, settled):
        for _ in range(6):  # where a member is given what it never asked for, it asks again
            if settled(self._said):
                return self._said
            self._rebalance()
        raise AssertionError(self._said)

    def _rebalance(self):
        if self._held:
            return
        try:
            predicted = self._model.predict()
        except Exception as failed:  # noqa: BLE001 - its words tell what kind of error the port gave
            if "EndlessLoop" in str(failed):
                self._hangs = self._leader
            else:
                self._failed["ann"] = "java.lang.IllegalStateException: No more unfilled consumers to be assigned."
            return
        self._generation += 1
        joined = {
            name: Joined(self._generation, self._model.members[name].id, tuple(map(tuple, sorted(its))))
            for name, its in predicted.items()
            if not name.startswith("pat-") or not its
        }
        for name, one in joined.items():
            self._said[name].append(one)
        self._model.learn(self._generation, predicted, joined)


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch):
    monkeypatch.setattr(faulty_groups, "_PAUSE", 0)
    monkeypatch.setattr(faulty_groups, "_SECONDS", 20)


def oracle(line, port=None):
    return Oracle(port or open_port(), line)


def faulty(port=None):
    fake = FakeGroup(Model("sticky", {}, oracle(CLIENTS), oracle(JAVA)))

    @contextmanager
    def opened():
        yield fake

    return FaultyGroups(fake, opened, oracle(CLIENTS, port), oracle(JAVA), {})


@pytest.mark.parametrize("scenario", [FaultyGroups.never_ends, FaultyGroups.made_anew, FaultyGroups.matches_nothing])
def test_faults_are_seen_as_predicted(scenario):
    steps = list(scenario(faulty()))
    assert [step.name for step in steps if not step.agrees] == []


def test_an_assignment_that_never_ends_is_watched_until_the_leader_is_out():
    groups = faulty()
    *_, endless, after = groups.never_ends()
    assert (endless.predicted, endless.note) == (
        "EndlessLoop",
        "the leader was in performReassignments at 3 of 3 looks",
    )
    assert len(after.observed) == 4
    assert "the group CompletingRebalance" in groups.figures["never-ending assignment"]


def test_a_member_that_asked_for_nothing_takes_half_for_ever():
    groups = faulty()
    *_, restless = groups.matches_nothing()
    assert len(restless.observed) == 5
    assert [len(its) for its in restless.observed] == [2] * 5
    assert "5 rebalances" in groups.figures["a pattern that matches nothing"]


@pytest.mark.parametrize(
    ("scenario", "fault"), [(FaultyGroups.never_ends, "EndlessLoop"), (FaultyGroups.made_anew, "IllegalStateException")]
)
def test_a_port_without_the_fault_is_seen(scenario, fault):
    right = open_port()

    class Fixed(FakePort):
        def replies(self, operation, line, inputs):
            for document in inputs:
                [reply] = right.replies(operation, line, [document])
                if isinstance(reply, Error) and reply.kind == fault:
                    reply = Value({member["id"]: [] for member in document["members"]})
                yield reply

    steps = list(scenario(faulty(Fixed(None))))
    assert [step.observed for step in steps if not step.agrees] == [fault]


def test_a_topic_that_is_made_too_late_says_nothing(monkeypatch):
    monkeypatch.setattr(faulty_groups, "_AGE", -1)
    with pytest.raises(LiveError, match="too busy"):
        list(faulty().made_anew())


def test_what_never_comes_ends_the_scenario(monkeypatch):
    monkeypatch.setattr(faulty_groups, "_SECONDS", -1)
    with pytest.raises(LiveError, match="has not come"):
        faulty_groups._first(lambda: None)


RELEASES = {f"v{line.version}": line for line in rolling.RELEASES["sticky"]}
TOPICS = {"deeds": 7, "words": 5, "names": 3}


def mixed(assignor="sticky"):
    lines = rolling.RELEASES[assignor]
    topics = {f"rolling-{assignor}-{topic}": count for topic, count in TOPICS.items()}
    oracles = {line: oracle(line) for line in lines}
    return MixedModel(assignor, topics, oracles, {f"v{line.version}": line for line in lines}, oracle(JAVA))


def among_old_ones():
    """The second group of the cooperative scenario, as the brokers see it."""
    old, new, *others = rolling.RELEASES["cooperative-sticky"]
    oracles = {line: oracle(line) for line in (old, new, *others)}
    releases = {"a": new, "b": old, "c": old, "d": new}
    return MixedModel("cooperative-sticky", {"rolling-cooperative-sticky-old": 9}, oracles, releases, oracle(JAVA))


@pytest.mark.parametrize("assignor", rolling.RELEASES)
def test_every_release_leads_once_and_its_answer_holds(assignor, monkeypatch):
    fake = FakeGroup(mixed(assignor))
    groups = iter([fake, FakeGroup(among_old_ones())])

    @contextmanager
    def consumers(*_):
        yield next(groups)

    monkeypatch.setattr(rolling, "mixed_consumers", consumers)
    steps = list(RollingUpgrade(assignor, fake, open_port(), oracle(JAVA), None, None)())
    assert [step.name for step in steps if not step.agrees] == []
    for line in rolling.RELEASES[assignor]:
        assert any(f"led by {line.version}" in step.note for step in steps)
    assert any("; otherwise by " in step.note for step in steps)
    read_twice = [step.name for step in steps if "read by two members for a while" in step.note]
    assert bool(read_twice) is (assignor == "cooperative-sticky")


def test_what_two_members_read_for_a_while_is_counted():
    group = mixed("cooperative-sticky")
    for name in ("v3.4.0", "v2.5.0", "v3.4.1"):
        group.add(Config(name, ("rolling-cooperative-sticky-deeds",)), f"{name}-id")
    before = group.predict()
    group.learn(1, before, {name: Joined(1, f"{name}-id", tuple(map(tuple, its))) for name, its in before.items()})
    moved = {**before, "v2.5.0": before["v2.5.0"][1:], "v3.4.1": [*before["v3.4.1"], before["v2.5.0"][0]]}
    assert (group.at_once(before), group.at_once(moved)) == (0, 1)
    assert mixed().at_once({}) == 0


def test_a_release_that_never_leads_is_no_fault_of_the_port(monkeypatch):
    fake = FakeGroup(mixed())

    @contextmanager
    def consumers(*_):
        yield fake

    monkeypatch.setattr(rolling, "mixed_consumers", consumers)
    monkeypatch.setattr(rolling, "_TURNS", 0)
    with pytest.raises(LiveError, match=r"only 2\.3\.1 have led"):
        list(RollingUpgrade("sticky", fake, open_port(), oracle(JAVA), None, None)())


def test_the_first_leads_until_it_leaves_and_then_the_first_of_the_coordinators_map():
    group = mixed()
    for name in RELEASES:
        group.add(Config(name, ("rolling-sticky-deeds",)), f"{name}-id")
    assert group.release.version == "2.3.1"
    group.remove("v3.4.1")
    assert group.leader == "v2.3.1"
    group.remove("v2.3.1")
    assert group.leader == group.in_order()[0].config.member
    for name in ("v2.8.2", "v4.4.0"):
        group.remove(name)
    with pytest.raises(LiveError, match="no leader"):
        group.predict()


def test_consumers_of_several_processes_are_as_of_one():
    class Process:
        def __init__(self):
            self.told = []

        def join(self, *told):
            self.told.append(told)

        def close(self, member):
            self.told.append(member)

        def observe(self):
            return {told[2].member: [] for told in self.told if isinstance(told, tuple)}

    processes = {line: Process() for line in rolling.RELEASES["sticky"]}
    consumers = MixedConsumers(processes, RELEASES)
    for name in ("v2.3.1", "v4.4.0"):
        consumers.join("g", "sticky", Config(name, ("t",)))
    consumers.close("v4.4.0")
    assert consumers.observe() == {"v2.3.1": [], "v4.4.0": []}
    assert [len(process.told) for process in processes.values()] == [1, 0, 0, 2]
