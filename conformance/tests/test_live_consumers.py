"""The process with real consumers: what it is told, what it says, and how waiting for it ends. No JVM."""

from types import SimpleNamespace

import pytest

from jarparity.child_process.worker import RefusedError, Worker
from jarparity.measures.live.kafka import consumer_process, consumers
from jarparity.measures.live.kafka.consumers import Config, Consumers, Joined
from jarparity.measures.live.scenario import LiveError


class FakeWorker:
    """Keeps what it is told; `observe` says one thing after the other, the last for ever."""

    def __init__(self, *said):
        self.told = []
        self._said = list(said)

    def ask(self, command, **fields):
        self.told.append((command, fields))
        if command == "observe":
            return self._said.pop(0) if len(self._said) > 1 else self._said[0]
        return None


def joined(generation, *partitions):
    return {"generation": generation, "id": "ann-1", "partitions": [list(pair) for pair in partitions]}


def fake_member(failed=None):
    partition = SimpleNamespace(topic=lambda: "t", partition=lambda: 3)
    said = SimpleNamespace(generation=lambda: 2, id=lambda: "ann-1", partitions=lambda: [partition])
    return SimpleNamespace(joined=lambda: [said], failed=lambda: failed)


def test_a_consumer_gets_what_its_configuration_says():
    worker = FakeWorker()
    Consumers(worker, "127.0.0.1:1").join("g", "range", Config("ann", ("t", "u")))
    Consumers(worker, "127.0.0.1:1").join("g", "weighted", Config("bob", ("t",), "place", "3"))
    (_, ann), (_, bob) = worker.told
    assert (ann["member"], ann["topics"]) == ("ann", ["t", "u"])
    assert ann["settings"]["partition.assignment.strategy"] == "org.apache.kafka.clients.consumer.RangeAssignor"
    assert not {"group.instance.id", "jarparity.assignor.setting"} & ann["settings"].keys()
    assert bob["settings"]["group.instance.id"] == "place"
    assert bob["settings"]["jarparity.assignor.setting"] == "3"
    assert bob["settings"]["partition.assignment.strategy"].endswith(".CustomInterfaceAssignor")
    assert bob["settings"]["jarparity.assignor"] == consumer_process.DELEGATE


def test_consumers_are_held_and_asked_what_they_do():
    worker = FakeWorker()
    process = Consumers(worker, "")
    process.join("g", "sticky", Config("ann", (), pattern="a.*", more=(("session.timeout.ms", "6000"),)))
    process.hold("ann")
    process.resume("ann")
    assert process.runs("ann", "poll") is False
    process.forget("ann")
    process.failures()
    (_, ann), *others = worker.told
    assert (ann["pattern"], ann["settings"]["session.timeout.ms"]) == ("a.*", "6000")
    assert others == [
        ("hold", {"member": "ann", "hold": True}),
        ("hold", {"member": "ann", "hold": False}),
        ("runs", {"member": "ann", "method": "poll"}),
        ("forget", {"member": "ann"}),
        ("failures", {}),
    ]


def test_the_process_hands_on_what_consumers_are_asked():
    process = consumer_process.Consumers()
    held = []
    process._members["ann"] = SimpleNamespace(
        hold=held.append, runs=lambda method: method == "poll", failed=lambda: None
    )
    process._members["bob"] = fake_member("java.lang.IllegalStateException: no")
    process.hold("ann", hold=True)
    assert (held, process.runs("ann", "poll"), process.runs("ann", "close")) == ([True], True, False)
    assert process.failures() == {"bob": "java.lang.IllegalStateException: no"}
    process.forget("bob")
    assert process.failures() == {}


def test_what_consumers_say_becomes_python():
    worker = FakeWorker({"ann": [joined(1), joined(2, ("t", 0))]})
    assert Consumers(worker, "").observe() == {"ann": [Joined(1, "ann-1", ()), Joined(2, "ann-1", (("t", 0),))]}


def test_waiting_ends_when_the_group_has_settled(monkeypatch):
    monkeypatch.setattr(consumers, "_PAUSE", 0)
    worker = FakeWorker({"ann": []}, {"ann": []}, {"ann": [joined(1)]})
    assert Consumers(worker, "").await_observed(lambda now: bool(now["ann"])) == {"ann": [Joined(1, "ann-1", ())]}
    assert len(worker.told) == 3


def test_a_group_that_never_settles_breaks_the_run_and_is_shown(monkeypatch):
    monkeypatch.setattr(consumers, "_SECONDS", 0)
    worker = FakeWorker({"ann": [joined(7)]})
    with pytest.raises(LiveError, match=r"not settled .*generation=7"):
        Consumers(worker, "").await_observed(lambda now: False)


def test_the_process_says_what_its_consumers_have():
    process = consumer_process.Consumers()
    process._members["ann"] = fake_member()
    assert process.observe() == {"ann": [{"generation": 2, "id": "ann-1", "partitions": [["t", 3]]}]}


def test_a_consumer_that_failed_is_an_error_that_names_it():
    process = consumer_process.Consumers()
    process._members["ann"] = fake_member("org.apache.kafka.common.errors.GroupAuthorizationException")
    with pytest.raises(RuntimeError, match=r"consumer ann ended: org\.apache\.kafka"):
        process.observe()


def test_the_folder_is_removed_when_the_process_ends(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    with Worker.python("the consumers", "jarparity.measures.live.kafka.consumer_process", str(folder)) as process:
        assert process.ask("observe") == {}
        with pytest.raises(RefusedError, match=r"AttributeError: .*dance"):
            process.ask("dance")
    assert not folder.exists()
