"""The model of every operation: input and rules to an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.answers import Error, Value
from jarparity.bugs import (
    aggregates,
    arithmetic,
    binary_rows,
    enumerators,
    kafka_source,
    key_groups,
    keyed_state,
    map_order,
    partitions,
    prekeyed,
    ranges,
    reassigning,
    replicas,
    rescaling,
    round_robins,
    source_bytes,
    strings,
    watermarks,
)
from jarparity.bugs.key_hash import key_hash
from jarparity.bugs.rules import NotModelledError, ThrownError

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON, Answer
    from jarparity.bugs.rules import Rules


def answer(operation: str, document: JSON, rules: Rules) -> Answer:
    """What an implementation with these rules answers.

    Raises:
        NotModelledError: The model has no such operation, or says nothing about this input.
    """
    if operation not in _MODELS:
        raise NotModelledError(f"no model of {operation}")
    try:
        return Value(_MODELS[operation](document, rules))
    except ThrownError as thrown:
        return Error(thrown.kind)


def _code(code: int, rules: Rules) -> int:
    """A hash code as the language of the port gives it out."""
    match rules.hash_sign:
        case "signed":
            return code
        case "unsigned":
            return code & 0xFFFFFFFF
        case "python":
            return -2 if code == -1 else code


def _key(document: JSON, rules: Rules) -> int:
    return _code(key_hash(document["key"], rules), rules)


def _row_hash(document: JSON, rules: Rules) -> JSON:
    data = binary_rows.row_bytes(document["fields"], rules.row)
    return {"bytes": data.hex(), "hash": binary_rows.row_hash(document["fields"], rules.row)}


def _check(document: JSON, rules: Rules) -> None:
    key_groups.check_parallelism(document["parallelism"], rules.group)


def _channel(document: JSON, rules: Rules) -> int:
    max_parallelism = document["maxParallelism"]
    key_groups.check_partitioner(max_parallelism, rules.group)
    code = _key(document, rules)
    return key_groups.operator_of_hash(code, max_parallelism, document["channels"], rules.group)


_MODELS: dict[str, Callable[[JSON, Rules], JSON]] = {
    "java.string.hash": lambda d, r: _code(strings.hash_of(d["a"], r.key), r),
    "java.string.compare": lambda d, r: strings.compare(d["a"], d["b"], r),
    "java.hash-map.order": lambda d, r: map_order.order(d["steps"], r),
    "java.hash-set.order": lambda d, r: map_order.order(d["steps"], r),
    "flink.key.hash": _key,
    "flink.table.row-hash": _row_hash,
    "flink.math.murmur-hash": lambda d, r: key_groups.murmur(d["value"], r.group),
    "flink.math.round-up-to-power-of-two": lambda d, r: key_groups.round_up(d["value"], r.group),
    "flink.math.arithmetic": lambda d, r: arithmetic.value_of(d, r.group),
    "flink.key-group.of-key": lambda d, r: key_groups.group_of_hash(_key(d, r), d["maxParallelism"], r.group),
    "flink.key-group.of-hash": lambda d, r: key_groups.group_of_hash(d["hash"], d["maxParallelism"], r.group),
    "flink.key-group.operator-of-key": lambda d, r: key_groups.operator_of_hash(
        _key(d, r), d["maxParallelism"], d["parallelism"], r.group
    ),
    "flink.key-group.operator-of-group": lambda d, r: key_groups.operator_of_group(
        d["keyGroup"], d["maxParallelism"], d["parallelism"], r.group
    ),
    "flink.key-group.range-of-operator": lambda d, r: key_groups.range_of_operator(
        d["maxParallelism"], d["parallelism"], d["operator"], r.group
    ),
    "flink.key-group.default-max-parallelism": lambda d, r: key_groups.default_max_parallelism(
        d["parallelism"], r.group
    ),
    "flink.key-group.check-parallelism": _check,
    "flink.key-group-range.intersection": lambda d, r: key_groups.intersection(d["a"], d["b"], r.group),
    "flink.key-group-range.of": lambda d, r: key_groups.range_of(d, r.group),
    "flink.key-group-range.offsets": lambda d, r: key_groups.offset(d["range"], d["offsets"], d["probe"], r.group),
    "flink.partitioner.channel": _channel,
    "flink.rescale.partitions": lambda d, r: rescaling.partitions(d["maxParallelism"], d["newParallelism"], r),
    "flink.rescale.keyed-state": rescaling.keyed_state,
    "flink.rescale.restored-keys": rescaling.restored_keys,
    "flink.rescale.operator-state": rescaling.operator_state,
    "flink.rescale.in-flight": rescaling.in_flight,
    "flink.prekeyed.mapping": lambda d, r: prekeyed.mapping(d, r.prekeyed),
    "flink.kafka-source.enumerator": enumerators.history,
    "flink.kafka-source.split-owner": lambda d, r: kafka_source.owner(d, r.source),
    "flink.watermark.combined": lambda d, r: watermarks.combined(d, r.watermark),
    "flink.watermark.multiplexer": lambda d, r: watermarks.multiplexer(d, r.watermark),
    "flink.watermark.broadcast": lambda d, r: watermarks.broadcast(d, r.watermark),
    "flink.watermark.valve": lambda d, r: watermarks.valve(d, r.watermark),
    "flink.watermark.alignment": lambda d, r: watermarks.alignment(d, r.watermark),
    "flink.watermark.sampler": lambda d, r: watermarks.sampler(d, r.watermark),
    "flink.state.heap-backend": lambda d, r: keyed_state.history(d, r.state),
    "flink.state.keyed-operator": lambda d, r: aggregates.history(d, r.aggregate),
    "flink.kafka-source.split-bytes": lambda d, r: source_bytes.split_bytes(d, r.source_bytes),
    "flink.kafka-source.state-bytes": lambda d, r: source_bytes.state_bytes(d, r.source_bytes),
    "kafka.partitioner.murmur2": lambda d, r: partitions.key_code(bytes.fromhex(d["bytes"]), r.partition),
    "kafka.partitioner.partition-for-key": lambda d, r: partitions.partition(
        bytes.fromhex(d["bytes"]), d["partitions"], r.partition
    ),
    "kafka.assignor.range": lambda d, r: ranges.assign(d, r.assignor),
    "kafka.assignor.round-robin": lambda d, r: round_robins.assign(d, r.assignor),
    "kafka.replicas.assign": lambda d, r: replicas.assign(d, r.replica),
    "kafka.replicas.place": lambda d, r: replicas.place(d, r.replica),
    "kafka.reassign.parse": lambda d, r: reassigning.parse(d, r.reassign),
    "kafka.reassign.plan": lambda d, r: reassigning.plan(d, r.reassign),
    "kafka.reassign.rollback": lambda d, r: reassigning.rollback(d, r.reassign),
}

OPERATIONS: tuple[str, ...] = tuple(_MODELS)
"""What the model knows."""
