import os
import subprocess
import sys
from pathlib import Path

import pytest

from jarparity import abandoned
from jarparity.live.kafka.cluster import KafkaCluster, Partition, Record, ToolRun
from jarparity.live.worker import LiveError, RefusedError, Worker

FAKE = Path(__file__).with_name("fake_live_worker.py")


@pytest.fixture
def worker():
    with Worker("the fake", [sys.executable, str(FAKE)]) as running:
        yield running


def test_a_value_is_handed_out(worker):
    assert worker.ask("echo", fields=[1, "ü", None]) == [1, "ü", None]


def test_a_refusal_has_kind_and_message_and_is_no_end(worker):
    with pytest.raises(RefusedError, match="Topic 't' already exists") as refused:
        worker.ask("refuse")
    assert refused.value.kind == "TopicExistsException"
    assert worker.ask("echo", fields=1) == 1


def test_a_crash_names_the_command_the_code_and_the_last_words(worker):
    with pytest.raises(LiveError, match=r"(?s)the fake crashed: exit code 9 .*at crash\nthe reason"):
        worker.ask("crash")


def test_silence_ends(worker):
    with pytest.raises(LiveError, match="timed out"):
        worker.ask("sleep", seconds=0.01)


@pytest.mark.parametrize("json", [False, True])
def test_rubbish_is_told(worker, json):
    with pytest.raises(LiveError, match="the fake answered rubbish with"):
        worker.ask("rubbish", json=json)


def test_the_process_ends_with_the_context_and_removes_its_data(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    with Worker("the fake", [sys.executable, str(FAKE), str(folder)]) as running:
        running.ask("start")
        pid = running.pid
    assert not folder.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_cluster_speaks_python(worker):
    cluster = KafkaCluster(worker)
    assert cluster.bootstrap == "127.0.0.1:1,127.0.0.1:2"
    assert cluster.log_dirs == ["logs-0", "logs-1"]
    assert cluster.describe("t") == [Partition(0, 1, (1, 0), (0, 1))]
    assert cluster.counts("t") == {0: 2, 1: 0}
    assert cluster.read("t") == [Record(0, 5, b"\x00\xff", None)]
    assert cluster.produce("t", [(b"a", None), (None, b"")]) == [1, 0]
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
