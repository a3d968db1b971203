"""What `--execute` says before and after it has asked the cluster, and what it refuses."""

from __future__ import annotations

from operator import eq
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.errors import (
    AdminCommandFailedException,
    ExecutionException,
    TerseException,
    TerseReassignmentFailureException,
)
from copartition.java.comparisons import never_ordered
from copartition.java.hash_map import HashSet
from copartition.kafka.group.orders import copied_capacity
from copartition.kafka.group.releases import checked_release
from copartition.kafka.reassign.arguments import check_partitions, checked_log_dirs
from copartition.kafka.reassign.scala_order import ordered
from copartition.kafka.reassign.tool_input import parse_reassignment
from copartition.kafka.reassign.tool_text import rollback_text, sorted_partitions
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from copartition.kafka.group.releases import Release

_NEWEST: Final = (4, 3, 1)
_PARTITIONS_SINCE: Final = (3, 8)
"""From this release on the tool refuses unknown partitions (KAFKA-16455), as it always did unknown topics."""
_UNKNOWN: Final = "org.apache.kafka.common.errors.UnknownTopicOrPartitionException"
_GOING_ON: Final = (
    "Cannot execute because there is an existing partition assignment.  Use --additional to override this and create a "
    "new partition assignment in addition to the existing one. The --additional flag can also be used to change the "
    "throttle by resubmitting the current reassignment."
)


def execution_text(  # noqa: PLR0913 - a cluster, and what is asked of it
    text: str,
    brokers: Collection[int],
    current: Mapping[TopicPartition, Sequence[int]],
    log_dirs: Mapping[tuple[TopicPartition, int], str] | None = None,
    *,
    reassigning: bool = False,
    release: Release | str = _NEWEST,
    scala: bool = False,
) -> str:
    """What `ReassignPartitionsCommand.executeAssignment` prints, of a cluster that takes the reassignment.

    Args:
        text: The text of `--reassignment-json-file`, without log directories (with them the tool goes on to move
            replicas within brokers).
        brokers: The brokers that are there.
        current: By partition the brokers of its replicas, of the whole cluster.
        log_dirs: By partition and broker the log directory, as the brokers report it.
        reassigning: Whether a reassignment is going on already.
        release: Of the tool.
        scala: Whether it is the Scala tool, from 3.0 to 3.6.

    Raises:
        TerseException: A reassignment is going on; `TerseReassignmentFailureException` in Scala.
        AdminCommandFailedException: A proposed broker is unknown; and as `parse_reassignment`.
        ExecutionException: A topic is unknown, or from 3.8 on a partition.
        AdminOperationException: As `parse_reassignment`.
        JsonMappingException: As `parse_reassignment`.
        WrongTypeError: As `parse_reassignment` and `rollback_text`; or a broker is no integer.
        ValueError: As `rollback_text`.
    """
    proposed = parse_reassignment(text, scala=scala).replicas
    if reassigning:
        raise (TerseReassignmentFailureException if scala else TerseException)(_GOING_ON)
    there = {_arguments.int32("each of brokers", broker) for broker in _arguments.iterated("brokers", brokers)}
    check_partitions("current", current)
    _check_brokers(_wanted_in_scala(proposed) if scala else _wanted(proposed), there)
    _check_topics(proposed, current)
    if not scala and checked_release(release) >= _PARTITIONS_SINCE:
        _check_partitions(proposed, current)
    found = [partition for partition in proposed if partition in current]
    known = {place: path for place, path in checked_log_dirs(log_dirs).items() if place[1] in there}
    names = ",".join(f"{partition.topic}-{partition.partition}" for partition in sorted_partitions(proposed))
    return (
        f"{rollback_text(current, found, known, release=release)}\n"
        f"Successfully started partition reassignment{'' if len(proposed) == 1 else 's'} for {names}\n"
    )


def _check_brokers(wanted: Iterable[int], there: Collection[int]) -> None:
    unknown = next((broker for broker in wanted if broker not in there), None)
    if unknown is not None:
        raise AdminCommandFailedException(f"Unknown broker id {unknown}")


def _wanted(proposed: Mapping[TopicPartition, Sequence[int]]) -> Iterable[int]:
    """All brokers in the order of the tool's HashSet, which it fills from a HashMap."""
    wanted: HashSet[int] = HashSet(hash_code=int, order=never_ordered, equals=eq)
    for partition in _as_read(proposed):
        for broker in proposed[partition]:
            wanted.add(broker)
    return wanted


def _as_read(proposed: Iterable[TopicPartition]) -> Iterable[TopicPartition]:
    """The partitions in the order of the tool's HashMap of them."""
    read: HashSet[TopicPartition] = HashSet(hash_code=TopicPartition.java_hash_code, order=never_ordered, equals=eq)
    for partition in proposed:
        read.add(partition)
    return read


def _wanted_in_scala(proposed: Mapping[TopicPartition, Sequence[int]]) -> Iterable[int]:
    """All brokers in the order of the Scala tool's set, which it fills from its map."""
    partitions = ordered(proposed, TopicPartition.java_hash_code)
    return ordered((broker for partition in partitions for broker in proposed[partition]), int)


def _check_topics(
    proposed: Mapping[TopicPartition, Sequence[int]], current: Mapping[TopicPartition, Sequence[int]]
) -> None:
    topics = {partition.topic for partition in current}
    for partition in proposed:
        if partition.topic not in topics:
            raise ExecutionException(f"{_UNKNOWN}: Topic {partition.topic} not found.")


def _check_partitions(
    proposed: Mapping[TopicPartition, Sequence[int]], current: Mapping[TopicPartition, Sequence[int]]
) -> None:
    """Names all that are unknown, in the order of a copy of the tool's set of partitions."""
    copied: HashSet[TopicPartition] = HashSet(
        copied_capacity(len(proposed)), hash_code=TopicPartition.java_hash_code, order=never_ordered, equals=eq
    )
    for partition in _as_read(proposed):
        copied.add(partition)
    missing = [f"{partition.topic}-{partition.partition}" for partition in copied if partition not in current]
    if missing:
        raise ExecutionException(f"{_UNKNOWN}: Unable to find partition: {', '.join(missing)}")
