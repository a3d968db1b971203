"""Small answers of the operations `kafka.*`: records without a key, replicas, the reassignment tool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.kafka.keyless import LoadTable, RoundRobinPartitioner, load_table
from copartition.kafka.reassign import (
    Ongoing,
    ProposedMoves,
    Reassignment,
    execution_text,
    parse_reassignment,
    proposed_moves,
    sorted_partitions,
)
from copartition.kafka.replicas import Broker, assign_replicas, place_replicas
from copartition.kafka.topic_partition import TopicPartition
from copartition.port.fields import Fields, array, boolean, int16, int32, int64, items, mapping, nullable, objects, text
from copartition.port.rows import Field, answer, call, history, kafka_release, scala, tool

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.port.fields import JSON
    from copartition.port.rows import Operation

_RACKS_SINCE = (4, 4)
"""The first kafka-clients whose producers have racks."""


def round_robin(document: Fields) -> JSON:
    """`kafka.partitioner.round-robin`: where records without a key go, one after the other."""
    topics = document.get("topics", _leaders)
    partitioner = RoundRobinPartitioner()

    def record(step: Fields) -> JSON:
        topic = step.get("topic", text)
        return partitioner.partition(topic, topics.get(topic, ()))

    def change(step: Fields) -> None:
        nonlocal topics
        topics = step.get("topics", _leaders)

    return history(document, {"record": record, "topics": change})


def _leaders(value: JSON, path: str) -> dict[str, list[bool]]:
    read = array(boolean)
    return {topic: read(leaders, f"{path}.{topic}") for topic, leaders in mapping(value, path).items()}


def loads(  # noqa: PLR0913 - the original's arguments, and its release
    sizes: list[int] | None,
    partitions: list[int],
    length: int,
    racks: list[str | None] | None,
    rack: str | None,
    *,
    release: tuple[int, ...] = _RACKS_SINCE,
) -> JSON:
    """`kafka.partitioner.load-table`: the sums by which a producer draws a partition."""
    for name, value in (("racks", racks), ("rack", rack)):
        if value is not None and release < _RACKS_SINCE:
            known = ".".join(map(str, release))
            raise ValueError(
                f"input.{name} must be absent: producers have racks from kafka-clients 4.4 on, not in {known}"
            )
    made = load_table(sizes, partitions, length, racks, rack)
    if made is None:
        return None
    near = {} if rack is None or made.in_this_rack is None else {"inThisRack": _table(made.in_this_rack)}
    return {**_table(made), **near}


def _table(made: LoadTable) -> dict[str, JSON]:
    return {"table": list(made.sums), "partitions": list(made.partitions), "length": made.length}


def broker(value: JSON, path: str) -> Broker:
    """`{"id"[, "rack"][, "fenced"]}`.

    Raises:
        ValueError: It is something else.
    """
    fields = Fields(value, path)
    return Broker(
        fields.get("id", int32), fields.maybe("rack", text, None), fields.get("fenced", boolean, default=False)
    )


def numbered(placed: dict[int, list[int]]) -> JSON:
    """The replicas by partition."""
    return {str(partition): replicas for partition, replicas in placed.items()}


def reassignment_document(read: Reassignment) -> JSON:
    """`kafka.reassign.parse`: what the tool reads, in its order."""
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


def moves_document(moves: ProposedMoves) -> JSON:
    """`kafka.reassign.plan`: what the tool moves, and whom it throttles."""
    return {
        "moves": [
            {**_named(partition), "sources": sorted(move.sources), "destinations": sorted(move.destinations)}
            for partition, move in moves.by_partition.items()
        ],
        "leaderThrottles": moves.leader_throttles(),
        "followerThrottles": moves.follower_throttles(),
        "brokers": moves.brokers(),
    }


def rollback(document: Fields, **tool: Any) -> JSON:  # noqa: ANN401 - the tool's release, and whether it is in Scala
    """`kafka.reassign.rollback`: what the tool prints, which has the way back."""
    return execution_text(
        document.get("json", text),
        document.get("brokers", array(int32)),
        document.get("current", replicas),
        document.get("current", log_dirs),
        reassigning=bool(document.get("reassigning", items, [])),
        **tool,
    )


def replicas(value: JSON, path: str) -> dict[TopicPartition, tuple[int, ...]]:
    """An array of `{topic, partition, replicas}`."""
    return {_partition(item): tuple(item.get("replicas", _int32s)) for item in objects(value, path)}


def log_dirs(value: JSON, path: str) -> dict[tuple[TopicPartition, int], str]:
    """The log directories in an array of `{topic, partition, replicas[, logDirs]}`, of which each may be null.

    Raises:
        ValueError: They are something else, or not as many as replicas.
    """
    found: dict[tuple[TopicPartition, int], str] = {}
    for item in objects(value, path):
        brokers = item.get("replicas", _int32s)
        dirs = item.get("logDirs", array(nullable(text)), [None] * len(brokers))
        if len(dirs) != len(brokers):
            raise ValueError(f"{item.path}.logDirs must have an entry for each of the {len(brokers)} replicas")
        partition = _partition(item)
        found.update(
            {(partition, broker): name for broker, name in zip(brokers, dirs, strict=True) if name is not None}
        )
    return found


def reassigning(value: JSON, path: str) -> dict[TopicPartition, Ongoing]:
    """An array of `{topic, partition, replicas, adding, removing}`."""
    lists = ("replicas", "adding", "removing")
    return {
        _partition(item): Ongoing(*(tuple(item.get(name, _int32s)) for name in lists)) for item in objects(value, path)
    }


def _partition(item: Fields) -> TopicPartition:
    return TopicPartition(item.get("topic", text), item.get("partition", int32))


def _named(partition: TopicPartition) -> dict[str, JSON]:
    return {"topic": partition.topic, "partition": partition.partition}


_int32s = array(int32)


_BROKERS: Final = Field("brokers", array(broker))
_PARTITIONS: Final = Field("partitions", int32)

OPERATIONS: Final[Mapping[str, Operation]] = {
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
        _BROKERS,
        _PARTITIONS,
        Field("replicationFactor", int32),
        Field("startIndex", int32),
        Field("startPartition", int32),
        write=numbered,
        of=scala,
    ),
    "kafka.replicas.place": call(
        place_replicas,
        _BROKERS,
        _PARTITIONS,
        Field("replicationFactor", int16),
        Field("seed", int64),
        Field("startPartition", int32),
        write=numbered,
        of=kafka_release,
    ),
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
