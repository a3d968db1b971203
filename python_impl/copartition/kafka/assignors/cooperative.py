"""What the cooperative protocol takes out of an assignment: partitions that another member has yet to give up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.topic_partition import TopicPartition


def transferred_in(
    assigned: Mapping[str, Sequence[TopicPartition]], owned: Mapping[str, Sequence[TopicPartition]]
) -> dict[TopicPartition, str]:
    """`computePartitionsTransferringOwnership`: what one member gets and another one gives up.

    Args:
        assigned: Each member's partitions, in the order of the original's map.
        owned: Each member's partitions before.
    """
    added: dict[TopicPartition, str] = {}
    revoked: set[TopicPartition] = set()
    for member, partitions in assigned.items():
        before, after = set(owned[member]), set(partitions)
        added.update(dict.fromkeys((partition for partition in partitions if partition not in before), member))
        revoked.update(before - after)
    return {partition: member for partition, member in added.items() if partition in revoked}


def without_transferred(
    assigned: dict[str, list[TopicPartition]], transferred: Mapping[TopicPartition, str]
) -> dict[str, list[TopicPartition]]:
    """`adjustAssignment`: each of the partitions leaves the list of the member that gets it, once."""
    leaving: dict[str, set[TopicPartition]] = {}
    for partition, member in transferred.items():
        leaving.setdefault(member, set()).add(partition)
    for member, gone in leaving.items():
        kept: list[TopicPartition] = []
        for partition in assigned[member]:
            if partition in gone:
                gone.remove(partition)
            else:
                kept.append(partition)
        assigned[member] = kept
    return assigned
