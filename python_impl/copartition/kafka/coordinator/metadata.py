"""What a group remembers of the topics that it subscribes to, to see whether they have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from copartition.kafka.coordinator.records import GroupMetadata, PartitionMetadata
from copartition.kafka.group.metadata_hash import group_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from copartition.kafka.coordinator.cluster import Cluster
    from copartition.kafka.coordinator.records import Record
    from copartition.kafka.group.releases import Release
    from copartition.kafka.uuid import Uuid

Metadata: TypeAlias = "int | Mapping[str, tuple[Uuid, int]]"
"""A hash since 4.1; before that by name the ids and partitions of the topics that there are."""


def metadata_of(names: Iterable[str], cluster: Cluster, release: Release) -> Metadata:
    """What a group that subscribes to these names remembers: `ModernGroup.computeMetadataHash`."""
    known = [name for name in names if name in cluster.topics]
    if release >= (4, 1):
        return group_hash({name: cluster.topic_hash(name) for name in known})
    return {name: (cluster.topics[name].id, len(cluster.topics[name].racks)) for name in known}


def records_of(metadata: Metadata, before: Metadata, epoch: int) -> list[Record]:
    """What is written when a group's epoch changes; up to 4.0 the topics, too, where they changed."""
    if isinstance(metadata, int):
        return [GroupMetadata(epoch, metadata)]
    changed: list[Record] = [] if metadata == before else [PartitionMetadata(metadata)]
    return [*changed, GroupMetadata(epoch, None)]
