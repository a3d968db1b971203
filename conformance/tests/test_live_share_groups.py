"""Share groups as the scenario sees them: without a JVM, on a cluster made of the port itself."""

from contextlib import contextmanager

import pytest

from jarparity.child_process.worker import RefusedError
from jarparity.faults.ports import wrong_port
from jarparity.lines import Line
from jarparity.measures.live.kafka import share_groups
from jarparity.measures.live.kafka.cluster import DescribedGroup, DescribedMember
from jarparity.measures.live.kafka.share_groups import SharedGroup, ShareSide
from jarparity.measures.live.scenario import LiveError, Oracle
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port

IDS = ("m-1", "m-2", "m-3", "m-4", "m-5", "m-6", "m-7")
"""Each in a place of its own in a hash map of 16."""
SAME_PLACE = ("Aa", "BB")


def oracle(port=None):
    return Oracle(port or open_port(), Line.parse("kafka-group-coordinator 4.3.1"))


def java():
    return Oracle(open_port(), Line.parse("java 17"))


class FakeCluster:
    """Brokers and consumers that do what the port says."""

    def __init__(self, ids=IDS):
        self._group = None
        self._topics = {}
        self._ids = iter(ids)
        self._epoch = 1

    def create_everywhere(self, counts):
        ids = {topic: f"AAAAAAAAAAAAAAAAAAAA{letter}w" for topic, letter in zip(counts, "BC", strict=True)}
        self._topics = {topic: {"id": ids[topic], "partitions": partitions} for topic, partitions in counts.items()}
        return ids

    def grow(self, topic, partitions):
        self._topics[topic] = {**self._topics[topic], "partitions": partitions}
        self._changed()

    def describe_share_group(self, _):
        if self._group is None:
            raise RefusedError("describeShareGroup", "GroupIdNotFoundException", "no such group")
        members = {
            id_: DescribedMember(self._epoch, name, self._group.had[name])
            for name, (id_, _) in self._group.members.items()
        }
        return DescribedGroup("STABLE", self._epoch, self._epoch, members)

    def join_share(self, _, config):
        if self._group is None:
            self._group = SharedGroup({}, oracle(), java())
        self._group.members[config.member] = (next(self._ids), config)
        self._changed()

    def close(self, member):
        del self._group.members[member]
        self._changed()

    def _changed(self):
        self._epoch += 1
        self._group.topics = self._topics
        self._group.had = self._group.predict()

    @contextmanager
    def another(self):
        before = set(self._group.members)
        yield self
        for member in set(self._group.members) - before:
            self.close(member)


def steps(cluster, port=None):
    return list(ShareSide(cluster, cluster, cluster.another, oracle(port), java())())


def test_a_cluster_that_does_what_was_predicted_agrees_at_every_step():
    found = steps(FakeCluster())
    assert [step.name for step in found if not step.agrees] == []
    assert len(found) == 10
    crowded = next(step for step in found if step.name.startswith("cat joins")).observed
    assert all(crowded.values())
    assert sorted(found[-1].observed) == ["ann", "cat", "dan"]


def test_a_wrong_port_differs(monkeypatch):
    monkeypatch.setattr(share_groups, "_PAUSE", 0)
    monkeypatch.setattr(share_groups, "_QUIET", 0)
    found = steps(FakeCluster(), CallablePort(wrong_port("share-everything-to-everyone")))
    assert next(step.name for step in found if not step.agrees) == "ann joins, for the same topic"


def test_a_member_whose_place_another_has_comes_again_under_another_id():
    assert [step.name for step in steps(FakeCluster((*SAME_PLACE, *IDS))) if not step.agrees] == []


def test_a_member_that_never_has_a_place_of_its_own_ends_the_scenario():
    with pytest.raises(LiveError, match="ann came 20 times under an id that has another's place in a hash map"):
        steps(FakeCluster((SAME_PLACE[0], *SAME_PLACE[1:] * 20)))


def test_a_member_that_never_comes_ends_the_scenario(monkeypatch):
    monkeypatch.setattr(share_groups, "_PAUSE", 0)
    monkeypatch.setattr(share_groups, "_SECONDS", 0)
    cluster = FakeCluster()
    monkeypatch.setattr(cluster, "join_share", lambda *_: None)
    with pytest.raises(LiveError, match="bob has no id after 0 s"):
        steps(cluster)


def test_a_group_that_never_settles_ends_the_scenario(monkeypatch):
    monkeypatch.setattr(share_groups, "_SECONDS", 0)
    cluster = FakeCluster()
    cluster.create_everywhere({"s": 1, "t": 1})
    cluster.join_share("shared", share_groups.Config("ann", ("t",)))
    side = ShareSide(cluster, cluster, cluster.another, oracle(), java())
    with pytest.raises(LiveError, match="has not settled within 0 s"):
        side._settled(SharedGroup({}, oracle(), java()))
