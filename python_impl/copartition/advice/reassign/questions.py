"""Questions on moving replicas: a plan for more of them, what a reassignment copies, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.advice._topics import refuse_illegal_topic
from copartition.advice.reassign import Plan, plan_increase
from copartition.advice.reassign.cluster import by_id
from copartition.advice.reassign.review import named, racks, warnings
from copartition.errors import JavaError
from copartition.kafka.reassign import parse_reassignment, sorted_partitions
from copartition.port.fields import anything, array, boolean, int32, number, text, wrong
from copartition.port.kafka_values import broker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.reassign import Reassignment
    from copartition.kafka.replicas.broker import Broker
    from copartition.kafka.topic_partition import TopicPartition
    from copartition.port.fields import JSON, Fields


def increase(question: Fields) -> JSON:
    """`{current, brokers, replicationFactor[, rackAware][, sizes]}`: a plan for more replicas; `current` is JSON text.

    The text is one of the reassignment tool's own, such as it prints as the current assignment.
    """
    read = _read(question, "current")
    brokers = question.get("brokers", array(broker))
    rack_aware = question.get("rackAware", boolean, default=True)
    plan = plan_increase(read.replicas, brokers, question.get("replicationFactor", int32), rack_aware=rack_aware)
    return _described(plan, read, question, {}, brokers if rack_aware else [])


def moves(question: Fields) -> JSON:
    """`{current, proposed[, brokers][, sizes][, fenced]}`: what the reassignment copies, what is odd, and the way back.

    The first two are JSON text of the tool, the last a list of brokers that are fenced.
    """
    read, wanted = _read(question, "current"), _read(question, "proposed")
    for partition in wanted.replicas:
        if partition not in read.replicas:
            raise ValueError(f"input.current lacks {_name(partition)}, which input.proposed reassigns")
    brokers = by_id(question.get("brokers", array(broker), default=()))
    fenced = {*question.get("fenced", array(int32), default=()), *(one.id for one in brokers if one.fenced)}
    return _described(Plan(read.replicas, wanted.replicas, frozenset(fenced)), read, question, wanted.log_dirs, brokers)


def _described(
    plan: Plan,
    current: Reassignment,
    question: Fields,
    log_dirs: Mapping[tuple[TopicPartition, int], str],
    brokers: Sequence[Broker],
) -> JSON:
    sizes = _sizes(question, plan)
    moves = plan.moves(sizes)
    # A sum without what isn't known would say less than is copied.
    unknown = [move for move in moves if move.size is None]
    not_read, not_written = {move.source for move in unknown}, {move.target for move in unknown}
    return {
        "partitions": len(plan.current),
        "reassigned": len(plan.proposed),
        "unchanged": sum(plan.current[partition] == tuple(replicas) for partition, replicas in plan.proposed.items()),
        "warnings": warnings(plan, brokers),
        "racks": racks(plan, brokers),
        "reassignment": plan.reassignment_json(log_dirs),
        "rollback": plan.rollback_json(current.log_dirs),
        "moves": [
            {**named(move.partition), "from": move.source, "to": move.target, "bytes": move.size} for move in moves
        ],
        "removed": [
            {**named(partition), "broker": broker}
            for partition in sorted_partitions(plan.proposed)
            for broker in plan.current[partition]
            if broker not in plan.proposed[partition]
        ],
        "leaders": [
            {**named(partition), "from": plan.current[partition][0], "to": replicas[0]}
            for partition, replicas in plan.proposed.items()
            if replicas[0] != plan.current[partition][0]
        ],
        "directories": [
            {
                **named(partition),
                "broker": number,
                "from": current.log_dirs.get((partition, number)),
                "to": path,
            }
            for (partition, number), path in log_dirs.items()
            if number in plan.current[partition] and current.log_dirs.get((partition, number)) != path
        ],
        "brokers": [
            {
                "broker": load.broker,
                "before": load.replicas_before,
                "after": load.replicas_after,
                "reads": None if load.broker in not_read else load.bytes_read,
                "writes": None if load.broker in not_written else load.bytes_written,
            }
            for load in plan.traffic(sizes)
        ],
    }


def _read(question: Fields, name: str) -> Reassignment:
    try:
        read = parse_reassignment(question.get(name, text))
    except JavaError as error:
        place = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
        raise ValueError(f"input.{name}: {error}{place}") from error
    for partition in read.replicas:
        refuse_illegal_topic(partition.topic, f"input.{name}")
    return read


def _sizes(question: Fields, plan: Plan) -> dict[TopicPartition, int]:
    """`{"topic-0": bytes}` by partition."""
    given: JSON = question.maybe("sizes", anything, {})
    if not isinstance(given, dict):
        raise wrong("input.sizes", "an object of bytes by partition", given)
    names = {_name(partition): partition for partition in plan.current}
    sizes = {}
    for name, size in given.items():
        if name not in names:
            raise ValueError(f"input.sizes names {name}, which input.current lacks; write names such as topic-0")
        sizes[names[name]] = number(size, f"input.sizes.{name}", 0, 2**63 - 1)
    return sizes


def _name(partition: TopicPartition) -> str:
    return f"{partition.topic}-{partition.partition}"
