"""The operations `kafka.reassign.*`: the reassignment tool's input, its moves, and what it prints for the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.kafka.reassign.execution import execution_text
from copartition.kafka.reassign.throttles import Ongoing, proposed_moves
from copartition.kafka.reassign.tool_input import parse_reassignment
from copartition.kafka.reassign.tool_text import sorted_partitions
from copartition.kafka.topic_partition import TopicPartition
from copartition.port import inputs

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.port.inputs import JSON


def _parse(document: JSON, line: str | None = None) -> JSON:
    read = parse_reassignment(inputs.text(document, "json"), scala=_is_scala(line))
    ordered = sorted_partitions(read.replicas)
    return {
        "partitions": [{**_named(partition), "replicas": list(read.replicas[partition])} for partition in ordered],
        "logDirs": [
            {**_named(partition), "broker": broker, "dir": read.log_dirs[partition, broker]}
            for partition in ordered
            for broker in sorted(read.replicas[partition])
            if (partition, broker) in read.log_dirs
        ],
    }


def _plan(document: JSON) -> JSON:
    moves = proposed_moves(
        replicas_of(document, "current"),
        replicas_of(document, "proposed"),
        {
            _partition(item, path): Ongoing(
                _brokers(item, "replicas", path), _brokers(item, "adding", path), _brokers(item, "removing", path)
            )
            for item, path in _entries(document, "reassigning")
        },
    )
    return {
        "moves": [
            {**_named(partition), "sources": sorted(move.sources), "destinations": sorted(move.destinations)}
            for partition, move in moves.by_partition.items()
        ],
        "leaderThrottles": moves.leader_throttles(),
        "followerThrottles": moves.follower_throttles(),
        "brokers": moves.brokers(),
    }


def _rollback(document: JSON, line: str | None = None) -> JSON:
    newest = {} if line is None else {"release": tuple(int(n) for n in line.split()[-1].split("."))}
    return execution_text(
        inputs.text(document, "json"),
        _brokers(document, "brokers", "input"),
        replicas_of(document, "current"),
        log_dirs_of(document, "current"),
        reassigning=bool(_entries(document, "reassigning")),
        scala=_is_scala(line),
        **newest,
    )


def replicas_of(document: JSON, name: str) -> dict[TopicPartition, tuple[int, ...]]:
    """An array of `{topic, partition, replicas}`.

    Raises:
        ValueError: It is missing, or something else.
    """
    inputs.field(document, name)
    return {_partition(item, path): _brokers(item, "replicas", path) for item, path in _entries(document, name)}


def log_dirs_of(document: JSON, name: str) -> dict[tuple[TopicPartition, int], str]:
    """The log directories in an array of `{topic, partition, replicas[, logDirs]}`, of which each may be null.

    Raises:
        ValueError: They are something else, or not as many as replicas.
    """
    found = {}
    for item, path in _entries(document, name):
        replicas = _brokers(item, "replicas", path)
        dirs = inputs.checked_items(item.get("logDirs", [None] * len(replicas)), f"{path}.logDirs")
        if len(dirs) != len(replicas):
            raise ValueError(f"{path}.logDirs must have an entry for each of the {len(replicas)} replicas")
        for i, (broker, text) in enumerate(zip(replicas, dirs, strict=True)):
            if text is not None:
                found[_partition(item, path), broker] = inputs.checked_text(text, f"{path}.logDirs[{i}]")
    return found


def _entries(document: JSON, name: str) -> list[tuple[JSON, str]]:
    listed = inputs.checked_items(document.get(name, []), f"input.{name}")
    return [(item, f"input.{name}[{i}]") for i, item in enumerate(listed)]


def _partition(item: JSON, path: str) -> TopicPartition:
    topic = inputs.checked_text(inputs.field(item, "topic", path), f"{path}.topic")
    return TopicPartition(topic, inputs.checked_int32(inputs.field(item, "partition", path), f"{path}.partition"))


def _brokers(item: JSON, name: str, path: str) -> tuple[int, ...]:
    listed = inputs.checked_items(inputs.field(item, name, path), f"{path}.{name}")
    return tuple(inputs.checked_int32(broker, f"{path}.{name}[{i}]") for i, broker in enumerate(listed))


def _named(partition: TopicPartition) -> dict[str, JSON]:
    return {"topic": partition.topic, "partition": partition.partition}


def _is_scala(line: str | None) -> bool:
    return line is not None and line.startswith("kafka_2.13 ")


OPERATIONS: dict[str, Callable[..., JSON]] = {
    "kafka.reassign.parse": _parse,
    "kafka.reassign.plan": _plan,
    "kafka.reassign.rollback": _rollback,
}
