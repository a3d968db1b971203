"""What the JVM of a cluster is asked, and the folders of processes that were killed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from jarparity import abandoned
from jarparity.child_process.worker import Worker
from jarparity.measures.live.kafka.cluster import ClassicGroup, KafkaCluster, Partition, Record, ToolRun

FAKE = Path(__file__).with_name("fake_worker.py")


@pytest.fixture
def worker():
    with Worker("the fake", [sys.executable, str(FAKE)]) as running:
        yield running


def test_a_cluster_speaks_python(worker):
    cluster = KafkaCluster(worker)
    assert cluster.bootstrap == "127.0.0.1:1,127.0.0.1:2"
    assert cluster.log_dirs == ["logs-0", "logs-1"]
    assert cluster.describe("t") == [Partition(0, 1, (1, 0), (0, 1))]
    assert cluster.counts("t") == {0: 2, 1: 0}
    assert cluster.read("t") == [Record(0, 5, b"\x00\xff", None)]
    assert cluster.produce("t", [(b"a", None), (None, b"")]) == [1, 0]
    assert cluster.group("g") == ClassicGroup("Stable", {"ann": "ann-1"})
    cluster.delete("t")
    assert cluster.tool("kafka-topics", "--list") == ToolRun(1, "no\n")


def test_waiting_ends_with_what_is_wanted(worker):
    cluster = KafkaCluster(worker)
    assert cluster.await_described("t", lambda found: found[0].isr == (0, 1)) == cluster.describe("t")


def test_only_folders_of_processes_that_are_gone_are_removed(tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    names = [f"x-{gone.pid}-abc", f"x-{os.getpid()}-abc", f"y-{gone.pid}-abc", "x-abc"]
    for name in names:
        (tmp_path / name / "classes").mkdir(parents=True)
    abandoned.remove(tmp_path, "x-")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names[1:])
