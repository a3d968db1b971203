"""The scenarios on replicas and producers, on a cluster of Python objects that can be faulty."""

import json
from pathlib import Path

import pytest

from jarparity.lines import Line
from jarparity.measures.live.kafka import producers
from jarparity.measures.live.kafka.cluster import Partition, Record, ToolRun
from jarparity.measures.live.kafka.producers import Producers, keys, landed, partitions_for
from jarparity.measures.live.kafka.replicas import TOPIC, Walkthrough
from jarparity.measures.live.scenario import NotRun, Oracle
from jarparity.ports.load import open_port

CLIENTS, TOOLS = (Oracle(open_port(), Line.parse(line)) for line in ("kafka-clients 4.3.1", "kafka-tools 4.3.1"))
NAMES = [f"{TOPIC}-{partition}" for partition in range(3)]


def moved(plan):
    """Broker and partition of each replica that goes to a folder by name."""
    rows = json.loads(plan)["partitions"]
    return sorted((b, row["partition"]) for row in rows for b in row["replicas"] if row["log_dirs"] != ["any", "any"])


class FakeKafka:
    """Three brokers that do at once what they are told, except that nothing is copied to a stopped one."""

    log_dirs = ("/data/0", "/data/1", "/data/2")
    bootstrap = "127.0.0.1:1"

    def __init__(self):
        self.replicas, self.in_sync, self.goal = {}, {}, {}
        self.stopped, self.throttled = set(), False
        self.records = {}

    def create(self, topic, partitions, factor=1):
        self.records[topic] = [[] for _ in range(partitions)]

    def produce(self, topic, records):
        found = partitions_for(CLIENTS, [key for key, _ in records], len(self.records[topic]))
        for (key, value), partition in zip(records, found, strict=True):
            self.records[topic][partition].append((key, value))
        return found

    def read(self, topic):
        return [
            Record(partition, offset, 0, key, value, ())
            for partition, listed in enumerate(self.records[topic])
            for offset, (key, value) in enumerate(listed)
        ]

    def await_described(self, topic, wanted):
        return [
            Partition(number, replicas[0], tuple(replicas), tuple(sorted(set(replicas) - self.stopped)))
            for number, replicas in sorted(self.replicas.items())
        ]

    def stop_broker(self, broker):
        self.stopped.add(broker)

    def start_broker(self, broker):
        self.stopped.discard(broker)

    def tool(self, name, *arguments):
        if "--create" in arguments:
            self.create(TOPIC, 3)
            wanted = arguments[arguments.index("--replica-assignment") + 1]
            self.replicas = {p: [int(b) for b in brokers.split(":")] for p, brokers in enumerate(wanted.split(","))}
            return ToolRun(0, f"WARNING: names\nCreated topic {TOPIC}.\n")
        if "--alter" in arguments:
            return ToolRun(1, 'Option "[replication-factor]" can\'t be used with option "[alter]"\nOption …\n')
        file = arguments[arguments.index("--reassignment-json-file") + 1]
        plan = Path(file).read_text("utf-8")
        return self.verify(plan) if "--verify" in arguments else self.execute(plan, arguments)

    def await_tool(self, wanted, name, *arguments):
        return self.tool(name, *arguments)

    def execute(self, plan, arguments):
        for row in json.loads(plan)["partitions"]:
            for broker in row["replicas"]:
                if broker in self.stopped:
                    return ToolRun(1, f"Error: Unknown broker id {broker}\norg.apache…\n")
        current = [
            {"topic": TOPIC, "partition": p, "replicas": brokers, "logDirs": [self.log_dirs[b] for b in brokers]}
            for p, brokers in sorted(self.replicas.items())
        ]
        said = TOOLS.ask("kafka.reassign.rollback", {"brokers": [0, 1, 2], "current": current, "json": plan})
        *before, started = said.splitlines()
        if "--throttle" in arguments:
            rate = arguments[arguments.index("--throttle") + 1]
            before += [
                "Warning: You must run --verify periodically, until the reassignment completes, "
                "to ensure the throttle is removed.",
                f"The inter-broker throttle limit was set to {rate} B/s",
            ]
            self.throttled = int(rate) < 1_000_000
        self.goal = {row["partition"]: row["replicas"] for row in json.loads(plan)["partitions"]}
        if not self.throttled:
            self.replicas = dict(self.goal)
        moving = [
            f"Successfully started moving log directory to {self.log_dirs[b]} for replica {NAMES[p]} with broker {b} "
            for b, p in moved(plan)
        ]
        return ToolRun(0, "\n".join([*before, started, *moving]) + "\n")

    def verify(self, plan):
        done = self.replicas == self.goal
        said = [f"Reassignment of partition {n} {'is completed' if done else 'is still in progress'}." for n in NAMES]
        said += [f"Reassignment of replica {NAMES[p]}-{b} completed successfully." for b, p in moved(plan)]
        if done:
            said += [
                "Clearing broker-level throttles on brokers 0,1,2",
                f"Clearing topic-level throttles on topic {TOPIC}",
            ]
        return ToolRun(0, "\n".join(["Status of partition reassignment:", *said]) + "\n")


class LosesARecord(FakeKafka):
    def start_broker(self, broker):
        super().start_broker(broker)
        self.records[TOPIC][0].pop()


class TakesFencedBrokers(FakeKafka):
    def execute(self, plan, arguments):
        stopped, self.stopped = self.stopped, set()
        ran = super().execute(plan, arguments)
        self.stopped = stopped
        return ran


class RunsAtFullSpeed(FakeKafka):
    def execute(self, plan, arguments):
        ran = super().execute(plan, arguments)
        self.replicas = dict(self.goal)
        return ran


class PrintsAnotherWayBack(FakeKafka):
    def execute(self, plan, arguments):
        ran = super().execute(plan, arguments)
        return ToolRun(ran.code, ran.output.replace('"replicas":[0]', '"replicas":[1]'))


def differing(cluster):
    return [step.name for step in Walkthrough(cluster, CLIENTS, TOOLS)() if not step.agrees]


def test_an_honest_cluster_is_seen_as_predicted():
    assert differing(FakeKafka()) == []


@pytest.mark.parametrize(
    ("cluster", "name"),
    [
        (LosesARecord(), "raise, broker 1 stopped in the middle: records of each partition, and their digest"),
        (RunsAtFullSpeed(), "raise, broker 1 stopped in the middle: verify"),
        (TakesFencedBrokers(), "raise, broker 1 stopped in the middle: execute is refused as long as it is fenced"),
    ],
    ids=["lost", "too-fast", "takes-fenced"],
)
def test_a_faulty_cluster_is_seen(cluster, name):
    assert differing(cluster) == [name]


def test_a_wrong_way_back_is_seen_where_it_is_printed_and_where_it_leads():
    names = differing(PrintsAnotherWayBack())
    assert names[:3] == ["raise: execute", "roll back: execute", "roll back: leader, replicas and those in sync"]


def test_the_producers_scene_writes_and_reads_10_000():
    first, second = Producers(FakeKafka(), CLIENTS)()
    assert first.agrees
    assert second.agrees
    assert sum(second.observed["partitions"].values()) == 10_000


def test_keys_are_different_and_of_every_kind():
    sent = keys(2000)
    assert len(set(sent)) == 2000
    assert {b"", b"\x00", b"\xff"} < set(sent)
    assert any("😀".encode() in key for key in sent)


def test_what_lies_elsewhere_is_counted_and_shown():
    step = landed("x", [b"a", b"b", b"c"], [0, 1, 1], [0, 1, 2])
    assert not step.agrees
    assert (step.predicted["elsewhere"], step.observed["elsewhere"]) == (0, 1)
    assert step.note == "key b'c': predicted 1, observed 2"
    # The same number in each partition is not enough.
    assert not landed("x", [b"a", b"b"], [0, 1], [1, 0]).agrees


def test_a_client_that_is_missing_is_left_out_with_the_fix_and_the_others_run(monkeypatch):
    def honest(bootstrap, topic, sent):
        return partitions_for(CLIENTS, sent, 7)

    there = producers.Client("pytest", "made up", as_java=True, write=honest)
    monkeypatch.setattr(producers, "CLIENTS", (producers.CLIENTS[1], there))
    monkeypatch.setattr(producers, "PACKAGES", {"aiokafka": "no_such_module", "pytest": "pytest"})
    left_out, ran = producers.Clients(FakeKafka(), CLIENTS, {})()
    assert left_out == NotRun(
        "aiokafka (default: murmur2)", "aiokafka is not installed: python -m pip install aiokafka"
    )
    assert ran.agrees


def test_each_client_is_compared_with_what_it_promises(monkeypatch):
    def honest(bootstrap, topic, sent):
        return partitions_for(CLIENTS, sent, 7)

    def told(as_java):
        return producers.Client("pytest", "made up", as_java=as_java, write=honest)

    monkeypatch.setattr(producers, "CLIENTS", (told(as_java=True), told(as_java=False)))
    monkeypatch.setattr(producers, "PACKAGES", {"pytest": "pytest"})
    figures = {}
    java, crc = producers.Clients(FakeKafka(), CLIENTS, figures)()
    assert java.agrees
    assert not crc.agrees
    assert set(figures.values()) == {"1999 of 1999 keys lie where Java's producer puts them"}
