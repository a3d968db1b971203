"""Documents that are no inputs: refused by the field's name and what to write instead, whatever the operation."""

from importlib import metadata

import pytest

from copartition.kafka import RangeAssignor
from copartition.port import PORT, prekeyed_operations

MEMBER = {"id": "A", "topics": ["t"]}
CONNECTOR = "flink-connector-kafka 5.0.0-2.2"


def answer(operation, document, *line):
    return PORT.operations[operation](document, *line)


@pytest.mark.parametrize(
    ("operation", "document", "line", "message"),
    [
        (
            "java.hash-map.order",
            {"steps": [{"op": "put", "key": {"type": "topic-partition", "value": ["t"]}}]},
            (),
            r"^input\.steps\[0\]\.key\.value must be a topic and a partition",
        ),
        (
            "kafka.partitioner.round-robin",
            {"topics": {"t": [True]}, "steps": [{"op": "flush"}]},
            (),
            r"^input\.steps\[0\]\.op must be record or topics",
        ),
        (
            "kafka.partitioner.round-robin",
            {"topics": [], "steps": []},
            (),
            r"^input\.topics must be an object",
        ),
        (
            "kafka.assignor.range",
            {"topics": {"t": 1}, "members": [{**MEMBER, "owned": [["t", 2**31]]}]},
            (),
            r"^input\.members\[0\]\.owned\[0\]\[1\] must be",
        ),
        (
            "kafka.assignor.range",
            {"topics": {"t": ["0"]}, "members": [MEMBER]},
            (),
            r"^input\.topics\['?t'?\]\[0\]",
        ),
        (
            "kafka.assignor.rebalances",
            {"assignor": "range", "topics": {"t": [{"partition": 0, "racks": ["r"]}]}, "steps": []},
            (),
            r"^input\.topics\['t'\] must be a number of partitions: a history has no racks",
        ),
        (
            "flink.kafka-source.split-bytes",
            {"direction": "sideways", "bytes": ""},
            (CONNECTOR,),
            r"^input\.direction must be encode or decode",
        ),
        (
            "flink.kafka-source.split-bytes",
            {"direction": "encode", "split": ["t", 0]},
            (CONNECTOR,),
            r"^input\.split must be a topic, a partition, a starting offset, and a stopping offset or null",
        ),
        (
            "flink.kafka-source.split-bytes",
            {"direction": "decode", "bytes": ""},
            ("flink 2.3.0",),
            r"^line must be one of flink-connector-kafka, not flink 2\.3\.0",
        ),
    ],
)
def test_a_document_that_is_no_input_names_its_field(operation, document, line, message):
    with pytest.raises(ValueError, match=message):
        answer(operation, document, *line)


def test_a_fault_of_our_own_is_no_answer(monkeypatch):
    def broken(*_):
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(prekeyed_operations, "range_of_operator", lambda *_: None)
    monkeypatch.setattr(prekeyed_operations, "_step", lambda *_: broken)
    with pytest.raises(RuntimeError, match="a fault of ours"):
        answer("flink.prekeyed.mapping", {"operator": 0, "maxParallelism": 4, "parallelism": 2, "steps": [{}]})
    monkeypatch.setattr(RangeAssignor, "assign", broken)
    steps = [{"op": "join", "member": "A", "topics": ["t"]}, {"op": "rebalance"}]
    history = {"assignor": "range", "topics": {"t": 1}, "steps": steps}
    with pytest.raises(RuntimeError, match="a fault of ours"):
        answer("kafka.assignor.rebalances", history)


def test_a_source_tree_that_was_never_installed_has_no_version(monkeypatch):
    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert PORT.version == "unknown"


def test_balanced_keys_are_of_a_type_that_can_be_counted_up():
    question = {"maxParallelism": 4, "parallelism": 2, "perSubtask": 1, "type": "uuid", "prefix": ""}
    with pytest.raises(ValueError, match=r"^input\.type must be one of string, long, integer, not 'uuid'$"):
        PORT.advice["balanced-keys"](question)
