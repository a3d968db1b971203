"""An input of each operation of the port, and parts of inputs, for tests that change them."""

STRING = {"type": "string", "value": "k"}
MEMBER = {"id": "A", "topics": ["t"]}
JOIN = {"op": "join", "member": "A", "topics": ["t"]}
FIND = {"op": "discover", "partitions": [["a", 0]]}
CHANGE = {"maxParallelism": 30, "oldParallelism": 3, "newParallelism": 4}
STATE = {"oldParallelism": 1, "newParallelism": 2, "subtasks": [[]]}
MOVED = {"topic": "t", "partition": 0, "replicas": [1, 2]}
INPUTS = {
    "java.hash-map.order": {"steps": []},
    "java.hash-set.order": {"steps": []},
    "flink.key.hash": {"key": STRING},
    "flink.operator.id": {"uid": "source"},
    "flink.state.key-group-prefix": {"maxParallelism": 128, "keyGroup": 5},
    "flink.state.composite-key": {
        "maxParallelism": 128,
        "keyType": "string",
        "key": STRING,
        "namespaceType": "void-namespace",
        "namespace": {"type": "void-namespace", "value": None},
    },
    "flink.state.serializer-snapshot": {"type": "string"},
    "flink.state.serialized": {
        "type": {"type": "tuple", "fields": ["string"]},
        "value": {"type": "tuple", "value": [STRING]},
    },
    "flink.table.row-hash": {"fields": []},
    "flink.math.murmur-hash": {"value": 1},
    "flink.math.arithmetic": {"function": "log2floor", "value": 1},
    "flink.key-group-range.offsets": {"offsets": ["0"], "probe": 0, "range": {"start": 0, "end": 0}},
    "flink.rescale.partitions": CHANGE,
    "flink.rescale.keyed-state": CHANGE,
    "flink.rescale.restored-keys": {**CHANGE, "keys": []},
    "flink.rescale.in-flight": {"mode": "RANGE", "newIndex": 0, "oldParallelism": 1, "newParallelism": 1},
    "flink.rescale.operator-state": STATE,
    "flink.watermark.combined": {"inputs": 1, "steps": []},
    "flink.watermark.multiplexer": {"steps": []},
    "flink.watermark.broadcast": {"channels": 1, "steps": []},
    "flink.watermark.valve": {"channels": 1, "steps": []},
    "flink.watermark.alignment": {"steps": []},
    "flink.window.merge": {"windows": []},
    "flink.prekeyed.mapping": {"operator": 0, "maxParallelism": 4, "parallelism": 2, "steps": []},
    "flink.kafka-source.split-owner": {"topic": "a", "partition": 0, "readers": 4},
    "flink.kafka-source.split-bytes": {"direction": "decode", "bytes": "", "version": 0},
    "flink.kafka-source.enumerator": {
        "parallelism": 1,
        "discoveryIntervalMs": "-1",
        "boundedness": "BOUNDED",
        "start": {"type": "earliest"},
        "stop": None,
        "steps": [],
    },
    "flink.state.heap-backend": {
        "maxParallelism": 128,
        "range": {"start": 0, "end": 127},
        "states": [{"name": "v", "namespace": "void"}, {"name": "w", "namespace": "time-window"}],
        "steps": [],
    },
    "flink.state.keyed-operator": {
        "maxParallelism": 128,
        "parallelism": 1,
        "operator": 0,
        "updateBefore": True,
        "steps": [],
    },
    "kafka.partitioner.murmur2": {"bytes": ""},
    "kafka.partitioner.round-robin": {"topics": {"t": [True]}, "steps": []},
    "kafka.partitioner.load-table": {"queueSizes": [1, 2], "partitions": [0, 1], "length": 2},
    "kafka.assignor.range": {"topics": {"t": 1}, "members": [MEMBER]},
    "kafka.assignor.cooperative-sticky": {"topics": {"t": 1}, "members": [MEMBER]},
    "kafka.assignor.rebalances": {"assignor": "sticky", "topics": {"t": 1}, "steps": []},
    "kafka.assignor.custom": {"assignor": "weighted", "topics": {"t": 1}, "members": [MEMBER]},
    "kafka.protocol.assignment": {"direction": "encode", "version": 0, "partitions": []},
    "kafka.protocol.sticky-user-data": {"direction": "encode", "partitions": []},
    "kafka.group.assignor.uniform": {
        "members": [],
        "topics": {"t": {"id": "AAAAAAAAAAAAAAAAAAAAAQ", "partitions": 1}},
    },
    "kafka.replicas.place": {
        "brokers": [{"id": 1}],
        "partitions": 1,
        "replicationFactor": 1,
        "startPartition": 0,
        "seed": "1",
    },
    "kafka.reassign.rollback": {"brokers": [1], "current": [], "json": "{}"},
}
"""An input of each operation, which is changed."""


def keyed(kind, value, **more):
    return {"key": {"type": kind, "value": value, **more}}


def step(**fields):
    return {"steps": [fields]}
