"""What the JVM of a cluster is asked, and the folders of processes that were killed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from jarparity import abandoned
from jarparity.child_process.worker import Worker
from jarparity.measures.live.kafka import cluster
from jarparity.measures.live.kafka.cluster import ClassicGroup, KafkaCluster, Partition, Record, ToolRun
from jarparity.measures.live.scenario import LiveError

FAKE = Path(__file__).with_name("fake_worker.py")


@pytest.fixture
def worker():
    with Worker("the fake", [sys.executable, str(FAKE)]) as running:
        yield running


def test_a_cluster_speaks_python(worker):
    running = KafkaCluster(worker)
    assert running.bootstrap == "127.0.0.1:1,127.0.0.1:2"
    assert running.log_dirs == ["logs-0", "logs-1"]
    assert running.describe("t") == [Partition(0, 1, (1, 0), (0, 1))]
    assert running.counts("t") == {0: 2, 1: 0}
    assert running.read("t") == [Record(0, 5, 9, b"\x00\xff", None, (("h", None), ("i", b"\1")))]
    assert running.produce_together("t", [{"key": "00"}], linger_ms="1") == [0, "InvalidRecordException"]
    assert running.produce("t", [(b"a", None), (None, b"")]) == [1, 0]
    assert running.group("g") == ClassicGroup("Stable", {"ann": "ann-1"})
    running.delete("t")
    assert running.tool("kafka-topics", "--list") == ToolRun(1, "no\n")


def test_what_is_on_disk_is_all_segments_of_the_leader_in_order(worker, tmp_path):
    running = KafkaCluster(worker)
    running.log_dirs = [str(tmp_path / broker) for broker in "01"]
    folder = tmp_path / "1" / "t-0"
    folder.mkdir(parents=True)
    for base in (12, 0):
        (folder / f"{base:020}.log").write_bytes(str(base).encode())
        (folder / f"{base:020}.index").write_bytes(b"-")
    assert running.on_disk("t") == b"012"


def test_records_that_never_come_end_the_scenario(worker, monkeypatch):
    running = KafkaCluster(worker)
    running.await_counts("t", {0: 2, 1: 0})
    monkeypatch.setattr(cluster, "_SECONDS", 0)
    with pytest.raises(LiveError) as refused:
        running.await_counts("t", {0: 3, 1: 0})
    assert str(refused.value) == "t has {0: 2, 1: 0} records after 0 s, not {0: 3, 1: 0}"


def test_waiting_ends_with_what_is_wanted(worker):
    running = KafkaCluster(worker)
    assert running.await_described("t", lambda found: found[0].isr == (0, 1)) == running.describe("t")


def test_topics_are_there_when_every_broker_keeps_them(worker, monkeypatch):
    monkeypatch.setattr(cluster, "_PAUSE", 0)
    asked = []
    ask = worker.ask
    monkeypatch.setattr(worker, "ask", lambda command, **fields: asked.append(command) or ask(command, **fields))
    assert KafkaCluster(worker).create_everywhere({"t": 1}) == {"t": "AAAAAAAAAAAAAAAAAAAABw"}
    assert asked == ["start", "createTopic", "describe", "kept", "kept", "kept", "topicId"]


def test_a_topic_that_a_broker_never_keeps_ends_the_scenario(worker, monkeypatch):
    monkeypatch.setattr(cluster, "_SECONDS", 0)
    with pytest.raises(LiveError) as refused:
        KafkaCluster(worker).create_everywhere({"t": 1})
    assert str(refused.value) == "brokers keep {'t': [1, 0, 1]} partitions after 0 s, not {'t': [1, 1, 1]}"


def test_only_folders_of_processes_that_are_gone_are_removed(tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    names = [f"x-{gone.pid}-abc", f"x-{os.getpid()}-abc", f"y-{gone.pid}-abc", "x-abc"]
    for name in names:
        (tmp_path / name / "classes").mkdir(parents=True)
    abandoned.remove(tmp_path, "x-")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names[1:])
