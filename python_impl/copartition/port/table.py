"""All operations: of each the fields that it reads, what it calls with them, and how it writes the answer.

What reads more than fields has a module of its own: histories, and what travels as bytes. So has what is seldom asked
for beside keys; such a module is loaded when one of its operations is first asked: together they take a fifth of a
second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition import flink, java
from copartition.flink import windows
from copartition.flink.operator_id import operator_id
from copartition.kafka.murmur import murmur2
from copartition.kafka.partitioner import partition_for_key
from copartition.port.fields import array, entry, hexed, int32, int64, one_of, text
from copartition.port.flink_values import (
    arithmetic,
    handle,
    handle_documents,
    hash_map_order,
    hash_set_order,
    key_groups,
    offset,
    range_document,
    range_documents,
    range_of,
    row_document,
)
from copartition.port.keys import key, sql_fields
from copartition.port.rows import FLINK, Field, answer, call, later

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.port.rows import Operation

KEY: Final = Field("key", key)
MAX_PARALLELISM: Final = Field("maxParallelism", int32)
PARALLELISM: Final = Field("parallelism", int32)
OLD: Final = Field("oldParallelism", int32)
NEW: Final = Field("newParallelism", int32)
FINISHED: Final = Field("finished", array(int32), [])
BYTES: Final = Field("bytes", hexed)
PARTITIONS: Final = Field("partitions", int32)

OPERATIONS: Final[Mapping[str, Operation]] = {
    "java.string.hash": call(java.string_hash, Field("a", text)),
    "java.string.compare": call(java.compare, Field("a", text), Field("b", text)),
    "java.hash-map.order": answer(hash_map_order),
    "java.hash-set.order": answer(hash_set_order),
    "flink.key.hash": call(java.hash_code, KEY),
    "flink.table.row-hash": call(flink.RowData, Field("fields", sql_fields), write=row_document),
    "flink.math.murmur-hash": call(flink.murmur_hash, Field("value", int32)),
    "flink.math.round-up-to-power-of-two": call(flink.round_up_to_power_of_two, Field("value", int32)),
    "flink.math.arithmetic": answer(arithmetic),
    "flink.key-group.of-key": call(flink.key_group, KEY, MAX_PARALLELISM),
    "flink.key-group.of-hash": call(flink.key_group_of_hash, Field("hash", int32), MAX_PARALLELISM),
    "flink.key-group.operator-of-key": call(flink.operator_of_key, KEY, MAX_PARALLELISM, PARALLELISM),
    "flink.key-group.operator-of-group": call(
        flink.operator_of_key_group, MAX_PARALLELISM, PARALLELISM, Field("keyGroup", int32)
    ),
    "flink.key-group.range-of-operator": call(
        flink.range_of_operator, MAX_PARALLELISM, PARALLELISM, Field("operator", int32), write=range_document
    ),
    "flink.key-group.default-max-parallelism": call(flink.default_max_parallelism, PARALLELISM),
    "flink.key-group.check-parallelism": call(flink.check_parallelism, PARALLELISM),
    "flink.key-group-range.intersection": call(
        flink.KeyGroupRange.intersection, Field("a", key_groups), Field("b", key_groups), write=range_document
    ),
    "flink.key-group-range.of": answer(range_of),
    "flink.key-group-range.offsets": call(
        offset, Field("offsets", array(int64)), Field("probe", int32), Field("range", key_groups)
    ),
    "flink.partitioner.channel": call(flink.select_channel, KEY, MAX_PARALLELISM, Field("channels", int32)),
    "flink.rescale.partitions": call(
        lambda groups, _, new: flink.key_group_partitions(groups, new), MAX_PARALLELISM, OLD, NEW, write=range_documents
    ),
    "flink.rescale.keyed-state": call(
        flink.redistributed_ranges,
        MAX_PARALLELISM,
        OLD,
        NEW,
        FINISHED,
        write=lambda pieces: list(map(range_documents, pieces)),
    ),
    "flink.rescale.restored-keys": call(
        flink.restored_keys, Field("keys", array(key)), MAX_PARALLELISM, OLD, NEW, FINISHED
    ),
    "flink.rescale.operator-state": call(
        flink.repartition_operator_state,
        Field("subtasks", array(array(handle))),
        OLD,
        NEW,
        write=handle_documents,
        of=FLINK,
    ),
    "flink.rescale.in-flight": call(
        flink.SubtaskStateMapper.old_subtasks,
        Field("mode", one_of(flink.SubtaskStateMapper.__members__)),
        Field("newIndex", int32),
        OLD,
        NEW,
    ),
    "flink.window.start": call(
        windows.window_start, Field("timestamp", int64), Field("offset", int64), Field("size", int64), write=str
    ),
    "flink.window.merge": call(
        windows.merge_windows,
        Field("windows", array(entry("a start and an end", int64, int64))),
        write=lambda merged: [
            {"merged": [*map(str, whole)], "of": [[*map(str, part)] for part in parts]} for whole, parts in merged
        ],
    ),
    "flink.operator.id": call(operator_id, Field("uid", text)),
    **later(
        "watermarks",
        "flink.watermark.combined",
        "flink.watermark.multiplexer",
        "flink.watermark.broadcast",
        "flink.watermark.valve",
        "flink.watermark.alignment",
        "flink.watermark.sampler",
    ),
    **later("prekeyed", "flink.prekeyed.mapping"),
    **later(
        "splits",
        "flink.kafka-source.split-owner",
        "flink.kafka-source.global-owner",
        "flink.kafka-source.split-bytes",
        "flink.kafka-source.state-bytes",
    ),
    **later("enumerator", "flink.kafka-source.enumerator"),
    **later("checkpoint_metadata", "flink.checkpoint.metadata"),
    **later("heap_backend", "flink.state.heap-backend"),
    **later("keyed_operator", "flink.state.keyed-operator"),
    **later("timers", "flink.state.timers"),
    **later("savepoints", "flink.state.savepoint", "flink.state.checkpoint"),
    **later("sql_rows", "flink.table.row-bytes"),
    **later(
        "state_bytes",
        "flink.state.key-group-prefix",
        "flink.state.composite-key",
        "flink.state.serialized",
        "flink.state.serializer-snapshot",
    ),
    "kafka.partitioner.murmur2": call(murmur2, BYTES),
    "kafka.partitioner.partition-for-key": call(partition_for_key, BYTES, PARTITIONS),
    **later(
        "kafka_values",
        "kafka.partitioner.round-robin",
        "kafka.partitioner.load-table",
        "kafka.replicas.assign",
        "kafka.replicas.place",
        "kafka.reassign.parse",
        "kafka.reassign.plan",
        "kafka.reassign.rollback",
    ),
    **later(
        "groups",
        "kafka.assignor.range",
        "kafka.assignor.round-robin",
        "kafka.assignor.sticky",
        "kafka.assignor.cooperative-sticky",
    ),
    **later("rebalances", "kafka.assignor.rebalances"),
    **later("custom_assignors", "kafka.assignor.custom"),
    **later("protocol", "kafka.protocol.subscription", "kafka.protocol.assignment", "kafka.protocol.sticky-user-data"),
    **later("message_bytes", "kafka.message.bytes", "kafka.message.header"),
    **later("record_batches", "kafka.batch.bytes", "kafka.batch.fetched"),
    **later("record_bytes", "kafka.group.record"),
    **later(
        "group_assignors",
        "kafka.group.assignor.uniform",
        "kafka.group.assignor.range",
        "kafka.group.assignor.simple",
    ),
    **later("group_metadata", "kafka.group.partition-for", "kafka.group.metadata-hash"),
    **later("group_coordinator", "kafka.group.coordinator"),
    **later("group_target", "kafka.group.target"),
    **later("group_members", "kafka.group.reconcile"),
    **later("streams_groups", "kafka.group.reconcile-streams", "kafka.group.assignor.streams-sticky"),
    **later("controller", "kafka.controller.reassignment"),
}
