"""What the reassignment tool writes: its JSON, as Jackson writes it, and what `--execute` prints first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.java.strings import utf16_key
from copartition.kafka.group.releases import Release, checked_release
from copartition.kafka.reassign.arguments import check_partitions, checked_assignment, checked_log_dirs
from copartition.kafka.topic_partition import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ANY_LOG_DIR: Final = "any"
"""In place of a path: the broker chooses."""

LOG_DIRS_SINCE: Final = (4, 2)
"""From this release on the current assignment names real log directories (KAFKA-19582); before, all are any."""

_NEWEST: Final = (4, 3, 1)
_SHORT: Final = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_ESCAPES: Final = str.maketrans({chr(code): f"\\u{code:04X}" for code in range(0x20)} | _SHORT)


def sorted_partitions(partitions: Iterable[TopicPartition]) -> list[TopicPartition]:
    """Partitions in the tool's order: topics as `String.compareTo` has them, then numbers.

    Raises:
        WrongTypeError: One is no `TopicPartition`.
    """
    listed = _arguments.tuple_of("partitions", partitions, TopicPartition)
    return sorted(listed, key=lambda partition: (utf16_key(partition.topic), partition.partition))


def reassignment_json(
    assignment: Mapping[TopicPartition, Sequence[int]],
    log_dirs: Mapping[tuple[TopicPartition, int], str] | None = None,
) -> str:
    """`ReassignPartitionsCommand.formatAsReassignmentJson`: what `--reassignment-json-file` takes, on one line.

    Args:
        assignment: By partition the brokers of its replicas, the preferred leader first.
        log_dirs: By partition and broker the log directory; where none is named, any will do.

    Raises:
        WrongTypeError: `assignment` is no mapping from `TopicPartition` to lists of integers, or `log_dirs` none from
            pairs of a `TopicPartition` and a broker to texts.
        ValueError: A broker's id doesn't fit 32 bits.
    """
    known = checked_log_dirs(log_dirs)
    checked = checked_assignment("assignment", assignment)
    entries = []
    for partition in sorted_partitions(checked):
        replicas = checked[partition]
        dirs = ",".join(quoted(known.get((partition, broker), ANY_LOG_DIR)) for broker in replicas)
        entries.append(
            f'{{"topic":{quoted(partition.topic)},"partition":{partition.partition},'
            f'"replicas":[{",".join(map(str, replicas))}],"log_dirs":[{dirs}]}}'
        )
    return f'{{"version":1,"partitions":[{",".join(entries)}]}}'


def rollback_text(
    current: Mapping[TopicPartition, Sequence[int]],
    proposed: Iterable[TopicPartition],
    log_dirs: Mapping[tuple[TopicPartition, int], str] | None = None,
    *,
    release: Release | str = _NEWEST,
) -> str:
    """`ReassignPartitionsCommand.currentPartitionReplicaAssignmentToString`: what `--execute` prints before it moves.

    Args:
        current: By partition the brokers of its replicas, now.
        proposed: The partitions that are reassigned; others of `current` are left out.
        log_dirs: By partition and broker the log directory, as the brokers report it.
        release: Of the tool; before 4.2 it names no log directories.

    Returns:
        Three paragraphs, of which the second is the JSON that moves everything back; without a newline at the end.

    Raises:
        WrongTypeError: As `reassignment_json`, of `current` and `log_dirs`; or `release` is neither a text nor a tuple.
        ValueError: As `reassignment_json`; or the release isn't known, or a proposed partition isn't in `current`.
    """
    release = checked_release(release)
    check_partitions("current", current)
    wanted = dict.fromkeys(_arguments.tuple_of("proposed", proposed, TopicPartition))
    for partition in wanted:
        if partition not in current:
            name = f"{partition.topic}-{partition.partition}"
            raise ValueError(f"proposed has {name}, which isn't in current: there is no way back for it, add it there")
    kept = {partition: replicas for partition, replicas in current.items() if partition in wanted}
    text = reassignment_json(kept, log_dirs if release >= LOG_DIRS_SINCE else None)
    return (
        f"Current partition replica assignment\n\n{text}\n\n"
        "Save this to use as the --reassignment-json-file option during rollback"
    )


def quoted(text: str) -> str:
    """A JSON string as Jackson writes it: only what must be escaped is, with upper-case digits."""
    return f'"{text.translate(_ESCAPES)}"'
