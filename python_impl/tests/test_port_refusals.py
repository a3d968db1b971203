"""Documents that are no inputs: refused by the field's name and what to write instead, whatever the operation."""

from importlib import metadata

import pytest
from port_inputs import INPUTS, JOIN, MEMBER, MOVED, STRING, keyed, step

from copartition.kafka import RangeAssignor
from copartition.port import PORT, prekeyed

REFUSALS = {
    "java.hash-map.order": [
        (step(op="add", key=STRING), 'input.steps[0].op must be one of put, computeIfAbsent, remove, not "add"'),
        (
            step(op="put", key={"type": "topic-partition", "value": ["t"]}),
            "input.steps[0].key.value must be a topic and a partition",
        ),
        (step(op="put", key={"type": "null"}), "input.steps[0].key.type must be one of string, topic-partition"),
    ],
    "java.hash-set.order": [(step(op="put", key=STRING), "input.steps[0].op must be one of add, remove")],
    "flink.math.murmur-hash": [
        ({"value": "1"}, 'input.value must be a whole number, not "1"'),
        ({"value": True}, "input.value must be a whole number"),
        ({"value": 2**31}, "input.value must be in -2147483648..2147483647, not 2147483648"),
        ({"value": ["long" * 30]}, 'input.value must be a whole number, not ["' + "long" * 19 + "lo…"),
        ({"value": {"é": [None, True]}}, r'input.value must be a whole number, not {"\u00e9": [null, true]}'),
    ],
    "flink.key.hash": [
        ({"key": {"value": 1}}, "input.key has no field 'type'"),
        (keyed("int", "1"), 'input.key.type must be a type of key, not "int"'),
        (keyed(["int"], "1"), 'input.key.type must be a type of key, not ["int"]'),
        (keyed("long", 1), "input.key.value must be a decimal string"),
        (keyed("long", "01"), "input.key.value must be a decimal string"),
        (keyed("byte", "128"), "input.key.value must be in -128..127"),
        (keyed("boolean", 1), "input.key.value must be true or false"),
        (keyed("char", "ab"), "input.key.value: Character.value must be one"),
        (keyed("double", "0x0"), "input.key.value must be the IEEE bits of a double"),
        (keyed("uuid", "{1}"), "input.key.value: '{1}' is not what Java's UUID.toString writes"),
        (keyed("local-date", "2023-02-29"), "input.key.value: "),
        (keyed("bytes", "FF"), "input.key.value must be lower-case hex, two digits a byte"),
        (keyed("bytes", "00 ff"), 'input.key.value must be lower-case hex, two digits a byte, not "00 ff"'),
        (keyed("bytes", "0"), 'input.key.value must be lower-case hex, two digits a byte, not "0"'),
        (keyed("sql-timestamp", "5", nanos=6_000_000), "input.key.nanos: "),
        (
            keyed("row", {"kind": "+I", "fields": [{"type": "list", "value": [STRING, 1]}]}),
            "input.key.value.fields[0].value[1] must be an object",
        ),
        (keyed("row", {"kind": "+", "fields": []}), "input.key.value.kind must be one of +I, -U, +U, -D"),
        (keyed("tuple", [STRING] * 26), "input.key.value: "),
        (keyed("row-data", [{"type": "INT", "value": "1"}]), "input.key.value[0].value must be a whole number"),
    ],
    "flink.table.row-hash": [
        ({"fields": [{"type": "INT(3)", "value": 1}]}, "input.fields[0].type: "),
        ({"fields": [{"type": "DECIMAL(3,2)", "value": "x"}]}, "input.fields[0].value: "),
        (
            {"fields": [{"type": "DECIMAL(3,2)", "value": "10"}]},
            "10 doesn't fit DECIMAL(3,2): ",
        ),
        (
            {"fields": [{"type": "TIMESTAMP(3)", "value": "1", "nanosOfMillisecond": -1}]},
            "input.fields[0].nanosOfMillisecond must be in 0..999999",
        ),
    ],
    "flink.key-group-range.offsets": [({"offsets": [1]}, "input.offsets[0] must be a decimal string")],
    "flink.math.arithmetic": [({"function": "log2"}, 'input.function must be a function of MathUtils, not "log2"')],
    "flink.rescale.partitions": [({"newParallelism": "4"}, 'input.newParallelism must be a whole number, not "4"')],
    "flink.rescale.keyed-state": [
        ({"finished": 1}, "input.finished must be an array, not 1"),
        ({"finished": [None]}, "input.finished[0] must be a whole number, not null"),
        ({"finished": [3]}, "finished must name old subtasks, 0 to 2, not 3"),
    ],
    "flink.rescale.restored-keys": [({"keys": [{"type": "long"}]}, "input.keys[0] has no field 'value'")],
    "flink.rescale.in-flight": [({"mode": "range"}, "input.mode must be one of ARBITRARY, FIRST, FULL, RANGE, ")],
    "flink.rescale.operator-state": [
        ({"subtasks": [{}]}, "input.subtasks[0] must be an array"),
        ({"subtasks": [[{}]]}, "input.subtasks[0][0] has no field 'handle'"),
        (
            {"subtasks": [[{"handle": "h", "states": []}]]},
            "input.subtasks[0][0].states must be an object, not []",
        ),
        (
            {"subtasks": [[{"handle": "h", "states": {"s": {"mode": "union", "offsets": []}}}]]},
            'input.subtasks[0][0].states.s.mode must be one of SPLIT_DISTRIBUTE, UNION, BROADCAST, not "union"',
        ),
        (
            {"subtasks": [[{"handle": "h", "states": {"s": {"mode": "UNION", "offsets": ["0", 8]}}}]]},
            "input.subtasks[0][0].states.s.offsets[1] must be a decimal string, not 8",
        ),
    ],
    "flink.watermark.combined": [({"inputs": "1"}, "input.inputs must be a whole number")],
    "flink.watermark.multiplexer": [
        (step(op="idle", output="a", deferred=1), "input.steps[0].deferred must be true or false"),
        (step(op="register", output=5), "input.steps[0].output must be a string, not 5"),
    ],
    "flink.watermark.broadcast": [
        (step(op="register"), "input.steps[0].op must be one of watermark, idle, active"),
        (step(op="watermark"), "input.steps[0] has no field 'timestamp'"),
    ],
    "flink.watermark.valve": [
        ({"channels": [{"first": 0}]}, "input.channels[0] has no field 'last'"),
        (step(op="idle"), "input.steps[0] has no field 'channel'"),
    ],
    "flink.watermark.alignment": [
        (step(op="report", key="a", timestamp=5), "input.steps[0].timestamp must be a decimal string"),
    ],
    "flink.window.merge": [
        ({"windows": [["0"]]}, 'input.windows[0] must be a start and an end, not ["0"]'),
        ({"windows": [["0", 5]]}, "input.windows[0][1] must be a decimal string, not 5"),
    ],
    "flink.prekeyed.mapping": [
        (step(op="nothing"), "input.steps[0].op must be one of addSplit, removeSplit, record, dump, rescale"),
        (step(op="addSplit"), "input.steps[0] has no field 'split'"),
        (step(op="addSplit", split=1), "input.steps[0].split must be a string, not 1"),
        (
            step(op="record", split="a", key={"type": "long", "value": "1"}),
            "input.steps[0].key.type must be one of string, null",
        ),
        (step(op="record", split="a", key=STRING, value=1), "input.steps[0].value must be a string"),
        (step(op="rescale", parallelism="2"), "input.steps[0].parallelism must be a whole number"),
        (step(op="dump", operator=None), "input.steps[0].operator must be a whole number"),
        ({"steps": [7]}, "input.steps[0] must be an object, not 7"),
    ],
    "flink.kafka-source.split-owner": [
        ({"topic": 7}, "input.topic must be a string"),
        ({"partition": "0"}, "input.partition must be a whole number"),
        ({"readers": True}, "input.readers must be a whole number"),
    ],
    "flink.kafka-source.split-bytes": [
        ({"direction": "sideways"}, 'input.direction must be one of encode, decode, not "sideways"'),
        (
            {"direction": "encode", "split": ["t", 0]},
            'input.split must be a topic, a partition, a starting offset, and a stopping offset or null, not ["t", 0]',
        ),
    ],
    "flink.kafka-source.enumerator": [
        ({"parallelism": "1"}, "input.parallelism must be a whole number"),
        ({"boundedness": "ENDLESS"}, "input.boundedness must be one of BOUNDED, CONTINUOUS_UNBOUNDED"),
        (
            {"start": {"type": "newest"}},
            "input.start.type must be one of earliest, latest, committed, timestamp, offsets",
        ),
        (
            {"start": {"type": "offsets", "offsets": [], "reset": "newest"}},
            "input.start.reset must be one of earliest, latest, none",
        ),
        ({"endOffsets": [["a", 0]]}, "input.endOffsets[0] must be a topic, a partition and an offset"),
        (step(op="stop"), "input.steps[0].op must be one of start, discover"),
        (step(op="discover", partitions=[["a"]]), "input.steps[0].partitions[0] must be a topic and a partition"),
        (step(op="restore", state="0"), "input.steps[0].state must be lower-case hex"),
    ],
    "flink.state.heap-backend": [
        (step(op="jump"), "input.steps[0].op must be one of setCurrentKey, setCurrentKeyAndKeyGroup"),
        (step(op="setCurrentKey"), "input.steps[0] has no field 'key'"),
        (step(op="value", state="nope"), 'input.steps[0].state must be one of v, w, not "nope"'),
        (step(op="update", state="v", value=7), "input.steps[0].value must be a string"),
        (step(op="value", state="w", namespace={"start": "0"}), "input.steps[0].namespace has no field 'end'"),
        (step(op="restore", range={"start": 0}), "input.steps[0].range has no field 'end'"),
        (
            step(op="restore", range={"start": 0, "end": 1}, **{"from": ["a"]}),
            "input.steps[0].from[0] must be the name of a snapshot taken before",
        ),
        (
            {"states": [{"name": "v", "namespace": "none"}]},
            "input.states[0].namespace must be one of void, string, time-window",
        ),
    ],
    "flink.state.keyed-operator": [
        (step(op="jump"), "input.steps[0].op must be one of element, getCurrentKey"),
        (step(op="element", kind="+I", key=STRING), "input.steps[0] has no field 'value'"),
        (
            step(op="restore", parallelism=1, operator=0, **{"from": ["s"]}),
            "input.steps[0].from[0] must be the name of a snapshot taken before",
        ),
    ],
    "kafka.partitioner.murmur2": [({"bytes": "f"}, "input.bytes must be lower-case hex")],
    "kafka.partitioner.round-robin": [
        (step(op="flush"), "input.steps[0].op must be one of record, topics"),
        ({"topics": []}, "input.topics must be an object"),
        ({"topics": {"t": [1]}}, "input.topics.t[0] must be true or false"),
    ],
    "kafka.assignor.range": [
        ({"topics": []}, "input.topics must be an object"),
        ({"topics": {"t": -1}}, "input.topics['t'] must be in 0..2147483647"),
        ({"topics": {"t": None}}, "input.topics['t'] must be a whole number"),
        ({"topics": {"t": ["0"]}}, "input.topics['t'][0] must be an object"),
        ({"topics": {"t": [{"partition": 1}]}}, "input.topics['t'][0].partition must be in 0..0"),
        (
            {"topics": {"t": [{"partition": 0}, {"partition": 0}]}},
            "input.topics['t'][1].partition must be listed once, not again: 0",
        ),
        ({"members": [{"topics": []}]}, "input.members[0] has no field 'id'"),
        ({"members": [{**MEMBER, "userData": "xy"}]}, "input.members[0].userData must be lower-case hex"),
        ({"members": [{**MEMBER, "owned": ["t-0"]}]}, "input.members[0].owned[0] must be a topic and a partition"),
        ({"members": [{**MEMBER, "owned": [["t", 2**31]]}]}, "input.members[0].owned[0][1] must be in"),
        ({"members": [{**MEMBER, "owned": [[1, 0]]}]}, "input.members[0].owned[0][0] must be a string"),
        ({"members": [{**MEMBER, "generation": 2**31}]}, "input.members[0].generation must be in"),
    ],
    "kafka.assignor.rebalances": [
        ({"assignor": "mine"}, "input.assignor must be one of range, round-robin, sticky, cooperative-sticky"),
        ({"topics": {"t": [{"partition": 0, "racks": ["r"]}]}}, "input.topics['t'] must be a number of partitions: "),
        ({"steps": [JOIN, JOIN]}, "input.steps[1].member must not be in the group yet: 'A' is"),
        (step(op="leave", member="A"), "input.steps[0].member must be in the group: 'A' isn't"),
        (
            step(op="wait"),
            "input.steps[0].op must be one of join, leave, subscribe, addPartitions, addTopic, rebalance",
        ),
        (step(**{**JOIN, "topics": ["t", "t"]}), "input.steps[0].topics must be different"),
        (
            step(op="addPartitions", topic="t", partitions=0),
            "input.steps[0].partitions must be at least the 1 that the topic has, not 0",
        ),
        (step(op="addPartitions", topic="u", partitions=1), "input.steps[0].topic must exist: 'u'"),
        (step(op="addTopic", topic="t", partitions=1), "input.steps[0].topic must be new: 't' exists"),
    ],
    "kafka.assignor.custom": [
        ({"assignor": "mine"}, "input.assignor must be one of weighted, rack-preferring"),
        ({"topics": None}, "input.topics must be an object"),
        ({"members": []}, "input.members must have at least one"),
        ({"members": [3]}, "input.members[0] must be an object"),
        ({"members": [{"id": "A", "topics": ["t", "t"]}]}, "input.members[0].topics must be different"),
        ({"members": [MEMBER] * 2}, "members must have different ids: 'A' occurs twice"),
        ({"members": [{**MEMBER, "setting": "0"}]}, "input.members[0].setting must be one that WeightedAssignor takes"),
        ({"members": [{**MEMBER, "setting": 3}]}, "input.members[0].setting must be a string"),
        ({"generation": "1"}, "input.generation must be a whole number"),
    ],
    "kafka.protocol.assignment": [({"version": 1 << 15}, "input.version must be in -32768..32767")],
    "kafka.group.assignor.uniform": [
        (
            {"members": [{"id": "m", "topics": ["u"], "target": {}}]},
            "input.members[0].topics must be the name of a topic of the field 'topics', not \"u\"",
        ),
        (
            {"members": [{"id": "m", "topics": ["t"], "target": {"u": [0]}}]},
            "input.members[0].target must be the name of a topic of the field 'topics', not \"u\"",
        ),
        ({"topics": {"t": {"id": "t", "partitions": 1}}}, "input.topics.t.id: 't' is no id of Kafka's"),
    ],
    "kafka.replicas.place": [
        ({"brokers": [{"id": "1"}]}, "input.brokers[0].id must be a whole number"),
        ({"brokers": [{"id": 1, "rack": 2}]}, "input.brokers[0].rack must be a string"),
        ({"brokers": [{"id": 1, "fenced": 1}]}, "input.brokers[0].fenced must be true or false"),
        ({"replicationFactor": 40_000}, "input.replicationFactor must be in -32768..32767"),
        ({"seed": 5}, "input.seed must be a decimal string"),
    ],
    "flink.state.serialized": [
        ({"type": "uuid"}, "input.type must be one of string, long"),
        ({"type": {"type": "set"}}, "input.type.type must be one of list, map"),
        ({"type": {"type": "list", "element": "x"}}, "input.type.element must be one of string"),
        ({"value": {"type": "tuple", "value": []}}, "input.value.value must be an array of 1 values"),
        ({"direction": "back"}, "input.direction must be one of encode, decode"),
    ],
    "flink.state.composite-key": [
        ({"key": {"type": "string", "value": 5}}, "input.key.value must be a string"),
        ({"namespaceType": 5}, "input.namespaceType must be one of string"),
    ],
    "kafka.reassign.rollback": [
        ({"current": [{**MOVED, "logDirs": ["/d"]}]}, "input.current[0].logDirs must have an entry for each of the 2"),
        ({"current": [{**MOVED, "partition": "0"}]}, "input.current[0].partition must be a whole number"),
        ({"brokers": ["1"]}, "input.brokers[0] must be a whole number"),
        ({"json": 5}, "input.json must be a string"),
    ],
}


@pytest.mark.parametrize(
    ("operation", "change", "message"), [(name, *row) for name, rows in REFUSALS.items() for row in rows]
)
def test_a_wrong_field_is_named(operation, change, message):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the message is compared below
        PORT.operations[operation]({**INPUTS[operation], **change})
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("operation", PORT.operations)
def test_an_input_is_an_object_with_fields(operation):
    with pytest.raises(ValueError, match=r"^input must be an object, not \[\]$"):
        PORT.operations[operation]([])
    with pytest.raises(ValueError, match=r"^input has no field '\w+'$"):
        PORT.operations[operation]({})


@pytest.mark.parametrize("operation", INPUTS)
def test_a_field_that_is_missing_is_named(operation):
    document = INPUTS[operation]
    for name in document:
        less = {key: value for key, value in document.items() if key != name}
        with pytest.raises(ValueError, match=f"^input has no field '{name}'$"):
            PORT.operations[operation](less)


def test_a_fault_of_our_own_is_no_answer(monkeypatch):
    def broken(*_):
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(prekeyed, "redistribute_splits", broken)
    monkeypatch.setattr(RangeAssignor, "assign", broken)
    faults = {
        "flink.prekeyed.mapping": step(op="rescale", parallelism=1),
        "kafka.assignor.rebalances": {"assignor": "range", "steps": [JOIN, {"op": "rebalance"}]},
    }
    for operation, change in faults.items():
        with pytest.raises(RuntimeError, match="a fault of ours"):
            PORT.operations[operation]({**INPUTS[operation], **change})


def test_a_source_tree_that_was_never_installed_has_no_version(monkeypatch):
    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert PORT.version == "unknown"
