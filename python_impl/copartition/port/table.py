"""All operations: of each the fields that it reads, what it calls with them, and how it writes the answer.

What reads more than fields has a module of its own: histories, and what travels as bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition import flink, java, kafka
from copartition.flink import windows
from copartition.flink.kafka_source import split_owner
from copartition.flink.operator_id import operator_id
from copartition.kafka.group import partition_for
from copartition.kafka.reassign import parse_reassignment, proposed_moves
from copartition.kafka.replicas import assign_replicas, place_replicas
from copartition.kafka.topic_partition import TopicPartition
from copartition.port import (
    checkpoint_metadata,
    group_assignors,
    groups,
    message_bytes,
    prekeyed,
    protocol,
    record_bytes,
    savepoints,
    splits,
    sql_rows,
    state_bytes,
    watermarks,
)
from copartition.port.controller import controlled
from copartition.port.custom_assignors import custom
from copartition.port.enumerator import enumerator
from copartition.port.fields import array, entry, hexed, int16, int32, int64, nullable, one_of, text
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
from copartition.port.group_coordinator import coordinated
from copartition.port.group_members import reconciled
from copartition.port.group_metadata import hashed, topic_metadata
from copartition.port.group_target import targeted
from copartition.port.heap_backend import heap_backend
from copartition.port.kafka_values import (
    broker,
    loads,
    moves_document,
    numbered,
    reassigning,
    reassignment_document,
    replicas,
    rollback,
    round_robin,
)
from copartition.port.keyed_operator import keyed_operator
from copartition.port.keys import key, sql_fields
from copartition.port.rebalances import rebalances
from copartition.port.rows import CONNECTOR, FLINK, Field, answer, assignors, call, kafka_release, scala, tool
from copartition.port.streams_groups import sticky_assigned, streams_reconciled
from copartition.port.timers import timers

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
BROKERS: Final = Field("brokers", array(broker))

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
    "flink.watermark.combined": answer(watermarks.combined, FLINK),
    "flink.watermark.multiplexer": answer(watermarks.multiplexer, FLINK),
    "flink.watermark.broadcast": answer(watermarks.broadcast),
    "flink.watermark.valve": answer(watermarks.valve, FLINK),
    "flink.watermark.alignment": answer(watermarks.alignment),
    "flink.watermark.sampler": answer(watermarks.sampler),
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
    "flink.prekeyed.mapping": answer(prekeyed.mapping),
    "flink.kafka-source.split-owner": call(
        lambda topic, partition, readers: split_owner(TopicPartition(topic, partition), readers),
        Field("topic", text),
        Field("partition", int32),
        Field("readers", int32),
    ),
    **splits.OPERATIONS,
    **checkpoint_metadata.OPERATIONS,
    "flink.kafka-source.enumerator": answer(enumerator, CONNECTOR),
    "flink.state.heap-backend": answer(heap_backend, FLINK),
    "flink.state.keyed-operator": answer(keyed_operator, FLINK),
    "flink.state.timers": answer(timers, FLINK),
    "flink.operator.id": call(operator_id, Field("uid", text)),
    **savepoints.OPERATIONS,
    **sql_rows.OPERATIONS,
    **state_bytes.OPERATIONS,
    "kafka.partitioner.murmur2": call(kafka.murmur2, BYTES),
    "kafka.partitioner.partition-for-key": call(kafka.partition_for_key, BYTES, PARTITIONS),
    **groups.OPERATIONS,
    "kafka.assignor.rebalances": answer(rebalances, assignors),
    "kafka.assignor.custom": answer(custom, assignors),
    **protocol.OPERATIONS,
    **message_bytes.OPERATIONS,
    **record_bytes.OPERATIONS,
    "kafka.partitioner.round-robin": answer(round_robin),
    "kafka.partitioner.load-table": call(
        loads,
        Field("queueSizes", nullable(array(int32))),
        Field("partitions", array(int32)),
        Field("length", int32),
        Field("racks", nullable(array(nullable(text))), None),
        Field("rack", nullable(text), None),
        of=kafka_release,
    ),
    "kafka.replicas.assign": call(
        assign_replicas,
        BROKERS,
        PARTITIONS,
        Field("replicationFactor", int32),
        Field("startIndex", int32),
        Field("startPartition", int32),
        write=numbered,
        of=scala,
    ),
    "kafka.replicas.place": call(
        place_replicas,
        BROKERS,
        PARTITIONS,
        Field("replicationFactor", int16),
        Field("seed", int64),
        Field("startPartition", int32),
        write=numbered,
        of=kafka_release,
    ),
    **group_assignors.OPERATIONS,
    "kafka.group.partition-for": call(partition_for, Field("id", text), PARTITIONS),
    "kafka.group.metadata-hash": call(hashed, Field("topics", array(topic_metadata))),
    "kafka.group.coordinator": answer(coordinated, kafka_release),
    "kafka.group.target": answer(targeted, kafka_release),
    "kafka.group.reconcile": answer(reconciled, kafka_release),
    "kafka.group.reconcile-streams": answer(streams_reconciled, kafka_release),
    "kafka.group.assignor.streams-sticky": answer(sticky_assigned, kafka_release),
    "kafka.controller.reassignment": answer(controlled, kafka_release),
    "kafka.reassign.parse": call(parse_reassignment, Field("json", text), write=reassignment_document, of=scala),
    "kafka.reassign.plan": call(
        proposed_moves,
        Field("current", replicas),
        Field("proposed", replicas),
        Field("reassigning", reassigning, {}),
        write=moves_document,
    ),
    "kafka.reassign.rollback": answer(rollback, tool),
}
