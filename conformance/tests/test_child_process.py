"""Processes of the kit's own: what is asked and answered, and that none outlives its parent."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jarparity.child_process.child import _OVERHEAD, BUFFERED, CHUNK, Child
from jarparity.child_process.worker import RefusedError, Worker, WorkerError
from jarparity.protocol import Question, Run, Start, print_request

FAKE = Path(__file__).with_name("fake_worker.py")
COMMANDS = """
import sys, threading, time
from jarparity.child_process.serving import serve

class Commands:
    def __init__(self, tell):
        self._tell = tell

    def add(self, a, b):
        print("printed", flush=True)
        return a + b

    def count(self, threads):
        events = [{"number": n, "text": "ü" * 5000} for n in range(threads)]
        running = [threading.Thread(target=self._tell, args=(event,)) for event in events]
        for thread in running: thread.start()
        for thread in running: thread.join()

    def hang(self):
        self._tell("hangs")
        time.sleep(600)

serve(Commands, at_end=lambda: open(sys.argv[1], "w").close())
"""


@pytest.fixture
def worker():
    with Worker("the fake", [sys.executable, str(FAKE)]) as running:
        yield running


@pytest.fixture
def serving(tmp_path):
    with Worker("the commands", [sys.executable, "-c", COMMANDS, str(tmp_path / "ended")]) as running:
        yield running


def test_a_value_is_handed_out(worker):
    assert worker.ask("echo", fields=[1, "ü", None]) == [1, "ü", None]


def test_a_refusal_has_kind_and_message_and_is_no_end(worker):
    with pytest.raises(RefusedError, match="Topic 't' already exists") as refused:
        worker.ask("refuse")
    assert refused.value.kind == "TopicExistsException"
    assert worker.ask("echo", fields=1) == 1


def test_a_crash_names_the_command_the_code_and_the_last_words(worker):
    with pytest.raises(WorkerError, match=r"(?s)the fake crashed: exit code 9 .*at crash\nthe reason"):
        worker.ask("crash")


def test_silence_ends(worker):
    with pytest.raises(WorkerError, match="timed out"):
        worker.ask("sleep", seconds=0.01)


@pytest.mark.parametrize("reply", ["ready!", "3", {"value": 1, "error": {"message": "both"}}, {"error": 1}, {"odd": 1}])
def test_what_is_no_reply_breaks(worker, reply):
    with pytest.raises(WorkerError, match="the fake answered rubbish with"):
        worker.ask("rubbish", reply=reply)


def test_the_process_ends_with_the_context_and_removes_its_data(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    with Worker("the fake", [sys.executable, str(FAKE), str(folder)]) as running:
        running.ask("start")
        pid = running.pid
    assert not folder.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_program_that_can_not_be_started_is_named():
    with pytest.raises(WorkerError, match="the fake can't be started: no-such-program: No such file"):
        Worker("the fake", ["no-such-program"])


def test_fields_are_arguments_and_prints_stand_in_no_ones_way(serving):
    assert serving.ask("add", a="ü", b="\ud800") == "ü\ud800"
    with pytest.raises(RefusedError, match=r"(?s)^add: TypeError: .*missing 1 required.*Traceback"):
        serving.ask("add", a=1)
    assert serving.ask("add", a=1, b=2) == 3


def test_events_of_threads_come_whole_and_before_the_end(serving):
    events = list(serving.events("count", threads=50))
    assert sorted(event["number"] for event in events) == list(range(50))
    assert {event["text"] for event in events} == {"ü" * 5000}
    with pytest.raises(RefusedError, match="count: TypeError"):
        list(serving.events("count"))


def test_a_process_at_work_ends_with_its_parent(serving, tmp_path):
    assert next(serving.events("hang")) == "hangs"
    began = time.monotonic()
    serving.end()
    assert time.monotonic() - began < 4
    assert (tmp_path / "ended").exists()


def test_a_process_at_work_ends_when_its_parent_is_killed(tmp_path):
    parent = f"""
import sys
from jarparity.child_process.worker import Worker
worker = Worker("the commands", [sys.executable, "-c", {COMMANDS!r}, {str(tmp_path / "ended")!r}])
print(next(worker.events("hang")), flush=True)
input()
"""
    command = [sys.executable, "-c", parent]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdout.readline() == b"hangs\n"
        running.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 10
    while not (tmp_path / "ended").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_an_unread_flood_is_held_back():
    child = Child([sys.executable, "-S", str(FAKE.with_name("fake_ports") / "floods_stdout.py")], max_line=1000)
    child.send(print_request(Start()))
    child.send(print_request(Run("java.string.hash", (Question(1, {"a": "bad"}),))))
    child.receive(5)
    child.receive(5)
    with child._lines._changed:
        assert child._lines._changed.wait_for(lambda: child._lines._bytes >= BUFFERED, 5)
    lines = len(child._lines._waiting)
    child.end()
    assert 0 < lines <= (BUFFERED + CHUNK) / _OVERHEAD + CHUNK
