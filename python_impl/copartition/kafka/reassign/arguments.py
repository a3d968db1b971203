"""What a caller hands to a reassignment must be: errors that name the partition, before anything is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from copartition import _arguments
from copartition.errors import WrongTypeError
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def checked_assignment(
    name: str, assignment: Mapping[TopicPartition, Sequence[int]]
) -> dict[TopicPartition, tuple[int, ...]]:
    """By partition the brokers of its replicas, as plain ints.

    Args:
        name: What the caller calls it, for messages.
        assignment: What was given.

    Raises:
        WrongTypeError: It is no mapping from `TopicPartition` to lists of integers.
        ValueError: A broker's id doesn't fit 32 bits.
    """
    check_partitions(name, assignment)
    return {
        partition: _replicas(f"{name}[{partition.topic}-{partition.partition}]", replicas)
        for partition, replicas in assignment.items()
    }


def checked_sizes(sizes: Mapping[TopicPartition, int] | None) -> dict[TopicPartition, int]:
    """By partition the bytes of one replica, as plain ints.

    Raises:
        WrongTypeError: They are no mapping from `TopicPartition` to integers.
        ValueError: A size is negative, or doesn't fit 64 bits.
    """
    if sizes is None:
        return {}
    check_partitions("sizes", sizes)
    checked = {}
    for partition, size in sizes.items():
        name = f"sizes[{partition.topic}-{partition.partition}]"
        checked[partition] = _arguments.int64(name, size)
        if checked[partition] < 0:
            raise ValueError(f"{name} is {size}: write 0 or more")
    return checked


def checked_log_dirs(log_dirs: object) -> dict[tuple[TopicPartition, int], str]:
    """By partition and broker the log directory: what is asked for under another key would be any directory.

    Raises:
        WrongTypeError: They are no mapping from pairs of a `TopicPartition` and a broker to texts.
        ValueError: A broker's id doesn't fit 32 bits.
    """
    if log_dirs is None:
        return {}
    if not isinstance(log_dirs, Mapping):
        raise WrongTypeError(f"log_dirs must be a mapping from (TopicPartition, broker), not {type(log_dirs).__name__}")
    checked = {}
    for key, path in log_dirs.items():
        match key:
            case (TopicPartition() as partition, broker):
                name = f"log_dirs[{partition.topic}-{partition.partition}]"
                _arguments.text(name, path)
                checked[partition, _arguments.int32(f"the broker of {name}", broker)] = path
            case _:
                raise WrongTypeError(
                    f"each key of log_dirs must be a pair of a TopicPartition and a broker, not {key!r}: "
                    'write (TopicPartition("orders", 0), 1)'
                )
    return checked


def check_partitions(name: str, mapping: object) -> None:
    """Passes a mapping from partitions.

    Raises:
        WrongTypeError: It is none.
    """
    if not isinstance(mapping, Mapping):
        raise WrongTypeError(f"{name} must be a mapping from TopicPartition, not {type(mapping).__name__}")
    key = f"each key of {name}"
    for partition in mapping:
        _arguments.instance(key, partition, TopicPartition, 'write TopicPartition("orders", 0)')


def _replicas(name: str, replicas: Iterable[int]) -> tuple[int, ...]:
    if type(replicas) not in {list, tuple} and isinstance(replicas, _arguments.NO_SEQUENCES):
        given = type(replicas).__name__
        raise WrongTypeError(f"{name} must be a list or tuple of brokers, not {given}: its first one leads")
    return tuple([_arguments.int32(name, broker) for broker in _arguments.iterated(name, replicas)])
